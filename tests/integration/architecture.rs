//! ARCHITECTURE.md names real things: every path and every item in backticks exists, and no module is left out.

use std::fs;
use std::path::{Path, PathBuf};

use regex::Regex;

const DOCUMENT: &str = "ARCHITECTURE.md";

/// Where the modules of the crates are.
const CRATES: [&str; 3] = ["src", "reference/src", "sandbox/src"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The document, with a page for each decision.
fn document() -> String {
    let path = root().join(DOCUMENT);
    assert!(path.is_file(), "there is no {DOCUMENT}");
    pages().iter().fold(fs::read_to_string(path).unwrap(), |text, page| {
        text + "\n\n" + &fs::read_to_string(page).unwrap()
    })
}

/// The pages of decisions.
fn pages() -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("docs/decisions")).unwrap();
    let mut pages: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    pages.sort();
    pages
}

/// What stands in backticks, in prose and not in fenced blocks.
fn code_spans(text: &str) -> Vec<String> {
    let prose: String = text.split("```").step_by(2).collect();
    let span = Regex::new("`([^`\n]+)`").unwrap();
    span.captures_iter(&prose).map(|found| found[1].to_owned()).collect()
}

/// What is wrong with a name, if it claims to be of this repository and there is no such thing.
fn trouble(name: &str) -> Option<String> {
    let word = Regex::new(r"^[\w./:-]+(\(\))?$").unwrap();
    if !word.is_match(name) {
        return None;
    }
    let name = name.trim_end_matches("()");
    if let Some((module, item)) = name.rsplit_once("::") {
        return item_trouble(module, item);
    }
    (is_path(name) && !exists(name)).then(|| format!("there is no `{name}`"))
}

/// A path of this repository: a Rust file in a folder, a folder at the top, or anything below one.
fn is_path(name: &str) -> bool {
    let Some((first, rest)) = name.split_once('/') else { return false };
    let generated = ["target", "reports"].contains(&first);
    !generated && (rest.is_empty() || rest.ends_with(".rs") || root().join(first).is_dir())
}

/// Below the root, or below a crate's sources.
fn exists(name: &str) -> bool {
    let inside = |place: &str| root().join(place).join(name).exists();
    inside("") || CRATES.iter().any(|place| inside(place))
}

/// Whether `module` is one of ours that does not define `item`. `Type::method` is looked for everywhere.
fn item_trouble(module: &str, item: &str) -> Option<String> {
    let module =
        ["crate::", "grader::"].iter().fold(module, |m, prefix| m.trim_start_matches(prefix));
    let files = if module.ends_with(".rs") {
        if !exists(module) {
            return Some(format!("there is no `{module}`"));
        }
        vec![root().join(module)]
    } else if module.starts_with(char::is_uppercase) {
        CRATES.iter().flat_map(|place| rust_files(&root().join(place))).collect()
    } else {
        module_files(module)?
    };
    let is_defined = files.iter().any(|file| defines(&fs::read_to_string(file).unwrap(), item));
    (!is_defined).then(|| format!("`{module}` has no `{item}`"))
}

/// The files of a module of ours; none if its first part is no module of ours, such as `std`.
fn module_files(module: &str) -> Option<Vec<PathBuf>> {
    let parts: Vec<&str> = module.split("::").collect();
    let first = parts.first()?;
    let of = |place: PathBuf| [place.with_extension("rs"), place];
    let is_ours =
        |place: &&&str| of(root().join(place).join(first)).iter().any(|path| path.exists());
    let own_crate = CRATES.iter().find(|place| **place == format!("{first}/src"));
    let (place, inner) = match own_crate {
        Some(place) => (place, &parts[1..]),
        None => (CRATES.iter().find(is_ours)?, &parts[..]),
    };
    let place = root().join(place).join(inner.join("/"));
    Some(of(place).iter().flat_map(|path| rust_files(path)).collect())
}

/// A file itself, or every Rust file below a folder.
fn rust_files(path: &Path) -> Vec<PathBuf> {
    let entries =
        walkdir::WalkDir::new(path).into_iter().flatten().map(walkdir::DirEntry::into_path);
    entries.filter(|path| path.extension().is_some_and(|ending| ending == "rs")).collect()
}

