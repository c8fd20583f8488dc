//! Functions of the program and of a donor that have the same names.

use std::collections::BTreeSet;

use super::alignment::Alignment;
use super::names::DonorNames;
use super::steps::FunctionSteps;

/// A function of the program and the one of a donor.
pub(super) struct ComparedFunction<'d> {
    pub(super) own: &'d FunctionSteps,
    pub(super) other: &'d FunctionSteps,
    pub(super) names: DonorNames,
    pub(super) alignment: Alignment,
}

/// The functions that both have. `declared` are the names of all functions that the program knows.
pub(super) fn compare_functions<'d>(
    own: &'d [FunctionSteps],
    declared: &BTreeSet<&str>,
    others: &'d [FunctionSteps],
) -> Vec<ComparedFunction<'d>> {
    let helpers = others.iter().map(|other| &other.name);
    let helpers = helpers.filter(|name| !declared.contains(name.as_str()));
    let helpers: BTreeSet<String> = helpers.cloned().collect();
    let mut pairs = Vec::new();
    for one in own {
        let Some(other) = others.iter().find(|other| other.name == one.name) else {
            continue;
        };
        let names = DonorNames::find(one, other, &helpers);
        let alignment = Alignment::find(one, other, &names);
        pairs.push(ComparedFunction {
            own: one,
            other,
            names,
            alignment,
        });
    }
    pairs
}
