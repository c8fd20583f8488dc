//! Every page of docs/ is in an index and in the book, every link of the documentation leads to a file and a heading, and
//! docs/reference/troubleshooting.md is about messages that the grader really has.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use regex::Regex;
use walkdir::WalkDir;

/// Pages outside of docs/ whose links are checked.
const FRONT_PAGES: [&str; 4] = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
];

/// A fenced block, which may be indented or quoted.
static CODE_BLOCK: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?ms)^[ >]*```.*?^[ >]*```").unwrap());

static CODE_SPAN: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"`[^`\n]*`").unwrap());

static LINK: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\[([^\]]*)\]\(([^)]*)\)").unwrap());

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

/// All Markdown files of docs/, decisions and design included, as paths from the top of the repository.
fn pages() -> Vec<PathBuf> {
    let mut pages = Vec::new();
    for entry in WalkDir::new(root().join("docs")).sort_by_file_name() {
        let path = entry.unwrap().into_path();
        if path.extension().is_some_and(|ending| ending == "md") {
            pages.push(path.strip_prefix(root()).unwrap().to_owned());
        }
    }
    pages
}

/// The links of a page to files of the repository, as they are written.
fn relative_links(page: &Path) -> Vec<String> {
    let text = read(page);
    let text = CODE_BLOCK.replace_all(&text, "");
    let text = CODE_SPAN.replace_all(&text, "");
    let mut links = Vec::new();
    for found in LINK.captures_iter(&text) {
        let link = &found[2];
        if !link.contains("://") && !link.starts_with("mailto:") {
            links.push(link.to_owned());
        }
    }
    links
}

/// The file that a link leads to, as a path from the top of the repository. A link without a file leads to its page.
fn linked_file(page: &Path, link: &str) -> PathBuf {
    let mut path = page.to_owned();
    let file = link.split('#').next().unwrap_or_default();
    if file.is_empty() {
        return path;
    }
    path.pop();
    for part in file.split('/') {
        if part == ".." {
            path.pop();
        } else if part != "." {
            path.push(part);
        }
    }
    path
}

fn linked_files(page: &Path) -> BTreeSet<PathBuf> {
    let links = relative_links(page);
    links.iter().map(|link| linked_file(page, link)).collect()
}

/// The anchor that GitHub makes of a heading: letters and digits in lower case, blanks as `-`.
fn anchor_of(heading: &str) -> String {
    let mut anchor = String::new();
    for letter in LINK.replace_all(heading, "$1").to_lowercase().chars() {
        if letter == ' ' {
            anchor.push('-');
        } else if letter.is_alphanumeric() || letter == '-' || letter == '_' {
            anchor.push(letter);
        }
    }
    anchor
}

fn anchors(page: &Path) -> BTreeSet<String> {
    let text = read(page);
    let text = CODE_BLOCK.replace_all(&text, "");
    let mut anchors = BTreeSet::new();
    for line in text.lines().filter(|line| line.starts_with('#')) {
        let first = anchor_of(line.trim_start_matches('#').trim());
        let mut anchor = first.clone();
        let mut number = 0;
        // Headings with the same text get numbers: `options`, `options-1`.
        while !anchors.insert(anchor.clone()) {
            number += 1;
            anchor = format!("{first}-{number}");
        }
    }
    anchors
}

#[test]
fn every_page_of_docs_is_in_an_index_and_in_the_book() {
    let index = Path::new("docs/README.md");
    let book = Path::new("docs/SUMMARY.md");
    // The pages of some folders are listed in a README there, which the index of all pages names.
    let mut indexed = linked_files(index);
    let mut folders: Vec<PathBuf> = indexed.iter().cloned().collect();
    folders.retain(|page| page != index && page.ends_with("README.md"));
    for folder in folders {
        indexed.extend(linked_files(&folder));
    }
    let in_book = linked_files(book);

    let mut missing = Vec::new();
    for page in pages() {
        if page == book {
            continue;
        }
        if page != index && !indexed.contains(&page) {
            missing.push(format!("{} is in no index", page.display()));
        }
        if !in_book.contains(&page) {
            missing.push(format!("{} is not in docs/SUMMARY.md", page.display()));
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
    assert!(linked_files(Path::new("README.md")).contains(index));
}

#[test]
fn every_link_of_the_documentation_leads_to_a_file_and_a_heading() {
    let mut all: Vec<PathBuf> = FRONT_PAGES.iter().map(PathBuf::from).collect();
    all.extend(pages());
    let mut broken = Vec::new();
    for page in all {
        for link in relative_links(&page) {
            let file = linked_file(&page, &link);
            let exists = root().join(&file).exists();
            let heading_exists = match link.split_once('#') {
                Some((_, anchor)) if exists && file.extension().is_some_and(|end| end == "md") => {
                    anchors(&file).contains(anchor)
                }
                _ => true,
            };
            if !exists || !heading_exists {
                broken.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn every_message_of_the_page_about_messages_is_one_of_the_graders() {
    let sources = ["src", "crates"].map(|folder| WalkDir::new(root().join(folder)));
    let sources = sources
        .into_iter()
        .flatten()
        .map(Result::unwrap)
        .filter(|one| one.file_type().is_file());
    let texts: String = sources
        .filter_map(|one| fs::read_to_string(one.path()).ok())
        .collect();
    // A text that goes on in the next line of the source.
    let texts: Vec<&str> = texts.split("\\\n").map(str::trim_start).collect();
    let texts = texts.concat();
    let page = read("docs/reference/troubleshooting.md");
    let headings = page.lines().filter_map(|line| line.strip_prefix("## "));
    let messages: Vec<&str> = headings
        .filter(|heading| !heading.starts_with("What is no"))
        .collect();
    assert_eq!(messages.len(), 10, "{messages:?}");
    for message in messages {
        assert!(texts.contains(message), "no message says “{message}”");
    }
}
