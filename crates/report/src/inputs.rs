//! Inputs in a sentence.

use super::cut_line::cut_line;
use document::{Prose, join, prose};

/// How many are listed one by one.
const INPUTS: usize = 150;

/// What the list of inputs does not show of how their lines end; nothing where each ends with a line break.
pub(super) fn describe_ending(text: &str) -> &'static str {
    match (
        text.contains("\r\n"),
        text.is_empty() || text.ends_with('\n'),
    ) {
        (false, true) => "",
        (false, false) => " The input ends there, without a line break.",
        (true, true) => " Lines end with `\\r\\n`.",
        (true, false) => " Lines end with `\\r\\n`, and the input ends without a line break.",
    }
}

/// Inputs, one after the other.
pub(super) fn render_list(input: &[String]) -> Prose {
    let listed = |line: &String| {
        if line.is_empty() {
            Prose::literal("(empty line)")
        } else {
            Prose::code(&cut_line(line, 0, 0))
        }
    };
    let shown = input.iter().take(INPUTS).map(listed);
    let more = match input.len().saturating_sub(INPUTS) {
        0 => Prose::default(),
        more => prose!(" … and {} more", more),
    };
    join(shown, " ").then(more)
}
