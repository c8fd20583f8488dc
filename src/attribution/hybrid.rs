//! A scheme between two others, with the side that each finding is taken from: what is left of a change when some of it is applied.

use super::facts::Evidence as Facts;
use crate::model::{CaseOutcome, Inspection, Judgement, Points, Scheme};
use crate::score::{self, CallCount, Findings};

/// From which of two grades something is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Old,
    New,
}

/// The findings of both grades.
#[derive(Clone, Copy)]
pub(super) struct Pair<'f> {
    pub(super) old: &'f Facts,
    pub(super) new: &'f Facts,
}

impl<'f> Pair<'f> {
    pub(super) fn of(&self, side: Side) -> &'f Facts {
        match side {
            Side::Old => self.old,
            Side::New => self.new,
        }
    }
}

/// Where the judgement of a criterion on a case comes from.
#[derive(Debug, Clone, Copy)]
pub(super) enum JudgedBy {
    /// It is the case's own: the place among the hybrid's cases.
    Case(usize),
    /// It is the criterion's: its place, and the place among its cases.
    Criterion(Side, usize, usize),
}

/// A scheme, and where what it scores comes from.
#[derive(Debug, Clone)]
pub(super) struct Hybrid {
    pub(super) scheme: Scheme,
    /// For each case, the side and its place there.
    pub(super) cases: Vec<(Side, usize)>,
    /// For each criterion, its cases.
    pub(super) own: Vec<Vec<JudgedBy>>,
    /// For each criterion, the side and its place there.
    pub(super) inspections: Vec<(Side, usize)>,
    pub(super) build: Side,
    pub(super) undefined: Side,
}

impl Hybrid {
    /// The points that these findings earn, before lateness.
    pub(super) fn points(&self, pair: Pair<'_>) -> Points {
        let cases: Vec<Judgement> =
            self.cases.iter().map(|&(side, place)| case(pair.of(side), place)).collect();
        let calls: Vec<CallCount> = self
            .cases
            .iter()
            .map(|&(side, place)| pair.of(side).calls.get(place).copied().unwrap_or_default())
            .collect();
        let judged = |by: &JudgedBy| match *by {
            JudgedBy::Case(place) => cases.get(place).cloned().unwrap_or_else(unknown),
            JudgedBy::Criterion(side, criterion, place) => {
                let own = pair.of(side).scoring.own.get(criterion);
                own.and_then(|own| own.get(place)).map_or_else(unknown, judgement)
            }
        };
        let criteria: Vec<Vec<Judgement>> =
            self.own.iter().map(|all| all.iter().map(judged).collect()).collect();
        let inspections: Vec<Option<Inspection>> = self
            .inspections
            .iter()
            .map(|&(side, place)| pair.of(side).scoring.inspections.get(place).cloned().flatten())
            .collect();
        let findings = Findings {
            build: &pair.of(self.build).build,
            undefined: &pair.of(self.undefined).undefined,
            cases: &cases,
            calls: &calls,
            criteria: &criteria,
            inspections: &inspections,
        };
        score::score(&self.scheme, &findings).points()
    }
}

fn case(facts: &Facts, place: usize) -> Judgement {
    facts.cases.get(place).cloned().unwrap_or_else(unknown)
}

fn judgement(outcome: &CaseOutcome) -> Judgement {
    let CaseOutcome { verdict, parts, share } = outcome;
    Judgement { parts: *parts, share: *share, ..Judgement::new(verdict.clone()) }
}

/// What no grade says anything of earns nothing.
fn unknown() -> Judgement {
    Judgement::new(crate::model::Verdict::NotRun(String::new()))
}
