//! Which programs are mutated.

use super::super::PipelineError;
use super::super::class;
use super::super::grading_error::GradingError;
use super::super::session::Session;
use super::super::toolbox::ToolchainSet;
use super::MutantOptions;
use super::subject;
use super::work::{MutationRun, ProgramMutants};
use model::Course;

/// Tries the mutants of each assignment's solution.
///
/// # Errors
///
/// If expected transcripts cannot be relied on, there is no compiler, or the user wants to stop. What goes wrong with one
/// program or one mutant is a value.
pub fn test_course_mutants(
    course: &Course,
    session: Session<'_>,
    asked: MutantOptions,
) -> Result<Vec<ProgramMutants>, PipelineError> {
    let programs = subject::find_solutions(course);
    let toolbox = ToolchainSet::probe(course, &programs, session.interrupt())?;
    let workers = session.workers();
    let mut all = Vec::new();
    for program in programs {
        let only = course.with_assignments(std::slice::from_ref(&program.assignment));
        let one = std::slice::from_ref(&program);
        let alone = session.with_workers(1);
        let found =
            class::map_submissions(&only, one, &toolbox, alone, |grader, _, submission| {
                let work = MutationRun {
                    grader,
                    workers,
                    options: asked,
                };
                match work.test_program(submission) {
                    Err(GradingError::Interrupted) => Err(PipelineError::Interrupted),
                    Err(
                        GradingError::Internal(why)
                        | GradingError::Permanent(why)
                        | GradingError::ResourceExhausted(why),
                    ) => Ok((work.failed_program(submission, why), None)),
                    Ok(found) => Ok(found),
                }
            })?;
        all.extend(found);
    }
    Ok(all)
}
