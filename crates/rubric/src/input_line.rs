//! One line of input, as a case or an answer gives it to a program.

use std::ops::Range;

use super::config_file::ConfigFile;

/// The longest line that Linux passes on from a terminal, in bytes without the newline; of a longer one the rest is
/// lost.
const LONGEST_ON_A_TERMINAL: usize = 4094;

/// What lines must be like.
#[derive(Debug, Clone, Copy)]
pub(super) struct InputLineRules {
    /// Whether programs read them from a terminal.
    pub(super) on_a_terminal: bool,
}

impl InputLineRules {
    /// Reports what is wrong with a line.
    pub(super) fn check_line(self, config: &ConfigFile<'_>, line: &str, at: &Range<usize>) {
        if let Some(mistake) = find_line_mistake(line) {
            config.report(at, mistake);
        }
        let length = line.len();
        if self.on_a_terminal && length > LONGEST_ON_A_TERMINAL {
            let text = format!(
                "found {length} bytes, and a terminal takes at most {LONGEST_ON_A_TERMINAL} in a line: shorten it, or \
                 leave out `terminal = true`"
            );
            config.report(at, text);
        }
    }
}

/// Why a string is not one line of input, if it is not.
fn find_line_mistake(text: &str) -> Option<String> {
    if text.contains(['‹', '›']) {
        return Some(
            "found `‹` or `›`, which mark inputs in transcripts: write the line without them"
                .to_owned(),
        );
    }
    if !text.contains(['\n', '\r']) {
        return None;
    }
    let count = text.lines().count();
    Some(match text.lines().next() {
        Some(line) if count == 1 && text.trim_end_matches(['\n', '\r']) == line => {
            "found a line break at the end of the string: leave it out, each string is a line"
                .to_owned()
        }
        _ if count == 2 => {
            "found a line break inside a string, so these are two lines: write two strings"
                .to_owned()
        }
        _ => "found line breaks inside a string: write each line as a string of its own".to_owned(),
    })
}
