//! How output is judged: DMOJ's own checkers by their names, or a program of the package.

use std::collections::BTreeMap;

use super::super::document::DocumentNode;
use super::super::error::ImportError;
use super::super::notes::{format_place, quote_word};
use super::super::package::ImportPackage;
use super::super::plan::{ImportPlan, to_list, tolerance_table};
use super::super::programs;
use super::judge_program::{CHECKER_PLACES, JudgeProgram, rearrange_arguments};
use super::settings::FILE;
use rubric::raw::{RawComparison, to_texts};

/// How a checker's cases earn points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DmojCredit {
    /// A case is right or not.
    None,
    /// The checker may give a share.
    OfChecker,
    /// Each line is.
    Lines,
}

impl DmojCredit {
    pub(super) fn from_checker(node: Option<&DocumentNode>) -> DmojCredit {
        let Some(node) = node else {
            return DmojCredit::None;
        };
        let name = checker_name(node);
        let kind = node
            .get("args")
            .and_then(|args| args.get("type"))
            .and_then(DocumentNode::as_text);
        match (name, kind) {
            (Some("linecount"), _) => DmojCredit::Lines,
            (Some("bridged"), Some("testlib" | "coci" | "peg")) => DmojCredit::OfChecker,
            (Some(name), _) if is_python(name) => DmojCredit::OfChecker,
            _ => DmojCredit::None,
        }
    }
}

/// The name of a checker: the word itself, or what `name` says.
fn checker_name(node: &DocumentNode) -> Option<&str> {
    node.as_text().or_else(|| node.get("name")?.as_text())
}

fn is_python(name: &str) -> bool {
    name.ends_with(".py")
}

/// Whether a checker is a program of the package, which may do without an expected output.
pub(super) fn is_program(node: Option<&DocumentNode>) -> bool {
    let name = node.and_then(checker_name);
    name.is_some_and(|name| name == "bridged" || is_python(name))
}

/// The checkers of a package, each made once.
pub(super) struct DmojCheckers<'c> {
    package: &'c ImportPackage,
    known: BTreeMap<usize, RawComparison>,
}

/// A rule that says all, so that it may take the place of any other.
fn whitespace_rule(whitespace: &'static str) -> RawComparison {
    RawComparison {
        whitespace: Some(whitespace.into()),
        ..RawComparison::default()
    }
}

