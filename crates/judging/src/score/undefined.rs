//! A criterion that is about undefined behaviour. What is not known costs no points.

use super::criterion_report::{blank_report, state_from_build};
use super::faults::FaultCount;
use super::findings::SubmissionFindings;
use model::{
    BuildVerdict, Criterion, CriterionReport, CriterionState, UndefinedBehaviour, UndefinedFinding,
};

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
    let noun = if found.len() == 1 { "place" } else { "places" };
    let first = found.iter().find_map(|finding| finding.place.as_ref());
    let first = first.map_or(String::new(), |place| {
        format!(", such as {}:{}", place.file, place.line)
    });
    format!("undefined behaviour in {} {noun}{first}", found.len())
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
