//! Penalties: points that are taken away for each fault, up to a most.

use super::findings::{FaultCount, SubmissionFindings, blank_report};
use model::{
    BuildDemand, BuildVerdict, Criterion, CriterionEvidence, CriterionReport, CriterionState,
    Judgement, Points, UndefinedBehaviour, Verdict,
};

/// The report of a criterion that takes `each` away per fault, and its points in all at most.
pub(super) fn score_penalty(
    criterion: &Criterion<usize>,
    each: Points,
    most: Points,
    judgements: &[&Judgement],
    findings: &SubmissionFindings<'_>,
) -> CriterionReport {
    if let Some(open) = report_unknown_count(criterion, findings) {
        return open;
    }
    let faults = match count_faults(criterion, judgements, findings) {
        Ok(faults) => faults,
        Err(reason) => {
            let state = CriterionState::Ungraded;
            return CriterionReport {
                state,
                reason: Some(reason),
                ..blank_report(criterion)
            };
        }
    };
    CriterionReport {
        points: -faults.total_cost(each, most),
        reason: (faults.count > 0).then(|| faults.describe_cost(each, most)),
        ..blank_report(criterion)
    }
}

/// The report where nobody knows how many faults there are, and a person has to look.
fn report_unknown_count(
    criterion: &Criterion<usize>,
    findings: &SubmissionFindings<'_>,
) -> Option<CriterionReport> {
    match (&criterion.evidence, findings.build.verdict) {
        (CriterionEvidence::Build(BuildDemand::NoWarnings), BuildVerdict::Ok) => {
            let reason = findings.build.warnings.unknown.as_ref()?;
            Some(super::whole::uncounted_report(criterion, reason))
        }
        (CriterionEvidence::Undefined, BuildVerdict::Ok) => match findings.undefined {
            UndefinedBehaviour::Unknown(_) => {
                Some(super::whole::unknown_report(criterion, findings.undefined))
            }
            _ => None,
        },
        _ => None,
    }
}

/// The faults that a criterion's evidence shows. What was never run shows none; what we failed on cannot be counted.
fn count_faults(
    criterion: &Criterion<usize>,
    judgements: &[&Judgement],
    findings: &SubmissionFindings<'_>,
) -> Result<FaultCount, String> {
    match &criterion.evidence {
        CriterionEvidence::Cases { .. } => {
            if judgements
                .iter()
                .any(|one| matches!(one.verdict, Verdict::Ungraded(_)))
            {
                return Err("the grader failed on some cases".to_owned());
            }
            let is_fault =
                |one: &&&Judgement| !matches!(one.verdict, Verdict::Accepted | Verdict::NotRun(_));
            let count = judgements.iter().filter(is_fault).count() as u64;
            Ok(FaultCount {
                count,
                one: "failed test case",
                many: "failed test cases",
            })
        }
        CriterionEvidence::Build(demand) => {
            if findings.build.verdict == BuildVerdict::Ungraded {
                return Err("the grader failed to build the program".to_owned());
            }
            let is_built = findings.build.verdict == BuildVerdict::Ok;
            Ok(match demand {
                BuildDemand::NoWarnings => {
                    // A program that is none has no warnings that count, as it breaks no rule.
                    let count = if is_built {
                        findings.build.warnings.count
                    } else {
                        0
                    };
                    super::whole::warning_faults(count)
                }
                BuildDemand::Compiles if is_built => {
                    let count = findings.build.added.len() as u64;
                    let one = "line that the grader added";
                    let many = "lines that the grader added";
                    FaultCount { count, one, many }
                }
                BuildDemand::Compiles => FaultCount {
                    count: 1,
                    one: "program that does not compile",
                    many: "",
                },
            })
        }
        CriterionEvidence::Undefined => {
            if findings.build.verdict == BuildVerdict::Ungraded {
                return Err("the grader failed to build the program".to_owned());
            }
            let count = super::whole::count_findings(findings.undefined)?;
            Ok(super::whole::undefined_faults(count))
        }
        // Rules count their own findings.
        CriterionEvidence::Rule(_) => Ok(FaultCount {
            count: 0,
            one: "",
            many: "",
        }),
        // The rubric's reader refuses a penalty for what only a person can see, or what has a share and no count.
        CriterionEvidence::Manual(_) | CriterionEvidence::CaseSet(_) => Ok(FaultCount {
            count: 0,
            one: "",
            many: "",
        }),
    }
}
