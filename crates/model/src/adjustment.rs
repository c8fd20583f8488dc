//! What changes points after a submission was scored: that it came late, and a person's word.

use jiff::SignedDuration;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use super::{Points, SubmissionName};

/// One change of a grade's points, or a comment on them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GradeAdjustment {
    /// What changed them.
    pub cause: AdjustmentCause,
    /// The title of the criterion that it is about; none if it is about the whole grade.
    pub criterion: Option<String>,
    /// The points before, of the criterion or the whole.
    pub before: Points,
    /// The points after.
    pub after: Points,
    /// Why, in a sentence for the student.
    pub reason: String,
}

impl GradeAdjustment {
    /// Whether a person has said what the whole is worth.
    pub fn is_grade_override(&self) -> bool {
        matches!(self.cause, AdjustmentCause::Override { .. }) && self.criterion.is_none()
    }
}

/// What changes points.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum AdjustmentCause {
    /// It was handed in late.
    Late,
    /// A person, by this name.
    Override {
        /// Who, as the override says.
        by: String,
    },
}

/// A line of a program that a person has written something about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CommentedLine {
    /// The file's name in the submission.
    pub file: String,
    /// The line's number, from 1 on.
    pub number: usize,
    /// What stood in the line, for reports that do not have the program.
    pub code: String,
}

/// What a person has written about a line.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineComment {
    /// The line.
    pub line: CommentedLine,
    /// What is written about it.
    pub text: String,
    /// Who has written it.
    pub by: String,
}

/// A stanza of `overrides.toml`: a person's word on one submission, which is the last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GradeOverride {
    /// The student's name in reports.
    pub student: String,
    /// The assignment's id.
    pub assignment: String,
    /// The criterion's id; none for the whole grade.
    pub criterion: Option<String>,
    /// The points that it is to have; none if only something is said.
    pub points: Option<Points>,
    /// Whether it may give more points than can be earned.
    pub above_maximum: bool,
    /// The points that it had when this was written, if that was noted.
    pub was: Option<Points>,
    /// The line that it is about; such a comment has no points, and its reason is its text. None if it is about points.
    pub line: Option<CommentedLine>,
    /// Why, for the student.
    pub reason: String,
    /// Who says so.
    pub by: String,
    /// Where it stands: the file and the line, for messages.
    pub place: String,
}

impl GradeOverride {
    /// A comment on a line of a submission; `place` as in the override.
    pub fn from_comment(
        name: SubmissionName,
        comment: LineComment,
        place: String,
    ) -> GradeOverride {
        GradeOverride {
            student: name.student,
            assignment: name.assignment,
            criterion: None,
            points: None,
            above_maximum: false,
            was: None,
            line: Some(comment.line),
            reason: comment.text,
            by: comment.by,
            place,
        }
    }

    /// The comment that it is; none if it is about points.
    pub fn to_comment(&self) -> Option<LineComment> {
        Some(LineComment {
            line: self.line.clone()?,
            text: self.reason.clone(),
            by: self.by.clone(),
        })
    }

    /// Which submission it is about.
    pub fn name(&self) -> SubmissionName {
        SubmissionName {
            assignment: self.assignment.clone(),
            student: self.student.clone(),
        }
    }
}

/// When an assignment is due, and what lateness costs.
#[derive(Debug, Clone)]
pub struct LateRule {
    /// The last moment, as clocks showed it.
    pub due: DateTime,
    /// Where these clocks are; so are those of systems that name no zone.
    pub zone: TimeZone,
    /// How much later something may come at no cost.
    pub grace: SignedDuration,
    /// What each begun stretch of lateness costs.
    pub penalty: PointsOrPercent,
    /// How long such a stretch is.
    pub per: SignedDuration,
    /// What lateness costs at most.
    pub most: Option<PointsOrPercent>,
    /// After how much lateness nothing counts any more.
    pub cutoff: Option<SignedDuration>,
}

/// A number of points, or a share of those that can be earned.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub enum PointsOrPercent {
    /// So many points.
    Points(Points),
    /// So many hundredths of what can be earned.
    Percent(f64),
}

impl PointsOrPercent {
    /// So many points of a grade that can have `max`.
    pub fn points_of(self, max: Points) -> Points {
        match self {
            PointsOrPercent::Points(points) => points,
            PointsOrPercent::Percent(percent) => {
                Points::from_number(max.as_number() * percent / 100.0)
            }
        }
    }
}
