//! What changes in a file of the course, as a diff.

use std::io::{self, Write};
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use similar::{Algorithm, ChangeTag, TextDiff};

/// How many lines of one file are printed.
const MOST_LINES: usize = 60;

/// How many unchanged lines are printed before and after a change.
const CONTEXT: usize = 2;

/// How long the shortest diff of one file is looked for.
const PATIENCE: Duration = Duration::from_secs(1);

/// Prints the lines in which two contents of a file differ, with `-` and `+` before them, and with colours for a terminal.
pub(super) fn print_file_diff(old: &[u8], new: &[u8], out: &mut dyn Write) -> io::Result<()> {
    let old = String::from_utf8_lossy(old);
    let new = String::from_utf8_lossy(new);
    let diff = TextDiff::configure()
        .algorithm(Algorithm::Myers)
        .timeout(PATIENCE)
        .diff_lines(&*old, &*new);
    let mut lines = Vec::new();
    for (place, group) in diff.grouped_ops(CONTEXT).iter().enumerate() {
        if place > 0 {
            lines.push((Style::new().dimmed(), "  …".to_owned()));
        }
        for change in group
            .iter()
            .flat_map(|operation| diff.iter_changes(operation))
        {
            let (sign, style) = match change.tag() {
                ChangeTag::Equal => (' ', Style::new()),
                ChangeTag::Delete => ('-', AnsiColor::Red.on_default()),
                ChangeTag::Insert => ('+', AnsiColor::Green.on_default()),
            };
            let text = report::escape_lines(change.value().trim_end_matches(['\r', '\n']));
            let end = if change.missing_newline() {
                " (without a line break)"
            } else {
                ""
            };
            lines.push((style, format!("  {sign} {text}{end}")));
        }
    }
    for (style, line) in lines.iter().take(MOST_LINES) {
        writeln!(out, "{style}{}{style:#}", line.trim_end())?;
    }
    if lines.len() > MOST_LINES {
        writeln!(out, "    … and {} more lines", lines.len() - MOST_LINES)?;
    }
    Ok(())
}
