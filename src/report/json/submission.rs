//! One submission: what the class's file and the student's own have in common.

use serde::Serialize;

use super::build::BuildJson;
use super::case::CaseJson;
use super::criterion::CriterionJson;
use super::escape;
use super::schema::SUBMISSION_SCHEMA;
use super::undefined::UndefinedJson;
use crate::model::{Grade, Points};

#[derive(Serialize)]
pub(super) struct SubmissionJson<'a> {
    student: &'a str,
    assignment: &'a str,
    title: &'a str,
    /// Whether `points` is a grade; false where something of ours failed.
    graded: bool,
    points: Points,
    max_points: Points,
    build: BuildJson<'a>,
    /// Null where nobody asked.
    undefined: Option<UndefinedJson<'a>>,
    cases: Vec<CaseJson<'a>>,
    criteria: Vec<CriterionJson<'a>>,
    remarks: &'a [String],
}

impl<'a> SubmissionJson<'a> {
    pub(super) fn new(grade: &'a Grade) -> Self {
        SubmissionJson {
            student: &grade.student,
            assignment: &grade.assignment,
            title: &grade.title,
            graded: !grade.is_ungraded(),
            points: grade.points,
            max_points: grade.max_points,
            build: BuildJson::new(&grade.build),
            undefined: UndefinedJson::new(&grade.undefined),
            cases: grade.cases.iter().map(CaseJson::new).collect(),
            criteria: grade.criteria.iter().map(CriterionJson::new).collect(),
            remarks: &grade.remarks,
        }
    }
}

/// One submission, in the form that both files are made of.
pub(in crate::report) fn render(grade: &Grade) -> String {
    escape::pretty(&SubmissionJson::new(grade))
}

/// The student's own file: the same, with its schema before everything else.
pub(in crate::report) fn alone(submission: &str) -> String {
    match submission.strip_prefix('{') {
        Some(rest) => format!("{{\n  \"schema\": \"{SUBMISSION_SCHEMA}\",{rest}"),
        // No submission is anything but an object.
        None => submission.to_owned(),
    }
}
