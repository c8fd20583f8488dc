//! Criteria about the cases that a student hands in.

use super::findings::{SubmissionFindings, blank_report, state_from_build};
use model::{BuildVerdict, CaseSetFindings, CaseSetQuality, Criterion, CriterionReport, Points};

/// How many of the redundant cases a report names.
const NAMED: usize = 4;

/// The share of the points that a set of cases has earned.
pub(super) fn score_case_set(
    criterion: &Criterion<usize>,
    quality: CaseSetQuality,
    findings: &SubmissionFindings<'_>,
) -> CriterionReport {
    let build = findings.build;
    let Some(found) = findings
        .case_set
        .filter(|_| build.verdict == BuildVerdict::Ok)
    else {
        let reason = build.reason.clone();
        return CriterionReport {
            state: state_from_build(build),
            reason: reason.or_else(|| Some(build.verdict.name().to_owned())),
            ..blank_report(criterion)
        };
    };
    let faults = found.faults();
    let (right, all) = match quality {
        CaseSetQuality::Valid => (found.valid, found.handed_in),
        CaseSetQuality::Thorough => (faults.noticed, faults.all),
        CaseSetQuality::NotRedundant => (found.valid - found.redundant.len(), found.valid),
    };
    let points = match all {
        0 => Points::ZERO,
        all => criterion.points().share(right as u64, all as u64),
    };
    let reason = (right < all || all == 0).then(|| describe_missing(quality, found));
    CriterionReport {
        points,
        reason,
        ..blank_report(criterion)
    }
}

/// Why points are missing. Of the instructor's programs only numbers are told.
fn describe_missing(quality: CaseSetQuality, found: &CaseSetFindings) -> String {
    let CaseSetFindings {
        handed_in,
        valid,
        redundant,
        mutants,
        programs,
    } = found;
    if *handed_in == 0 {
        return "no case was handed in".to_owned();
    }
    match quality {
        CaseSetQuality::Valid => {
            format!("the reference agrees with {valid} of {handed_in} cases")
        }
        _ if *valid == 0 => "no case is valid".to_owned(),
        CaseSetQuality::Thorough => {
            let mut parts = Vec::new();
            if mutants.all > 0 {
                parts.push(format!("{} of {} mutants", mutants.noticed, mutants.all));
            }
            if programs.all > 0 {
                parts.push(format!(
                    "{} of {} programs with a fault",
                    programs.noticed, programs.all
                ));
            }
            format!("noticed: {}", parts.join(", "))
        }
        CaseSetQuality::NotRedundant => {
            let mut names: Vec<&str> = redundant.iter().map(String::as_str).collect();
            if names.len() > NAMED {
                names.truncate(NAMED);
                names.push("…");
            }
            format!(
                "{} of {valid} valid cases notice nothing that earlier ones do not: {}",
                redundant.len(),
                names.join(", ")
            )
        }
    }
}
