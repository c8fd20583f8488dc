//! Who gets the points of a submission.

use super::system::UploadSystem;
use crate::identity::PersonIdentity;
use model::{CriterionState, Grade, GroupMember, HandIn, Points, SubmissionLayout};

/// What goes into a system of one submission's grade.
#[derive(Debug, Clone)]
pub struct UploadGrade {
    /// The student's name in the reports.
    pub(crate) student: String,
    /// The points; none if the submission is ungraded, and nothing may be said of it.
    pub(super) points: Option<Points>,
    /// The points that could be earned.
    pub(super) max_points: Points,
    /// Whether a person still has to look at a criterion.
    pub(super) awaits_instructor: bool,
    /// Whether only the roster has the student: nothing was handed in, and no person has given points.
    pub is_absent: bool,
    /// Whether the system hides who it is.
    pub is_anonymous: bool,
    /// Who gets them: several if a group handed it in and the download says who is in it.
    pub(super) recipients: Vec<PersonIdentity>,
}

impl UploadGrade {
    /// What goes of this grade into `system`.
    pub fn from_grade(grade: &Grade, system: UploadSystem) -> UploadGrade {
        let awaits = |state| state == CriterionState::AwaitsInstructor;
        let hand_in = grade.hand_in.as_ref();
        let is_given = grade.adjustments.iter().any(|one| one.is_grade_override());
        UploadGrade {
            student: grade.student.clone(),
            points: (!grade.is_ungraded()).then_some(grade.points),
            max_points: grade.max_points,
            awaits_instructor: grade.criteria.iter().any(|one| awaits(one.state)),
            is_absent: hand_in.is_some_and(|hand_in| hand_in.absent) && !is_given,
            is_anonymous: hand_in.is_some_and(is_anonymous),
            recipients: find_recipients(grade, system),
        }
    }
}

/// Canvas names whoever hands in anonymously by a word in place of a number.
fn is_anonymous(hand_in: &HandIn) -> bool {
    let is_canvas = hand_in.layout == SubmissionLayout::Canvas.name();
    is_canvas && hand_in.id.is_none() && hand_in.name.starts_with("anon_")
}

fn find_recipients(grade: &Grade, system: UploadSystem) -> Vec<PersonIdentity> {
    let student = &grade.student;
    let Some(hand_in) = &grade.hand_in else {
        let names = vec![student.clone()];
        let other = vec![student.clone()];
        return vec![PersonIdentity {
            names,
            other,
            ..PersonIdentity::default()
        }];
    };
    if hand_in.members.is_empty() {
        return vec![PersonIdentity::from_hand_in(
            hand_in,
            student,
            Some(system.layout()),
        )];
    }
    let of_member =
        |member: &GroupMember| PersonIdentity::from_member(hand_in, member, Some(system.layout()));
    hand_in.members.iter().map(of_member).collect()
}
