//! `no-arrays`: built-in arrays, `new T[n]` and `std::array`.

use std::collections::BTreeSet;

use super::super::declarators::{self, Declared};
use super::super::functions;
use super::super::program::{File, Program};
use super::super::syntax::Id;
use super::super::types::{self, Types};
use super::library_types;
use crate::model::Finding;

const DECLARATIONS: [&str; 6] = [
    "declaration",
    "field_declaration",
    "parameter_declaration",
    "optional_parameter_declaration",
    "for_range_loop",
    "condition_declaration",
];

/// The arrays of at least `least` dimensions.
pub(super) fn find(
    rule: &'static str,
    program: &Program,
    least: u32,
    allow: &[String],
) -> Vec<Finding> {
    let types = Types::collect(program);
    let mut findings = Vec::new();
    for file in &program.files {
        let functions = functions::in_file(file);
        let mains = functions.iter().filter(|it| it.is_main()).map(|it| it.declarator).collect();
        let declared = library_types::declared_values(file);
        let arrays = ArrayRule { rule, file, types: &types, least, allow, mains, declared };
        for id in file.syntax.all() {
            arrays.visit(id, &mut findings);
        }
    }
    findings
}

struct ArrayRule<'p, 'a> {
    rule: &'static str,
    file: &'p File,
    types: &'a Types<'p>,
    least: u32,
    allow: &'a [String],
    /// The declarators of `main`.
    mains: Vec<Id>,
    /// Names of variables and functions.
    declared: BTreeSet<&'p str>,
}

impl<'p> ArrayRule<'p, '_> {
    fn visit(&self, id: Id, findings: &mut Vec<Finding>) {
        let syntax = &self.file.syntax;
        let kind = syntax.kind(id);
        if DECLARATIONS.contains(&kind) {
            self.declaration(id, findings);
        } else if kind == "type_descriptor" {
            self.described(id, findings);
        } else if kind == "new_expression" {
            self.allocation(id, findings);
        } else if kind == "call_expression" {
            self.allocation_in_c(id, findings);
        } else if matches!(kind, "type_identifier" | "identifier")
            && self.is_library_array(id)
            && !library_types::is_named_only(self.file, id)
            && self.arrays_around(id) + 1 == self.least.max(1)
        {
            let message = match self.least {
                0 | 1 => "`std::array` is an array.".to_owned(),
                least => format!("`std::array` is an array of {least} dimensions here."),
            };
            self.add(id, message, findings);
        }
    }

    /// Whether this names `std::array`, and not something of the program's own that is called `array`.
    fn is_library_array(&self, id: Id) -> bool {
        self.types.library_type(self.file, id, &|name| name == "array").is_some()
            && library_types::is_type_here(self.file, id)
            && !self.declared.contains(self.file.syntax.text(id))
    }

    /// How many `std::array`s hold this one, in `array<array<char, 3>, 3>`.
    fn arrays_around(&self, id: Id) -> u32 {
        let syntax = &self.file.syntax;
        let templates = syntax
            .ancestors(id)
            .filter(|outer| matches!(syntax.kind(*outer), "template_type" | "template_function"));
        let names = templates.filter_map(|outer| syntax.field(outer, "name"));
        names.filter(|name| *name != id && self.is_library_array(*name)).count() as u32
    }

    fn declaration(&self, id: Id, findings: &mut Vec<Finding>) {
        let syntax = &self.file.syntax;
        let through = syntax.field(id, "type").map_or(0, |of| self.types.dimensions(syntax, of));
        for declared in declarators::declared(syntax, id) {
            let dimensions = declared.dimensions() + if is_plain(&declared) { through } else { 0 };
            let name = declared.name.map_or("", |name| syntax.text(name));
            let is_excused = declared.is_function()
                || self.allow.iter().any(|it| it == name)
                || self.is_mains(id);
            if dimensions >= self.least && dimensions > 0 && !is_excused {
                let what = if declared.dimensions() == 0 { "has the type of" } else { "is" };
                let kind = if dimensions > 1 {
                    format!("an array of {dimensions} dimensions")
                } else {
                    "an array".to_owned()
                };
                let message = if name.is_empty() {
                    format!("A parameter without a name {what} {kind}.")
                } else {
                    format!("`{name}` {what} {kind}.")
                };
                self.add(declared.name.unwrap_or(id), message, findings);
            }
        }
    }

    /// A type without a name: `(int[]){1, 2}`.
    fn described(&self, id: Id, findings: &mut Vec<Finding>) {
        let syntax = &self.file.syntax;
        let dimensions: u32 =
            declarators::declared(syntax, id).iter().map(Declared::dimensions).sum();
        if dimensions >= self.least.max(1) && !types::is_in_alias(syntax, id) {
            self.add(id, "This is the type of an array.".to_owned(), findings);
        }
    }

    fn allocation(&self, id: Id, findings: &mut Vec<Finding>) {
        let syntax = &self.file.syntax;
        let lengths = syntax.child(id, "new_declarator").map_or(0, |declarator| {
            let parts = syntax.within(declarator);
            parts.filter(|part| syntax.kind(*part) == "new_declarator").count() as u32
        });
        let through = syntax.field(id, "type").map_or(0, |of| self.types.dimensions(syntax, of));
        if lengths + through >= self.least.max(1) {
            self.add(id, "`new` makes an array here.".to_owned(), findings);
        }
    }

    /// `malloc(9 * sizeof(int))` and `calloc(9, sizeof(int))`, but not memory for one thing.
    fn allocation_in_c(&self, id: Id, findings: &mut Vec<Finding>) {
        let syntax = &self.file.syntax;
        let Some(called) = syntax.field(id, "function") else { return };
        let name = syntax.text(declarators::last_part(syntax, called));
        let Some(list) = syntax.field(id, "arguments") else { return };
        let is_product = || {
            let mut products = syntax.within(list).filter(|id| {
                syntax.kind(*id) == "binary_expression"
                    && syntax.children(*id).any(|sign| syntax.kind(sign) == "*")
            });
            products.next().is_some()
        };
        let is_array = match name {
            "malloc" | "realloc" | "alloca" => is_product(),
            "calloc" => syntax
                .children(list)
                .find(|it| syntax.kind(*it) != "(")
                .is_some_and(|count| syntax.text(count) != "1"),
            _ => false,
        };
        if is_array && self.least <= 1 && !self.declared.contains(name) {
            self.add(id, format!("`{name}` makes an array here."), findings);
        }
    }

    /// Whether it is a parameter of `main`: nobody chooses those.
    fn is_mains(&self, id: Id) -> bool {
        let syntax = &self.file.syntax;
        self.mains.contains(&syntax.parent(syntax.parent(id)))
    }

    fn add(&self, at: Id, message: String, findings: &mut Vec<Finding>) {
        if self.file.is_understood(at) {
            findings.push(self.file.finding(self.rule, self.file.syntax.line(at), message));
        }
    }
}

/// Whether a type that is an array makes this one as well: `Board b`, and `Board &b`, but not a pointer to one.
fn is_plain(declared: &Declared) -> bool {
    declared.layers.iter().all(|(layer, _)| {
        matches!(layer, declarators::Layer::Reference | declarators::Layer::Array)
    })
}
