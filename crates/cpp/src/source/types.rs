//! Names of types: which ones the program makes itself, and which of the library's it uses.

use std::collections::{BTreeMap, BTreeSet};

use super::declarations::{self, DeclaratorLayer};
use super::program::{ParsedFile, ParsedProgram};
use super::syntax::{NodeId, SyntaxTree};

/// How many aliases may stand for each other.
const LONGEST_CHAIN: usize = 8;

/// What is known of a program's types.
#[derive(Debug, Default)]
pub(super) struct TypeNames<'p> {
    /// Other names for types.
    aliases: BTreeMap<&'p str, TypeAlias<'p>>,
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
pub(super) struct TypeAlias<'p> {
    pub(super) file: &'p ParsedFile,
    /// The type that it begins with.
    pub(super) base: NodeId,
    /// What is made of it.
    pub(super) layers: Vec<(DeclaratorLayer, NodeId)>,
}

impl<'p> TypeNames<'p> {
    /// Looks for them in all files.
    pub(super) fn collect(program: &'p ParsedProgram) -> TypeNames<'p> {
        let mut types = TypeNames {
            library: BTreeSet::from(["std"]),
            ..TypeNames::default()
        };
        for file in &program.files {
            for id in file.syntax.all_nodes() {
                types.record_node(file, id);
            }
        }
        types
    }

    fn record_node(&mut self, file: &'p ParsedFile, id: NodeId) {
        let syntax = &file.syntax;
        match syntax.kind(id) {
            "type_definition" => {
                let Some(base) = syntax.child_by_field(id, "type") else {
                    return;
                };
                for declared in declarations::declared_names(syntax, id) {
                    if let Some(name) = declared.name {
                        let layers = declared.layers;
                        self.aliases
                            .insert(syntax.text(name), TypeAlias { file, base, layers });
                    }
                }
            }
            "alias_declaration" => {
                let described = syntax.child_by_field(id, "type");
                let base = described.and_then(|it| syntax.child_by_field(it, "type"));
                let (Some(name), Some(described), Some(base)) =
                    (syntax.child_by_field(id, "name"), described, base)
                else {
                    return;
                };
                let declarator = syntax.child_by_field(described, "declarator");
                let layers = declarator.map(|it| declarations::declared_name(syntax, it).layers);
                let alias = TypeAlias {
                    file,
                    base,
                    layers: layers.unwrap_or_default(),
                };
                self.aliases.insert(syntax.text(name), alias);
            }
            "class_specifier" | "struct_specifier" | "union_specifier" | "enum_specifier" => {
                // Only a definition or a declaration of its own makes a name; `struct P p;` uses one.
                self.own.extend(
                    syntax
                        .child_by_field(id, "name")
                        .map(|name| syntax.text(name)),
                );
            }
            "type_parameter_declaration" | "optional_type_parameter_declaration" => {
                let name = syntax
                    .child_of_kind(id, "type_identifier")
                    .or(syntax.child_by_field(id, "name"));
                self.own.extend(name.map(|name| syntax.text(name)));
            }
            "namespace_alias_definition" => {
                let text = syntax.text(id);
                let is_std = text.trim_end_matches(';').trim_end().ends_with("std");
                let name = syntax.child_by_field(id, "name").filter(|_| is_std);
                self.library.extend(name.map(|name| syntax.text(name)));
            }
            "using_declaration" => self.record_using(syntax, id),
            _ => {}
        }
    }

    fn record_using(&mut self, syntax: &'p SyntaxTree, id: NodeId) {
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
    pub(super) fn find_alias(&self, name: &str) -> Option<&TypeAlias<'p>> {
        self.aliases.get(name)
    }

    /// How many dimensions a type has that is an array.
    pub(super) fn array_dimensions(&self, syntax: &SyntaxTree, of: NodeId) -> u32 {
        let mut sum = 0;
        let mut syntax = syntax;
        let mut of = of;
        for _ in 0..LONGEST_CHAIN {
            let name = syntax.text(declarations::last_part(syntax, of));
            let Some(alias) = self.find_alias(name) else {
                break;
            };
            // A pointer to an array is no array.
            if alias
                .layers
                .last()
                .is_some_and(|(layer, _)| *layer != DeclaratorLayer::Array)
            {
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
        file: &'p ParsedFile,
        node: NodeId,
        is_wanted: &dyn Fn(&str) -> bool,
    ) -> Option<&'p str> {
        let mut found = self.direct_library_type(file, node, is_wanted);
        let mut around = vec![(file, node)];
        for _ in 0..LONGEST_CHAIN {
            if found.is_some() {
                return found;
            }
            let mut next = Vec::new();
            for (file, node) in around {
                let Some(alias) = self.aliases.get(file.syntax.text(node)) else {
                    continue;
                };
                let names = alias.file.syntax.subtree(alias.base);
                next.extend(
                    names
                        .filter(|id| is_name(&alias.file.syntax, *id))
                        .map(|id| (alias.file, id)),
                );
            }
            next.truncate(20);
            found = next
                .iter()
                .find_map(|(file, node)| self.direct_library_type(file, *node, is_wanted));
            around = next;
        }
        found
    }

    fn direct_library_type(
        &self,
        file: &'p ParsedFile,
        node: NodeId,
        is_wanted: &dyn Fn(&str) -> bool,
    ) -> Option<&'p str> {
        let syntax = &file.syntax;
        let name = syntax.text(node);
        if !is_name(syntax, node) || !is_wanted(name) {
            return None;
        }
        let is_own = self.own.contains(name) || self.aliases.contains_key(name);
        let found = match name_scope(syntax, node) {
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

fn is_name(syntax: &SyntaxTree, id: NodeId) -> bool {
    matches!(syntax.kind(id), "type_identifier" | "identifier")
}

/// What stands before a name: `std` in `std::vector<int>`; none where nothing does.
fn name_scope(syntax: &SyntaxTree, node: NodeId) -> Option<&str> {
    // The nearest that says anything is what counts.
    declarations::qualified_name(syntax, node)
        .scopes
        .into_iter()
        .find(|it| !it.is_empty())
}

/// Whether a node stands in the declaration of another name for a type.
pub(super) fn is_in_alias(syntax: &SyntaxTree, node: NodeId) -> bool {
    syntax
        .ancestors(node)
        .any(|outer| matches!(syntax.kind(outer), "type_definition" | "alias_declaration"))
}
