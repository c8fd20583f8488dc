//! From verdicts to points, by the rubric. Every point that is missing has a reason here.
//!
//! One file for each kind of evidence, and for penalties and requirements, which may stand on any.

mod cases;
mod faults;
mod requirements;
mod rules;
mod shares;
mod undefined;
mod whole;

use crate::model::{
    Assignment, BuildReport, BuildVerdict, CallReport, Criterion, CriterionKind, CriterionReport,
    CriterionState, Evidence, Inspection, Judgement, Points, Undefined, Verdict,
};
use shares::Shares;

/// What is known of a submission once it was run.
#[derive(Debug)]
pub(crate) struct Findings<'a> {
    /// What building came to.
    pub build: &'a BuildReport,
    /// What was found of undefined behaviour.
    pub undefined: &'a Undefined,
    /// The verdict of each case under its own comparison, in the order of the assignment's cases.
    pub cases: &'a [Judgement],
    /// How many calls each case made, in the same order; nothing where it made none.
    pub calls: &'a [CallCount],
    /// Each criterion's own judgements, in the order of the criterion's cases; empty where it has none.
    pub criteria: &'a [Vec<Judgement>],
    /// What each criterion's rule says; nothing where it has none, or where there was no program to look at.
    pub inspections: &'a [Option<Inspection>],
}

/// How many calls of a case there are, and how many of them are right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct CallCount {
    /// How many were right.
    pub right: u64,
    /// How many there are.
    pub all: u64,
}

impl CallCount {
    /// Counts them.
    pub(crate) fn of(calls: &[CallReport]) -> CallCount {
        let right = |call: &&CallReport| call.judgement.verdict == Verdict::Accepted;
        CallCount { right: calls.iter().filter(right).count() as u64, all: calls.len() as u64 }
    }
}

/// Points by criterion and by case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Score {
    /// The criteria, in the order of the rubric.
    pub criteria: Vec<CriterionReport>,
    /// For each case, what it earned in all criteria together, and what it could earn.
    pub cases: Vec<(Points, Points)>,
}

impl Score {
    /// All points earned; penalties take no more than there is.
    pub(crate) fn points(&self) -> Points {
        let sum: Points = self.criteria.iter().map(|criterion| criterion.points).sum();
        sum.max(Points::ZERO)
    }
}

/// Scores one submission.
pub(crate) fn score(assignment: &Assignment, findings: &Findings<'_>) -> Score {
    let shares: Vec<Option<Shares<'_>>> = assignment
        .criteria
        .iter()
        .enumerate()
        .map(|(index, criterion)| Shares::of(assignment, index, criterion, findings))
        .collect();
    let mut criteria: Vec<CriterionReport> = assignment
        .criteria
        .iter()
        .zip(&shares)
        .enumerate()
        .map(|(index, (criterion, shares))| {
            let inspection = findings.inspections.get(index).and_then(Option::as_ref);
            let rule = rules::report_of(criterion, inspection);
            let report = report(criterion, shares.as_ref(), inspection, findings);
            CriterionReport { rule, ..report }
        })
        .collect();
    requirements::apply(assignment, &mut criteria);
    let mut cases = vec![(Points::ZERO, Points::ZERO); assignment.cases.len()];
    for ((report, criterion), shares) in criteria.iter().zip(&assignment.criteria).zip(&shares) {
        let Some(shares) = shares else { continue };
        if !matches!(criterion.kind, CriterionKind::Penalty { .. }) {
            let is_skipped = report.state == CriterionState::Skipped;
            shares.add_to(&mut cases, is_skipped);
        }
    }
    Score { criteria, cases }
}

fn report(
    criterion: &Criterion,
    shares: Option<&Shares<'_>>,
    inspection: Option<&Inspection>,
    findings: &Findings<'_>,
) -> CriterionReport {
    if matches!(criterion.evidence, Evidence::Rule(_)) {
        return rules::report(criterion, inspection, findings.build);
    }
    if let CriterionKind::Penalty { each, most } = criterion.kind {
        let judgements: Vec<&Judgement> = shares
            .map(|shares| shares.entries.iter().map(|share| share.judgement).collect())
            .unwrap_or_default();
        let report = faults::penalty(criterion, each, most, &judgements, findings);
        let own = shares.map(Shares::own_judgements).unwrap_or_default();
        return CriterionReport { judgements: own, ..report };
    }
    match (&criterion.evidence, shares) {
        (Evidence::Build(demand), _) => whole::build(criterion, *demand, findings.build),
        (Evidence::Undefined, _) => undefined::report(criterion, findings),
        (Evidence::Manual(start), _) => whole::manual(criterion, *start, findings.build),
        (Evidence::Cases { .. }, Some(shares)) => cases::report(criterion, shares),
        (Evidence::Cases { .. }, None) | (Evidence::Rule(_), _) => untouched(criterion),
    }
}

fn decided_unless_ours(build: &BuildReport) -> CriterionState {
    if build.verdict == BuildVerdict::Ungraded {
        CriterionState::Ungraded
    } else {
        CriterionState::Decided
    }
}

fn untouched(criterion: &Criterion) -> CriterionReport {
    CriterionReport {
        id: criterion.id.clone(),
        title: criterion.title.clone(),
        points: Points::ZERO,
        max_points: criterion.points(),
        kind: criterion.kind,
        state: CriterionState::Decided,
        reason: None,
        judgements: Vec::new(),
        rule: None,
    }
}
