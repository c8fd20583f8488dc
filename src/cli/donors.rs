//! `grader run --donors`: right programs of others, from which changes of a wrong one may be taken.

use std::path::Path;

use super::failure::CliFailure;
use super::shared_arguments::LayoutArgs;
use grading::SubmissionSelection;
use lms::intake::IntakeScratch;
use model::{Course, SubmissionContent};
use sandbox::Interrupt;

/// Gives each assignment the programs of a folder, which is laid out like a class. What has to be unpacked goes into `scratch`.
///
/// # Errors
///
/// If the folder cannot be read, or holds no program for any assignment.
pub(super) fn add_donors(
    course: &mut Course,
    folder: &Path,
    scratch: &IntakeScratch,
    interrupt: &Interrupt,
) -> Result<(), CliFailure> {
    let layout = LayoutArgs::default();
    let everything = SubmissionSelection::default();
    let found = layout
        .find_submissions(folder, course, &everything, scratch, interrupt)
        .map_err(|failure| failure.with_context("--donors"))?;
    for submission in found.submissions {
        let assignments = &mut course.assignments;
        let assignment = assignments
            .iter_mut()
            .find(|one| one.id == submission.assignment);
        if let (Some(assignment), SubmissionContent::Sources(sources)) =
            (assignment, submission.content)
        {
            assignment.donors.push(sources);
        }
    }
    Ok(())
}
