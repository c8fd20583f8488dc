//! Which of the submissions in a folder are graded.

use crate::PipelineError;
use lms::intake;
use lms::intake::IntakeSource;
use model::{Assignment, Course, Partition, Submission, SubmissionSet};
use support::nearest;

/// What to grade.
#[derive(Debug, Clone, Default)]
pub struct SubmissionSelection {
    /// Only these assignments; all if empty.
    pub assignments: Vec<String>,
    /// Only these students; all if empty.
    pub students: Vec<String>,
}

/// Finds what was handed in at `source` and is selected, with remarks on it. Where it is packed, what is found stands in the
/// source's scratch folder.
///
/// # Errors
///
/// If there is nothing, or it is not clear what is for which assignment; if the user wants to stop.
pub fn find_submissions(
    course: &Course,
    source: &IntakeSource<'_>,
    selection: &SubmissionSelection,
) -> Result<SubmissionSet, PipelineError> {
    let assignments: Vec<&Assignment> = course
        .assignments
        .iter()
        .filter(|assignment| {
            selection.assignments.is_empty() || selection.assignments.contains(&assignment.id)
        })
        .collect();
    let whole = selection.students.is_empty();
    let SubmissionSet {
        submissions,
        mut others,
        remarks,
        left_out,
    } = intake::find_submissions(source, course, &assignments, whole)?;
    let (submissions, unchosen) = split_selected(submissions, selection)?;
    others.extend(unchosen.iter().map(Submission::name));
    Ok(SubmissionSet {
        submissions,
        others,
        remarks,
        left_out,
    })
}

/// Those of all submissions of a class that belong to a piece of it.
pub fn piece_of(class: &[Submission], partition: &Partition) -> Vec<Submission> {
    let is_held = |(position, one): &(usize, &Submission)| {
        partition.contains_submission(*position, &one.student)
    };
    class
        .iter()
        .enumerate()
        .filter(is_held)
        .map(|(_, one)| one.clone())
        .collect()
}

/// Those of the students who are asked for, and all others.
fn split_selected(
    found: Vec<Submission>,
    selection: &SubmissionSelection,
) -> Result<(Vec<Submission>, Vec<Submission>), PipelineError> {
    let unknown = selection
        .students
        .iter()
        .find(|name| !found.iter().any(|one| one.student == **name));
    if let Some(name) = unknown {
        return Err(PipelineError::NoSubmission(unknown_student_message(
            name, &found,
        )));
    }
    let wanted = |one: &Submission| {
        selection.students.is_empty() || selection.students.contains(&one.student)
    };
    Ok(found.into_iter().partition(wanted))
}

fn unknown_student_message(name: &str, found: &[Submission]) -> String {
    let names: Vec<&str> = found.iter().map(|one| one.student.as_str()).collect();
    let hint = nearest::describe_suggestion(name, &names);
    format!("there is no student `{name}`{hint}")
}
