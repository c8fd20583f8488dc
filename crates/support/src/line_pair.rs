//! Two lines held against each other: where they differ, and whether it is white space that differs. One place, for
//! sentences and for diffs.

/// The column where two lines differ first, counted in characters from 0.
pub fn first_column(one: &str, other: &str) -> usize {
    one.chars()
        .zip(other.chars())
        .take_while(|(left, right)| left == right)
        .count()
}

/// Whether two lines are the same once all white space is removed.
pub fn differ_in_blanks_only(one: &str, other: &str) -> bool {
    one.split_whitespace()
        .flat_map(str::chars)
        .eq(other.split_whitespace().flat_map(str::chars))
}

/// What to call a sign that shows nothing when it is quoted; none for one that does. `sign` is none behind the last one.
pub fn name_invisible_character(sign: Option<char>) -> Option<&'static str> {
    match sign {
        None => Some("the end of the line"),
        Some(' ') => Some("a blank"),
        Some('\t') => Some("a tab"),
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_is_a_character_and_not_a_byte() {
        assert_eq!(first_column("äöü", "äöx"), 2);
        assert_eq!(first_column("ab", "abc"), 2);
        assert_eq!(first_column("", "a"), 0);
    }

    #[test]
    fn blanks_are_all_that_differs_or_not() {
        assert!(differ_in_blanks_only("a b", "ab "));
        assert!(differ_in_blanks_only("", " \t"));
        assert!(!differ_in_blanks_only("a b", "a c"));
        assert!(!differ_in_blanks_only("a", "ab"));
    }
}
