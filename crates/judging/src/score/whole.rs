//! Criteria that look at the whole program: what its build came to, and what a person says of it.

use super::criterion_report::{blank_report, state_from_build};
use super::faults::FaultCount;
use model::{
    BuildDemand, BuildReport, BuildVerdict, Criterion, CriterionReport, CriterionState,
    ManualStart, Points,
};

/// All points, or the reason why not.
pub(super) fn score_build(
    criterion: &Criterion<usize>,
    demand: BuildDemand,
    build: &BuildReport,
) -> CriterionReport {
    if let (BuildVerdict::Ok, BuildDemand::NoWarnings, Some(reason)) =
        (build.verdict, demand, &build.warnings.unknown)
    {
        return uncounted_report(criterion, reason);
    }
    let warnings = if demand == BuildDemand::NoWarnings {
        build.warnings.count
    } else {
        0
    };
    let added = build.added.len();
    if build.verdict == BuildVerdict::Ok && warnings + added > 0 {
        let points =
            warning_faults(warnings + added).points_left(criterion.points(), criterion.each);
        let noun = if warnings == 1 { "warning" } else { "warnings" };
        let warned = (warnings > 0).then(|| format!("the compiler gave {warnings} {noun}"));
        let lines: Vec<String> = build.added.iter().map(|line| format!("`{line}`")).collect();
        let missed = (added > 0).then(|| format!("the grader added {}", lines.join(", ")));
        let reasons: Vec<String> = warned.into_iter().chain(missed).collect();
        let reason = Some(reasons.join("; "));
        return CriterionReport {
            points,
            reason,
            ..blank_report(criterion)
        };
    }
    let reason = match build.verdict {
        BuildVerdict::Ok => None,
        verdict => Some(
            build
                .reason
                .clone()
                .unwrap_or_else(|| verdict.name().to_owned()),
        ),
    };
    CriterionReport {
        points: if reason.is_none() {
            criterion.points()
        } else {
            Points::ZERO
        },
        state: state_from_build(build),
        reason,
        ..blank_report(criterion)
    }
}

/// So many warnings, as faults.
pub(super) fn warning_faults(count: usize) -> FaultCount {
    FaultCount {
        count: count as u64,
        one: "compiler warning",
        many: "compiler warnings",
    }
}

/// Nobody knows how many warnings there are, so a person has to look; until then nothing is taken.
pub(super) fn uncounted_report(criterion: &Criterion<usize>, reason: &str) -> CriterionReport {
    CriterionReport {
        points: criterion.points(),
        state: CriterionState::AwaitsInstructor,
        reason: Some(format!(
            "the compiler's warnings were not counted: {reason}"
        )),
        ..blank_report(criterion)
    }
}

/// Points that a person gives: until then they are what the rubric says, unless there is nothing to look at.
pub(super) fn score_manual(
    criterion: &Criterion<usize>,
    start: ManualStart,
    build: &BuildReport,
) -> CriterionReport {
    if build.verdict != BuildVerdict::Ok {
        let reason = Some("there is no program to look at".to_owned());
        return CriterionReport {
            state: state_from_build(build),
            reason,
            ..blank_report(criterion)
        };
    }
    CriterionReport {
        points: if start == ManualStart::Full {
            criterion.points()
        } else {
            Points::ZERO
        },
        state: CriterionState::AwaitsInstructor,
        ..blank_report(criterion)
    }
}
