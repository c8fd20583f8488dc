//! The rules, one file each, and the sentences that explain them.

mod arrays;
mod comments;
mod file_name;
mod forbidden_calls;
mod function_length;
mod global_variables;
mod header_comment;
mod headers;
mod indentation;
mod library;
mod library_types;
mod line_length;
mod required_calls;
mod required_functions;
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
            forbidden_calls::find_violations(id, program, calls, libraries)
        }
        RubricRule::RequiredCalls { calls } => required_calls::find_violations(id, program, calls),
        RubricRule::RequiredFunctions { functions, called } => {
            required_functions::find_violations(id, program, functions, *called)
        }
        RubricRule::FileName { names } => file_name::find_violations(id, program, names),
        RubricRule::HeaderComment { says } => header_comment::find_violations(id, program, says),
        RubricRule::CommentShare { least } => comments::find_violations(id, program, *least),
        RubricRule::Indentation { tolerance } => {
            indentation::find_violations(id, program, *tolerance)
        }
        RubricRule::LineLength { most, tab } => {
            line_length::find_violations(id, program, *most, *tab)
        }
        RubricRule::FunctionLength { most } => function_length::find_violations(id, program, *most),
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
