//! One list of lines for each outcome: for a person with `grep`, and for `diff` between two runs.

use crate::escape_lines;
use cpp::mutants::{MutantOutcome, MutantsOfProgram};

/// The lists with the names of their files.
pub(super) fn render_lists(all: &[MutantsOfProgram]) -> Vec<(String, String)> {
    MutantOutcome::NAMES
        .iter()
        .map(|name| (format!("{name}.txt"), render_list(all, name)))
        .collect()
}

fn render_list(all: &[MutantsOfProgram], name: &str) -> String {
    let mut text = String::new();
    for found in all {
        for one in found.with_outcome(name) {
            let (Some(source), Some(shown)) = (found.mutant_source(one), found.mutant_diff(one))
            else {
                continue;
            };
            let assignment = &found.assignment;
            let source = &source.name;
            let was = escape_lines(&shown.was);
            let becomes = escape_lines(&shown.becomes);
            text.push_str(&format!(
                "{assignment}\t{source}:{}\t{was}\t{becomes}\n",
                shown.line
            ));
        }
    }
    text
}
