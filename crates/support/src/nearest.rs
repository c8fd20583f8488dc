//! The name that was most likely meant: one rule for keys, students, assignments and games.

/// ``; did you mean `points`?`` if one of `names` is close to `typed`, otherwise nothing.
pub fn describe_suggestion(typed: &str, names: &[&str]) -> String {
    closest_match(typed, names).map_or(String::new(), |name| format!("; did you mean `{name}`?"))
}

/// The one of `names` that is close enough to `typed` to be meant.
pub fn closest_match<'n>(typed: &str, names: &[&'n str]) -> Option<&'n str> {
    let length = typed.chars().count();
    find_nearest(typed, names)
        .filter(|(_, slips)| is_close(length, *slips))
        .map(|(name, _)| name)
}

fn is_close(length: usize, slips: usize) -> bool {
    slips <= (length / 3).max(1) && slips < length
}

/// The name that takes the fewest slips to turn into `typed`, and how many.
pub fn find_nearest<'n>(typed: &str, names: &[&'n str]) -> Option<(&'n str, usize)> {
    names
        .iter()
        .map(|name| (*name, edit_distance(typed, name)))
        .min_by_key(|(_, slips)| *slips)
}

/// How many slips of the finger lie between two texts; whether a letter is large or small is none.
pub fn edit_distance(one: &str, other: &str) -> usize {
    strsim::damerau_levenshtein(&one.to_lowercase(), &other.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_suggested_only_when_it_is_close() {
        let names = ["points", "title", "cases"];
        assert_eq!(
            describe_suggestion("pionts", &names),
            "; did you mean `points`?"
        );
        assert_eq!(
            describe_suggestion("Title", &names),
            "; did you mean `title`?"
        );
        assert_eq!(describe_suggestion("colour", &names), "");
        assert_eq!(describe_suggestion("x", &[]), "");
    }
}
