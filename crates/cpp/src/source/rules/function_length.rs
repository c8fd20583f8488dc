//! `function-length`: functions with too many lines of code.

use super::super::program::ParsedProgram;
use super::super::{functions, layout};
use model::RuleFinding;

/// Functions of more than `most` lines of code, from the name to the closing brace; blank lines and lines of comments do
/// not count.
pub(super) fn find_violations(
    rule: &'static str,
    program: &ParsedProgram,
    most: usize,
) -> Vec<RuleFinding> {
    let mut findings = Vec::new();
    for file in &program.files {
        let code = layout::code_lines(file);
        for function in functions::in_file(file) {
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
