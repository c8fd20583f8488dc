//! A program in a form that renaming, layout, the order of functions and the usual disguises do not change.
//!
//! Each function is a list of [`CanonicalToken`]s, and what stands outside of functions is one list for each file. Names are one
//! kind of token, literals one for each type. Brackets, commas, prototypes, `using` and `#include` are left out, and so are
//! variables that nothing reads and functions that `main` does not reach.

mod dead_code;
mod emitter;
mod expressions;
mod statements;

use std::collections::{BTreeMap, BTreeSet};

use crate::codes::TokenCode;
use cpp::source::{
    DeclaratorLayer, FileView, NodeId, SyntaxTree, declared_name, declared_names, last_part,
};
use dead_code::{dead_variables, reachable_names};
use emitter::TokenEmitter;
pub(crate) use emitter::{CanonicalToken, NO_NAME, NameTable, TokenList};

/// What is left out of a program's tokens.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TokenRules<'a> {
    /// First lines of functions that the assignment dictates, as tokens.
    pub(crate) dictated: &'a BTreeSet<Vec<TokenCode>>,
    /// Functions that count although `main` does not reach them.
    pub(crate) required: &'a BTreeSet<String>,
    /// Whether code without effect counts as well, as it does in base code.
    pub(crate) keeps_dead_code: bool,
}

/// The pieces of a program.
#[derive(Debug, Default)]
pub(crate) struct CanonicalProgram {
    pub(crate) pieces: Vec<TokenList>,
    /// The names by their places.
    pub(crate) names: Vec<String>,
}

/// One function of a program.
struct FunctionSite<'p> {
    file: u16,
    syntax: &'p SyntaxTree,
    node: NodeId,
    name: &'p str,
    /// Whether it is called in ways that its name does not show: members, constructors, operators.
    is_member: bool,
}

/// Writes a program in canonical form.
pub(crate) fn canonicalise(files: &[FileView<'_>], rules: TokenRules<'_>) -> CanonicalProgram {
    let mut sites = Vec::new();
    for (file, view) in (0..).zip(files) {
        for node in view.syntax.nodes_of_kinds(&["function_definition"]) {
            sites.extend(function_site(file, view.syntax, node));
        }
    }
    let own = program_functions(files, &sites);
    let reached =
        (!rules.keeps_dead_code).then(|| reached_functions(files, &sites, rules.required));
    let mut names = NameTable::default();
    let mut pieces = Vec::new();
    for site in &sites {
        let is_reached = reached
            .as_ref()
            .is_none_or(|reached| site.is_member || reached.contains(site.name));
        if !is_reached {
            continue;
        }
        let mut emitter = TokenEmitter::new(site.syntax, site.file, &own, &mut names);
        emitter.is_main = site.name == "main";
        if !rules.keeps_dead_code {
            emitter.dead = dead_variables(site.syntax, site.node);
        }
        let mut piece = TokenList::new();
        emitter.emit_header(site.node, &mut piece);
        if rules.dictated.contains(&codes_of(&piece)) {
            piece.clear();
        }
        for child in site.syntax.children(site.node) {
            if matches!(
                site.syntax.kind(child),
                "compound_statement" | "field_initializer_list" | "try_statement"
            ) {
                emitter.emit_statement(child, &mut piece);
            }
        }
        pieces.push(piece);
    }
    for (file, view) in (0..).zip(files) {
        let mut emitter = TokenEmitter::new(view.syntax, file, &own, &mut names);
        let mut piece = TokenList::new();
        if !view.syntax.all_nodes().is_empty() {
            emitter.emit_statement(0, &mut piece);
        }
        pieces.push(piece);
    }
    pieces.retain(|piece| !piece.is_empty());
    CanonicalProgram {
        pieces,
        names: names.into_names(),
    }
}

/// The first lines of functions as tokens, from prototypes.
pub(crate) fn header_codes(files: &[FileView<'_>]) -> BTreeSet<Vec<TokenCode>> {
    let own = BTreeSet::new();
    let mut names = NameTable::default();
    let mut found = BTreeSet::new();
    for view in files {
        for node in view.syntax.nodes_of_kinds(&["declaration"]) {
            let mut emitter = TokenEmitter::new(view.syntax, 0, &own, &mut names);
            let mut piece = TokenList::new();
            emitter.emit_header(node, &mut piece);
            found.insert(codes_of(&piece));
        }
    }
    found
}

/// The kinds of tokens.
pub(crate) fn codes_of(tokens: &[CanonicalToken]) -> Vec<TokenCode> {
    tokens.iter().map(|token| token.code).collect()
}

fn function_site(file: u16, syntax: &SyntaxTree, node: NodeId) -> Option<FunctionSite<'_>> {
    let declared = declared_name(syntax, syntax.child_by_field(node, "declarator")?);
    let full = declared.name?;
    let name = syntax.text(last_part(syntax, full));
    let is_inside = syntax
        .ancestors(node)
        .any(|outer| syntax.kind(outer) == "field_declaration_list");
    let is_plain = matches!(syntax.kind(full), "identifier");
    Some(FunctionSite {
        file,
        syntax,
        node,
        name,
        is_member: is_inside || !is_plain,
    })
}

/// The names of functions that the program defines or declares.
fn program_functions(files: &[FileView<'_>], sites: &[FunctionSite<'_>]) -> BTreeSet<String> {
    let mut own: BTreeSet<String> = sites.iter().map(|site| site.name.to_owned()).collect();
    for view in files {
        for id in view
            .syntax
            .nodes_of_kinds(&["declaration", "field_declaration"])
        {
            for declared in declared_names(view.syntax, id) {
                let is_function = declared
                    .layers
                    .iter()
                    .any(|(layer, _)| *layer == DeclaratorLayer::Function);
                if let Some(name) = declared.name.filter(|_| is_function) {
                    own.insert(view.syntax.text(last_part(view.syntax, name)).to_owned());
                }
            }
        }
    }
    own
}

/// The functions that run, by their names: all of them where there is no `main`.
fn reached_functions<'p>(
    files: &'p [FileView<'p>],
    sites: &'p [FunctionSite<'p>],
    required: &'p BTreeSet<String>,
) -> BTreeSet<&'p str> {
    let all: BTreeSet<&str> = sites.iter().map(|site| site.name).collect();
    if !all.contains("main") {
        return all;
    }
    let mut mentions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut roots: BTreeSet<&str> = BTreeSet::from(["main"]);
    roots.extend(required.iter().map(String::as_str));
    for view in files {
        let syntax = view.syntax;
        let mut at = 0;
        while at < syntax.all_nodes().len() {
            if syntax.kind(at) == "function_definition" {
                at = syntax.subtree(at).end;
                continue;
            }
            let text = syntax.text(at);
            if syntax.kind(at) == "identifier" && all.contains(text) && !is_declared(syntax, at) {
                roots.insert(text);
            }
            at += 1;
        }
    }
    for site in sites {
        let body = site.syntax.subtree(site.node);
        let mentioned = body
            .filter(|id| matches!(site.syntax.kind(*id), "identifier" | "field_identifier"))
            .map(|id| site.syntax.text(id))
            .filter(|name| all.contains(name) && *name != site.name);
        if site.is_member {
            roots.extend(mentioned);
        } else {
            mentions.entry(site.name).or_default().extend(mentioned);
        }
    }
    reachable_names(roots, &mentions)
}

/// Whether a name stands in a prototype.
fn is_declared(syntax: &SyntaxTree, id: NodeId) -> bool {
    syntax.kind(syntax.parent(id)) == "function_declarator"
}
