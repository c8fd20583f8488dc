//! Words from a fixed set: which one was meant, and what to say when it is none of them.

use super::raw::Text;
use super::sheet::Sheet;

/// A word that may be written for a key, and what it means.
pub(super) type Choices<T> = [(&'static str, T)];

/// What `word` means; a word that is none of `choices` is marked. `key` is the key it was written for.
pub(super) fn choose<T: Copy>(
    sheet: &Sheet<'_>,
    key: &str,
    word: &Text,
    choices: &Choices<T>,
) -> Option<T> {
    let found = choices.iter().find(|(name, _)| name == word.get_ref());
    if found.is_none() {
        let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
        sheet.mark(&word.span(), unknown(key, word.get_ref(), &names));
    }
    found.map(|(_, meaning)| *meaning)
}

/// ``unknown key `pionts`: expected one of `id`, `points`; did you mean `points`?``
pub(super) fn unknown(kind: &str, word: &str, names: &[&str]) -> String {
    format!("unknown {kind} `{word}`: {}{}", expected(names), hint(word, names))
}

/// ``expected one of `id`, `points` ``
pub(super) fn expected(names: &[&str]) -> String {
    match names {
        [] => "none is defined".to_owned(),
        [only] => format!("expected `{only}`"),
        _ => format!("expected one of {}", list(names)),
    }
}

/// `` `id`, `points` ``
pub(super) fn list(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// ``; did you mean `points`?`` if one of `names` is close to `word`, otherwise nothing.
pub(super) fn hint(word: &str, names: &[&str]) -> String {
    let slips_allowed = (word.chars().count() / 3).max(1);
    match nearest(word, names) {
        Some((name, slips)) if slips <= slips_allowed => format!("; did you mean `{name}`?"),
        _ => String::new(),
    }
}

/// The name that takes the fewest slips of the finger to turn into `word`, and how many; whether a letter is
/// large or small is no slip.
pub(super) fn nearest<'n>(word: &str, names: &[&'n str]) -> Option<(&'n str, usize)> {
    let slips =
        |name: &str| strsim::damerau_levenshtein(&word.to_lowercase(), &name.to_lowercase());
    names.iter().map(|name| (*name, slips(name))).min_by_key(|(_, slips)| *slips)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_suggested_only_when_it_is_close() {
        let names = ["points", "title", "cases"];
        assert_eq!(hint("pionts", &names), "; did you mean `points`?");
        assert_eq!(hint("Title", &names), "; did you mean `title`?");
        assert_eq!(hint("colour", &names), "");
        assert_eq!(hint("x", &[]), "");
    }
}
