//! `line-length`: lines that are too long.

use super::super::program::ParsedProgram;
use model::RuleFinding;

/// Lines of more than `most` characters. White space at their ends does not count.
pub(super) fn find_violations(
    rule: &'static str,
    program: &ParsedProgram,
    most: usize,
    tab: usize,
) -> Vec<RuleFinding> {
    let mut findings = Vec::new();
    for file in &program.files {
        for (number, line) in file.lines.iter().enumerate() {
            let width = line_width(line.trim_end(), tab);
            if width > most {
                let message = format!("The line has {width} characters; {most} are allowed.");
                findings.push(file.finding_at(rule, number, message));
            }
        }
    }
    findings
}

/// How wide a line is, with a stop for tabs at every so many columns.
pub(super) fn line_width(line: &str, tab: usize) -> usize {
    let tab = tab.max(1);
    line.chars().fold(0, |column, character| match character {
        '\t' => (column / tab + 1) * tab,
        _ => column + 1,
    })
}
