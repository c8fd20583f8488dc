//! Which file takes names from which: read from the `use` items and paths of the sources, through re-exports.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;

use regex::Regex;

static MODULE_OF_TESTS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"#\[cfg\(test\)\]\s*(?:pub(?:\([^)]*\))? )?mod (\w+);").unwrap());
static PATH_FROM_HERE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?:^|[^\w:.])(\w+)((?:::\w+)+)").unwrap());
static COMMENT: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(?m)//.*$").unwrap());
static TESTS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?s)#\[cfg\(test\)\]\s*mod \w+ \{.*").unwrap());
static IMPORT: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?s)(pub(?:\([^)]*\))?\s+)?\buse\s+([^;]+);").unwrap());
static ITEM: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:fn|struct|enum|trait|type|const|static|union) (\w+)").unwrap()
});
static PATH: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\b(?:crate|super|self)(?:::\w+)+").unwrap());

/// A module's path below the crate: `report`, `json`, `class`.
type Module = Vec<String>;

/// One file: what it declares, imports and names.
#[derive(Debug, Default)]
struct Source {
    /// Where it stands below `src`.
    path: String,
    /// The items that it defines.
    items: BTreeSet<String>,
    /// What names that it imports stand for: an absolute path, and whether it hands the name on.
    imports: BTreeMap<String, (Module, bool)>,
    /// The paths in its text, absolute.
    paths: Vec<Module>,
    /// Its text, without imports, comments and tests, and the words of that.
    text: String,
    words: BTreeSet<String>,
}

/// The files of a crate by their modules.
pub(crate) struct Sources(BTreeMap<Module, Source>);

/// From a file to another, both below `src`.
pub(crate) type Arrows = BTreeSet<(String, String)>;

impl Sources {
    /// Reads files, given by their paths below `src` and their texts. What only tests see is left out.
    pub(crate) fn read(files: &[(String, String)]) -> Sources {
        let mut tests: Vec<Module> = Vec::new();
        for (path, text) in files {
            let module = module_of(path);
            tests.extend(
                MODULE_OF_TESTS
                    .captures_iter(text)
                    .map(|it| child(&module, &it[1])),
            );
        }
        let is_tests = |module: &Module| tests.iter().any(|test| module.starts_with(test));
        let sources = files
            .iter()
            .map(|(path, text)| (module_of(path), path, text));
        let sources = sources.filter(|(module, ..)| !is_tests(module));
        let mut all = Sources(BTreeMap::new());
        for (module, path, text) in sources {
            all.0
                .insert(module.clone(), Source::read(&module, path, text));
        }
        all
    }

    /// Every arrow between two files.
    pub(crate) fn arrows(&self) -> Arrows {
        let mut arrows = Arrows::new();
        for (module, source) in &self.0 {
            let mut names: Vec<Module> = source.paths.clone();
            names.extend(source.used_imports());
            names.extend(self.paths_from_modules(module, source));
            for name in names {
                if let Some(target) = self.file_of(&name, 0).filter(|it| *it != source.path) {
                    arrows.insert((source.path.clone(), target));
                }
            }
        }
        arrows
    }

    /// `json::render_json`, where `json` is a module that is imported or declared here.
    fn paths_from_modules(&self, module: &Module, source: &Source) -> Vec<Module> {
        let mut found = Vec::new();
        for it in PATH_FROM_HERE.captures_iter(&source.text) {
            let start = match source.imports.get(&it[1]) {
                Some((import, _)) => import.clone(),
                None => child(module, &it[1]),
            };
            if self.0.contains_key(&start) {
                let rest = it[2].split("::").skip(1).map(str::to_owned);
                found.push(start.into_iter().chain(rest).collect());
            }
        }
        found
    }

    /// The file in which what a path names is defined; none if it is not of this crate.
    fn file_of(&self, path: &[String], depth: usize) -> Option<String> {
        let known = |length: &usize| self.0.contains_key(&path[..*length]);
        let length = (1..=path.len()).rev().find(known)?;
        let source = &self.0[&path[..length]];
        let Some((name, rest)) = path[length..].split_first() else {
            // Of a module alone it depends on what is named through it.
            return None;
        };
        match source.imports.get(name) {
            Some((import, _)) if !source.items.contains(name) && depth < 9 => {
                self.file_of(&[import.as_slice(), rest].concat(), depth + 1)
            }
            _ => Some(source.path.clone()),
        }
    }
}

