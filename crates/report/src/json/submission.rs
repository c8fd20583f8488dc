//! One submission: what the class's file and the student's own have in common.

use serde::Serialize;

use super::build::BuildJson;
use super::case::CaseJson;
use super::criterion::CriterionJson;
use super::escape;
use super::repair::ProvedRepairJson;
use super::schema::SUBMISSION_SCHEMA;
use super::undefined::UndefinedJson;
use model::{AdjustmentCause, CaseSetFindings, FaultTally, Grade, GradeAdjustment, HandIn, Points};

#[derive(Serialize)]
pub(super) struct SubmissionJson<'a> {
    student: &'a str,
    assignment: &'a str,
    title: &'a str,
    /// What the download or the roster says of the student; null where neither says anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    hand_in: Option<HandInJson<'a>>,
    /// Whether `points` is a grade; false where something of ours failed.
    graded: bool,
    points: Points,
    max_points: Points,
    build: BuildJson<'a>,
    /// Null where nobody asked.
    undefined: Option<UndefinedJson<'a>>,
    /// Changes that make all or some wrong cases right, for staff; left out where none were found.
    #[serde(skip_serializing_if = "Option::is_none")]
    repair: Option<ProvedRepairJson<'a>>,
    cases: Vec<CaseJson<'a>>,
    criteria: Vec<CriterionJson<'a>>,
    /// What the cases are worth that were handed in; null where a program was.
    #[serde(skip_serializing_if = "Option::is_none")]
    case_set: Option<CaseSetJson<'a>>,
    /// What changed the points after they were scored.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    adjustments: Vec<AdjustmentJson<'a>>,
    remarks: &'a [String],
}

/// How good the cases are that were handed in: how many the reference agrees with, which notice nothing that earlier ones do not, and how
/// many faults they notice. The faults themselves are the instructor's secret.
#[derive(Serialize)]
struct CaseSetJson<'a> {
    handed_in: usize,
    valid: usize,
    redundant: &'a [String],
    mutants: FaultTallyJson,
    programs: FaultTallyJson,
}

#[derive(Serialize)]
struct FaultTallyJson {
    noticed: usize,
    all: usize,
}

impl From<FaultTally> for FaultTallyJson {
    fn from(FaultTally { noticed, all }: FaultTally) -> Self {
        FaultTallyJson { noticed, all }
    }
}

impl<'a> CaseSetJson<'a> {
    fn new(found: &'a CaseSetFindings) -> Self {
        CaseSetJson {
            handed_in: found.handed_in,
            valid: found.valid,
            redundant: &found.redundant,
            mutants: found.mutants.into(),
            programs: found.programs.into(),
        }
    }
}

/// Who it is, and when it came.
#[derive(Serialize)]
struct HandInJson<'a> {
    name: &'a str,
    id: Option<&'a str>,
    login: Option<&'a str>,
    email: Option<&'a str>,
    section: Option<&'a str>,
    time: Option<&'a str>,
    late: Option<bool>,
}

impl<'a> HandInJson<'a> {
    fn new(hand_in: &'a HandIn) -> Self {
        let HandIn {
            name,
            id,
            login,
            email,
            section,
            time,
            late,
            ..
        } = hand_in;
        HandInJson {
            name,
            id: id.as_deref(),
            login: login.as_deref(),
            email: email.as_deref(),
            section: section.as_deref(),
            time: time
                .as_ref()
                .map(|time| time.iso.as_deref().unwrap_or(&time.shown)),
            late: *late,
        }
    }
}

/// One change of points.
#[derive(Serialize)]
struct AdjustmentJson<'a> {
    cause: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'a str>,
    /// The title of the criterion; null if it is about the whole.
    criterion: Option<&'a str>,
    before: Points,
    after: Points,
    reason: &'a str,
}

impl<'a> AdjustmentJson<'a> {
    fn new(one: &'a GradeAdjustment) -> Self {
        let (cause, by) = match &one.cause {
            AdjustmentCause::Late => ("late", None),
            AdjustmentCause::Override { by } => ("override", Some(by.as_str())),
        };
        let GradeAdjustment {
            criterion,
            before,
            after,
            reason,
            ..
        } = one;
        let criterion = criterion.as_deref();
        AdjustmentJson {
            cause,
            by,
            criterion,
            before: *before,
            after: *after,
            reason,
        }
    }
}

impl<'a> SubmissionJson<'a> {
    pub(super) fn new(grade: &'a Grade) -> Self {
        SubmissionJson {
            student: &grade.student,
            assignment: &grade.assignment,
            title: &grade.outline.title,
            hand_in: grade.hand_in.as_ref().map(HandInJson::new),
            graded: !grade.is_ungraded(),
            points: grade.points,
            max_points: grade.max_points,
            build: BuildJson::new(&grade.build),
            undefined: UndefinedJson::new(&grade.undefined),
            repair: grade.repair.as_ref().map(ProvedRepairJson::new),
            cases: grade.cases.iter().map(CaseJson::new).collect(),
            criteria: grade.criteria.iter().map(CriterionJson::new).collect(),
            case_set: grade.scoring.case_set.as_ref().map(CaseSetJson::new),
            adjustments: grade.adjustments.iter().map(AdjustmentJson::new).collect(),
            remarks: &grade.remarks,
        }
    }
}

/// One submission, in the form that both files are made of.
pub(crate) fn render_submission(grade: &Grade) -> String {
    escape::to_pretty_json(&SubmissionJson::new(grade))
}

/// The student's own file: the same, with its schema before everything else.
pub(crate) fn with_schema(submission: &str) -> String {
    match submission.strip_prefix('{') {
        Some(rest) => format!("{{\n  \"schema\": \"{SUBMISSION_SCHEMA}\",{rest}"),
        // No submission is anything but an object.
        None => submission.to_owned(),
    }
}
