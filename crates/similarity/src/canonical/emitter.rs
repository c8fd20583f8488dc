//! What turns the syntax of one function into canonical tokens: its state, and how tokens are written.

use std::collections::{BTreeSet, HashMap};

use crate::codes::TokenCode;
use cpp::source::{NodeId, SyntaxTree};
use serde::{Deserialize, Serialize};

/// How deeply syntax is followed. What is nested more deeply is written token by token, so that no stack grows with it.
const DEEPEST: usize = 200;

/// One token of the canonical form, with the place that it stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CanonicalToken {
    /// What it is.
    pub(crate) code: TokenCode,
    /// The line, from 0 on.
    pub(crate) line: u32,
    /// The file's place in the program.
    pub(crate) file: u16,
    /// The name that it stands for, by its place in the program's names; [`NO_NAME`] if it stands for none.
    pub(crate) name: u32,
}

/// A token that is no name.
pub(crate) const NO_NAME: u32 = u32::MAX;

/// The names of a program, each once.
#[derive(Debug, Default)]
pub(crate) struct NameTable {
    places: HashMap<String, u32>,
    names: Vec<String>,
}

impl NameTable {
    fn place_of(&mut self, name: &str) -> u32 {
        if let Some(place) = self.places.get(name) {
            return *place;
        }
        let place = u32::try_from(self.names.len()).unwrap_or(NO_NAME);
        self.names.push(name.to_owned());
        self.places.insert(name.to_owned(), place);
        place
    }

    /// The names by their places.
    pub(crate) fn into_names(self) -> Vec<String> {
        self.names
    }
}

/// Tokens that are being written.
pub(crate) type TokenList = Vec<CanonicalToken>;

/// Writes the canonical tokens of one piece of a program.
pub(crate) struct TokenEmitter<'p> {
    pub(super) syntax: &'p SyntaxTree,
    pub(super) file: u16,
    /// The functions that the program defines or declares.
    pub(super) program_functions: &'p BTreeSet<String>,
    /// Local variables of this function that nothing reads.
    pub(super) dead: BTreeSet<&'p str>,
    /// Whether this is `main`, whose `return 0` says nothing.
    pub(super) is_main: bool,
    pub(super) names: &'p mut NameTable,
    pub(super) depth: usize,
}

impl<'p> TokenEmitter<'p> {
    /// Writes what stands outside of functions; `dead` and `is_main` are set for a function.
    pub(super) fn new(
        syntax: &'p SyntaxTree,
        file: u16,
        program_functions: &'p BTreeSet<String>,
        names: &'p mut NameTable,
    ) -> TokenEmitter<'p> {
        TokenEmitter {
            syntax,
            file,
            program_functions,
            dead: BTreeSet::new(),
            is_main: false,
            names,
            depth: 0,
        }
    }

    pub(super) fn push(&self, code: TokenCode, id: NodeId, out: &mut TokenList) {
        out.push(CanonicalToken {
            code,
            line: u32::try_from(self.syntax.line(id)).unwrap_or(u32::MAX),
            file: self.file,
            name: NO_NAME,
        });
    }

    pub(super) fn push_name(&mut self, code: TokenCode, id: NodeId, out: &mut TokenList) {
        let syntax = self.syntax;
        self.push(code, id, out);
        let name = self.names.place_of(syntax.text(id));
        if let Some(last) = out.last_mut() {
            last.name = name;
        }
    }

    /// Goes one level down; false where that is too deep.
    pub(super) fn enter(&mut self) -> bool {
        self.depth += 1;
        self.depth <= DEEPEST
    }

    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// The node inside of round brackets.
    pub(super) fn strip_brackets(&self, mut id: NodeId) -> NodeId {
        while matches!(
            self.syntax.kind(id),
            "parenthesized_expression" | "condition_clause"
        ) {
            let inner = self.syntax.child_by_field(id, "value").or_else(|| {
                let mut children = self.syntax.children(id);
                children.find(|child| !is_mark(self.syntax.kind(*child)))
            });
            match inner {
                Some(inner) => id = inner,
                None => break,
            }
        }
        id
    }

    /// The children without brackets, commas and semicolons.
    pub(super) fn parts(&self, id: NodeId) -> Vec<NodeId> {
        let children = self.syntax.children(id);
        children
            .filter(|child| !is_mark(self.syntax.kind(*child)))
            .collect()
    }

    /// Whether evaluating it may do more than give a value.
    pub(super) fn has_effect(&self, id: NodeId) -> bool {
        self.syntax.subtree(id).any(|part| {
            let kind = self.syntax.kind(part);
            matches!(
                kind,
                "call_expression"
                    | "assignment_expression"
                    | "update_expression"
                    | "new_expression"
                    | "delete_expression"
                    | "throw_statement"
                    | "<<"
                    | ">>"
                    | "ERROR"
            )
        })
    }

    /// Operands in an order that does not depend on how they were written.
    pub(super) fn join_sorted(
        &self,
        mut operands: Vec<TokenList>,
        code: TokenCode,
        id: NodeId,
        out: &mut TokenList,
    ) {
        operands.sort_by(compare_codes);
        for (at, operand) in operands.iter().enumerate() {
            if at > 0 || operands.len() == 1 {
                self.push(code, id, out);
            }
            out.extend_from_slice(operand);
        }
    }
}

/// The order of token lists by what the tokens are.
pub(super) fn compare_codes(a: &TokenList, b: &TokenList) -> std::cmp::Ordering {
    let codes = a.iter().map(|token| token.code);
    codes.cmp(b.iter().map(|token| token.code))
}

/// Whether two lists say the same of the same names.
pub(super) fn are_same(a: &TokenList, b: &TokenList) -> bool {
    let of = |token: &CanonicalToken| (token.code, token.name);
    !a.is_empty() && a.iter().map(of).eq(b.iter().map(of))
}

/// Signs that only hold the text together.
pub(super) fn is_mark(kind: &str) -> bool {
    matches!(
        kind,
        "(" | ")" | "{" | "}" | "[" | "]" | "," | ";" | ":" | "comment"
    )
}