fn defines(source: &str, item: &str) -> bool {
    const KINDS: &str = "fn|struct|enum|trait|type|const|static|mod";
    let item = regex::escape(item);
    let definition = format!(r"\b({KINDS}) {item}\b|^\s+{item}\b[,({{ ]");
    let lines = source.lines().filter(|line| line.contains(&item));
    lines.collect::<Vec<_>>().iter().any(|line| Regex::new(&definition).unwrap().is_match(line))
}

#[test]
fn every_name_in_the_document_is_the_name_of_something() {
    let troubles: Vec<String> =
        code_spans(&document()).iter().filter_map(|name| trouble(name)).collect();
    assert!(troubles.is_empty(), "{DOCUMENT}:\n{}", troubles.join("\n"));
}

#[test]
fn every_decision_is_listed() {
    let text = fs::read_to_string(root().join(DOCUMENT)).unwrap();
    for page in pages() {
        let name = page.strip_prefix(root()).unwrap().display().to_string();
        assert!(text.contains(&format!("({name})")), "{DOCUMENT} does not list {name}");
    }
}

/// `Observation`, `give_line`: a word that could be nothing but a name of ours stands somewhere in the sources.
#[test]
fn every_bare_name_in_the_document_is_a_word_of_the_sources() {
    let name = Regex::new(r"^(?:[A-Z][a-z]+(?:[A-Z][a-z]+)+|[a-z]+(?:_[a-z0-9]+)+)$").unwrap();
    let files = CRATES.iter().flat_map(|place| rust_files(&root().join(place)));
    let sources: String = files.map(|file| fs::read_to_string(file).unwrap()).collect();
    let words: std::collections::BTreeSet<&str> =
        sources.split(|letter: char| !letter.is_alphanumeric() && letter != '_').collect();
    let unknown: Vec<String> = code_spans(&document())
        .into_iter()
        .filter(|span| name.is_match(span) && !words.contains(span.as_str()))
        .collect();
    assert!(unknown.is_empty(), "{DOCUMENT} or a decision names {unknown:?}");
}

#[test]
fn every_module_of_the_grader_is_in_the_document() {
    let text = document();
    let library = fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let module = Regex::new(r"(?m)^(?:pub )?mod (\w+);").unwrap();
    let modules: Vec<&str> =
        module.captures_iter(&library).map(|found| found.extract::<1>().1[0]).collect();
    assert!(modules.contains(&"pipeline"), "{modules:?}");
    let named = |module: &&str| {
        Regex::new(&format!(r"\bsrc/{module}(/|\.rs)|`{module}(`|/|::)")).unwrap().is_match(&text)
    };
    let missing: Vec<&str> = modules.into_iter().filter(|module| !named(module)).collect();
    assert!(missing.is_empty(), "{DOCUMENT} says nothing of {missing:?}");
}

#[test]
fn a_name_of_nothing_would_be_found() {
    const REAL: [&str; 16] = [
        "src/",
        "testcases/tttn",
        "src/pipeline/mod.rs",
        "compare/turns.rs",
        "sandbox::run",
        "sandbox::Interrupt",
        "pipeline::submission::AssignmentGrader",
        "judge::judge()",
        "Exit::Stopped",
        "Verdict::name",
        "src/judge.rs::judge",
        "reference::console::play",
        "std::process::Command",
        "serde_json::Value",
        "<student>/<files>",
        "results.json",
    ];
    const UNREAL: [&str; 9] = [
        "sources/",
        "testcases/chess",
        "src/pipeline/stage.rs",
        "gone/away.rs",
        "sandbox::walk",
        "pipeline::submission::AssignmentGraders",
        "Exit::Paused",
        "src/judge.rs::convict",
        "reference::console::pray",
    ];
    for name in REAL {
        assert_eq!(trouble(name), None);
    }
    for name in UNREAL {
        assert!(trouble(name).is_some(), "{name}");
    }
    assert_eq!(code_spans("a `b/c.rs` d\n```\n`e`\n```\n`f`"), ["b/c.rs", "f"]);
}
