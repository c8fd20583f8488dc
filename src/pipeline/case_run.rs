//! A case that was run, or not: the value from which reports and points are made.

use std::sync::Arc;

use crate::model::{CallReport, Judgement, Observation, Turn, Verdict};

/// One case that was run, or not, with its judgements.
#[derive(Clone)]
pub(super) struct CaseRun {
    pub(super) input: Vec<String>,
    pub(super) expected: Arc<Vec<Turn>>,
    pub(super) observation: Option<Observation>,
    pub(super) judgement: Judgement,
    /// The calls of a case that calls functions.
    pub(super) calls: Vec<CallReport>,
    /// By criterion that compares this case by a rule of its own.
    pub(super) own: Vec<(usize, Judgement)>,
}

impl CaseRun {
    /// Whether no other game could change a verdict.
    pub(super) fn is_settled(&self) -> bool {
        let own = self.own.iter().map(|(_, own)| own);
        own.chain([&self.judgement]).all(|judgement| judgement.verdict != Verdict::Accepted)
    }

    /// What was wrong already, and for the rest what comes next. The run that is shown is the one that the case's own
    /// verdict is about.
    pub(super) fn or_worse(mut self, next: CaseRun) -> CaseRun {
        for ((_, mine), (_, theirs)) in self.own.iter_mut().zip(&next.own) {
            if mine.verdict == Verdict::Accepted {
                mine.clone_from(theirs);
            }
        }
        match self.judgement.verdict {
            Verdict::Accepted => CaseRun { own: self.own, ..next },
            _ => self,
        }
    }
}
