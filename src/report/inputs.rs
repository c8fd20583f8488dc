//! Inputs in a line of Markdown.

use super::{markdown, visible};

/// How many are listed one by one.
const INPUTS: usize = 150;

/// Inputs, one after the other, in Markdown.
pub(super) fn listed(input: &[String]) -> String {
    let listed = |line: &String| {
        if line.is_empty() {
            "(empty line)".into()
        } else {
            markdown::code(&visible::cut(line, 0, 0))
        }
    };
    let shown: Vec<String> = input.iter().take(INPUTS).map(listed).collect();
    let more = match input.len().saturating_sub(INPUTS) {
        0 => String::new(),
        more => format!(" … and {more} more"),
    };
    shown.join(" ") + &more
}
