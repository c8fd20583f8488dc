//! Whether it means something that sanitizers found nothing: only if somebody could have said what they find.

use super::super::case_run::CaseRun;
use crate::analysis::SubmissionAnalysis;
use judging::undefined::record;
use model::{Exit, Observation};

/// Whether the hook could have said something from the beginning to the end. A program that ends by itself in its ordinary run, and
/// with sanitizers by a signal of which nobody says anything, was not seen to its end.
pub(super) fn is_fully_observed(ordinary: &CaseRun, seen: &Observation, mark: &str) -> bool {
    let exit = ordinary.observation.as_ref().map(|seen| seen.exit);
    let is_cut_short = matches!(exit, Some(Exit::Code(_))) && matches!(seen.exit, Exit::Signal(_));
    !is_cut_short && record::is_hook_intact(&seen.stderr, mark, seen.exit)
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
