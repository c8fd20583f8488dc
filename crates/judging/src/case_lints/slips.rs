//! What one fault costs. Cases are shares of points, so what fails together is paid for together.

use std::collections::BTreeMap;

use super::matrix::{CaseMatrix, ProgramKind};
use model::Points;

/// Faults for which the same cases fail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaultPattern {
    /// The places of these cases.
    pub cases: Vec<usize>,
    /// How many planted faults fail just these.
    pub faults: usize,
    /// One of them, in words.
    pub example: String,
    /// The points that it costs; the most, where they do not cost the same.
    pub costs: Points,
}

/// The sets of cases that fail for one fault, the most frequent first. A fault that fails all cases is none of them: it is a
/// program that does nothing.
pub(super) fn fault_patterns(matrix: &CaseMatrix) -> Vec<FaultPattern> {
    let mut by_cases: BTreeMap<Vec<usize>, FaultPattern> = BTreeMap::new();
    for row in &matrix.programs {
        let cases = row.failed_cases();
        let is_some = !cases.is_empty() && cases.len() < matrix.cases.len();
        if row.kind != ProgramKind::Mutant || !row.is_complete() || !is_some {
            continue;
        }
        let example = row.fault.clone();
        let costs = Points::ZERO;
        let slip = by_cases.entry(cases.clone());
        let slip = slip.or_insert(FaultPattern {
            cases,
            faults: 0,
            example,
            costs,
        });
        slip.faults += 1;
        slip.costs = slip.costs.max(row.unearned_points);
    }
    let mut all: Vec<FaultPattern> = by_cases.into_values().collect();
    all.sort_by_key(|slip| std::cmp::Reverse((slip.faults, slip.cases.len())));
    all
}

/// What a planted fault costs that is noticed: the median, and the most of those that leave some case right.
pub(super) fn fault_costs(matrix: &CaseMatrix) -> Option<(Points, Points)> {
    let is_noticed = |row: &&super::matrix::ProgramRow| {
        row.kind == ProgramKind::Mutant && !row.failed_cases().is_empty()
    };
    let noticed: Vec<_> = matrix.programs.iter().filter(is_noticed).collect();
    let mut all: Vec<Points> = noticed.iter().map(|row| row.unearned_points).collect();
    all.sort_unstable();
    let median = *all.get(all.len() / 2)?;
    let in_part = noticed
        .iter()
        .filter(|row| row.failed_cases().len() < matrix.cases.len());
    Some((
        median,
        in_part
            .map(|row| row.unearned_points)
            .max()
            .unwrap_or(Points::ZERO),
    ))
}
