//! From verdicts to points, by the rubric. Every point that is missing has a reason here.
//!
//! One file for each kind of evidence, and for penalties and requirements, which may stand on any.

mod case_set;
mod cases;
mod findings;
mod late;
mod overridden;
mod penalty;
mod rules;
mod shares;
#[cfg(test)]
mod test_grade;
mod whole;

pub use findings::{CallCount, SubmissionFindings};
pub use late::apply_lateness;
pub use overridden::{OverriddenGradebook, OverrideError, check_maximum};

use findings::blank_report;
use model::{
    Criterion, CriterionEvidence, CriterionKind, CriterionReport, CriterionState, Judgement,
    MarkingScheme, Points, RuleInspection,
};
use shares::CaseShares;

/// Points by criterion and by case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Score {
    /// The criteria, in the order of the rubric.
    pub criteria: Vec<CriterionReport>,
    /// For each case, what it earned in all criteria together, and what it could earn.
    pub cases: Vec<(Points, Points)>,
}

impl Score {
    /// All points earned; penalties take no more than there is.
    pub fn points(&self) -> Points {
        let sum: Points = self.criteria.iter().map(|criterion| criterion.points).sum();
        sum.max(Points::ZERO)
    }
}

/// Scores one submission by a scheme.
pub fn score_submission(scheme: &MarkingScheme, findings: &SubmissionFindings<'_>) -> Score {
    let shares: Vec<Option<CaseShares<'_>>> = scheme
        .criteria
        .iter()
        .enumerate()
        .map(|(index, criterion)| CaseShares::new(scheme, index, criterion, findings))
        .collect();
    let mut criteria: Vec<CriterionReport> = scheme
        .criteria
        .iter()
        .zip(&shares)
        .enumerate()
        .map(|(index, (criterion, shares))| {
            let inspection = findings.inspections.get(index).and_then(Option::as_ref);
            let rule = rules::build_rule_report(criterion, inspection);
            let report = score_criterion(scheme, criterion, shares.as_ref(), inspection, findings);
            CriterionReport { rule, ..report }
        })
        .collect();
    cases::apply_requirements(scheme, &mut criteria);
    let mut cases = vec![(Points::ZERO, Points::ZERO); scheme.cases.len()];
    for ((report, criterion), shares) in criteria.iter().zip(&scheme.criteria).zip(&shares) {
        let Some(shares) = shares else { continue };
        if !matches!(criterion.kind, CriterionKind::Penalty { .. }) {
            let is_skipped = report.state == CriterionState::Skipped;
            shares.add_to(&mut cases, is_skipped);
        }
    }
    Score { criteria, cases }
}

/// What each case can earn in all criteria together.
pub fn case_points(scheme: &MarkingScheme) -> Vec<Points> {
    let mut cases = vec![Points::ZERO; scheme.cases.len()];
    for criterion in &scheme.criteria {
        let CriterionEvidence::Cases { cases: judged, .. } = &criterion.evidence else {
            continue;
        };
        let weights: Vec<u32> = judged
            .iter()
            .map(|case| case_weight(scheme, case.index))
            .collect();
        for (case, points) in judged.iter().zip(criterion.points().split(&weights)) {
            if let Some(sum) = cases.get_mut(case.index) {
                *sum += points;
            }
        }
    }
    cases
}

fn case_weight(scheme: &MarkingScheme, index: usize) -> u32 {
    scheme.cases.get(index).map_or(0, |case| case.weight)
}

fn score_criterion(
    scheme: &MarkingScheme,
    criterion: &Criterion<usize>,
    shares: Option<&CaseShares<'_>>,
    inspection: Option<&RuleInspection>,
    findings: &SubmissionFindings<'_>,
) -> CriterionReport {
    if matches!(criterion.evidence, CriterionEvidence::Rule(_)) {
        return rules::score_rule(criterion, inspection, findings.build);
    }
    if let CriterionKind::Penalty { each, most } = criterion.kind {
        let judgements: Vec<&Judgement> = shares
            .map(|shares| shares.entries.iter().map(|share| share.judgement).collect())
            .unwrap_or_default();
        let report = penalty::score_penalty(criterion, each, most, &judgements, findings);
        let own = shares
            .map(CaseShares::criterion_judgements)
            .unwrap_or_default();
        let looks_at = shares.map(CaseShares::verdict_case_ids).unwrap_or_default();
        let is_partial = scheme.is_partial(criterion);
        return CriterionReport {
            looks_at,
            judgements: own,
            is_partial,
            ..report
        };
    }
    match (&criterion.evidence, shares) {
        (CriterionEvidence::Build(demand), _) => {
            whole::score_build(criterion, *demand, findings.build)
        }
        (CriterionEvidence::Undefined, _) => whole::score_undefined(criterion, findings),
        (CriterionEvidence::Manual(start), _) => {
            whole::score_manual(criterion, *start, findings.build)
        }
        (CriterionEvidence::CaseSet(quality), _) => {
            case_set::score_case_set(criterion, *quality, findings)
        }
        (CriterionEvidence::Cases { .. }, Some(shares)) => {
            cases::score_cases(scheme, criterion, shares)
        }
        (CriterionEvidence::Cases { .. }, None) | (CriterionEvidence::Rule(_), _) => {
            blank_report(criterion)
        }
    }
}
