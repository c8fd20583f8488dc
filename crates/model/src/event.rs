//! What happens while a class is graded, for whoever wants to watch.

use super::Points;

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GradingEvent {
    /// Grading begins; this many submissions are to come.
    Started {
        /// How many.
        submissions: usize,
    },
    /// A worker took up a submission.
    SubmissionStarted {
        /// The student's printable name.
        student: String,
        /// The assignment's id.
        assignment: String,
    },
    /// A submission has its grade.
    SubmissionFinished {
        /// The student's printable name.
        student: String,
        /// The assignment's id.
        assignment: String,
        /// The points earned.
        points: Points,
        /// The points that could be earned.
        max_points: Points,
        /// Whether something of ours failed on it.
        ungraded: bool,
    },
}
