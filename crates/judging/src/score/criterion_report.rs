//! Where the report on a criterion begins.

use model::{BuildReport, BuildVerdict, Criterion, CriterionReport, CriterionState, Points};

/// Whether a criterion that looks at the build alone is decided.
pub(super) fn state_from_build(build: &BuildReport) -> CriterionState {
    if build.verdict == BuildVerdict::Ungraded {
        CriterionState::Ungraded
    } else {
        CriterionState::Decided
    }
}

/// A criterion that has earned nothing yet.
pub(super) fn blank_report(criterion: &Criterion<usize>) -> CriterionReport {
    CriterionReport {
        id: criterion.id.clone(),
        title: criterion.title.clone(),
        points: Points::ZERO,
        max_points: criterion.points(),
        kind: criterion.kind,
        state: CriterionState::Decided,
        reason: None,
        looks_at: Vec::new(),
        judgements: Vec::new(),
        is_partial: false,
        rule: None,
    }
}
