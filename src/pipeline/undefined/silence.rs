//! Whether it means something that sanitizers found nothing: only if somebody could have said what they find.

use super::subject::UndefinedSubject;
use crate::model::{Exit, Observation};
use crate::pipeline::analysis::SubmissionAnalysis;
use crate::undefined::record;

impl UndefinedSubject<'_> {
    /// Whether the hook could have said something from the beginning to the end. A program that ends by itself, and with
    /// sanitizers by a signal of which nobody says anything, was not seen to its end.
    pub(super) fn is_fully_observed(&self, case: usize, seen: &Observation, mark: &str) -> bool {
        let ordinary = self.ran.get(case).and_then(|ran| ran.observation.as_ref());
        let ended_by_itself = matches!(ordinary.map(|seen| seen.exit), Some(Exit::Code(_)));
        let is_cut_short = ended_by_itself && matches!(seen.exit, Exit::Signal(_));
        !is_cut_short && record::is_hook_intact(&seen.stderr, mark, seen.exit)
    }
}

/// Why nothing is known of a program that stands between the sanitizers and what watches them.
pub(super) fn interposed_reason(analysis: &SubmissionAnalysis) -> Option<String> {
    let name = match &analysis.interposed {
        Ok(name) => name.as_ref()?,
        Err(reason) => return Some(reason.clone()),
    };
    Some(format!(
        "The program has or uses `{}`, which is needed to learn what sanitizers find, so nobody knows what they found.",
        name.replace('`', "'")
    ))
}

/// Why a run in which nothing was found says nothing.
pub(super) fn unseen_reason() -> String {
    "What watches the sanitizers could not be heard from the beginning to the end of a run, so nobody knows what they found."
        .to_owned()
}
