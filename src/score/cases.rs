//! Criteria that look at cases.

use super::criterion_report::untouched;
use super::shares::Shares;
use crate::model::{Credit, Criterion, CriterionReport, CriterionState, Scheme, Verdict};

pub(super) fn report(
    scheme: &Scheme,
    criterion: &Criterion<usize>,
    shares: &Shares<'_>,
) -> CriterionReport {
    let ungraded =
        shares.entries.iter().any(|share| matches!(share.judgement.verdict, Verdict::Ungraded(_)));
    CriterionReport {
        points: shares.earned().into_iter().sum(),
        state: if ungraded { CriterionState::Ungraded } else { CriterionState::Decided },
        reason: reason(shares, ungraded),
        looks_at: shares.looks_at(),
        judgements: shares.own_judgements(),
        is_partial: scheme.is_partial(criterion),
        ..untouched(criterion)
    }
}

fn reason(shares: &Shares<'_>, ungraded: bool) -> Option<String> {
    const NAMED: usize = 4;
    let failed = shares.failed();
    let total = shares.entries.len();
    let not_run = shares.entries.iter().find_map(|share| match &share.judgement.verdict {
        Verdict::NotRun(reason) => Some(reason.clone()),
        _ => None,
    });
    match (failed.as_slice(), not_run) {
        _ if ungraded => Some("the grader failed on some cases".to_owned()),
        (_, Some(reason)) => Some(reason),
        ([], None) => None,
        (failed, None) => {
            let rule = match shares.credit {
                Credit::AllOrNothing => "; all must be".to_owned(),
                Credit::Minimum => "; the worst of them counts".to_owned(),
                Credit::Best => "; the best of them counts".to_owned(),
                Credit::PerCase
                | Credit::PerCall
                | Credit::PerTest
                | Credit::PerTurn
                | Credit::PerLine => shares.parts_in_words(),
            };
            // Students read this: what is hidden from them has no name here.
            let known: Vec<&str> =
                failed.iter().filter(|share| !share.is_hidden).map(|share| share.id).collect();
            let names = match known.as_slice() {
                [] => String::new(),
                names if names.len() > NAMED => {
                    format!("; not {}, …", names[..NAMED].join(", "))
                }
                names => format!("; not {}", names.join(", ")),
            };
            Some(format!("{} of {total} are right{rule}{names}", total - failed.len()))
        }
    }
}
