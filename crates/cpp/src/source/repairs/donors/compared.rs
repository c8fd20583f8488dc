//! A function of the program beside the one of a donor that has the same name.

use super::super::places::RepairContext;
use super::alignment::Alignment;
use super::names::DonorNames;
use super::steps::FunctionSteps;

/// A function of a donor beside the one of the program.
pub(super) struct ComparedFunction<'d> {
    pub(super) own: &'d FunctionSteps,
    pub(super) other: &'d FunctionSteps,
    pub(super) names: DonorNames,
    pub(super) alignment: Alignment,
}

/// The functions that both have.
pub(super) fn compare_functions<'d>(
    places: &RepairContext<'_>,
    own: &'d [FunctionSteps],
    donor: &RepairContext<'_>,
    others: &'d [FunctionSteps],
) -> Vec<ComparedFunction<'d>> {
    let mut pairs = Vec::new();
    for one in own {
        let Some(other) = others.iter().find(|other| other.name == one.name) else {
            continue;
        };
        let names = DonorNames::find(places, one, donor, other, others);
        let alignment = Alignment::find(places, one, donor, other, &names);
        pairs.push(ComparedFunction {
            own: one,
            other,
            names,
            alignment,
        });
    }
    pairs
}
