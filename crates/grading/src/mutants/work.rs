//! What one program's mutants are worked on with, in every part of the work.

use super::super::case_run::CaseRun;
use super::super::grading_error::GradingError;
use super::super::submission::AssignmentGrader;
use super::MutantOptions;
use super::behind_switch::SwitchedProgram;
use super::linked::{LinkedPrograms, MutantBuilder};
use super::noticed::MutantTester;
use cpp::mutants::{MutantOutcome, MutantsOfProgram, SourceMutant, SourceText};
use judging::case_lints::CaseLints;

/// What became of a program's mutants, and what they say of the cases where that is asked.
pub(crate) type ProgramMutants = (MutantsOfProgram, Option<CaseLints>);

/// Who works, and on what was asked.
pub(super) struct MutationRun<'g> {
    pub(super) grader: &'g AssignmentGrader<'g>,
    pub(super) workers: usize,
    pub(super) options: MutantOptions,
}

/// What one program is worked on with.
pub(super) struct MutationContext<'b> {
    pub(super) jury: &'b MutantTester<'b>,
    pub(super) texts: &'b [SourceText],
    pub(super) builder: MutantBuilder<'b>,
    pub(super) switched: Option<&'b SwitchedProgram>,
}

/// Where a survivor is run again.
pub(super) enum MutantBinary {
    Switched,
    Separate(Box<LinkedPrograms>),
}

/// What trying a mutant came to.
pub(super) enum MutantAttempt {
    Done(MutantOutcome),
    Survived(Vec<CaseRun>, MutantBinary),
}

/// The sources with one mutant in them.
pub(super) fn apply_mutant(texts: &[SourceText], mutant: &SourceMutant) -> Vec<SourceText> {
    let mut texts = texts.to_vec();
    if let Some(source) = texts.get_mut(mutant.source) {
        source.text = mutant.apply_to(source);
    }
    texts
}

/// Where we failed, that is what became of the mutant; only a user who wants to stop is an error.
pub(super) fn outcome_or_ungraded(
    outcome: Result<MutantOutcome, GradingError>,
) -> Result<MutantOutcome, GradingError> {
    match outcome {
        Err(
            GradingError::Internal(why)
            | GradingError::Permanent(why)
            | GradingError::ResourceExhausted(why),
        ) => Ok(MutantOutcome::Ungraded(why)),
        other => other,
    }
}
