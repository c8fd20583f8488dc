//! Which programs are mutated.

use super::super::PipelineError;
use super::super::class;
use super::super::grading_error::GradingError;
use super::super::session::Session;
use super::super::toolbox::Toolbox;
use super::MutantsAsked;
use super::subject;
use super::work::{FoundOut, Work};
use crate::model::Course;

/// Tries the mutants of each assignment's solution.
///
/// # Errors
///
/// If expected transcripts cannot be relied on, there is no compiler, or the user wants to stop. What goes wrong with one
/// program or one mutant is a value.
pub(crate) fn mutants(
    course: &Course,
    session: Session<'_>,
    asked: MutantsAsked,
) -> Result<Vec<FoundOut>, PipelineError> {
    let programs = subject::programs(course);
    let toolbox = Toolbox::probe(course, &programs, session.interrupt())?;
    let workers = session.workers();
    let mut all = Vec::new();
    for program in programs {
        let only = course.only(std::slice::from_ref(&program.assignment));
        let (one, alone) = (std::slice::from_ref(&program), session.with_workers(1));
        let found = class::grade_all(&only, one, &toolbox, alone, |grader, _, submission| {
            let work = Work { grader, workers, asked };
            match work.of_program(submission) {
                Err(GradingError::Interrupted) => Err(PipelineError::Interrupted),
                Err(
                    GradingError::Ours(why)
                    | GradingError::ForGood(why)
                    | GradingError::Scarce(why),
                ) => Ok((work.troubled(submission, why), None)),
                Ok(found) => Ok(found),
            }
        })?;
        all.extend(found);
    }
    Ok(all)
}
