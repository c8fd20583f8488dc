//! A criterion that is about undefined behaviour. What is not known costs no points.

use super::criterion_report::{decided_unless_ours, untouched};
use super::faults::Faults;
use super::findings::Findings;
use crate::model::{
    BuildVerdict, Criterion, CriterionReport, CriterionState, Undefined, UndefinedFinding,
};

/// The report of a criterion that gives its points where nothing was found.
pub(super) fn report(criterion: &Criterion<usize>, findings: &Findings<'_>) -> CriterionReport {
    let build = findings.build;
    if build.verdict != BuildVerdict::Ok {
        let reason = build.reason.clone().or_else(|| Some(build.verdict.name().to_owned()));
        return CriterionReport {
            state: decided_unless_ours(build),
            reason,
            ..untouched(criterion)
        };
    }
    let points = criterion.points();
    match findings.undefined {
        Undefined::Found(found) if found.is_empty() => {
            CriterionReport { points, ..untouched(criterion) }
        }
        Undefined::Found(found) => {
            let points = of_places(found.len() as u64).left_of(points, criterion.each);
            CriterionReport { points, reason: Some(in_words(found)), ..untouched(criterion) }
        }
        Undefined::Failed(reason) => CriterionReport {
            state: CriterionState::Ungraded,
            reason: Some(reason.clone()),
            ..untouched(criterion)
        },
        Undefined::NotApplicable(reason) => {
            CriterionReport { points, reason: Some(reason.clone()), ..untouched(criterion) }
        }
        Undefined::Unknown(_) | Undefined::NotAsked => {
            CriterionReport { points, ..unknown(criterion, findings.undefined) }
        }
    }
}

/// Nobody knows, so a person has to look; until then nothing is taken.
pub(super) fn unknown(criterion: &Criterion<usize>, undefined: &Undefined) -> CriterionReport {
    let reason = match undefined {
        Undefined::Unknown(reason) => Some(reason.clone()),
        _ => None,
    };
    CriterionReport { state: CriterionState::AwaitsInstructor, reason, ..untouched(criterion) }
}

/// How many there are, and where the first is.
fn in_words(found: &[UndefinedFinding]) -> String {
    let noun = if found.len() == 1 { "place" } else { "places" };
    let first = found.iter().find_map(|finding| finding.place.as_ref());
    let first =
        first.map_or(String::new(), |place| format!(", such as {}:{}", place.file, place.line));
    format!("undefined behaviour in {} {noun}{first}", found.len())
}

/// So many of them, as faults.
pub(super) fn of_places(count: u64) -> Faults {
    let (one, many) = ("place with undefined behaviour", "places with undefined behaviour");
    Faults { count, one, many }
}

/// The faults of a penalty: how many places; or why they cannot be counted.
pub(super) fn count(undefined: &Undefined) -> Result<u64, String> {
    match undefined {
        Undefined::Found(found) => Ok(found.len() as u64),
        Undefined::Failed(reason) => Err(reason.clone()),
        Undefined::NotApplicable(_) | Undefined::Unknown(_) | Undefined::NotAsked => Ok(0),
    }
}
