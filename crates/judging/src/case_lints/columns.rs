//! What the columns say: which programs a case fails, which others fail the same, and what one fault costs.
//!
//! Cases are shares of points, so what fails together is paid for together.

use std::collections::BTreeMap;

use super::matrix::{CaseMatrix, CaseMatrixCell, ProgramKind, ProgramRow};
use model::Points;

/// A column: whether the case costs each program points, where that is known.
type Column = Vec<Option<bool>>;

fn case_column(programs: &[ProgramRow], case: usize) -> Column {
    programs
        .iter()
        .map(|row| row.cells.get(case).and_then(CaseMatrixCell::is_failure))
        .collect()
}

/// Whether no program that is known in both tells them apart, and one fails both.
fn is_equal(one: &Column, other: &Column) -> bool {
    let mut known = one
        .iter()
        .zip(other)
        .filter_map(|(one, other)| one.zip(*other));
    let same = known.clone().all(|(one, other)| one == other);
    same && known.any(|(one, _)| one)
}

/// How many of the programs that fail either fail both, in percent. None where none does.
fn overlap_percent(one: &Column, other: &Column) -> Option<usize> {
    let known = || {
        one.iter()
            .zip(other)
            .filter_map(|(one, other)| one.zip(*other))
    };
    let either = known().filter(|(one, other)| *one || *other).count();
    let both = known().filter(|(one, other)| *one && *other).count();
    (either > 0).then(|| both * 100 / either)
}

/// The cases that cost no program a point.
pub(super) fn never_failed(matrix: &CaseMatrix) -> Vec<usize> {
    (0..matrix.cases.len())
        .filter(|case| !is_failed_case(matrix, case))
        .collect()
}

fn is_failed_case(matrix: &CaseMatrix, case: &usize) -> bool {
    case_column(&matrix.programs, *case).contains(&Some(true))
}

/// Groups of cases that fail for the same programs.
pub(super) fn always_together(matrix: &CaseMatrix) -> Vec<Vec<usize>> {
    let columns = case_columns(matrix, |_| true);
    group_columns(&columns, is_equal)
}

/// How many of all programs that fail one of two cases must fail both, in percent.
const NEARLY: usize = 90;

/// Groups of cases that nearly always fail together. Programs that fail all cases say nothing about any.
pub(super) fn nearly_together(matrix: &CaseMatrix) -> Vec<Vec<usize>> {
    let columns = case_columns(matrix, |row| {
        row.cells
            .iter()
            .any(|cell| cell.is_failure() == Some(false))
    });
    group_columns(&columns, |one, other| {
        overlap_percent(one, other).is_some_and(|it| it >= NEARLY)
    })
}

fn case_columns(matrix: &CaseMatrix, is_counted: impl Fn(&ProgramRow) -> bool) -> Vec<Column> {
    let rows: Vec<ProgramRow> = matrix
        .programs
        .iter()
        .filter(|row| is_counted(row))
        .cloned()
        .collect();
    (0..matrix.cases.len())
        .map(|case| case_column(&rows, case))
        .collect()
}

/// Groups in which each is like each other; none of one alone.
fn group_columns(
    columns: &[Column],
    is_like: impl Fn(&Column, &Column) -> bool,
) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (case, column) in columns.iter().enumerate() {
        let fits =
            |group: &&mut Vec<usize>| group.iter().all(|one| is_like(&columns[*one], column));
        match groups.iter_mut().find(fits) {
            Some(group) => group.push(case),
            None => groups.push(vec![case]),
        }
    }
    groups.retain(|group| group.len() > 1);
    groups
}

/// Cases that some program fails alone: the place, and how many mutants and how many other programs do so.
pub(super) fn sole_failures(matrix: &CaseMatrix) -> Vec<(usize, usize, usize)> {
    let mut counts = vec![(0, 0); matrix.cases.len()];
    for row in matrix.programs.iter().filter(|row| row.is_complete()) {
        if let [only] = row.failed_cases().as_slice() {
            let count = &mut counts[*only];
            match row.kind {
                ProgramKind::Mutant => count.0 += 1,
                ProgramKind::Calibration | ProgramKind::Student => count.1 += 1,
            }
        }
    }
    let counted = counts.into_iter().enumerate();
    let counted = counted.filter(|(_, count)| *count != (0, 0));
    counted
        .map(|(case, (mutants, others))| (case, mutants, others))
        .collect()
}

/// The criteria, by their places in the matrix, all of whose cases fail for the same programs: more than one case says no more than
/// one would.
pub(super) fn uniform_criteria(matrix: &CaseMatrix) -> Vec<usize> {
    let is_one = |place: &usize| {
        let criterion = &matrix.criteria[*place];
        let in_criterion = |case: &usize| -> Column {
            let cell = |row: &ProgramRow| row.cells.get(*case)?.is_failure_in(criterion.place);
            matrix.programs.iter().map(cell).collect()
        };
        let columns: Vec<Column> = criterion.cases.iter().map(in_criterion).collect();
        columns.len() > 1 && columns.iter().skip(1).all(|one| is_equal(&columns[0], one))
    };
    (0..matrix.criteria.len()).filter(is_one).collect()
}

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
    let noticed: Vec<_> = matrix.programs.iter().filter(is_noticed_mutant).collect();
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

fn is_noticed_mutant(row: &&super::matrix::ProgramRow) -> bool {
    row.kind == ProgramKind::Mutant && !row.failed_cases().is_empty()
}
