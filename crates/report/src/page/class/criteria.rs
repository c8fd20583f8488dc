//! A column for each criterion of the table. Those of an assignment stand together, so that a row of another one passes over all
//! of them in one cell.

use crate::entry::{EarnedPoints, ReportEntry};
use model::{CriterionState, Points};

/// A column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CriterionColumn<'a> {
    pub(super) assignment: &'a str,
    pub(super) id: &'a str,
    /// The points that it can give; none of a penalty.
    pub(super) max_points: Option<Points>,
}

/// What stands in a row.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct CriterionCells {
    /// How many columns are other assignments', before its own and behind them.
    pub(super) before: usize,
    pub(super) after: usize,
    pub(super) cells: Vec<CriterionCell>,
}

/// What one criterion came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CriterionCell {
    /// None where it is not graded, or where the submission was graded without the criterion.
    pub(super) points: Option<String>,
    pub(super) awaits_instructor: bool,
}

/// The columns, by assignment, and then in the order of the rubric.
pub(super) fn build_columns<'a>(
    assignments: &[&'a str],
    entries: &'a [ReportEntry],
) -> Vec<CriterionColumn<'a>> {
    let mut columns: Vec<CriterionColumn<'a>> = Vec::new();
    for assignment in assignments {
        let first = columns.len();
        let own = entries
            .iter()
            .filter(|entry| entry.assignment == *assignment);
        for one in own.flat_map(|entry| &entry.criteria) {
            let of_assignment = columns.get(first..).unwrap_or_default();
            if of_assignment.iter().all(|column| *column.id != *one.id) {
                let of = (one.max_points > Points::ZERO).then_some(one.max_points);
                columns.push(CriterionColumn {
                    assignment,
                    id: &one.id,
                    max_points: of,
                });
            }
        }
    }
    columns
}

/// A row's cells.
pub(super) fn build_cells(entry: &ReportEntry, columns: &[CriterionColumn<'_>]) -> CriterionCells {
    let is_own = |column: &CriterionColumn<'_>| column.assignment == entry.assignment;
    let before = columns.iter().take_while(|column| !is_own(column)).count();
    let own: Vec<CriterionCell> = columns
        .iter()
        .filter(|column| is_own(column))
        .map(|column| build_cell(entry.criteria.iter().find(|one| *one.id == *column.id)))
        .collect();
    let behind = columns.len() - before - own.len();
    CriterionCells {
        before,
        after: behind,
        cells: own,
    }
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
    fn a_row_has_the_columns_of_its_own_assignment_and_passes_over_the_others() {
        let mut other = fixture::wrong();
        other.assignment = "rowcol".to_owned();
        let all = [fixture::perfect(), other, fixture::ungraded()];
        let entries: Vec<ReportEntry> = all
            .iter()
            .map(|grade| ReportEntry::new(grade, &SharedNames::default()))
            .collect();
        let columns = build_columns(&["tttn", "rowcol"], &entries);
        let titles: Vec<String> = columns
            .iter()
            .map(|one| format!("{}/{}", one.assignment, one.id))
            .collect();
        let expected = ["games", "warnings", "style"];
        let of = |assignment: &str| expected.map(|id| format!("{assignment}/{id}"));
        assert_eq!(titles, [of("tttn"), of("rowcol")].concat());
        let shown = |entry: &ReportEntry| {
            let CriterionCells {
                before,
                after: behind,
                cells: own,
            } = build_cells(entry, &columns);
            let own: Vec<String> = own
                .into_iter()
                .map(|cell| {
                    let mark = if cell.awaits_instructor { "?" } else { "" };
                    cell.points.unwrap_or("–".to_owned()) + mark
                })
                .collect();
            (before, own.join(" "), behind)
        };
        let cells: Vec<_> = entries.iter().map(shown).collect();
        assert_eq!(cells[0], (0, "50 30 20?".to_owned(), 3));
        assert_eq!(cells[1], (3, "25 30 20?".to_owned(), 0));
        assert_eq!(cells[2], (0, "– 30 20?".to_owned(), 3));
    }
}
