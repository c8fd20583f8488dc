//! `comment-share`: how much of a program is commented.

use super::super::layout;
use super::super::program::ParsedProgram;
use model::RuleFinding;

/// One finding if fewer than `least` percent of the lines that are not blank have a comment.
pub(super) fn find_violations(
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
        let comments = layout::comment_lines(file);
        all += layout::code_lines(file).union(&comments).count();
        commented += comments.len();
    }
    if commented * 100 >= all * least as usize {
        return Vec::new();
    }
    let message = format!(
        "{commented} of {all} lines have a comment, that is {} %; at least {least} % are asked for.",
        commented * 100 / all.max(1)
    );
    vec![main.finding_without_line(rule, message)]
}
