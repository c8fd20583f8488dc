//! What the columns say: which programs a case fails, and which others fail the same.

use super::matrix::{CaseMatrix, CaseMatrixCell, ProgramKind, ProgramRow};

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
    let is_failed = |case: &usize| case_column(&matrix.programs, *case).contains(&Some(true));
    (0..matrix.cases.len())
        .filter(|case| !is_failed(case))
        .collect()
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
