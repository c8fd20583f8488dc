//! One list of lines for each outcome: for a person with `grep`, and for `diff` between two runs.

use crate::mutants::{MutantsOfProgram, Outcome};
use crate::report::lines;

/// The lists with the names of their files.
pub(super) fn render(all: &[MutantsOfProgram]) -> Vec<(String, String)> {
    Outcome::NAMES.iter().map(|name| (format!("{name}.txt"), list(all, name))).collect()
}

fn list(all: &[MutantsOfProgram], name: &str) -> String {
    let mut text = String::new();
    for found in all {
        for one in found.of(name) {
            let (Some(source), Some(shown)) = (found.source(one), found.shown(one)) else {
                continue;
            };
            let (assignment, source) = (&found.assignment, &source.name);
            let (was, becomes) = (lines(&shown.was), lines(&shown.becomes));
            text.push_str(&format!("{assignment}\t{source}:{}\t{was}\t{becomes}\n", shown.line));
        }
    }
    text
}
