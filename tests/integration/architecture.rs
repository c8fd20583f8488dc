//! ARCHITECTURE.md and the pages of docs/decisions and docs/design name real things: every path and every item in backticks
//! exists, and no crate is left out. Within a crate no files know each other in a circle; between crates cargo sees to that.

mod imports;
mod naming;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use imports::Sources;
use regex::Regex;

const DOCUMENT: &str = "ARCHITECTURE.md";

/// Folders of pages that are checked as the document is.
const PAGES: [&str; 2] = ["docs/decisions", "docs/design"];

/// Where the modules of the crates are: `src`, `sandbox/src`, `crates/model/src` …
static CRATES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let entries = fs::read_dir(root().join("crates")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut crates: Vec<String> = names.map(|name| format!("crates/{name}/src")).collect();
    crates.extend(["src", "reference/src", "sandbox/src"].map(str::to_owned));
    crates.sort();
    crates
});

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The document and all pages of [`PAGES`].
fn document() -> String {
    let mut text = fs::read_to_string(root().join(DOCUMENT)).unwrap();
    for page in PAGES.iter().flat_map(|folder| pages(folder)) {
        text += "\n\n";
        text += &fs::read_to_string(page).unwrap();
    }
    text
}

/// The pages of a folder, its index included.
fn pages(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).unwrap();
    let mut pages: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    pages.sort();
    pages
}

/// What stands in backticks, in prose and not in fenced blocks.
fn code_spans(text: &str) -> Vec<String> {
    let prose: String = text.split("```").step_by(2).collect();
    let span = Regex::new("`([^`\n]+)`").unwrap();
    span.captures_iter(&prose)
        .map(|found| found[1].to_owned())
        .collect()
}

/// What is wrong with a name, if it claims to be of this repository and there is no such thing.
fn trouble(name: &str) -> Option<String> {
    static WORD: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"^[\w./:-]+(\(\))?$").unwrap());
    if !WORD.is_match(name) {
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
    let Some((first, rest)) = name.split_once('/') else {
        return false;
    };
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
    let module = ["crate::", "grader::"]
        .iter()
        .fold(module, |m, prefix| m.trim_start_matches(prefix));
    let files = if module.ends_with(".rs") {
        if !exists(module) {
            return Some(format!("there is no `{module}`"));
        }
        vec![root().join(module)]
    } else if module.starts_with(char::is_uppercase) {
        CRATES
            .iter()
            .flat_map(|place| rust_files(&root().join(place)))
            .collect()
    } else {
        module_files(module)?
    };
    let is_defined = |name: &str| {
        files
            .iter()
            .any(|file| defines(&fs::read_to_string(file).unwrap(), name))
    };
    if module.starts_with(char::is_uppercase) && !is_defined(module) {
        return Some(format!("there is no `{module}`"));
    }
    (!is_defined(item)).then(|| format!("`{module}` has no `{item}`"))
}

/// The files of a module of ours; none if its first part is no module of ours, such as `std`.
fn module_files(module: &str) -> Option<Vec<PathBuf>> {
    let parts: Vec<&str> = module.split("::").collect();
    let first = parts.first()?;
    let of = |place: PathBuf| [place.with_extension("rs"), place];
    let is_ours = |place: &&String| {
        of(root().join(place).join(first))
            .iter()
            .any(|path| path.exists())
    };
    let own_crate = CRATES.iter().find(|place| {
        **place == format!("{first}/src") || **place == format!("crates/{first}/src")
    });
    let (place, inner) = match own_crate {
        Some(place) => (place, &parts[1..]),
        None => (CRATES.iter().find(is_ours)?, &parts[..]),
    };
    let place = root().join(place).join(inner.join("/"));
    Some(of(place).iter().flat_map(|path| rust_files(path)).collect())
}

/// A file itself, or every Rust file below a folder.
fn rust_files(path: &Path) -> Vec<PathBuf> {
    let entries = walkdir::WalkDir::new(path)
        .into_iter()
        .flatten()
        .map(walkdir::DirEntry::into_path);
    entries
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .collect()
}

fn defines(source: &str, item: &str) -> bool {
    const KINDS: &str = "fn|struct|enum|trait|type|const|static|mod";
    if !source.contains(item) {
        return false;
    }
    let item = regex::escape(item);
    let definition = format!(r"(?m)\b({KINDS}) {item}\b|^\s+{item}\b[,({{ ]");
    Regex::new(&definition).unwrap().is_match(source)
}

#[test]
fn every_name_in_the_document_is_the_name_of_something() {
    let troubles: Vec<String> = code_spans(&document())
        .iter()
        .filter_map(|name| trouble(name))
        .collect();
    assert!(troubles.is_empty(), "{DOCUMENT}:\n{}", troubles.join("\n"));
}

#[test]
fn every_page_is_listed_in_its_index() {
    for folder in PAGES {
        let index = fs::read_to_string(root().join(folder).join("README.md")).unwrap();
        for page in pages(folder) {
            let name = page.file_name().unwrap().to_str().unwrap();
            assert!(
                name == "README.md" || index.contains(&format!("]({name})")),
                "{folder}/README.md does not list {name}"
            );
        }
    }
}

