//! Names in a sentence, never more of them than a person reads.

/// How many names a sentence has at most.
const MOST: usize = 5;

/// `` `a`, `b` and 3 more``.
pub(super) fn join_quoted<S: AsRef<str>>(names: &[S]) -> String {
    let shown: Vec<String> = names
        .iter()
        .take(MOST)
        .map(|name| format!("`{}`", name.as_ref()))
        .collect();
    let shown = shown.join(", ");
    match names.len().saturating_sub(MOST) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
