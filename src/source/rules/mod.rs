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

use super::program::Program;
use crate::model::{Finding, Inspection, Rule};

/// How many findings are kept: far more than anybody reads.
const MOST_FINDINGS: usize = 1000;

/// What a rule says about a program. What could not be read matters to rules about code only: lines are always lines.
pub fn inspect(rule: &Rule, program: &Program) -> Inspection {
    let mut findings = findings(rule, program);
    findings.sort();
    findings.dedup();
    findings.truncate(MOST_FINDINGS);
    Inspection { findings, doubts: if reads_code(rule) { program.doubts() } else { Vec::new() } }
}

fn findings(rule: &Rule, program: &Program) -> Vec<Finding> {
    let id = rule.id();
    match rule {
        Rule::NoGlobalVariables { constants, statics, allow } => {
            global_variables::find(id, program, *constants, *statics, allow)
        }
        Rule::NoArrays { dimensions, allow } => arrays::find(id, program, *dimensions, allow),
        Rule::NoVectors => library_types::find(id, program, &["vector"]),
        Rule::NoStrings => library_types::strings(id, program),
        Rule::ForbiddenTypes { types } => {
            let types: Vec<&str> = types.iter().map(String::as_str).collect();
            library_types::find(id, program, &types)
        }
        Rule::ForbiddenHeaders { headers } => headers::forbidden(id, program, headers),
        Rule::RequiredHeaders { headers } => headers::required(id, program, headers),
        Rule::ForbiddenCalls { calls, libraries } => {
            forbidden_calls::find(id, program, calls, libraries)
        }
        Rule::RequiredCalls { calls } => required_calls::find(id, program, calls),
        Rule::RequiredFunctions { functions, called } => {
            required_functions::find(id, program, functions, *called)
        }
        Rule::FileName { names } => file_name::find(id, program, names),
        Rule::HeaderComment { says } => header_comment::find(id, program, says),
        Rule::CommentShare { least } => comments::find(id, program, *least),
        Rule::Indentation { tolerance } => indentation::find(id, program, *tolerance),
        Rule::LineLength { most, tab } => line_length::find(id, program, *most, *tab),
        Rule::FunctionLength { most } => function_length::find(id, program, *most),
    }
}

fn reads_code(rule: &Rule) -> bool {
    match rule {
        Rule::NoGlobalVariables { .. }
        | Rule::NoArrays { .. }
        | Rule::NoVectors
        | Rule::NoStrings
        | Rule::ForbiddenTypes { .. }
        | Rule::ForbiddenHeaders { .. }
        | Rule::RequiredHeaders { .. }
        | Rule::ForbiddenCalls { .. }
        | Rule::RequiredCalls { .. }
        | Rule::RequiredFunctions { .. } => true,
        Rule::FileName { .. }
        | Rule::HeaderComment { .. }
        | Rule::CommentShare { .. }
        | Rule::Indentation { .. }
        | Rule::LineLength { .. }
        | Rule::FunctionLength { .. } => false,
    }
}
