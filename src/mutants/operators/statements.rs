//! Statements that are not there, and functions that return nothing of use.

use super::fault::Fault;
use crate::mutants::constant::starts_a_generator;
use crate::mutants::mutant::{Form, Operator};
use crate::source::{Id, Syntax};

/// The statement, left out.
pub(super) fn deletion(syntax: &Syntax, id: Id) -> Vec<Fault> {
    let parent = syntax.parent(id);
    let is_part_of_head = matches!(syntax.part(id), Some("initializer" | "condition" | "update"));
    let starts = |it: Id| syntax.kind(it) == "call_expression" && starts_a_generator(syntax, it);
    let is_empty = syntax.text(id).trim() == ";";
    // What ends a `case` is needed for it to be one, and is nothing else.
    let is_broken = syntax.kind(parent) == "init_statement";
    if is_part_of_head || is_empty || is_broken || syntax.children(id).any(starts) {
        return Vec::new();
    }
    vec![left_out(syntax, id)]
}

fn left_out(syntax: &Syntax, id: Id) -> Fault {
    let fault = Fault::new(Operator::Deletion, syntax.bytes(id), "");
    Fault { form: Form::Statement, ..fault }
}

/// A `return` in the middle, left out; and `return 0`.
pub(super) fn of_return(syntax: &Syntax, id: Id) -> Vec<Fault> {
    let mut all = Vec::new();
    if !ends_function(syntax, id) {
        all.push(left_out(syntax, id));
    }
    let is_value = |it: &Id| !matches!(syntax.kind(*it), "return" | ";" | "comment");
    let value = syntax.children(id).find(is_value);
    const LITERALS: [&str; 6] =
        ["number_literal", "char_literal", "true", "false", "string_literal", "initializer_list"];
    let is_known = |it: &Id| LITERALS.contains(&syntax.kind(*it));
    if let Some(value) = value.filter(|it| !is_known(it))
        && returns_a_number(syntax, id)
    {
        all.push(Fault::new(Operator::Return, syntax.bytes(value), "0"));
    }
    all
}

/// Whether nothing comes after it: without it, what the function returns is undefined.
fn ends_function(syntax: &Syntax, id: Id) -> bool {
    let body = syntax.parent(id);
    let is_body = syntax.kind(syntax.parent(body)) == "function_definition";
    let last =
        syntax.children(body).filter(|it| !matches!(syntax.kind(*it), "}" | "comment")).last();
    is_body && last == Some(id)
}

fn returns_a_number(syntax: &Syntax, id: Id) -> bool {
    const NUMBERS: [&str; 9] =
        ["int", "bool", "char", "long", "short", "unsigned", "float", "double", "size_t"];
    let mut outer = syntax.ancestors(id);
    let function =
        outer.find(|it| matches!(syntax.kind(*it), "function_definition" | "lambda_expression"));
    let returned = function.and_then(|function| syntax.field(function, "type"));
    let is_plain = function
        .and_then(|function| syntax.field(function, "declarator"))
        .is_some_and(|it| syntax.kind(it) == "function_declarator");
    let words = returned.map(|it| syntax.text(it)).unwrap_or_default();
    is_plain && !words.is_empty() && words.split_whitespace().all(|word| NUMBERS.contains(&word))
}
