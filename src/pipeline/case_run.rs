//! A case that was run, or not: the value from which reports and points are made.

use std::sync::Arc;

use crate::model::{
    Abridge, AnsweredQuestion, CallReport, Comparison, Judgement, Observation, Turn, Verdict,
};

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
    /// The same run with the questions that were answered in it; none if it is as it was.
    pub(super) with_questions: Option<WithQuestions>,
    /// The questions that were answered in runs that count.
    pub(super) answered: Vec<AnsweredQuestion>,
    /// Runs in which questions were answered, and which made nothing right.
    pub(super) others: Vec<CaseRun>,
}

/// A run as the program saw it: with the questions of its own, and their answers.
#[derive(Clone)]
pub(super) struct WithQuestions {
    /// Which of their answers were given.
    pub(super) attempt: usize,
    /// All lines that it was given, and those that it would have been.
    pub(super) input: Vec<String>,
    pub(super) observation: Observation,
}

impl WithQuestions {
    /// Without the middle of very long output.
    pub(super) fn abridged(self) -> WithQuestions {
        WithQuestions { observation: self.observation.abridged(), ..self }
    }
}

impl CaseRun {
    /// Whether no other game could change a verdict.
    pub(super) fn is_settled(&self) -> bool {
        let own = self.own.iter().map(|(_, own)| own);
        own.chain([&self.judgement]).all(|judgement| judgement.verdict != Verdict::Accepted)
    }

    /// What was seen, as a comparison by this rule looks at it.
    pub(super) fn seen_under(&self, rule: &Comparison) -> Option<&Observation> {
        match &self.with_questions {
            Some(whole) if rule.counts_questions() => Some(&whole.observation),
            _ => self.observation.as_ref(),
        }
    }

    /// From here on people look at it: they see the questions, and what the program was given for them.
    pub(super) fn show_questions(&mut self) {
        if let Some(WithQuestions { input, observation, .. }) = self.with_questions.take() {
            self.input = input;
            self.observation = Some(observation);
        }
    }

    /// What was wrong already, and for the rest what comes next. The run that is shown is the one that the case's own
    /// verdict is about.
    pub(super) fn or_worse(mut self, next: CaseRun) -> CaseRun {
        for ((_, mine), (_, theirs)) in self.own.iter_mut().zip(&next.own) {
            if mine.verdict == Verdict::Accepted {
                mine.clone_from(theirs);
            }
        }
        let answered = [self.answered.as_slice(), &next.answered].concat();
        match self.judgement.verdict {
            Verdict::Accepted => CaseRun { own: self.own, answered, ..next },
            _ => CaseRun { answered, ..self },
        }
    }
}
