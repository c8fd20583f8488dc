//! All that is told of one assignment's cases.

use super::columns::{self, FaultPattern};
use super::matrix::{CaseMatrix, ProgramKind, ProgramRow};
use super::shown::UncoveredOutput;
use model::Points;

/// What the matrix and games say of an assignment's cases.
#[derive(Debug, Clone)]
pub struct CaseLints {
    /// The assignment's id.
    pub assignment: String,
    /// What it was learnt from.
    pub matrix: CaseMatrix,
    /// Cases, by their places, that cost nobody a point.
    pub never_failed: Vec<usize>,
    /// Groups of cases that fail for the same programs.
    pub always_together: Vec<Vec<usize>>,
    /// Groups that nearly always do, with what their cases are worth together.
    pub nearly_together: Vec<(Vec<usize>, Points)>,
    /// Cases that some program fails alone: the place, how many mutants, how many others.
    pub sole_failures: Vec<(usize, usize, usize)>,
    /// Criteria, by their places in the matrix, whose cases all fail for the same programs.
    pub uniform_criteria: Vec<usize>,
    /// What one fault costs, by the cases that fail for it.
    pub fault_patterns: Vec<FaultPattern>,
    /// What a planted fault costs in the middle, and the most one that leaves some case right.
    pub fault_costs: Option<(Points, Points)>,
    /// What games show and no case does.
    pub uncovered_outputs: Vec<UncoveredOutput>,
    /// How many games were looked at.
    pub games: usize,
}

impl CaseLints {
    /// What a matrix says; `uncovered_outputs` is what was seen in so many games.
    pub fn from_matrix(
        assignment: String,
        matrix: CaseMatrix,
        never_shown: Vec<UncoveredOutput>,
        games: usize,
    ) -> CaseLints {
        let nearly = columns::nearly_together(&matrix);
        CaseLints {
            assignment,
            never_failed: columns::never_failed(&matrix),
            always_together: columns::always_together(&matrix),
            nearly_together: nearly
                .into_iter()
                .map(|it| (it.clone(), group_worth(&matrix, &it)))
                .collect(),
            sole_failures: columns::sole_failures(&matrix),
            uniform_criteria: columns::uniform_criteria(&matrix),
            fault_patterns: columns::fault_patterns(&matrix),
            fault_costs: columns::fault_costs(&matrix),
            matrix,
            uncovered_outputs: never_shown,
            games,
        }
    }

    /// The same, learnt from these programs as well.
    pub fn with_programs(mut self, rows: Vec<ProgramRow>) -> CaseLints {
        self.matrix.programs.extend(rows);
        CaseLints::from_matrix(
            self.assignment,
            self.matrix,
            self.uncovered_outputs,
            self.games,
        )
    }

    /// How many programs of a kind there are.
    pub fn program_count(&self, kind: ProgramKind) -> usize {
        self.matrix
            .programs
            .iter()
            .filter(|row| row.kind == kind)
            .count()
    }

    /// The ids of cases at these places.
    pub fn case_ids(&self, places: &[usize]) -> Vec<&str> {
        places
            .iter()
            .filter_map(|place| self.matrix.cases.get(*place))
            .map(String::as_str)
            .collect()
    }
}

fn group_worth(matrix: &CaseMatrix, group: &[usize]) -> Points {
    group
        .iter()
        .filter_map(|case| matrix.worth.get(*case))
        .copied()
        .sum()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::matrix::{CaseMatrixCell, CriterionCases};
    use super::super::shown::GameOutputCounts;
    use super::*;

    /// Rows of `x` (fails), `.` (right) and `?` (unknown).
    fn matrix(rows: &[&str]) -> CaseMatrix {
        let cell = |letter| match letter {
            'x' => CaseMatrixCell::Known {
                verdict: "wrong-answer".to_owned(),
                criteria: vec![0],
            },
            '.' => CaseMatrixCell::Known {
                verdict: "accepted".to_owned(),
                criteria: Vec::new(),
            },
            _ => CaseMatrixCell::Unknown,
        };
        let programs = rows.iter().enumerate().map(|(number, row)| ProgramRow {
            kind: ProgramKind::Mutant,
            name: number.to_string(),
            fault: format!("fault {number}"),
            unearned_points: Points::from_number(row.matches('x').count() as f64),
            cells: row.chars().map(cell).collect(),
        });
        let programs: Vec<ProgramRow> = programs.collect();
        let count = rows[0].len();
        let cases: Vec<String> = (0..count).map(|it| format!("case-{it}")).collect();
        let all = CriterionCases {
            id: "all".to_owned(),
            place: 0,
            cases: (0..count).collect(),
        };
        CaseMatrix {
            cases,
            worth: vec![Points::from_number(1.0); count],
            criteria: vec![all],
            programs,
        }
    }

    fn lints(rows: &[&str]) -> CaseLints {
        CaseLints::from_matrix("it".to_owned(), matrix(rows), Vec::new(), 0)
    }

    #[test]
    fn a_case_that_nothing_fails_is_named_and_no_twin_of_another() {
        let found = lints(&["x..", ".x.", "?.."]);
        assert_eq!(found.never_failed, [2]);
        assert!(found.always_together.is_empty());
        assert_eq!(found.sole_failures, [(0, 1, 0), (1, 1, 0)]);
    }

    #[test]
    fn cases_that_fail_together_are_twins_whatever_is_unknown() {
        let found = lints(&["xx.x", "x?.x", "..x."]);
        assert_eq!(found.always_together, [[0, 1, 3]]);
        assert!(found.uniform_criteria.is_empty());
        assert_eq!(lints(&["xx", ".."]).uniform_criteria, [0]);
    }

    #[test]
    fn cases_that_nearly_always_fail_together_do_not_do_so_by_failing_with_all() {
        // Without the programs that fail all, they never fail together.
        assert!(
            lints(&["xx.", "xxx", "xxx", "x..", ".x."])
                .nearly_together
                .is_empty()
        );
        let mut rows = vec!["xx."; 10];
        rows.push("x..");
        let found = lints(&rows);
        assert_eq!(
            found.nearly_together,
            [(vec![0, 1], Points::from_number(2.0))]
        );
        assert!(found.always_together.is_empty());
    }

    #[test]
    fn a_fault_costs_what_fails_for_it() {
        let found = lints(&["xx.", "xx.", "..x", "xxx", "x?."]);
        let told: Vec<(Vec<usize>, usize)> = found
            .fault_patterns
            .iter()
            .map(|it| (it.cases.clone(), it.faults))
            .collect();
        assert_eq!(told, [(vec![0, 1], 2), (vec![2], 1)]);
        assert_eq!(found.fault_patterns[0].costs, Points::from_number(2.0));
        assert_eq!(
            found.fault_costs,
            Some((Points::from_number(2.0), Points::from_number(2.0)))
        );
    }

    #[test]
    fn what_two_games_show_and_no_case_is_told_with_the_shortest() {
        let mut games = GameOutputCounts::default();
        let set = |all: &[&str]| {
            all.iter()
                .map(|it| (*it).to_owned())
                .collect::<BTreeSet<_>>()
        };
        let script = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        games.add_game(&script("1 2 3"), set(&["a tie", "a win"]));
        games.add_game(&script("1 2"), set(&["a tie", "once"]));
        let never = games.uncovered_by(&set(&["a win"]));
        assert_eq!(never.len(), 1);
        assert_eq!((never[0].what.as_str(), never[0].games), ("a tie", 2));
        assert_eq!(never[0].script, ["1", "2"]);
    }
}
