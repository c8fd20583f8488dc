//! Criteria that look at cases, and criteria that need others first.

use super::findings::blank_report;
use super::shares::CaseShares;
use model::{
    CaseVisibility, CreditRule, Criterion, CriterionReport, CriterionState, MarkingScheme, Points,
    Verdict,
};

pub(super) fn score_cases(
    scheme: &MarkingScheme,
    criterion: &Criterion<usize>,
    shares: &CaseShares<'_>,
) -> CriterionReport {
    let ungraded = shares
        .entries
        .iter()
        .any(|share| matches!(share.judgement.verdict, Verdict::Ungraded(_)));
    CriterionReport {
        points: shares.points_by_case().into_iter().sum(),
        state: if ungraded {
            CriterionState::Ungraded
        } else {
            CriterionState::Decided
        },
        reason: explain_cases(shares, ungraded),
        looks_at: shares.verdict_case_ids(),
        judgements: shares.criterion_judgements(),
        is_partial: scheme.is_partial(criterion),
        ..blank_report(criterion)
    }
}

fn explain_cases(shares: &CaseShares<'_>, ungraded: bool) -> Option<String> {
    const NAMED: usize = 4;
    let failed = shares.failed_shares();
    let total = shares.entries.len();
    let not_run = shares
        .entries
        .iter()
        .find_map(|share| match &share.judgement.verdict {
            Verdict::NotRun(reason) => Some(reason.clone()),
            _ => None,
        });
    match (failed.as_slice(), not_run) {
        _ if ungraded => Some("the grader failed on some cases".to_owned()),
        (_, Some(reason)) => Some(reason),
        ([], None) => None,
        (failed, None) => {
            let rule = match shares.credit {
                CreditRule::AllOrNothing => "; all must be".to_owned(),
                CreditRule::Minimum => "; the worst of them counts".to_owned(),
                CreditRule::Best => "; the best of them counts".to_owned(),
                CreditRule::PerCase
                | CreditRule::PerCall
                | CreditRule::PerTest
                | CreditRule::PerTurn
                | CreditRule::PerLine => shares.describe_parts(),
            };
            // Students read this: what is hidden from them has no name here.
            let known: Vec<&str> = failed
                .iter()
                .filter(|share| share.visibility != CaseVisibility::Hidden)
                .map(|share| share.id)
                .collect();
            let names = match known.as_slice() {
                [] => String::new(),
                names if names.len() > NAMED => {
                    format!("; not {}, …", names[..NAMED].join(", "))
                }
                names => format!("; not {}", names.join(", ")),
            };
            Some(format!(
                "{} of {total} are right{rule}{names}",
                total - failed.len()
            ))
        }
    }
}

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
