//! Words from a fixed set: which one was meant.

use super::config_file::ConfigFile;
use super::raw::Text;
use super::words::describe_unknown;

/// A word that may be written for a key, and what it means.
pub(super) type KeywordTable<T> = [(&'static str, T)];

/// What `word` means; a word that is none of `choices` is marked. `key` is the key it was written for.
pub(super) fn parse_keyword<T: Copy>(
    config: &ConfigFile<'_>,
    key: &str,
    word: &Text,
    choices: &KeywordTable<T>,
) -> Option<T> {
    let found = choices.iter().find(|(name, _)| name == word.get_ref());
    if found.is_none() {
        let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
        config.report(&word.span(), describe_unknown(key, word.get_ref(), &names));
    }
    found.map(|(_, meaning)| *meaning)
}
