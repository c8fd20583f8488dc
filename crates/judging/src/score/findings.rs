//! What is scored: all that was found out about a submission.

use model::{
    BuildReport, CallReport, Judgement, RuleInspection, TestReport, UndefinedBehaviour, Verdict,
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
