//! `line-length`, `function-length` and `comment-share`: lines that are too long, too many, or without comments.

use super::super::declarations;
use super::super::program::{self, ParsedProgram};
use model::RuleFinding;

/// Lines of more than `most` characters. White space at their ends does not count.
pub(super) fn find_long_lines(
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

/// Functions of more than `most` lines of code, from the name to the closing brace; blank lines and lines of comments do
/// not count.
pub(super) fn find_long_functions(
    rule: &'static str,
    program: &ParsedProgram,
    most: usize,
) -> Vec<RuleFinding> {
    let mut findings = Vec::new();
    for file in &program.files {
        let code = program::code_lines(file);
        for function in declarations::in_file(file) {
            let syntax = &file.syntax;
            let first = function.line();
            let last = syntax.last_line(function.node);
            let lines = if first <= last {
                code.range(first..=last).count()
            } else {
                0
            };
            if lines > most && !syntax.is_doubtful(function.node) {
                let message = format!(
                    "`{}` has {lines} lines of code; {most} are allowed.",
                    function.name
                );
                findings.push(file.finding_at(rule, first, message));
            }
        }
    }
    findings
}

/// One finding if fewer than `least` percent of the lines that are not blank have a comment.
pub(super) fn find_missing_comments(
    rule: &'static str,
    program: &ParsedProgram,
    least: u32,
) -> Vec<RuleFinding> {
    let Some(main) = program.main_file() else {
        return Vec::new();
    };
    let mut commented = 0;
    let mut all = 0;
    for file in &program.files {
        let comments = program::comment_lines(file);
        all += program::code_lines(file).union(&comments).count();
        commented += comments.len();
    }
    if commented * 100 >= all * least as usize {
        return Vec::new();
    }
    // Rounded down, because a share that is too small must not look like one that is enough.
    let tenths = commented * 1000 / all.max(1);
    let message = format!(
        "Lines with a comment: {commented} of {all}, that is {}.{} %; at least {least} % are asked for.",
        tenths / 10,
        tenths % 10
    );
    vec![main.finding_without_line(rule, message)]
}
