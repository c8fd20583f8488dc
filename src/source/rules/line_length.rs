//! `line-length`: lines that are too long.

use super::super::program::Program;
use crate::model::Finding;

/// Lines of more than `most` characters. White space at their ends does not count.
pub(super) fn find(rule: &'static str, program: &Program, most: usize, tab: usize) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in &program.files {
        for (number, line) in file.lines.iter().enumerate() {
            let width = width(line.trim_end(), tab);
            if width > most {
                let message = format!("The line has {width} characters; {most} are allowed.");
                findings.push(file.finding(rule, number, message));
            }
        }
    }
    findings
}

/// How wide a line is, with a stop for tabs at every so many columns.
pub(super) fn width(line: &str, tab: usize) -> usize {
    let tab = tab.max(1);
    line.chars().fold(0, |column, character| match character {
        '\t' => (column / tab + 1) * tab,
        _ => column + 1,
    })
}
