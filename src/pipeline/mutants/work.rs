//! What one program's mutants are worked on with, in every part of the work.

use super::super::case_run::CaseRun;
use super::super::grading_error::GradingError;
use super::super::submission::AssignmentGrader;
use super::MutantsAsked;
use super::behind_switch::BehindSwitch;
use super::linked::{Linked, Workshop};
use super::noticed::Jury;
use crate::case_lints::CaseLints;
use crate::mutants::{Mutant, MutantsOfProgram, Outcome, SourceText};

/// What became of a program's mutants, and what they say of the cases where that is asked.
pub(crate) type FoundOut = (MutantsOfProgram, Option<CaseLints>);

/// Who works, and on what was asked.
pub(super) struct Work<'g> {
    pub(super) grader: &'g AssignmentGrader<'g>,
    pub(super) workers: usize,
    pub(super) asked: MutantsAsked,
}

/// What one program is worked on with.
pub(super) struct Bench<'b> {
    pub(super) jury: &'b Jury<'b>,
    pub(super) texts: &'b [SourceText],
    pub(super) own: Workshop<'b>,
    pub(super) behind: Option<&'b BehindSwitch>,
}

/// Where a survivor is run again.
pub(super) enum Home {
    BehindSwitch,
    Own(Box<Linked>),
}

/// What trying a mutant came to.
pub(super) enum Attempted {
    Done(Outcome),
    Survived(Vec<CaseRun>, Home),
}

/// The sources with one mutant in them.
pub(super) fn with(texts: &[SourceText], mutant: &Mutant) -> Vec<SourceText> {
    let mut texts = texts.to_vec();
    if let Some(source) = texts.get_mut(mutant.source) {
        source.text = mutant.applied_to(source);
    }
    texts
}

/// Where we failed, that is what became of the mutant; only a user who wants to stop is an error.
pub(super) fn ungraded(outcome: Result<Outcome, GradingError>) -> Result<Outcome, GradingError> {
    match outcome {
        Err(GradingError::Ours(why) | GradingError::ForGood(why) | GradingError::Scarce(why)) => {
            Ok(Outcome::Ungraded(why))
        }
        other => other,
    }
}
