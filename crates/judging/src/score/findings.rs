//! What is scored, what is counted against a submission, and how the report on a criterion begins.

use model::{
    BuildReport, BuildVerdict, CallReport, CaseSetFindings, Criterion, CriterionReport,
    CriterionState, Judgement, Points, RuleInspection, TestReport, UndefinedBehaviour, Verdict,
};

/// What is known of a submission once it was run.
#[derive(Debug)]
pub struct SubmissionFindings<'a> {
    /// What building came to.
    pub build: &'a BuildReport,
    /// What was found of undefined behaviour.
    pub undefined: &'a UndefinedBehaviour,
    /// The verdict of each case under its own comparison, in the order of the assignment's cases.
    pub cases: &'a [Judgement],
    /// How many calls or tests each case made, in the same order; nothing where it made none.
    pub calls: &'a [CallCount],
    /// Each criterion's own judgements, in the order of the criterion's cases; empty where it has none.
    pub criteria: &'a [Vec<Judgement>],
    /// What each criterion's rule says; nothing where it has none, or where there was no program to look at.
    pub inspections: &'a [Option<RuleInspection>],
    /// What is known of the cases that were handed in; none where a program was.
    pub case_set: Option<&'a CaseSetFindings>,
}

/// How many calls or tests of a case there are, and how many of them are right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CallCount {
    /// How many were right.
    pub right: u64,
    /// How many there are.
    pub all: u64,
}

impl CallCount {
    /// Counts them.
    pub fn new(calls: &[CallReport], tests: &[TestReport]) -> CallCount {
        let calls = calls.iter().map(|call| &call.judgement);
        let all: Vec<&Judgement> = calls
            .chain(tests.iter().map(|test| &test.judgement))
            .collect();
        let right = all
            .iter()
            .filter(|one| one.verdict == Verdict::Accepted)
            .count();
        CallCount {
            right: right as u64,
            all: all.len() as u64,
        }
    }
}

/// What is counted against a submission, and what one of it is called.
pub(super) struct FaultCount {
    pub(super) count: u64,
    pub(super) one: &'static str,
    pub(super) many: &'static str,
}

impl FaultCount {
    /// What is taken for them.
    pub(super) fn total_cost(&self, each: Points, most: Points) -> Points {
        each.times(self.count).min(most)
    }

    /// What they leave of `points`, if each takes so much; if nothing is said, the first takes all.
    pub(super) fn points_left(&self, points: Points, each: Option<Points>) -> Points {
        match each {
            Some(each) => points - self.total_cost(each, points),
            None if self.count == 0 => points,
            None => Points::ZERO,
        }
    }

    /// `0.5 for 1 warning`, `0.5 for each of 9 warnings, but no more than this`.
    pub(super) fn describe_cost(&self, each: Points, most: Points) -> String {
        let FaultCount { count, one, many } = self;
        let capped = if each.times(*count) > most {
            ", but no more than this"
        } else {
            ""
        };
        match count {
            1 => format!("{each} for 1 {one}{capped}"),
            _ => format!("{each} for each of {count} {many}{capped}"),
        }
    }
}

/// Whether a criterion that looks at the build alone is decided.
pub(super) fn state_from_build(build: &BuildReport) -> CriterionState {
    if build.verdict == BuildVerdict::Ungraded {
        CriterionState::Ungraded
    } else {
        CriterionState::Decided
    }
}

/// A criterion that has earned nothing yet.
pub(super) fn blank_report(criterion: &Criterion<usize>) -> CriterionReport {
    CriterionReport {
        id: criterion.id.clone(),
        title: criterion.title.clone(),
        points: Points::ZERO,
        max_points: criterion.points(),
        kind: criterion.kind,
        state: CriterionState::Decided,
        reason: None,
        looks_at: Vec::new(),
        judgements: Vec::new(),
        is_partial: false,
        rule: None,
    }
}
