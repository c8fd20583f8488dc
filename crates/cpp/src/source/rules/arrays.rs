//! `no-arrays`: built-in arrays, `new T[n]` and `std::array`.

use std::collections::BTreeSet;

use super::super::declarations::{self, DeclaredName};
use super::super::program::{ParsedFile, ParsedProgram};
use super::super::syntax::NodeId;
use super::super::types::{self, TypeNames};
use super::library_types;
use model::RuleFinding;

const DECLARATIONS: [&str; 6] = [
    "declaration",
    "field_declaration",
    "parameter_declaration",
    "optional_parameter_declaration",
    "for_range_loop",
    "condition_declaration",
];

/// The arrays of at least `least` dimensions.
pub(super) fn find_violations(
    rule: &'static str,
    program: &ParsedProgram,
    least: u32,
    allow: &[String],
) -> Vec<RuleFinding> {
    let types = TypeNames::collect(program);
    let mut findings = Vec::new();
    for file in &program.files {
        let functions = declarations::in_file(file);
        let mains = functions
            .iter()
            .filter(|it| it.is_main())
            .map(|it| it.declarator)
            .collect();
        let declared = library_types::declared_values(file);
        let arrays = ArrayCheck {
            rule,
            file,
            types: &types,
            least,
            allow,
            mains,
            declared,
        };
        for id in file.syntax.all_nodes() {
            arrays.visit_node(id, &mut findings);
        }
    }
    findings
}

struct ArrayCheck<'p, 'a> {
    rule: &'static str,
    file: &'p ParsedFile,
    types: &'a TypeNames<'p>,
    least: u32,
    allow: &'a [String],
    /// The declarators of `main`.
    mains: Vec<NodeId>,
    /// Names of variables and functions.
    declared: BTreeSet<&'p str>,
}

impl<'p> ArrayCheck<'p, '_> {
    fn visit_node(&self, id: NodeId, findings: &mut Vec<RuleFinding>) {
        let syntax = &self.file.syntax;
        let kind = syntax.kind(id);
        if DECLARATIONS.contains(&kind) {
            self.check_declaration(id, findings);
        } else if kind == "type_descriptor" {
            self.check_type_descriptor(id, findings);
        } else if kind == "new_expression" {
            self.check_new(id, findings);
        } else if kind == "call_expression" {
            self.check_c_allocation(id, findings);
        } else if matches!(kind, "type_identifier" | "identifier")
            && self.is_library_array(id)
            && !library_types::is_named_only(self.file, id)
            && self.arrays_around(id) + 1 == self.least.max(1)
        {
            let message = match self.least {
                0 | 1 => "`std::array` is an array.".to_owned(),
                least => format!("`std::array` is an array of {least} dimensions here."),
            };
            self.add_finding(id, message, findings);
        }
    }

    /// Whether this names `std::array`, and not something of the program's own that is called `array`.
    fn is_library_array(&self, id: NodeId) -> bool {
        self.types
            .library_type(self.file, id, &|name| name == "array")
            .is_some()
            && library_types::is_type_here(self.file, id)
            && !self.declared.contains(self.file.syntax.text(id))
    }

    /// How many `std::array`s hold this one, in `array<array<char, 3>, 3>`.
    fn arrays_around(&self, id: NodeId) -> u32 {
        let syntax = &self.file.syntax;
        let templates = syntax
            .ancestors(id)
            .filter(|outer| matches!(syntax.kind(*outer), "template_type" | "template_function"));
        let names = templates.filter_map(|outer| syntax.child_by_field(outer, "name"));
        names
            .filter(|name| *name != id && self.is_library_array(*name))
            .count() as u32
    }

    fn check_declaration(&self, id: NodeId, findings: &mut Vec<RuleFinding>) {
        let syntax = &self.file.syntax;
        let through = syntax
            .child_by_field(id, "type")
            .map_or(0, |of| self.types.array_dimensions(syntax, of));
        for declared in declarations::declared_names(syntax, id) {
            let dimensions =
                declared.array_dimensions() + if is_plain(&declared) { through } else { 0 };
            let name = declared.name.map_or("", |name| syntax.text(name));
            let is_excused = declared.is_function()
                || self.allow.iter().any(|it| it == name)
                || self.is_main_parameter(id);
            if dimensions >= self.least && dimensions > 0 && !is_excused {
                let what = if declared.array_dimensions() == 0 {
                    "has the type of"
                } else {
                    "is"
                };
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
                self.add_finding(declared.name.unwrap_or(id), message, findings);
            }
        }
    }

    /// A type without a name: `(int[]){1, 2}`.
    fn check_type_descriptor(&self, id: NodeId, findings: &mut Vec<RuleFinding>) {
        let syntax = &self.file.syntax;
        let dimensions: u32 = declarations::declared_names(syntax, id)
            .iter()
            .map(DeclaredName::array_dimensions)
            .sum();
        if dimensions >= self.least.max(1) && !types::is_in_alias(syntax, id) {
            self.add_finding(id, "This is the type of an array.".to_owned(), findings);
        }
    }

    fn check_new(&self, id: NodeId, findings: &mut Vec<RuleFinding>) {
        let syntax = &self.file.syntax;
        let lengths = syntax
            .child_of_kind(id, "new_declarator")
            .map_or(0, |declarator| {
                let parts = syntax.subtree(declarator);
                parts
                    .filter(|part| syntax.kind(*part) == "new_declarator")
                    .count() as u32
            });
        let through = syntax
            .child_by_field(id, "type")
            .map_or(0, |of| self.types.array_dimensions(syntax, of));
        if lengths + through >= self.least.max(1) {
            self.add_finding(id, "`new` makes an array here.".to_owned(), findings);
        }
    }

    /// `malloc(9 * sizeof(int))` and `calloc(9, sizeof(int))`, but not memory for one thing.
    fn check_c_allocation(&self, id: NodeId, findings: &mut Vec<RuleFinding>) {
        let syntax = &self.file.syntax;
        let Some(called) = syntax.child_by_field(id, "function") else {
            return;
        };
        let name = syntax.text(declarations::last_part(syntax, called));
        let Some(list) = syntax.child_by_field(id, "arguments") else {
            return;
        };
        let is_product = || {
            let mut products = syntax.subtree(list).filter(|id| {
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
            self.add_finding(id, format!("`{name}` makes an array here."), findings);
        }
    }

    /// Whether it is a parameter of `main`: nobody chooses those.
    fn is_main_parameter(&self, id: NodeId) -> bool {
        let syntax = &self.file.syntax;
        self.mains.contains(&syntax.parent(syntax.parent(id)))
    }

    fn add_finding(&self, at: NodeId, message: String, findings: &mut Vec<RuleFinding>) {
        if self.file.is_understood(at) {
            findings.push(
                self.file
                    .finding_at(self.rule, self.file.syntax.line(at), message),
            );
        }
    }
}

/// Whether a type that is an array makes this one as well: `Board b`, and `Board &b`, but not a pointer to one.
fn is_plain(declared: &DeclaredName) -> bool {
    declared.layers.iter().all(|(layer, _)| {
        matches!(
            layer,
            declarations::DeclaratorLayer::Reference | declarations::DeclaratorLayer::Array
        )
    })
}
