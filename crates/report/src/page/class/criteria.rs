//! The columns of an assignment's table that show criteria.

use crate::entry::{EarnedPoints, ReportEntry};
use model::{CriterionState, Points};

/// A column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CriterionColumn<'a> {
    pub(super) id: &'a str,
    /// The points that it can give; none of a penalty.
    pub(super) max_points: Option<Points>,
}

/// What one criterion came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CriterionCell {
    /// None where it is not graded, or where the submission was graded without the criterion.
    pub(super) points: Option<String>,
    pub(super) awaits_instructor: bool,
}

/// The criteria of an assignment's submissions, in the order of the rubric.
pub(super) fn build_columns<'a>(entries: &[&'a ReportEntry]) -> Vec<CriterionColumn<'a>> {
    let mut columns: Vec<CriterionColumn<'a>> = Vec::new();
    for one in entries.iter().flat_map(|entry| &entry.criteria) {
        if columns.iter().all(|column| *column.id != *one.id) {
            columns.push(CriterionColumn {
                id: &one.id,
                max_points: (one.max_points > Points::ZERO).then_some(one.max_points),
            });
        }
    }
    columns
}

/// A row's cells, one for each column.
pub(super) fn build_cells(
    entry: &ReportEntry,
    columns: &[CriterionColumn<'_>],
) -> Vec<CriterionCell> {
    let mut cells = Vec::new();
    for column in columns {
        cells.push(build_cell(
            entry.criteria.iter().find(|one| *one.id == *column.id),
        ));
    }
    cells
}

fn build_cell(earned: Option<&EarnedPoints>) -> CriterionCell {
    let graded = earned.filter(|one| one.state != CriterionState::Ungraded);
    CriterionCell {
        points: graded.map(|one| one.points.to_string()),
        awaits_instructor: graded.is_some_and(|one| one.state == CriterionState::AwaitsInstructor),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use crate::names::SharedNames;

    #[test]
    fn a_row_has_a_cell_for_each_criterion_of_its_assignment() {
        let names = SharedNames::default();
        let all = [fixture::perfect(), fixture::wrong(), fixture::ungraded()];
        let entries = all.map(|grade| ReportEntry::new(&grade, &names));
        let entries: Vec<&ReportEntry> = entries.iter().collect();
        let columns = build_columns(&entries);
        let titles: Vec<&str> = columns.iter().map(|column| column.id).collect();
        assert_eq!(titles, ["games", "warnings", "style"]);
        let mut rows = Vec::new();
        for entry in entries {
            let mut row = String::new();
            for cell in build_cells(entry, &columns) {
                row += &cell.points.unwrap_or("–".to_owned());
                row += if cell.awaits_instructor { "? " } else { " " };
            }
            rows.push(row);
        }
        assert_eq!(rows, ["50 30 20? ", "25 30 20? ", "– 30 20? "]);
    }
}
