//! `required-functions`: functions with the prototypes that an assignment gives, defined and called.

use super::super::functions::{self, Function};
use super::super::name_uses::Reach;
use super::super::program::Program;
use super::super::signature::{self, Signature};
use super::super::types::Types;
use crate::functions::parse;
use crate::model::Finding;

/// Functions that are not there, are there in another form, or are never called.
pub(super) fn find(
    rule: &'static str,
    program: &Program,
    asked: &[Vec<String>],
    called: bool,
) -> Vec<Finding> {
    let all = functions::in_program(program);
    let types = Types::collect(program);
    let reach = if called { Reach::from_main(program) } else { None };
    let judge = |alternatives: &Vec<String>| {
        let wanted: Vec<Signature> =
            alternatives.iter().filter_map(|text| signature::parse(text)).collect();
        let (text, name) = (alternatives.first()?, &wanted.first()?.name);
        let named: Vec<&Function<'_>> = all.iter().filter(|it| it.name == *name).collect();
        let fits = |it: &&&Function<'_>| {
            let found = signature::read(&it.file.syntax, it.node, &types);
            found.is_none_or(|found| wanted.iter().any(|asked| found.fits(asked)))
        };
        let free: Vec<&Function<'_>> = named.iter().copied().filter(|it| !it.is_member()).collect();
        if let Some(right) = free.iter().find(fits) {
            let is_called = reach.as_ref().is_none_or(|reach| reach.uses(name));
            let message = format!("`{name}` is defined but never called.");
            return (!is_called).then(|| right.file.finding(rule, right.line(), message));
        }
        let of = |it: &Function<'_>| signature::read(&it.file.syntax, it.node, &types);
        // A symbol does not tell what is returned, so there the text decides.
        let returns_other = match free.as_slice() {
            [only] => of(only).is_some_and(|found| wanted.iter().all(|it| found.returns_other(it))),
            _ => false,
        };
        if !returns_other && alternatives.iter().any(|text| is_in_objects(program, text)) {
            return None;
        }
        Some(match (free.first(), named.first()) {
            (Some(other), _) => {
                let message = format!("The assignment asks for `{text}`; this is not the same.");
                other.file.finding(rule, other.line(), message)
            }
            (None, Some(member)) => {
                let message = format!("`{name}` must not be part of a class.");
                member.file.finding(rule, member.line(), message)
            }
            (None, None) => {
                program.main_file()?.missing(rule, format!("There is no function `{text}`."))
            }
        })
    };
    asked.iter().filter_map(judge).collect()
}

/// Whether the compiler has made a function of this prototype, wherever it took it from.
fn is_in_objects(program: &Program, prototype: &str) -> bool {
    let (Some(symbols), Ok(asked)) = (&program.symbols, parse(prototype)) else { return false };
    symbols.functions.iter().filter(|it| it.name == asked.name).any(|it| {
        it.parameters().is_some_and(|actual| {
            actual.len() == asked.parameters.len()
                && actual
                    .iter()
                    .zip(&asked.parameters)
                    .all(|(one, other)| one.of == other.of && one.passing == other.passing)
        })
    })
}
