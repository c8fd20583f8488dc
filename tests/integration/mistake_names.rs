//! The names of recognised mistakes are part of `results.json`: docs/reference/mistakes.md lists all of them, and no other.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use regex::Regex;

fn names(text: &str, pattern: &str) -> BTreeSet<String> {
    let pattern = Regex::new(pattern).unwrap();
    pattern
        .captures_iter(text)
        .map(|found| found[1].to_owned())
        .collect()
}

/// The names in the sources of the recogniser, its tests aside.
fn recognised() -> BTreeSet<String> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    let folders = ["judging/src/feedback", "games/src"];
    let files = folders.map(|folder| walkdir::WalkDir::new(crates.join(folder)));
    let files = files.into_iter().flatten().map(Result::unwrap);
    let sources = files.filter(|file| {
        let name = file.file_name().to_string_lossy().into_owned();
        let is_of_game = file.path().starts_with(crates.join("games"));
        let names_mistakes = !is_of_game || name == "known_bugs.rs";
        name.ends_with(".rs") && names_mistakes && name != "stage.rs"
    });
    let text: String = sources
        .map(|file| fs::read_to_string(file.path()).unwrap())
        .map(|text| {
            text.split("#[cfg(test)]\nmod tests {")
                .next()
                .unwrap()
                .to_owned()
        })
        .collect();
    names(&text, "\"([a-z0-9]+(?:-[a-z0-9]+)+)\"")
}

#[test]
fn every_mistake_that_is_recognised_is_documented_and_every_other_is_not() {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/mistakes.md");
    let documented = names(
        &fs::read_to_string(document).unwrap(),
        "(?m)^\\| `([a-z0-9-]+)` \\|",
    );
    assert!(documented.len() > 50, "{documented:?}");
    assert_eq!(recognised(), documented);
}
