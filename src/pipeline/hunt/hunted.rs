//! In which criteria a program is hunted, and why it is hunted in none.

use std::collections::BTreeMap;

use crate::model::{
    Assignment, CriterionEvidence, CriterionKind, Grade, Points, ReferenceSolution, TestCase,
};

/// Whether games like a case can be played: its script is all that a program is given, and it is started once.
pub(super) fn can_be_played(case: &TestCase) -> bool {
    let is_shown = case
        .bulk_input
        .as_ref()
        .is_none_or(|whole| whole.lines().is_some());
    case.plays_script() && case.interaction.is_none() && case.invocation.runs.is_empty() && is_shown
}

/// The places of the criteria in which a program is hunted, each with whether it has all their points; or why there are none.
pub(super) fn hunted_criteria(
    assignment: &Assignment,
    grade: &Grade,
    all: bool,
) -> Result<BTreeMap<usize, bool>, String> {
    if matches!(assignment.reference, ReferenceSolution::Answers) {
        return Err("its reference is answers in files, so nobody knows other games".to_owned());
    }
    let playing = |place: &usize| awards_points_for_games(assignment, *place);
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
fn awards_points_for_games(assignment: &Assignment, place: usize) -> bool {
    let criterion = &assignment.criteria[place];
    let has_points = matches!(criterion.kind, CriterionKind::Ordinary(points) | CriterionKind::Extra(points) if points > Points::ZERO);
    let CriterionEvidence::Cases { cases, .. } = &criterion.evidence else {
        return false;
    };
    has_points
        && cases
            .iter()
            .any(|judged| can_be_played(&assignment.cases[judged.index]))
}
