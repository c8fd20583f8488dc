//! What changes points after a submission was scored: that it came late, and a person's word.

use jiff::SignedDuration;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use super::{Grade, Points, SubmissionName};

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

/// How much of a line is kept with a comment, in characters.
const LONGEST_CODE: usize = 200;

impl CommentedLine {
    /// A line of a file that is written about; `code` is the line, of which no more is kept than a report needs.
    pub fn new(file: String, number: usize, code: &str) -> CommentedLine {
        CommentedLine {
            file,
            number,
            code: code.trim_end().chars().take(LONGEST_CODE).collect(),
        }
    }
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
    /// The points that it gives or takes; none if it only says something.
    pub change: Option<PointsChange>,
}

/// Points that a comment gives or takes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PointsChange {
    /// The criterion's id.
    pub criterion: String,
    /// What is added to its points; less than zero if it costs some.
    pub points: Points,
}

/// What a student objects to, and what the answer is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegradeRequest {
    /// The case's id; none if it is not about one case.
    pub case: Option<String>,
    /// The criterion's id; none if it is not about one criterion.
    pub criterion: Option<String>,
    /// The objection, in the student's words.
    pub text: String,
    /// The answer, and who gave it; none if there is none yet.
    pub answer: Option<(String, String)>,
}

/// What a row of `overrides.toml` is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OverrideKind {
    /// `[[override]]`: points of a criterion or of the whole.
    Decision,
    /// `[[comment]]`: a comment on this line. Its points are added to those of its criterion, and its reason is its text.
    Comment(CommentedLine),
    /// `[[second]]`: points that another grader gave to the same program, for the graders' agreement. It changes no points.
    Second,
    /// `[[request]]`: what a student objects to, about this case, in these words. The reason is the answer, and empty as long as
    /// there is none.
    Request {
        /// The case's id, if it is about one.
        case: Option<String>,
        /// The objection.
        text: String,
    },
}

/// A stanza of `overrides.toml`: a person's word on one submission, which is the last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GradeOverride {
    /// The student's name in reports.
    pub student: String,
    /// The system's number of the person, if that was noted: two people may have one name.
    pub id: Option<String>,
    /// The assignment's id.
    pub assignment: String,
    /// What it is.
    pub kind: OverrideKind,
    /// The criterion's id; none for the whole grade.
    pub criterion: Option<String>,
    /// The points that it is to have, or of a comment, what is added to them; none if only something is said.
    pub points: Option<Points>,
    /// Whether it may give more points than can be earned.
    pub above_maximum: bool,
    /// The points that it had when this was written, if that was noted.
    pub was: Option<Points>,
    /// Why, for the student.
    pub reason: String,
    /// Who says so, for the student.
    pub by: String,
    /// Which grader it was, for staff, if that was noted. No report has it.
    pub grader: Option<String>,
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
        let change = comment.change;
        GradeOverride {
            student: name.student,
            id: None,
            assignment: name.assignment,
            kind: OverrideKind::Comment(comment.line),
            points: change.as_ref().map(|change| change.points),
            criterion: change.map(|change| change.criterion),
            above_maximum: false,
            was: None,
            reason: comment.text,
            by: comment.by,
            grader: None,
            place,
        }
    }

    /// The number of the person whom it is about, and that of the person who has this grade, if they differ: then the grade is that of
    /// another person with the same name.
    pub fn find_other_person<'g>(&'g self, grade: &'g Grade) -> Option<(&'g str, &'g str)> {
        let noted = self.id.as_deref()?;
        let graded = grade.system_id()?;
        (noted != graded).then_some((noted, graded))
    }

    /// Whether it is about this grade.
    pub fn is_about(&self, grade: &Grade) -> bool {
        let has_same_name = self.student == grade.student && self.assignment == grade.assignment;
        has_same_name && self.find_other_person(grade).is_none()
    }

    /// Whether it says what the whole grade is worth.
    pub fn decides_grade(&self) -> bool {
        self.kind == OverrideKind::Decision && self.criterion.is_none() && self.points.is_some()
    }

    /// The comment that it is; none if it is something else.
    pub fn to_comment(&self) -> Option<LineComment> {
        let OverrideKind::Comment(line) = &self.kind else {
            return None;
        };
        let criterion = self.criterion.clone();
        Some(LineComment {
            line: line.clone(),
            text: self.reason.clone(),
            by: self.by.clone(),
            change: criterion
                .zip(self.points)
                .map(|(criterion, points)| PointsChange { criterion, points }),
        })
    }

    /// The objection that it is; none if it is something else.
    pub fn to_request(&self) -> Option<RegradeRequest> {
        let OverrideKind::Request { case, text } = &self.kind else {
            return None;
        };
        let is_answered = !self.reason.is_empty();
        Some(RegradeRequest {
            case: case.clone(),
            criterion: self.criterion.clone(),
            text: text.clone(),
            answer: is_answered.then(|| (self.reason.clone(), self.by.clone())),
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
