//! Criteria that look at the whole program: what its build came to, and what a person says of it.

use super::criterion_report::{decided_unless_ours, untouched};
use crate::model::{
    BuildDemand, BuildReport, BuildVerdict, Criterion, CriterionReport, CriterionState,
    ManualStart, Points,
};

/// All points, or the reason why not.
pub(super) fn build(
    criterion: &Criterion,
    demand: BuildDemand,
    build: &BuildReport,
) -> CriterionReport {
    if let (BuildVerdict::Ok, BuildDemand::NoWarnings, Some(reason)) =
        (build.verdict, demand, &build.warnings.unknown)
    {
        return uncounted(criterion, reason);
    }
    let reason = match (build.verdict, demand) {
        (BuildVerdict::Ok, BuildDemand::NoWarnings) if build.warnings.count > 0 => {
            let noun = if build.warnings.count == 1 { "warning" } else { "warnings" };
            Some(format!("the compiler gave {} {noun}", build.warnings.count))
        }
        (BuildVerdict::Ok, _) => None,
        (verdict, _) => Some(build.reason.clone().unwrap_or_else(|| verdict.name().to_owned())),
    };
    CriterionReport {
        points: if reason.is_none() { criterion.points() } else { Points::ZERO },
        state: decided_unless_ours(build),
        reason,
        ..untouched(criterion)
    }
}

/// Nobody knows how many warnings there are, so a person has to look; until then nothing is taken.
pub(super) fn uncounted(criterion: &Criterion, reason: &str) -> CriterionReport {
    CriterionReport {
        points: criterion.points(),
        state: CriterionState::AwaitsInstructor,
        reason: Some(format!("the compiler's warnings were not counted: {reason}")),
        ..untouched(criterion)
    }
}

/// Points that a person gives: until then they are what the rubric says, unless there is nothing to look at.
pub(super) fn manual(
    criterion: &Criterion,
    start: ManualStart,
    build: &BuildReport,
) -> CriterionReport {
    if build.verdict != BuildVerdict::Ok {
        let reason = Some("there is no program to look at".to_owned());
        return CriterionReport {
            state: decided_unless_ours(build),
            reason,
            ..untouched(criterion)
        };
    }
    CriterionReport {
        points: if start == ManualStart::Full { criterion.points() } else { Points::ZERO },
        state: CriterionState::AwaitsInstructor,
        ..untouched(criterion)
    }
}
