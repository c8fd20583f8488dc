//! In which criteria a program is hunted, and why it is hunted in none.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::prepared_case::{CaseKind, PreparedCase};
use model::{Assignment, CriterionKind, Grade, Points, ReferenceSolution};

/// Whether games like a case can be played: its script is all that a program is given, and it is started once.
pub(super) fn can_be_played(case: &PreparedCase) -> bool {
    match &case.kind {
        CaseKind::Script => true,
        CaseKind::WholeInput(input) => input.lines().is_some(),
        CaseKind::Interactive(_)
        | CaseKind::Repeated
        | CaseKind::Calls(..)
        | CaseKind::UnitTests(..) => false,
    }
}

/// The places of the criteria in which a program is hunted, each with whether it has all their points; or why there are none.
pub(super) fn hunted_criteria(
    assignment: &Assignment,
    cases: &[Arc<PreparedCase>],
    grade: &Grade,
    all: bool,
) -> Result<BTreeMap<usize, bool>, String> {
    if matches!(assignment.reference, ReferenceSolution::Answers) {
        return Err("its reference is answers in files, so nobody knows other games".to_owned());
    }
    let playing = |place: &usize| awards_points_for_games(assignment, cases, *place);
    let can: Vec<usize> = (0..assignment.criteria.len()).filter(playing).collect();
    if can.is_empty() {
        return Err(
            "no criterion has cases in which a program is given lines and nothing else".to_owned(),
        );
    }
    let mut hunted = BTreeMap::new();
    for place in can {
        let criterion = &assignment.criteria[place];
        let report = grade
            .criteria
            .iter()
            .find(|report| report.id == criterion.id);
        let is_full = report.is_some_and(|report| report.points == criterion.points());
        if is_full || all {
            hunted.insert(place, is_full);
        }
    }
    match hunted.is_empty() {
        true => Err(
            "no points left to lose: it lacks some in each criterion that plays games".to_owned(),
        ),
        false => Ok(hunted),
    }
}

/// Whether a criterion has points for games.
fn awards_points_for_games(
    assignment: &Assignment,
    cases: &[Arc<PreparedCase>],
    place: usize,
) -> bool {
    let criterion = &assignment.criteria[place];
    let has_points = matches!(criterion.kind, CriterionKind::Ordinary(points) | CriterionKind::Extra(points) if points > Points::ZERO);
    has_points
        && cases
            .iter()
            .any(|case| case.is_judged_by(place) && can_be_played(case))
}
