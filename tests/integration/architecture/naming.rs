//! Names that the next engineer can guess: a type name means one type, and no function or type is named with a word that says
//! nothing of what it does.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use regex::Regex;

use super::{CRATES, root, rust_files};

/// Words that carry no meaning in a name, or a private one.
const BANNED: &str = "ask asked asks became behind beside came come comes found given goes kept knob knobs lost made meant nobody \
    nobodys ours own put said say says shown stand stands tell telling tells theirs told trouble wall walls wanted way whole whose";

/// The sources of the workspace without tests, by their paths.
fn sources() -> impl Iterator<Item = (PathBuf, String)> {
    let is_source = |path: &PathBuf| {
        !path
            .iter()
            .any(|part| part == "tests" || part == "tests.rs" || part == "fixture.rs")
    };
    let files = CRATES
        .iter()
        .flat_map(|place| rust_files(&root().join(place)));
    files.filter(is_source).map(|path| {
        let text = fs::read_to_string(&path).unwrap();
        let without_tests = text.split("\n#[cfg(test)]\nmod ").next().unwrap();
        (path, without_tests.to_owned())
    })
}

/// The names that match a pattern, each with the files that define it.
fn definitions(pattern: &str) -> BTreeMap<String, Vec<PathBuf>> {
    let pattern = Regex::new(pattern).unwrap();
    let mut names: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for (path, text) in sources() {
        for found in pattern.captures_iter(&text) {
            names
                .entry(found[1].to_owned())
                .or_default()
                .push(path.clone());
        }
    }
    names
}

const TYPES: &str = r"(?m)^\s*(?:pub(?:\([^)]*\))? )?(?:struct|enum|union|trait) (\w+)";
const FUNCTIONS: &str = r"(?m)^\s*(?:[a-z()]+ )*fn ([a-z_]\w*)";

#[test]
fn a_type_name_is_used_once() {
    let types = definitions(TYPES);
    assert!(
        types.len() > 500,
        "the sources were not read: {} types",
        types.len()
    );
    let shared: Vec<_> = types.iter().filter(|(_, files)| files.len() > 1).collect();
    assert!(
        shared.is_empty(),
        "give each of these a name of two or three words: {shared:#?}"
    );
}

#[test]
fn no_name_holds_a_word_without_meaning() {
    let word = Regex::new("[A-Z]?[a-z0-9]+").unwrap();
    let is_banned = |name: &str| {
        let mut words = word
            .find_iter(name)
            .map(|found| found.as_str().to_lowercase());
        words.any(|word| BANNED.split(' ').any(|banned| banned == word))
    };
    let names = definitions(TYPES).into_iter().chain(definitions(FUNCTIONS));
    let banned: Vec<_> = names.filter(|(name, _)| is_banned(name)).collect();
    assert!(banned.is_empty(), "say what these do: {banned:#?}");
}
