//! Criteria that need others first.

use model::{Criterion, CriterionReport, CriterionState, MarkingScheme, Points};

/// Takes the points of every criterion whose requirements were not met in full, and says why.
pub(super) fn apply_requirements(scheme: &MarkingScheme, reports: &mut [CriterionReport]) {
    // A criterion that is skipped may itself be required: each round reaches one further.
    for _ in 0..reports.len() {
        for (index, criterion) in scheme.criteria.iter().enumerate() {
            let unmet = criterion
                .requires
                .iter()
                .find(|&&needed| !is_met(&reports[needed]));
            if let Some(&needed) = unmet {
                let (state, reason) = state_and_reason(&reports[needed]);
                reports[index] = skipped_report(criterion, state, reason);
            }
        }
    }
}

/// Whether everything that can be earned was earned.
fn is_met(report: &CriterionReport) -> bool {
    let is_decided = matches!(
        report.state,
        CriterionState::Decided | CriterionState::AwaitsInstructor
    );
    is_decided && report.points >= report.max_points
}

/// Where we failed on what is required, we failed here too.
fn state_and_reason(needed: &CriterionReport) -> (CriterionState, String) {
    let title = &needed.title;
    match needed.state {
        CriterionState::Ungraded => (
            CriterionState::Ungraded,
            format!("it needs “{title}”, on which the grader failed"),
        ),
        _ => (
            CriterionState::Skipped,
            format!("skipped: it needs all points of “{title}”"),
        ),
    }
}

fn skipped_report(
    criterion: &Criterion<usize>,
    state: CriterionState,
    reason: String,
) -> CriterionReport {
    CriterionReport {
        points: Points::ZERO,
        state,
        reason: Some(reason),
        ..super::blank_report(criterion)
    }
}
