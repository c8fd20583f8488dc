//! `no-arrays`: built-in arrays, `new T[n]` and `std::array`.

use super::super::declarators::{self, Declared};
use super::super::functions;
use super::super::program::{File, Program};
use super::super::syntax::Id;
use super::super::types::{self, Types};
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
    let types = Types::of(program);
    let mut findings = Vec::new();
    for file in &program.files {
        let functions = functions::of_file(file);
        let mains = functions.iter().filter(|it| it.is_main()).map(|it| it.declarator).collect();
        let look = Look { rule, file, types: &types, least, allow, mains };
        for id in file.syntax.all() {
            look.at(id, &mut findings);
        }
    }
    findings
}

struct Look<'p, 'a> {
    rule: &'static str,
    file: &'p File,
    types: &'a Types<'p>,
    least: u32,
    allow: &'a [String],
    /// The declarators of `main`.
    mains: Vec<Id>,
}

impl<'p> Look<'p, '_> {
    fn at(&self, id: Id, findings: &mut Vec<Finding>) {
        let syntax = &self.file.syntax;
        let kind = syntax.kind(id);
        if DECLARATIONS.contains(&kind) {
            self.declaration(id, findings);
        } else if kind == "type_descriptor" {
            self.described(id, findings);
        } else if kind == "new_expression" {
            self.allocation(id, findings);
        } else if matches!(kind, "type_identifier" | "identifier") && self.least <= 1 {
            let found = self.types.library_type(self.file, id, &|name| name == "array");
            if found.is_some() && !types::is_in_alias(syntax, id) && !is_using(self.file, id) {
                self.add(id, "`std::array` is an array.".to_owned(), findings);
            }
        }
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

    /// Whether it is a parameter of `main`: nobody chooses those.
    fn is_mains(&self, id: Id) -> bool {
        let syntax = &self.file.syntax;
        self.mains.contains(&syntax.parent(syntax.parent(id)))
    }

    fn add(&self, at: Id, message: String, findings: &mut Vec<Finding>) {
        let line = self.file.syntax.line(at);
        if self.file.is_certain(line) && !self.file.syntax.is_doubtful(at) {
            findings.push(self.file.finding(self.rule, line, message));
        }
    }
}

/// Whether a type that is an array makes this one as well: `Board b`, and `Board &b`, but not a pointer to one.
fn is_plain(declared: &Declared) -> bool {
    declared.layers.iter().all(|(layer, _)| {
        matches!(layer, declarators::Layer::Reference | declarators::Layer::Array)
    })
}

fn is_using(file: &File, id: Id) -> bool {
    let syntax = &file.syntax;
    syntax.ancestors(id).take(4).any(|outer| syntax.kind(outer) == "using_declaration")
}
