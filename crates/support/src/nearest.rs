//! The name that was most likely meant: one rule for keys, students, assignments and games.

/// ``; did you mean `points`?`` if one of `names` is close to `typed`, otherwise nothing.
pub fn describe_suggestion(typed: &str, names: &[&str]) -> String {
    closest_match(typed, names).map_or(String::new(), |name| format!("; did you mean `{name}`?"))
}

/// The same for a person's name, which may also be a part of the full name, or have its words in another order or without blanks.
pub fn describe_person_suggestion(typed: &str, names: &[&str]) -> String {
    let close = describe_suggestion(typed, names);
    if !close.is_empty() {
        return close;
    }
    let letters = sorted_letters(typed);
    let parts: Vec<String> = typed
        .split(|character: char| !character.is_alphanumeric())
        .filter(|part| part.chars().count() > 2)
        .map(str::to_lowercase)
        .collect();
    let is_meant = |name: &&&str| {
        let lower = name.to_lowercase();
        let has_all_parts = !parts.is_empty() && parts.iter().all(|part| lower.contains(part));
        has_all_parts || !letters.is_empty() && sorted_letters(name) == letters
    };
    let meant: Vec<&&str> = names.iter().filter(is_meant).collect();
    match meant.as_slice() {
        [only] => format!("; did you mean `{only}`?"),
        _ => String::new(),
    }
}

fn sorted_letters(name: &str) -> Vec<char> {
    let lower = name.to_lowercase();
    let mut letters: Vec<char> = lower.chars().filter(|it| it.is_alphanumeric()).collect();
    letters.sort_unstable();
    letters
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

    #[test]
    fn a_person_is_suggested_for_a_part_of_the_name_or_another_order() {
        let names = [
            "lovelaceada",
            "hoppergrace",
            "annie",
            "Anna Hill",
            "Anna Berg",
        ];
        for (typed, suggested) in [
            ("Ada Lovelace", Some("lovelaceada")),
            ("lovelaecada", Some("lovelaceada")),
            ("Grace", Some("hoppergrace")),
            ("Hill, Anna", Some("Anna Hill")),
            ("Anna", None),
            ("Berg", Some("Anna Berg")),
            ("Ann-Kathrin", None),
            ("Li", None),
            ("", None),
        ] {
            let expected = suggested.map(|name| format!("; did you mean `{name}`?"));
            assert_eq!(
                describe_person_suggestion(typed, &names),
                expected.unwrap_or_default(),
                "{typed}"
            );
        }
    }
}
