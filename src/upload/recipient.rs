//! Who gets the points of a submission.

use super::system::System;
use crate::model::{CriterionState, Grade, HandIn, Layout, Points};

/// What goes into a system of one submission's grade.
#[derive(Debug, Clone)]
pub(crate) struct Uploaded {
    /// The student's name in the reports.
    pub(crate) student: String,
    /// The points; none if the submission is ungraded, and nothing may be said of it.
    pub(super) points: Option<Points>,
    /// The points that could be earned.
    pub(super) max_points: Points,
    /// Whether a person still has to look at a criterion.
    pub(super) awaits_instructor: bool,
    /// Who gets them: several if a group handed it in and the download says who is in it.
    pub(super) recipients: Vec<Recipient>,
}

/// One student, as far as a download or a folder says who that is.
#[derive(Debug, Clone, Default)]
pub(super) struct Recipient {
    /// The number by which the system's gradebook knows the student.
    pub(super) id: Option<String>,
    /// The school's number of the student.
    pub(super) number: Option<String>,
    /// The name with which the student logs in.
    pub(super) login: Option<String>,
    /// The student's address.
    pub(super) email: Option<String>,
    /// The name.
    pub(super) name: String,
    /// Whether the name may as well be a login, a number or an address: a folder's name says no more.
    pub(super) is_plain: bool,
}

impl Uploaded {
    /// What goes of this grade into `system`.
    pub(crate) fn of(grade: &Grade, system: System) -> Uploaded {
        let awaits = |state| state == CriterionState::AwaitsInstructor;
        Uploaded {
            student: grade.student.clone(),
            points: (!grade.is_ungraded()).then_some(grade.points),
            max_points: grade.max_points,
            awaits_instructor: grade.criteria.iter().any(|one| awaits(one.state)),
            recipients: recipients(grade, system),
        }
    }
}

fn recipients(grade: &Grade, system: System) -> Vec<Recipient> {
    let Some(hand_in) = &grade.hand_in else {
        let name = grade.student.clone();
        return vec![Recipient { name, is_plain: true, ..Recipient::default() }];
    };
    if hand_in.members.is_empty() {
        let HandIn { id, login, email, name, .. } = hand_in;
        let (id, number) = numbers(hand_in, id.clone(), system);
        let (login, email, name) = (login.clone(), email.clone(), name.clone());
        return vec![Recipient { id, number, login, email, name, is_plain: false }];
    }
    let of_member = |member: &crate::model::Member| {
        let (id, number) = numbers(hand_in, member.id.clone(), system);
        let (email, name) = (member.email.clone(), member.name.clone());
        Recipient { id, number, login: None, email, name, is_plain: false }
    };
    hand_in.members.iter().map(of_member).collect()
}

/// What a number in a download is: the system's own, the school's, or of no use. Numbers of different systems are not compared.
fn numbers(
    hand_in: &HandIn,
    number: Option<String>,
    system: System,
) -> (Option<String>, Option<String>) {
    let is_of = |layout: Layout| hand_in.layout == layout.name();
    // Brightspace's numbers in names of folders are not those of its gradebook.
    if is_of(system.layout()) && system != System::Brightspace {
        return (number, None);
    }
    if is_of(Layout::Gradescope) || is_of(Layout::Pattern) { (None, number) } else { (None, None) }
}
