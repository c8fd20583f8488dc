//! Penalties: points that are taken away for each fault, up to a most.

use super::criterion_report::untouched;
use super::faults::Faults;
use super::findings::Findings;
use crate::model::{
    BuildDemand, BuildVerdict, Criterion, CriterionReport, CriterionState, Evidence, Judgement,
    Points, Undefined, Verdict,
};

/// The report of a criterion that takes `each` away per fault, and its points in all at most.
pub(super) fn penalty(
    criterion: &Criterion<usize>,
    each: Points,
    most: Points,
    judgements: &[&Judgement],
    findings: &Findings<'_>,
) -> CriterionReport {
    if let Some(open) = nobody_knows(criterion, findings) {
        return open;
    }
    let faults = match faults(criterion, judgements, findings) {
        Ok(faults) => faults,
        Err(reason) => {
            let state = CriterionState::Ungraded;
            return CriterionReport { state, reason: Some(reason), ..untouched(criterion) };
        }
    };
    CriterionReport {
        points: Points::ZERO - faults.cost(each, most),
        reason: (faults.count > 0).then(|| faults.in_words(each, most)),
        ..untouched(criterion)
    }
}

/// The report where nobody knows how many faults there are, and a person has to look.
fn nobody_knows(criterion: &Criterion<usize>, findings: &Findings<'_>) -> Option<CriterionReport> {
    match (&criterion.evidence, findings.build.verdict) {
        (Evidence::Build(BuildDemand::NoWarnings), BuildVerdict::Ok) => {
            let reason = findings.build.warnings.unknown.as_ref()?;
            Some(super::whole::uncounted(criterion, reason))
        }
        (Evidence::Undefined, BuildVerdict::Ok) => match findings.undefined {
            Undefined::Unknown(_) => Some(super::undefined::unknown(criterion, findings.undefined)),
            _ => None,
        },
        _ => None,
    }
}

/// The faults that a criterion's evidence shows. What was never run shows none; what we failed on cannot be counted.
fn faults(
    criterion: &Criterion<usize>,
    judgements: &[&Judgement],
    findings: &Findings<'_>,
) -> Result<Faults, String> {
    match &criterion.evidence {
        Evidence::Cases { .. } => {
            if judgements.iter().any(|one| matches!(one.verdict, Verdict::Ungraded(_))) {
                return Err("the grader failed on some cases".to_owned());
            }
            let is_fault =
                |one: &&&Judgement| !matches!(one.verdict, Verdict::Accepted | Verdict::NotRun(_));
            let count = judgements.iter().filter(is_fault).count() as u64;
            Ok(Faults { count, one: "failed test case", many: "failed test cases" })
        }
        Evidence::Build(demand) => {
            if findings.build.verdict == BuildVerdict::Ungraded {
                return Err("the grader failed to build the program".to_owned());
            }
            let is_built = findings.build.verdict == BuildVerdict::Ok;
            Ok(match demand {
                BuildDemand::NoWarnings => {
                    // A program that is none has no warnings that count, as it breaks no rule.
                    let count = if is_built { findings.build.warnings.count } else { 0 };
                    super::whole::of_warnings(count)
                }
                BuildDemand::Compiles if is_built => {
                    let count = findings.build.added.len() as u64;
                    let (one, many) = ("line that the grader added", "lines that the grader added");
                    Faults { count, one, many }
                }
                BuildDemand::Compiles => {
                    Faults { count: 1, one: "program that does not compile", many: "" }
                }
            })
        }
        Evidence::Undefined => {
            if findings.build.verdict == BuildVerdict::Ungraded {
                return Err("the grader failed to build the program".to_owned());
            }
            let count = super::undefined::count(findings.undefined)?;
            Ok(super::undefined::of_places(count))
        }
        // Rules count their own findings.
        Evidence::Rule(_) => Ok(Faults { count: 0, one: "", many: "" }),
        // The rubric's reader refuses a penalty for what only a person can see.
        Evidence::Manual(_) => Ok(Faults { count: 0, one: "", many: "" }),
    }
}
