//! Criteria that look at the whole program: what its build came to, undefined behaviour, and what a person says of it. What is not
//! known costs no points.

use super::findings::{FaultCount, SubmissionFindings, blank_report, state_from_build};
use model::{
    BuildDemand, BuildReport, BuildVerdict, Criterion, CriterionReport, CriterionState,
    ManualStart, Points, UndefinedBehaviour, UndefinedFinding,
};
use support::count::format_count;

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
        let count = format_count(warnings, "warning", "warnings");
        let warned = (warnings > 0).then(|| format!("the compiler gave {count}"));
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

/// The report of a criterion that gives its points where nothing was found.
pub(super) fn score_undefined(
    criterion: &Criterion<usize>,
    findings: &SubmissionFindings<'_>,
) -> CriterionReport {
    let build = findings.build;
    if build.verdict != BuildVerdict::Ok {
        let reason = build
            .reason
            .clone()
            .or_else(|| Some(build.verdict.name().to_owned()));
        return CriterionReport {
            state: state_from_build(build),
            reason,
            ..blank_report(criterion)
        };
    }
    let points = criterion.points();
    match findings.undefined {
        UndefinedBehaviour::Found(found) if found.is_empty() => CriterionReport {
            points,
            ..blank_report(criterion)
        },
        UndefinedBehaviour::Found(found) => {
            let points = undefined_faults(found.len() as u64).points_left(points, criterion.each);
            CriterionReport {
                points,
                reason: Some(describe_findings(found)),
                ..blank_report(criterion)
            }
        }
        UndefinedBehaviour::Failed(reason) => CriterionReport {
            state: CriterionState::Ungraded,
            reason: Some(reason.clone()),
            ..blank_report(criterion)
        },
        UndefinedBehaviour::NotApplicable(reason) => CriterionReport {
            points,
            reason: Some(reason.clone()),
            ..blank_report(criterion)
        },
        UndefinedBehaviour::Unknown(_) | UndefinedBehaviour::NotAsked => CriterionReport {
            points,
            ..unknown_report(criterion, findings.undefined)
        },
    }
}

/// Nobody knows, so a person has to look; until then nothing is taken.
pub(super) fn unknown_report(
    criterion: &Criterion<usize>,
    undefined: &UndefinedBehaviour,
) -> CriterionReport {
    let reason = match undefined {
        UndefinedBehaviour::Unknown(reason) => Some(reason.clone()),
        _ => None,
    };
    CriterionReport {
        state: CriterionState::AwaitsInstructor,
        reason,
        ..blank_report(criterion)
    }
}

/// How many there are, and where the first is.
fn describe_findings(found: &[UndefinedFinding]) -> String {
    let count = format_count(found.len(), "place", "places");
    let first = found.iter().find_map(|finding| finding.place.as_ref());
    let first = first.map_or(String::new(), |place| {
        format!(", such as {}:{}", place.file, place.line)
    });
    format!("undefined behaviour in {count}{first}")
}

/// So many of them, as faults.
pub(super) fn undefined_faults(count: u64) -> FaultCount {
    let one = "place with undefined behaviour";
    let many = "places with undefined behaviour";
    FaultCount { count, one, many }
}

/// The faults of a penalty: how many places; or why they cannot be counted.
pub(super) fn count_findings(undefined: &UndefinedBehaviour) -> Result<u64, String> {
    match undefined {
        UndefinedBehaviour::Found(found) => Ok(found.len() as u64),
        UndefinedBehaviour::Failed(reason) => Err(reason.clone()),
        UndefinedBehaviour::NotApplicable(_)
        | UndefinedBehaviour::Unknown(_)
        | UndefinedBehaviour::NotAsked => Ok(0),
    }
}