impl<'c> DmojCheckers<'c> {
    pub(super) fn new(package: &'c ImportPackage) -> DmojCheckers<'c> {
        DmojCheckers {
            package,
            known: BTreeMap::new(),
        }
    }

    /// The rule that a checker means.
    pub(super) fn convert_checker(
        &mut self,
        plan: &mut ImportPlan,
        node: Option<&DocumentNode>,
    ) -> Result<RawComparison, ImportError> {
        let Some(node) = node else {
            return Ok(whitespace_rule("collapse"));
        };
        if let Some(known) = self.known.get(&node.line) {
            return Ok(known.clone());
        }
        let name = checker_name(node).unwrap_or_default();
        let args = node.get("args");
        let made = if name == "bridged" {
            self.convert_bridged(plan, node, args)?
        } else if is_python(name) && self.package.has_file(name) {
            self.convert_python(plan, node, name, args)?
        } else {
            convert_builtin(name, args, plan, &format_place(FILE, node.line))
        };
        self.known.insert(node.line, made.clone());
        Ok(made)
    }

    /// Names, with their lines, what the function `check` of a checker asks for that it does not get here.
    fn note_missing_arguments(&self, plan: &mut ImportPlan, name: &str, text: &str) {
        const MISSING: [&str; 6] = [
            "result",
            "case",
            "problem_id",
            "submission_language",
            "binary_data",
            "execution_time",
        ];
        let lines = text.lines().enumerate();
        let head = lines.filter(|(_, line)| line.trim_start().starts_with("def check("));
        for (index, line) in head {
            let inside = line.split_once('(').map_or("", |(_, rest)| rest);
            let words = inside.split(',').map(|word| {
                let word = word.split([':', '=', ')']).next().unwrap_or_default();
                word.trim()
            });
            for word in words.filter(|word| MISSING.contains(word)) {
                let why = format!(
                    "`check` asks for {}, which it does not get here",
                    quote_word(word)
                );
                plan.notes.add_dropped(format_place(name, index + 1), why);
            }
        }
    }

    /// A checker that is a function in Python, which is asked as DMOJ asks it.
    fn convert_python(
        &self,
        plan: &mut ImportPlan,
        node: &DocumentNode,
        name: &str,
        args: Option<&DocumentNode>,
    ) -> Result<RawComparison, ImportError> {
        let target = format!(
            "checkers/{}/{}",
            plan.id,
            programs::sanitize_name(programs::file_name(name))
        );
        let bytes = self.package.read_bytes(name)?;
        self.note_missing_arguments(plan, name, &String::from_utf8_lossy(&bytes));
        plan.files.insert(target.clone(), bytes);
        let place = format_place(FILE, node.line);
        let mut words = Vec::new();
        for (key, value) in args.map(DocumentNode::entries).unwrap_or_default() {
            match value.as_text() {
                Some(text) => words.push(format!("{}={text}", key.name)),
                None => {
                    value.mark_as_read();
                    let text = format!("{}: an argument is one word here", quote_word(&key.name));
                    plan.notes.add_dropped(format_place(FILE, key.line), text);
                }
            }
        }
        let text = format!(
            "the checker {}, with `protocol = \"dmoj\"`: it finds `CheckerResult` and a few helpers of DMOJ",
            quote_word(name)
        );
        plan.notes.add_imported(place, text);
        Ok(RawComparison {
            checker: Some(to_texts([target])),
            checker_args: to_list(words),
            protocol: Some("dmoj".into()),
            ..RawComparison::default()
        })
    }

    /// A checker that is a program.
    fn convert_bridged(
        &self,
        plan: &mut ImportPlan,
        node: &DocumentNode,
        args: Option<&DocumentNode>,
    ) -> Result<RawComparison, ImportError> {
        let place = format_place(FILE, node.line);
        let said = |key: &str| args.and_then(|args| args.get(key));
        let Some(program) = JudgeProgram::from_files(said("files")) else {
            return Err(self.package.mistake_error(
                FILE,
                Some(node.line),
                "the checker names no `files`",
            ));
        };
        let kind = said("type")
            .and_then(DocumentNode::as_text)
            .unwrap_or("default");
        if !["default", "testlib", "coci", "peg"].contains(&kind) {
            let text = format!(
                "the type {} answers in another way: expected `default`, `testlib`, `coci` or `peg`",
                quote_word(kind)
            );
            plan.notes.add_dropped(place.clone(), text);
        }
        for key in [
            "feedback",
            "cached",
            "time_limit",
            "memory_limit",
            "compiler_time_limit",
        ] {
            if let Some(value) = said(key) {
                let place = format_place(FILE, value.line);
                plan.notes.add_needless_key(place, key, value);
            }
        }
        let mut words = program.add_to_plan(self.package, plan, said("flags"), said("lang"))?;
        let format = said("args_format_string");
        let typed = format.and_then(DocumentNode::as_text);
        let usual = (kind == "peg").then_some("{answer_file} {output_file} {input_file}");
        if let Some(text) = typed.or(usual) {
            let line = format.map_or(node.line, |format| format.line);
            words = rearrange_arguments(plan, words, text, line, &CHECKER_PLACES);
        }
        let is_translated = ["peg", "testlib", "coci"].contains(&kind);
        if is_translated {
            let script = plan.add_checker_script("contrib.py", include_str!("contrib.py"));
            words = [script, vec![kind.to_owned()], words].concat();
        }
        plan.notes
            .add_imported(place, format!("the checker {}", quote_word(program.main)));
        Ok(RawComparison {
            checker: Some(to_texts(words)),
            // The points follow for each case.
            checker_args: is_translated.then(|| to_texts(Vec::<String>::new())),
            ..RawComparison::default()
        })
    }
}

/// DMOJ's own checkers.
fn convert_builtin(
    name: &str,
    args: Option<&DocumentNode>,
    plan: &mut ImportPlan,
    place: &str,
) -> RawComparison {
    let said = |key: &str| args.and_then(|args| args.get(key));
    // What students are told.
    if let Some(node) = said("feedback") {
        node.mark_as_read();
    }
    let precision = || {
        let digits = said("precision")
            .and_then(DocumentNode::as_number)
            .unwrap_or(6.0);
        10_f64.powf(-digits.clamp(0.0, 15.0))
    };
    let (made, text) = match name {
        "standard" | "" => (
            whitespace_rule("collapse"),
            "words of each line, `whitespace = \"collapse\"`",
        ),
        "floats" | "floatsabs" | "floatsrel" => {
            let mode = match name {
                "floatsabs" => "absolute",
                "floatsrel" => "relative",
                _ => said("error_mode")
                    .and_then(DocumentNode::as_text)
                    .unwrap_or("default"),
            };
            let near = precision();
            let numbers = match mode {
                "absolute" => tolerance_table(near, 0.0),
                "relative" => tolerance_table(0.0, near),
                _ => tolerance_table(near, near),
            };
            (
                RawComparison {
                    numbers: Some(numbers),
                    ..whitespace_rule("collapse")
                },
                "`numbers` with a tolerance",
            )
        }
        "identical" => (whitespace_rule("exact"), "`whitespace = \"exact\"`"),
        "rstripped" => (whitespace_rule("trailing"), "`whitespace = \"trailing\"`"),
        "sorted" if said("split_on").and_then(DocumentNode::as_text) != Some("whitespace") => (
            RawComparison {
                order: Some("any".into()),
                ..whitespace_rule("collapse")
            },
            "`order = \"any\"`",
        ),
        "sorted" | "unordered" => (
            RawComparison {
                order: Some("any".into()),
                ..whitespace_rule("tokens")
            },
            "`order = \"any\"` of words",
        ),
        "linecount" => (
            whitespace_rule("collapse"),
            "`whitespace = \"collapse\"`; a line too many costs its share, and there all points",
        ),
        "easy" => (
            RawComparison {
                checker: Some(to_texts(
                    plan.add_checker_script("easy.py", include_str!("easy.py")),
                )),
                ..RawComparison::default()
            },
            "a checker of ours that counts letters",
        ),
        other => {
            let why = "is no checker of DMOJ's own that is known, and no file of the package: outputs are compared word by word";
            plan.notes
                .add_dropped(place, format!("{} {why}", quote_word(other)));
            return whitespace_rule("collapse");
        }
    };
    plan.notes
        .add_imported(place, format!("the checker {}: {text}", quote_word(name)));
    made
}
