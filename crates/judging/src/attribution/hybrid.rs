//! A scheme between two others, with the side that each finding is taken from: what is left of a change when some of it is applied.

use super::facts::GradeEvidence as Facts;
use crate::score::{self, CallCount, SubmissionFindings};
use model::{CaseOutcome, Judgement, MarkingScheme, Points, RuleInspection};

/// From which of two grades something is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GradeSide {
    Old,
    New,
}

/// The findings of both grades.
#[derive(Clone, Copy)]
pub(super) struct EvidencePair<'f> {
    pub(super) old: &'f Facts,
    pub(super) new: &'f Facts,
}

impl<'f> EvidencePair<'f> {
    pub(super) fn get(&self, side: GradeSide) -> &'f Facts {
        match side {
            GradeSide::Old => self.old,
            GradeSide::New => self.new,
        }
    }
}

/// Where the judgement of a criterion on a case comes from.
#[derive(Debug, Clone, Copy)]
pub(super) enum JudgedBy {
    /// It is the case's own: the place among the hybrid's cases.
    Case(usize),
    /// It is the criterion's: its place, and the place among its cases.
    Criterion(GradeSide, usize, usize),
}

/// A scheme, and where what it scores comes from.
#[derive(Debug, Clone)]
pub(super) struct IntermediateScheme {
    pub(super) scheme: MarkingScheme,
    /// For each case, the side and its place there.
    pub(super) cases: Vec<(GradeSide, usize)>,
    /// For each criterion, its cases.
    pub(super) judged_by: Vec<Vec<JudgedBy>>,
    /// For each criterion, the side and its place there.
    pub(super) inspections: Vec<(GradeSide, usize)>,
    pub(super) build: GradeSide,
    pub(super) undefined: GradeSide,
}

impl IntermediateScheme {
    /// The points that these findings earn, before lateness.
    pub(super) fn score_points(&self, pair: EvidencePair<'_>) -> Points {
        let cases: Vec<Judgement> = self
            .cases
            .iter()
            .map(|&(side, place)| case_judgement(pair.get(side), place))
            .collect();
        let calls: Vec<CallCount> = self
            .cases
            .iter()
            .map(|&(side, place)| pair.get(side).calls.get(place).copied().unwrap_or_default())
            .collect();
        let judged = |by: &JudgedBy| match *by {
            JudgedBy::Case(place) => cases.get(place).cloned().unwrap_or_else(unknown_judgement),
            JudgedBy::Criterion(side, criterion, place) => {
                let own = pair.get(side).scoring.own.get(criterion);
                own.and_then(|own| own.get(place))
                    .map_or_else(unknown_judgement, to_judgement)
            }
        };
        let criteria: Vec<Vec<Judgement>> = self
            .judged_by
            .iter()
            .map(|all| all.iter().map(judged).collect())
            .collect();
        let inspections: Vec<Option<RuleInspection>> = self
            .inspections
            .iter()
            .map(|&(side, place)| {
                pair.get(side)
                    .scoring
                    .inspections
                    .get(place)
                    .cloned()
                    .flatten()
            })
            .collect();
        let findings = SubmissionFindings {
            build: &pair.get(self.build).build,
            undefined: &pair.get(self.undefined).undefined,
            cases: &cases,
            calls: &calls,
            criteria: &criteria,
            inspections: &inspections,
        };
        score::score_submission(&self.scheme, &findings).points()
    }
}

fn case_judgement(facts: &Facts, place: usize) -> Judgement {
    facts
        .cases
        .get(place)
        .cloned()
        .unwrap_or_else(unknown_judgement)
}

fn to_judgement(outcome: &CaseOutcome) -> Judgement {
    let CaseOutcome {
        verdict,
        parts,
        share,
    } = outcome;
    Judgement {
        parts: *parts,
        share: *share,
        ..Judgement::new(verdict.clone())
    }
}

/// What no grade says anything of earns nothing.
fn unknown_judgement() -> Judgement {
    Judgement::new(model::Verdict::NotRun(String::new()))
}
