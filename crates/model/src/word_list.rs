//! Words of a sentence as a list.

/// `a`, `a and b`, or `a, b and c`; empty for no words.
pub fn join_with_and(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}
