//! The rules, one file for each subject, and the sentences that explain them.

mod arrays;
mod calls;
mod file_name;
mod global_variables;
mod header_comment;
mod headers;
mod indentation;
mod library;
mod library_types;
mod line_counts;
#[cfg(test)]
mod tests;

use super::program::ParsedProgram;
use model::{RubricRule, RuleFinding, RuleInspection};

/// How many findings are kept: far more than anybody reads.
const MOST_FINDINGS: usize = 1000;

/// What a rule says about a program. What could not be read matters to rules about code only: lines are always lines.
pub fn inspect_program(rule: &RubricRule, program: &ParsedProgram) -> RuleInspection {
    let mut findings = find_violations(rule, program);
    findings.sort();
    findings.dedup();
    findings.truncate(MOST_FINDINGS);
    RuleInspection {
        findings,
        doubts: if reads_code(rule) {
            program.collect_undecided()
        } else {
            Vec::new()
        },
    }
}

fn find_violations(rule: &RubricRule, program: &ParsedProgram) -> Vec<RuleFinding> {
    let id = rule.id();
    match rule {
        RubricRule::NoGlobalVariables {
            constants,
            statics,
            allow,
        } => global_variables::find_violations(id, program, *constants, *statics, allow),
        RubricRule::NoArrays { dimensions, allow } => {
            arrays::find_violations(id, program, *dimensions, allow)
        }
        RubricRule::NoVectors => library_types::find_violations(id, program, &["vector"]),
        RubricRule::NoStrings => library_types::find_strings(id, program),
        RubricRule::ForbiddenTypes { types } => {
            let types: Vec<&str> = types.iter().map(String::as_str).collect();
            library_types::find_violations(id, program, &types)
        }
        RubricRule::ForbiddenHeaders { headers } => headers::find_forbidden(id, program, headers),
        RubricRule::RequiredHeaders { headers } => headers::find_missing(id, program, headers),
        RubricRule::ForbiddenCalls { calls, libraries } => {
            calls::find_forbidden_calls(id, program, calls, libraries)
        }
        RubricRule::RequiredCalls { calls } => calls::find_missing_calls(id, program, calls),
        RubricRule::RequiredFunctions { functions, called } => {
            calls::find_missing_functions(id, program, functions, *called)
        }
        RubricRule::FileName { names } => file_name::find_violations(id, program, names),
        RubricRule::HeaderComment { says } => header_comment::find_violations(id, program, says),
        RubricRule::CommentShare { least } => {
            line_counts::find_missing_comments(id, program, *least)
        }
        RubricRule::Indentation { tolerance } => {
            indentation::find_violations(id, program, *tolerance)
        }
        RubricRule::LineLength { most, tab } => {
            line_counts::find_long_lines(id, program, *most, *tab)
        }
        RubricRule::FunctionLength { most } => line_counts::find_long_functions(id, program, *most),
    }
}

fn reads_code(rule: &RubricRule) -> bool {
    match rule {
        RubricRule::NoGlobalVariables { .. }
        | RubricRule::NoArrays { .. }
        | RubricRule::NoVectors
        | RubricRule::NoStrings
        | RubricRule::ForbiddenTypes { .. }
        | RubricRule::ForbiddenHeaders { .. }
        | RubricRule::RequiredHeaders { .. }
        | RubricRule::ForbiddenCalls { .. }
        | RubricRule::RequiredCalls { .. }
        | RubricRule::RequiredFunctions { .. } => true,
        RubricRule::FileName { .. }
        | RubricRule::HeaderComment { .. }
        | RubricRule::CommentShare { .. }
        | RubricRule::Indentation { .. }
        | RubricRule::LineLength { .. }
        | RubricRule::FunctionLength { .. } => false,
    }
}
