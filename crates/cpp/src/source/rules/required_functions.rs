//! `required-functions`: functions with the prototypes that an assignment gives, defined and called.

use super::super::functions::{self, SourceFunction};
use super::super::name_uses::ReachableNames;
use super::super::program::ParsedProgram;
use super::super::signature::{self, FunctionSignature};
use super::super::types::TypeNames;
use crate::functions::parse_prototype;
use model::RuleFinding;

/// Functions that are not there, are there in another form, or are never called.
pub(super) fn find_violations(
    rule: &'static str,
    program: &ParsedProgram,
    asked: &[Vec<String>],
    called: bool,
) -> Vec<RuleFinding> {
    let all = functions::in_program(program);
    let types = TypeNames::collect(program);
    let reach = if called {
        ReachableNames::from_main(program)
    } else {
        None
    };
    let judge = |alternatives: &Vec<String>| {
        let wanted: Vec<FunctionSignature> = alternatives
            .iter()
            .filter_map(|text| signature::parse_signature(text))
            .collect();
        let text = alternatives.first()?;
        let name = &wanted.first()?.name;
        let named: Vec<&SourceFunction<'_>> = all.iter().filter(|it| it.name == *name).collect();
        let fits = |it: &&&SourceFunction<'_>| {
            let found = signature::read_signature(&it.file.syntax, it.node, &types);
            found.is_none_or(|found| wanted.iter().any(|asked| found.is_compatible_with(asked)))
        };
        let free: Vec<&SourceFunction<'_>> =
            named.iter().copied().filter(|it| !it.is_member()).collect();
        if let Some(right) = free.iter().find(fits) {
            let is_called = reach.as_ref().is_none_or(|reach| reach.is_used(name));
            let message = format!("`{name}` is defined but never called.");
            return (!is_called).then(|| right.file.finding_at(rule, right.line(), message));
        }
        let of =
            |it: &SourceFunction<'_>| signature::read_signature(&it.file.syntax, it.node, &types);
        // A symbol does not tell what is returned, so there the text decides.
        let returns_other = match free.as_slice() {
            [only] => {
                of(only).is_some_and(|found| wanted.iter().all(|it| found.returns_other_type(it)))
            }
            _ => false,
        };
        if !returns_other && alternatives.iter().any(|text| is_in_objects(program, text)) {
            return None;
        }
        Some(match (free.first(), named.first()) {
            (Some(other), _) => {
                let message = format!("The assignment asks for `{text}`; this is not the same.");
                other.file.finding_at(rule, other.line(), message)
            }
            (None, Some(member)) => {
                let message = format!("`{name}` must not be part of a class.");
                member.file.finding_at(rule, member.line(), message)
            }
            (None, None) => program
                .main_file()?
                .finding_without_line(rule, format!("There is no function `{text}`.")),
        })
    };
    asked.iter().filter_map(judge).collect()
}

/// Whether the compiler has made a function of this prototype, wherever it took it from.
fn is_in_objects(program: &ParsedProgram, prototype: &str) -> bool {
    let (Some(symbols), Ok(asked)) = (&program.symbols, parse_prototype(prototype)) else {
        return false;
    };
    symbols
        .functions
        .iter()
        .filter(|it| it.name == asked.name)
        .any(|it| {
            it.parameters().is_some_and(|actual| {
                actual.len() == asked.parameters.len()
                    && actual.iter().zip(&asked.parameters).all(|(one, other)| {
                        one.cpp_type == other.cpp_type && one.passing == other.passing
                    })
            })
        })
}
