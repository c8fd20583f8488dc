//! The name that was most likely meant: one rule for keys, students, assignments and games.

/// ``; did you mean `points`?`` if one of `names` is close to `typed`, otherwise nothing.
pub(crate) fn hint(typed: &str, names: &[&str]) -> String {
    let slips_allowed = (typed.chars().count() / 3).max(1);
    match nearest(typed, names) {
        Some((name, slips)) if slips <= slips_allowed && slips < typed.chars().count() => {
            format!("; did you mean `{name}`?")
        }
        _ => String::new(),
    }
}

/// The name that takes the fewest slips of the finger to turn into `typed`, and how many; whether a letter is large
/// or small is no slip.
pub(crate) fn nearest<'n>(typed: &str, names: &[&'n str]) -> Option<(&'n str, usize)> {
    let slips =
        |name: &str| strsim::damerau_levenshtein(&typed.to_lowercase(), &name.to_lowercase());
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
