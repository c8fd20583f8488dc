//! How output is judged: DMOJ's own checkers by their names, or a program of the package.

use std::collections::BTreeMap;

use super::super::document::Node;
use super::super::error::ImportError;
use super::super::notes::{at, code};
use super::super::package::Package;
use super::super::plan::{Compare, Plan};
use super::super::programs;
use super::settings::FILE;

/// How a checker's cases earn points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shares {
    /// A case is right or not.
    None,
    /// The checker may give a share.
    OfChecker,
    /// Each line is.
    Lines,
}

impl Shares {
    pub(super) fn of(node: Option<&Node>) -> Shares {
        let Some(node) = node else { return Shares::None };
        let name = node.text().or_else(|| node.get("name")?.text());
        let kind = node.get("args").and_then(|args| args.get("type")).and_then(Node::text);
        match (name, kind) {
            (Some("linecount"), _) => Shares::Lines,
            (Some("bridged"), Some("testlib")) => Shares::OfChecker,
            _ => Shares::None,
        }
    }
}

/// The checkers of a package, each made once.
pub(super) struct Checkers<'c> {
    package: &'c Package,
    known: BTreeMap<usize, Compare>,
}

/// A rule that says all, so that it may take the place of any other.
fn rule(whitespace: &'static str) -> Compare {
    Compare { whitespace: Some(whitespace), ..Compare::default() }
}

impl<'c> Checkers<'c> {
    pub(super) fn new(package: &'c Package) -> Checkers<'c> {
        Checkers { package, known: BTreeMap::new() }
    }

    /// The rule that a checker means.
    pub(super) fn rule(
        &mut self,
        plan: &mut Plan,
        node: Option<&Node>,
    ) -> Result<Compare, ImportError> {
        let Some(node) = node else { return Ok(rule("collapse")) };
        if let Some(known) = self.known.get(&node.line) {
            return Ok(known.clone());
        }
        let name = node.text().or_else(|| node.get("name")?.text()).unwrap_or_default();
        let args = node.get("args");
        let made = if name == "bridged" {
            self.bridged(plan, node, args)?
        } else {
            by_name(name, args, plan, &at(FILE, node.line))
        };
        self.known.insert(node.line, made.clone());
        Ok(made)
    }

    /// A checker that is a program.
    fn bridged(
        &self,
        plan: &mut Plan,
        node: &Node,
        args: Option<&Node>,
    ) -> Result<Compare, ImportError> {
        let place = at(FILE, node.line);
        let said = |key: &str| args.and_then(|args| args.get(key));
        let files = said("files").map(Node::items).unwrap_or_default();
        let files: Vec<&str> = files.iter().filter_map(Node::text).collect();
        let Some(main) = files.iter().find(|file| programs::is_source(file)).or(files.first())
        else {
            return Err(self.package.mistake(
                FILE,
                Some(node.line),
                "the checker names no `files`",
            ));
        };
        let kind = said("type").and_then(Node::text).unwrap_or("default");
        if !["default", "testlib"].contains(&kind) {
            let text = format!(
                "the type {} answers in another way: expected `default` or `testlib`",
                code(kind)
            );
            plan.notes.lose(place.clone(), text);
        }
        if said("args").is_some() {
            plan.notes.lose(place.clone(), "the arguments are always input, output and answer");
        }
        let mut flags = said("flags").map(Node::words).unwrap_or_default();
        let lang = said("lang").and_then(Node::text).unwrap_or_default();
        if let Some(year) =
            lang.strip_prefix("CPP").filter(|year| ["11", "14", "17", "20"].contains(year))
        {
            flags.push(format!("-std=c++{year}"));
        }
        let words = programs::judge(self.package, plan, main, &flags)?;
        for other in files.iter().filter(|file| *file != main) {
            let name = programs::safe(programs::file_name(main));
            let target = format!(
                "checkers/{}/{name}.d/{}",
                plan.id,
                programs::safe(programs::file_name(other))
            );
            plan.files.insert(target.clone(), self.package.bytes(other)?);
            if let Some(tool) = plan.tools.last_mut() {
                tool.sources.push(target);
            }
        }
        if self.package.has("testlib.h")
            && let Some(tool) = plan.tools.last_mut()
        {
            let folder = tool
                .sources
                .first()
                .and_then(|file| file.rsplit_once('/'))
                .map(|(folder, _)| folder);
            let target = format!("{}/testlib.h", folder.unwrap_or_default());
            if plan.files.insert(target.clone(), self.package.bytes("testlib.h")?).is_none() {
                tool.sources.push(target);
            }
        }
        plan.notes.carry(place, format!("the checker {}", code(main)));
        let protocol = (kind == "testlib").then_some("testlib");
        Ok(Compare { checker: words, protocol, ..Compare::default() })
    }
}

/// DMOJ's own checkers.
fn by_name(name: &str, args: Option<&Node>, plan: &mut Plan, place: &str) -> Compare {
    let said = |key: &str| args.and_then(|args| args.get(key));
    let precision = || {
        let digits = said("precision").and_then(Node::number).unwrap_or(6.0);
        10_f64.powf(-digits.clamp(0.0, 15.0))
    };
    let (made, text) = match name {
        "standard" | "" => (rule("collapse"), "words of each line, `whitespace = \"collapse\"`"),
        "floats" | "floatsabs" | "floatsrel" => {
            let mode = match name {
                "floatsabs" => "absolute",
                "floatsrel" => "relative",
                _ => said("error_mode").and_then(Node::text).unwrap_or("default"),
            };
            let near = precision();
            let numbers = match mode {
                "absolute" => (near, 0.0),
                "relative" => (0.0, near),
                _ => (near, near),
            };
            (Compare { numbers: Some(numbers), ..rule("collapse") }, "`numbers` with a tolerance")
        }
        "identical" => (rule("exact"), "`whitespace = \"exact\"`"),
        "rstripped" => (rule("trailing"), "`whitespace = \"trailing\"`"),
        "sorted" if said("split_on").and_then(Node::text) != Some("whitespace") => {
            (Compare { order: Some("any"), ..rule("collapse") }, "`order = \"any\"`")
        }
        "sorted" | "unordered" => {
            (Compare { order: Some("any"), ..rule("tokens") }, "`order = \"any\"` of words")
        }
        "linecount" => (rule("collapse"), "`whitespace = \"collapse\"`"),
        "easy" => {
            plan.notes
                .lose(place, "it forgives the order of letters, too, which nothing does here");
            (Compare { case_sensitive: Some(false), ..rule("tokens") }, "words in any case")
        }
        other => {
            let why = "is no checker of DMOJ's own that is known, and a checker in Python needs DMOJ to run: outputs are compared \
                       word by word";
            plan.notes.lose(place, format!("{} {why}", code(other)));
            return rule("collapse");
        }
    };
    plan.notes.carry(place, format!("the checker {}: {text}", code(name)));
    made
}
