//! Which submission is meant.

use std::fmt;

/// Which submission is meant: an assignment's, of a student.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SubmissionName {
    /// The assignment's id.
    pub assignment: String,
    /// The student's printable name.
    pub student: String,
}

impl SubmissionName {
    /// What [`fmt::Display`] wrote. Neither part can hold a `/`, nor the end of a line.
    pub fn parse(text: &str) -> Option<SubmissionName> {
        let (assignment, student) = text.split_once('/')?;
        let is_whole = !assignment.is_empty() && !student.is_empty() && !student.contains('/');
        let assignment = assignment.to_owned();
        let student = student.to_owned();
        is_whole.then_some(SubmissionName {
            assignment,
            student,
        })
    }
}

impl fmt::Display for SubmissionName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.assignment, self.student)
    }
}
