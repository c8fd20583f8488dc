//! Criteria that look at cases.

use super::criterion_report::blank_report;
use super::shares::CaseShares;
use model::{CreditRule, Criterion, CriterionReport, CriterionState, MarkingScheme, Verdict};

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
                .filter(|share| !share.is_hidden)
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