impl Source {
    fn read(module: &Module, path: &str, text: &str) -> Source {
        let text = TESTS
            .replace(&COMMENT.replace_all(text, ""), "")
            .into_owned();
        let mut source = Source {
            path: path.to_owned(),
            ..Source::default()
        };
        source.items = ITEM
            .captures_iter(&text)
            .map(|it| it[1].to_owned())
            .collect();
        for it in IMPORT.captures_iter(&text) {
            let is_handed_on = it.get(1).is_some();
            for (path, name) in branches(&it[2]) {
                source
                    .imports
                    .insert(name, (absolute(module, &path), is_handed_on));
            }
        }
        source.text = IMPORT.replace_all(&text, "").into_owned();
        let words = source
            .text
            .split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        source.words = words.map(str::to_owned).collect();
        let paths = PATH.find_iter(&source.text).map(|it| segments(it.as_str()));
        source.paths = paths.map(|it| absolute(module, &it)).collect();
        source
    }

    /// What is imported, but for what is only handed on.
    fn used_imports(&self) -> impl Iterator<Item = Module> {
        let used = self.imports.iter().filter(|(name, (_, is_handed_on))| {
            !is_handed_on || self.words.contains(name.as_str())
        });
        used.map(|(_, (path, _))| path.clone())
    }
}

/// Files that take names from each other in a circle.
pub(crate) fn circles(arrows: &Arrows) -> Vec<BTreeSet<String>> {
    let reached = |from: &str| {
        let mut reached: BTreeSet<String> = BTreeSet::new();
        let mut open = vec![from.to_owned()];
        while let Some(file) = open.pop() {
            for (_, to) in arrows.iter().filter(|(one, _)| *one == file) {
                if reached.insert(to.clone()) {
                    open.push(to.clone());
                }
            }
        }
        reached
    };
    let files: BTreeSet<&String> = arrows.iter().map(|(from, _)| from).collect();
    let reach: BTreeMap<&String, BTreeSet<String>> = files
        .into_iter()
        .map(|file| (file, reached(file)))
        .collect();
    let circle = |file: &String| -> BTreeSet<String> {
        let comes_back = |other: &&String| reach.get(*other).is_some_and(|it| it.contains(file));
        reach[file].iter().filter(comes_back).cloned().collect()
    };
    let all: BTreeSet<BTreeSet<String>> = reach.keys().map(|file| circle(file)).collect();
    all.into_iter()
        .filter(|circle| !circle.is_empty())
        .collect()
}

fn module_of(path: &str) -> Module {
    let path = Path::new(path).with_extension("");
    let parts = path.iter().map(|part| part.to_string_lossy().into_owned());
    parts
        .filter(|part| part != "mod" && part != "lib")
        .collect()
}

fn child(module: &Module, name: &str) -> Module {
    module.iter().cloned().chain([name.to_owned()]).collect()
}

fn segments(path: &str) -> Vec<String> {
    path.split("::")
        .map(|part| part.trim().to_owned())
        .collect()
}

/// A path as it is seen from the crate; one of another crate begins with nothing.
fn absolute(module: &Module, path: &[String]) -> Module {
    let mut base = module.clone();
    let mut rest = path;
    match rest.first().map(String::as_str) {
        Some("crate") => {
            base.clear();
            rest = &rest[1..];
        }
        Some("self") => rest = &rest[1..],
        Some("super") => {}
        // A child of this module, or another crate: then no module has that path.
        _ => {}
    }
    while rest.first().is_some_and(|part| part == "super") {
        base.pop();
        rest = &rest[1..];
    }
    base.extend_from_slice(rest);
    base
}

/// The paths of a tree such as `a::{self, b as c, d::{E}}`, each with the name that it gets.
fn branches(tree: &str) -> Vec<(Vec<String>, String)> {
    let tree = tree.trim();
    let Some((before, inside)) = tree.split_once('{') else {
        let (path, name) = match tree.split_once(" as ") {
            Some((path, name)) => (path, name.trim().to_owned()),
            None => (tree, String::new()),
        };
        let mut path = segments(path);
        if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
            path.pop();
        }
        let last = path.last().cloned().unwrap_or_default();
        return vec![(path, if name.is_empty() { last } else { name })];
    };
    let inside = inside.trim_end().trim_end_matches('}');
    let before = before.trim().trim_end_matches("::");
    let inner = top_level(inside).into_iter().flat_map(|part| {
        let part = part.trim();
        branches(&format!("{before}::{part}"))
    });
    inner.collect()
}

/// The parts between commas that stand in no braces.
fn top_level(list: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0;
    for letter in list.chars() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        parts.last_mut().unwrap().push(letter);
    }
    parts.retain(|part| !part.trim().is_empty());
    parts
}
