//! Which variable of a donor is which of the program: by how each is used.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::super::declared::{DeclaredVariable, is_alike};
use super::super::places::RepairContext;
use super::steps::FunctionSteps;
use crate::source::syntax::{NodeId, SyntaxTree};

/// How many variables of a function are looked at.
const MOST_VARIABLES: usize = 40;

/// Uses in common, in percent of all uses, that two variables must have.
const LEAST_LIKENESS: usize = 15;

/// What is added for variables of the very same type, and of the same name.
const SAME_TYPE: usize = 15;
const SAME_NAME: usize = 10;

/// The names of a donor's function in the program's words.
pub(super) struct DonorNames {
    /// Variables of the donor that the program has, too.
    known: BTreeMap<String, String>,
    /// Variables and functions that only the donor has.
    foreign: BTreeSet<String>,
}

impl DonorNames {
    /// Compares the variables of two functions. `functions` are all of the donor's.
    pub(super) fn find(
        places: &RepairContext<'_>,
        own: &FunctionSteps,
        donor: &RepairContext<'_>,
        other: &FunctionSteps,
        functions: &[FunctionSteps],
    ) -> DonorNames {
        let ours = used_variables(places, own);
        let theirs = used_variables(donor, other);
        let mut pairs = Vec::new();
        for (left, one) in ours.iter().enumerate() {
            for (right, another) in theirs.iter().enumerate() {
                let likeness = one.likeness(another);
                if likeness >= LEAST_LIKENESS {
                    pairs.push((Reverse(likeness), left, right));
                }
            }
        }
        pairs.sort_unstable();
        let mut names = DonorNames {
            known: BTreeMap::new(),
            foreign: BTreeSet::new(),
        };
        let mut taken = BTreeSet::new();
        for (_, left, right) in pairs {
            let theirs = theirs[right].variable.name.clone();
            if !names.known.contains_key(&theirs) && taken.insert(left) {
                names.known.insert(theirs, ours[left].variable.name.clone());
            }
        }
        let variables = theirs.iter().map(|one| &one.variable.name);
        let unknown = variables.filter(|name| !names.known.contains_key(*name));
        names.foreign.extend(unknown.cloned());
        let syntax = places.syntax;
        let defined: BTreeSet<&str> = syntax
            .nodes_of_kinds(&["function_declarator"])
            .filter_map(|node| syntax.child_by_field(node, "declarator"))
            .map(|node| syntax.text(node))
            .collect();
        let helpers = functions.iter().map(|function| &function.name);
        let helpers = helpers.filter(|name| !defined.contains(name.as_str()));
        names.foreign.extend(helpers.cloned());
        names
    }

    /// What a word of the donor is in the program; none if the program does not have it.
    pub(super) fn translate<'n>(&'n self, word: &'n str) -> Option<&'n str> {
        match self.known.get(word) {
            Some(name) => Some(name),
            None => (!self.foreign.contains(word)).then_some(word),
        }
    }
}

/// A variable, and how often it is used in each way.
struct UsedVariable<'v> {
    variable: &'v DeclaredVariable,
    uses: BTreeMap<String, usize>,
}

impl UsedVariable<'_> {
    /// How alike the uses are, in percent and a little more.
    fn likeness(&self, other: &UsedVariable<'_>) -> usize {
        if !is_alike(&self.variable.kind, &other.variable.kind) {
            return 0;
        }
        let ways: BTreeSet<&String> = self.uses.keys().chain(other.uses.keys()).collect();
        let mut common = 0;
        let mut all = 0;
        for way in ways {
            let counts = [&self.uses, &other.uses].map(|uses| uses.get(way).copied().unwrap_or(0));
            common += counts[0].min(counts[1]);
            all += counts[0].max(counts[1]);
        }
        let same_type = self.variable.kind == other.variable.kind;
        let same_name = self.variable.name == other.variable.name;
        common * 100 / all.max(1)
            + usize::from(same_type && common > 0) * SAME_TYPE
            + usize::from(same_name && common > 0) * SAME_NAME
    }
}

/// The variables that a function uses, its own and global ones.
fn used_variables<'v>(
    places: &'v RepairContext<'_>,
    function: &FunctionSteps,
) -> Vec<UsedVariable<'v>> {
    let syntax = places.syntax;
    let mut used: Vec<UsedVariable<'v>> = Vec::new();
    let mut reads = 0;
    for node in syntax.subtree(function.node) {
        if syntax.kind(node) != "identifier" {
            continue;
        }
        let name = syntax.text(node);
        let way = describe_use(syntax, node);
        let at = syntax.bytes(node);
        let mut known = places.variables.iter().rev();
        let known = known.find(|one| {
            let is_declared = one.scope.start == at.end;
            one.name == name && (is_declared || one.scope.contains(&at.start))
        });
        let Some(variable) = known else { continue };
        let place = used.iter().position(|one| one.variable.name == name);
        let place = place.unwrap_or_else(|| {
            used.push(UsedVariable {
                variable,
                uses: BTreeMap::new(),
            });
            used.len() - 1
        });
        if used.len() > MOST_VARIABLES {
            used.pop();
            break;
        }
        let uses = &mut used[place].uses;
        if way.contains("scanf") || way.contains(">>") {
            // Programs for one task read the same values in the same order.
            reads += 1;
            *uses.entry(format!("read {reads}")).or_default() += 2;
        }
        *uses.entry(way).or_default() += 1;
    }
    used
}

/// A use, by what is around the name.
fn describe_use(syntax: &SyntaxTree, name: NodeId) -> String {
    let mut inner = name;
    let mut outer = syntax.parent(name);
    if matches!(
        syntax.kind(outer),
        "pointer_expression" | "parenthesized_expression"
    ) {
        inner = outer;
        outer = syntax.parent(outer);
    }
    let part = syntax.field_name(inner).unwrap_or_default();
    let kind = syntax.kind(outer);
    if kind == "argument_list" {
        let call = syntax.parent(outer);
        let called = syntax.child_by_field(call, "function");
        let called = called.map_or("", |called| syntax.text(called));
        return format!("argument of {called}");
    }
    let operator = syntax.child_by_field(outer, "operator");
    let operator = operator.map_or("", |operator| syntax.text(operator));
    format!("{kind} {part} {operator}")
}
