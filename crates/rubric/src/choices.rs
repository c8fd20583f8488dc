//! Reads words from a fixed set.

use super::config_file::ConfigFile;
use super::keywords::KeywordTable;
use super::raw::Text;
use super::words::{describe_unknown, describe_unknown_value};

/// The meaning of the value of a key; a word that is none of `choices` is reported.
pub(super) fn parse_keyword<T: Copy>(
    config: &ConfigFile<'_>,
    key: &str,
    word: &Text,
    choices: &KeywordTable<T>,
) -> Option<T> {
    find_choice(config, word, choices, |names| {
        describe_unknown_value(key, word.get_ref(), names)
    })
}

/// The meaning of a name, such as that of a game. `kind` is the noun for what it names.
pub(super) fn parse_name<T: Copy>(
    config: &ConfigFile<'_>,
    kind: &str,
    name: &Text,
    choices: &KeywordTable<T>,
) -> Option<T> {
    find_choice(config, name, choices, |names| {
        describe_unknown(kind, name.get_ref(), names)
    })
}

fn find_choice<T: Copy>(
    config: &ConfigFile<'_>,
    word: &Text,
    choices: &KeywordTable<T>,
    describe: impl FnOnce(&[&str]) -> String,
) -> Option<T> {
    let found = choices.iter().find(|(name, _)| name == word.get_ref());
    if found.is_none() {
        let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
        config.report(&word.span(), describe(&names));
    }
    found.map(|(_, meaning)| *meaning)
}