/// `Observation`, `send_line`: a word that could be nothing but a name of ours stands somewhere in the sources.
#[test]
fn every_bare_name_in_the_document_is_a_word_of_the_sources() {
    let name = Regex::new(r"^(?:[A-Z][a-z]+(?:[A-Z][a-z]+)+|[a-z]+(?:_[a-z0-9]+)+)$").unwrap();
    let files = CRATES
        .iter()
        .flat_map(|place| rust_files(&root().join(place)));
    let sources: String = files
        .map(|file| fs::read_to_string(file).unwrap())
        .collect();
    let words: BTreeSet<&str> = sources
        .split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .collect();
    let unknown: Vec<String> = code_spans(&document())
        .into_iter()
        .filter(|span| name.is_match(span) && !words.contains(span.as_str()))
        .collect();
    assert!(unknown.is_empty(), "{DOCUMENT} or a page names {unknown:?}");
}

#[test]
fn every_crate_is_in_the_document() {
    let text = fs::read_to_string(root().join(DOCUMENT)).unwrap();
    for place in CRATES.iter() {
        let heading = format!("### `{}`\n", place.trim_end_matches("/src"));
        assert!(
            text.contains(&heading),
            "{DOCUMENT} says nothing of {place}"
        );
    }
}

#[test]
fn a_name_of_nothing_would_be_found() {
    const REAL: [&str; 16] = [
        "src/",
        "testcases/tttn",
        "crates/grading/src/lib.rs",
        "compare/turns.rs",
        "sandbox::run",
        "sandbox::Interrupt",
        "grading::submission::AssignmentGrader",
        "judge::judge_run()",
        "Exit::Stopped",
        "Verdict::name",
        "crates/judging/src/judge.rs::judge_run",
        "reference::console::play_on_stdio",
        "std::process::Command",
        "serde_json::Value",
        "<student>/<files>",
        "results.json",
    ];
    const UNREAL: [&str; 10] = [
        "sources/",
        "testcases/chess",
        "crates/grading/src/stage.rs",
        "gone/away.rs",
        "sandbox::walk",
        "grading::submission::AssignmentGraders",
        "Exit::Paused",
        "Chessboard::compile",
        "crates/judging/src/judge.rs::convict",
        "reference::console::pray",
    ];
    for name in REAL {
        assert_eq!(trouble(name), None);
    }
    for name in UNREAL {
        assert!(trouble(name).is_some(), "{name}");
    }
    assert_eq!(
        code_spans("a `b/c.rs` d\n```\n`e`\n```\n`f`"),
        ["b/c.rs", "f"]
    );
}

/// The sources of a crate, read.
fn sources(of: &str) -> Sources {
    let folder = root().join(of);
    let is_library =
        |path: &PathBuf| !path.ends_with("src/main.rs") && !path.starts_with(folder.join("bin"));
    let files = rust_files(&folder).into_iter().filter(is_library);
    let read = |path: PathBuf| {
        let below = path.strip_prefix(&folder).unwrap().display().to_string();
        (below, fs::read_to_string(path).unwrap())
    };
    Sources::read(&files.map(read).collect::<Vec<_>>())
}

#[test]
fn no_files_know_each_other_in_a_circle() {
    let mut count = 0;
    for place in CRATES.iter() {
        let arrows = sources(place).arrows();
        count += arrows.len();
        let circles = imports::circles(&arrows);
        assert!(
            circles.is_empty(),
            "{place}: give what they share a file of its own: {circles:#?}"
        );
    }
    assert!(count > 500, "the sources were not read: {count} arrows");
}

#[test]
fn an_import_and_a_circle_would_be_found() {
    let file = |path: &str, text: &str| (path.to_owned(), text.to_owned());
    let files = |compare: &str| {
        Sources::read(&[
            file("model/mod.rs", "mod points;\npub use points::Points;\n"),
            file("model/points.rs", "pub struct Points;\n"),
            file("compare.rs", compare),
            file(
                "report/mod.rs",
                "mod table;\nmod json;\npub use json::render;\n",
            ),
            file(
                "report/table.rs",
                "use super::json;\nfn a() { json::render() }\n",
            ),
            file(
                "report/json.rs",
                "use crate::model::{self, Points as P};\nfn render() {}\n",
            ),
            file("report/tests.rs", "use crate::compare;\n"),
        ])
    };
    let sound = files("// use crate::report::render;\n#[cfg(test)]\nmod tests { use super::*; }\n");
    let arrows = sound.arrows();
    let expected = [
        ("report/json.rs", "model/points.rs"),
        ("report/table.rs", "report/json.rs"),
    ];
    assert_eq!(
        arrows,
        expected
            .map(|(from, to)| (from.to_owned(), to.to_owned()))
            .into()
    );
    assert_eq!(imports::circles(&arrows), []);
    for import in [
        "use crate::report;\nfn b() { report::render() }\n",
        "use crate::{model, report::{render as r}};\n",
        "fn b() { crate::report::render() }\n",
        "use super::report::render;\nfn b() { render() }\n",
    ] {
        let arrow = ("compare.rs".to_owned(), "report/json.rs".to_owned());
        assert!(files(import).arrows().contains(&arrow), "{import}");
    }
    let circle = [
        ("a.rs", "b.rs"),
        ("b.rs", "c.rs"),
        ("c.rs", "a.rs"),
        ("c.rs", "d.rs"),
    ];
    let circle = circle
        .map(|(from, to)| (from.to_owned(), to.to_owned()))
        .into();
    assert_eq!(
        imports::circles(&circle),
        [["a.rs", "b.rs", "c.rs"].map(str::to_owned).into()]
    );
}
