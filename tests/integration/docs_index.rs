//! `docs/README.md` leads to every page, and docs/reference/troubleshooting.md is about messages that the grader really has.

use std::fs;
use std::path::Path;

use walkdir::WalkDir;

use crate::support::entries;

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

#[test]
fn every_page_of_docs_stands_in_its_index_and_the_readme_leads_there() {
    let index = read("docs/README.md");
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let of_systems = entries(&docs.join("lms"))
        .into_iter()
        .map(|name| format!("lms/{name}"));
    let names: Vec<String> = entries(&docs).into_iter().chain(of_systems).collect();
    let pages = names
        .iter()
        .filter(|name| name.ends_with(".md") && *name != "README.md");
    let missing: Vec<&String> = pages
        .filter(|name| !index.contains(&format!("]({name})")))
        .collect();
    assert!(
        missing.is_empty(),
        "docs/README.md does not name {missing:?}"
    );
    for (_, after) in index
        .match_indices("](")
        .map(|(at, found)| index.split_at(at + found.len()))
    {
        let link = after.split_once(')').unwrap().0;
        assert!(
            Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("docs")
                .join(link)
                .exists(),
            "{link}"
        );
    }
    // What these lead to is there as well.
    for page in names.iter().filter(|name| name.starts_with("lms/")) {
        for after in read(&format!("docs/{page}")).split("](").skip(1) {
            let link = after.split([')', '#']).next().unwrap();
            assert!(docs.join("lms").join(link).exists(), "{link} in {page}");
        }
    }
    assert!(read("README.md").contains("](docs/README.md)"));
}

#[test]
fn every_message_of_the_page_about_messages_is_one_of_the_graders() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sources = ["src", "crates"].map(|folder| WalkDir::new(root.join(folder)));
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
