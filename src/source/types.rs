//! Names of types: which ones the program makes itself, and which of the library's it uses.

use std::collections::{BTreeMap, BTreeSet};

use super::declarators::{self, Layer};
use super::program::{File, Program};
use super::syntax::{Id, Syntax};

/// How many aliases may stand for each other.
const LONGEST_CHAIN: usize = 8;

/// What is known of a program's types.
#[derive(Debug, Default)]
pub(super) struct Types<'p> {
    /// Other names for types.
    aliases: BTreeMap<&'p str, Alias<'p>>,
    /// Names of classes, enumerations and parameters of templates.
    own: BTreeSet<&'p str>,
    /// Other names for `std`.
    library: BTreeSet<&'p str>,
    /// Names that `using std::…` makes known.
    named: BTreeSet<&'p str>,
    /// Whether `using namespace std` makes all of them known.
    has_all: bool,
}

/// `typedef int Row[4];` or `using Row = int[4];`
#[derive(Debug)]
pub(super) struct Alias<'p> {
    pub(super) file: &'p File,
    /// The type that it begins with.
    pub(super) base: Id,
    /// What is made of it.
    pub(super) layers: Vec<(Layer, Id)>,
}

impl<'p> Types<'p> {
    /// Looks for them in all files.
    pub(super) fn collect(program: &'p Program) -> Types<'p> {
        let mut types = Types { library: BTreeSet::from(["std"]), ..Types::default() };
        for file in &program.files {
            for id in file.syntax.all() {
                types.take(file, id);
            }
        }
        types
    }

    fn take(&mut self, file: &'p File, id: Id) {
        let syntax = &file.syntax;
        match syntax.kind(id) {
            "type_definition" => {
                let Some(base) = syntax.field(id, "type") else { return };
                for declared in declarators::declared(syntax, id) {
                    if let Some(name) = declared.name {
                        let layers = declared.layers;
                        self.aliases.insert(syntax.text(name), Alias { file, base, layers });
                    }
                }
            }
            "alias_declaration" => {
                let described = syntax.field(id, "type");
                let base = described.and_then(|it| syntax.field(it, "type"));
                let (Some(name), Some(described), Some(base)) =
                    (syntax.field(id, "name"), described, base)
                else {
                    return;
                };
                let declarator = syntax.field(described, "declarator");
                let layers = declarator.map(|it| declarators::one(syntax, it).layers);
                let alias = Alias { file, base, layers: layers.unwrap_or_default() };
                self.aliases.insert(syntax.text(name), alias);
            }
            "class_specifier" | "struct_specifier" | "union_specifier" | "enum_specifier" => {
                // Only a definition or a declaration of its own makes a name; `struct P p;` uses one.
                self.own.extend(syntax.field(id, "name").map(|name| syntax.text(name)));
            }
            "type_parameter_declaration" | "optional_type_parameter_declaration" => {
                let name = syntax.child(id, "type_identifier").or(syntax.field(id, "name"));
                self.own.extend(name.map(|name| syntax.text(name)));
            }
            "namespace_alias_definition" => {
                let text = syntax.text(id);
                let is_std = text.trim_end_matches(';').trim_end().ends_with("std");
                let name = syntax.field(id, "name").filter(|_| is_std);
                self.library.extend(name.map(|name| syntax.text(name)));
            }
            "using_declaration" => self.using(syntax, id),
            _ => {}
        }
    }

    fn using(&mut self, syntax: &'p Syntax, id: Id) {
        let words = syntax.text(id).trim_end_matches(';');
        let words = words.strip_prefix("using").unwrap_or_default().trim();
        match words.strip_prefix("namespace") {
            Some(name) => self.has_all |= name.trim().trim_start_matches("::").starts_with("std"),
            None => {
                let names = words.split(',').filter_map(|it| {
                    let it = it.trim().trim_start_matches("::");
                    it.strip_prefix("std")?.trim_start().strip_prefix("::")
                });
                self.named.extend(names.map(str::trim));
            }
        }
    }

    /// What this name is another name for.
    pub(super) fn alias(&self, name: &str) -> Option<&Alias<'p>> {
        self.aliases.get(name)
    }

    /// How many dimensions a type has that is an array.
    pub(super) fn dimensions(&self, syntax: &Syntax, of: Id) -> u32 {
        let mut sum = 0;
        let (mut syntax, mut of) = (syntax, of);
        for _ in 0..LONGEST_CHAIN {
            let name = syntax.text(declarators::last_part(syntax, of));
            let Some(alias) = self.alias(name) else { break };
            // A pointer to an array is no array.
            if alias.layers.last().is_some_and(|(layer, _)| *layer != Layer::Array) {
                break;
            }
            sum += alias.layers.len() as u32;
            (syntax, of) = (&alias.file.syntax, alias.base);
        }
        sum
    }

    /// The type of the library that a node names, without `std::`; through other names for it as well.
    pub(super) fn library_type(
        &self,
        file: &'p File,
        node: Id,
        is_wanted: &dyn Fn(&str) -> bool,
    ) -> Option<&'p str> {
        let mut found = self.direct(file, node, is_wanted);
        let mut around = vec![(file, node)];
        for _ in 0..LONGEST_CHAIN {
            if found.is_some() {
                return found;
            }
            let mut next = Vec::new();
            for (file, node) in around {
                let Some(alias) = self.aliases.get(file.syntax.text(node)) else { continue };
                let names = alias.file.syntax.within(alias.base);
                next.extend(
                    names.filter(|id| is_name(&alias.file.syntax, *id)).map(|id| (alias.file, id)),
                );
            }
            next.truncate(20);
            found = next.iter().find_map(|(file, node)| self.direct(file, *node, is_wanted));
            around = next;
        }
        found
    }

    fn direct(
        &self,
        file: &'p File,
        node: Id,
        is_wanted: &dyn Fn(&str) -> bool,
    ) -> Option<&'p str> {
        let syntax = &file.syntax;
        let name = syntax.text(node);
        if !is_name(syntax, node) || !is_wanted(name) {
            return None;
        }
        let is_own = self.own.contains(name) || self.aliases.contains_key(name);
        let found = match scope(syntax, node) {
            Some(scope) => self.is_library(scope),
            None => !is_own && (self.has_all || self.named.contains(name)),
        };
        found.then_some(name)
    }

    /// Whether this is the library's namespace: `std`, `::std` or another name for it.
    pub(super) fn is_library(&self, scope: &str) -> bool {
        self.library.contains(scope.trim_start_matches("::").trim())
    }

    /// Whether a name of the library is known without `std::`.
    pub(super) fn is_known(&self, name: &str) -> bool {
        self.has_all || self.named.contains(name)
    }
}

fn is_name(syntax: &Syntax, id: Id) -> bool {
    matches!(syntax.kind(id), "type_identifier" | "identifier")
}

/// What stands before a name: `std` in `std::vector<int>`; none where nothing does.
fn scope(syntax: &Syntax, node: Id) -> Option<&str> {
    // The nearest that says anything is what counts.
    declarators::whole_name(syntax, node).scopes.into_iter().find(|it| !it.is_empty())
}

/// Whether a node stands in the declaration of another name for a type.
pub(super) fn is_in_alias(syntax: &Syntax, node: Id) -> bool {
    syntax
        .ancestors(node)
        .any(|outer| matches!(syntax.kind(outer), "type_definition" | "alias_declaration"))
}
