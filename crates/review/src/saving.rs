//! What a page sends, and what becomes of it. Each judgement says what its sender saw of the row, so that none is lost when two
//! people judge the same.

use model::{Grade, GradeOverride, OverrideKind, Points};
use rubric::{OverrideChange, OverrideChanges, OverrideSubject, SubjectKind, digest_override};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::class::ReviewClass;
use crate::desk::{DeskError, DeskView, ReviewDesk};
use crate::http::HttpResponse;

/// The class page changes decisions, and a page of one program what is dealt to whoever judges.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum SaveTarget {
    #[default]
    Dealt,
    Decision,
}

/// The longest reason and the longest name, in bytes.
const LONGEST_REASON: usize = 4000;
const LONGEST_NAME: usize = 200;

/// Judgements about one criterion.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SaveRequest {
    assignment: String,
    criterion: String,
    #[serde(default)]
    rows: Vec<SavedRow>,
    /// For every program that is left.
    #[serde(default)]
    left: Option<SavedValue>,
    #[serde(default)]
    target: SaveTarget,
}

/// A judgement.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedRow {
    student: String,
    /// The digest of the row that was seen.
    seen: String,
    /// None takes the row away.
    #[serde(rename = "override")]
    value: Option<SavedValue>,
}

/// What a row says, as pages know it.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SavedValue {
    points: Option<String>,
    reason: String,
    #[serde(default)]
    author: SavedAuthor,
    #[serde(default)]
    above_maximum: bool,
    #[serde(default)]
    was: Option<String>,
}

/// Who says what a row says; without a name it is whoever judges here.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SavedAuthor {
    /// The name for students; empty for the usual one.
    #[serde(default)]
    by: String,
    /// The name for staff; it counts with `by` only.
    #[serde(default)]
    grader: Option<String>,
}

impl From<&GradeOverride> for SavedAuthor {
    fn from(row: &GradeOverride) -> SavedAuthor {
        SavedAuthor {
            by: row.by.clone(),
            grader: row.grader.clone(),
        }
    }
}

impl SavedAuthor {
    /// The names for students and for staff that the row gets.
    pub(crate) fn resolve(&self, class: &ReviewClass) -> (String, Option<String>) {
        match self.by.trim() {
            "" => (class.by.clone(), class.grader.clone()),
            name => (name.to_owned(), self.grader.clone()),
        }
    }
}

impl From<&GradeOverride> for SavedValue {
    fn from(row: &GradeOverride) -> SavedValue {
        SavedValue {
            points: row.points.map(|points| points.to_string()),
            reason: row.reason.clone(),
            author: SavedAuthor::from(row),
            above_maximum: row.above_maximum,
            was: row.was.map(|points| points.to_string()),
        }
    }
}

/// Why nothing is saved.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SaveRefusal {
    /// What was sent is no such request.
    #[error("The request is not understood: {0}")]
    Malformed(#[from] serde_json::Error),
    /// It asks for something that cannot be saved; a sentence says what.
    #[error("{0}")]
    Unfit(String),
    /// The file does not let it.
    #[error("Nothing is saved: {0}")]
    Desk(#[from] DeskError),
}

impl From<SaveRefusal> for HttpResponse {
    fn from(refusal: SaveRefusal) -> HttpResponse {
        let status = match &refusal {
            SaveRefusal::Malformed(_) => 400,
            SaveRefusal::Unfit(_)
            | SaveRefusal::Desk(
                DeskError::Invalid(_) | DeskError::Override(_) | DeskError::Grader { .. },
            ) => 422,
            SaveRefusal::Desk(
                DeskError::Write(_) | DeskError::Read { .. } | DeskError::Page(_),
            ) => 500,
        };
        HttpResponse::json(status, &json!({ "error": refusal.to_string() }))
    }
}

/// Saves what was sent.
pub(crate) fn save(desk: &ReviewDesk, body: &[u8]) -> Result<HttpResponse, SaveRefusal> {
    let request: SaveRequest = serde_json::from_slice(body)?;
    // Others wait until this is saved: what it rests on does not change meanwhile but by other programs.
    let mut view = desk.view()?;
    let changes = list_changes(&view, request).map_err(SaveRefusal::Unfit)?;
    Ok(write_changes(&mut view, &changes)?)
}

/// What the rows of a submission are, for a page that has not looked at them.
pub(crate) fn list_rows(desk: &ReviewDesk, place: usize) -> Result<HttpResponse, SaveRefusal> {
    let view = desk.view()?;
    let digests = view.list_decisions(place).into_iter();
    let digests: serde_json::Map<_, _> = digests.map(|(id, seen)| (id, json!(seen))).collect();
    Ok(HttpResponse::json(200, &digests.into()))
}

/// A text of several lines in one.
pub(crate) fn join_lines(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn list_changes(view: &DeskView<'_>, request: SaveRequest) -> Result<Vec<OverrideChange>, String> {
    let SaveRequest {
        assignment,
        criterion,
        mut rows,
        left,
        target,
    } = request;
    if let Some(value) = left {
        rows = list_left(view, &assignment, &criterion, &value);
    }
    if rows.is_empty() {
        return Err("Nobody is left to judge.".to_owned());
    }
    let mut changes = Vec::with_capacity(rows.len());
    for row in rows {
        let place = view.desk.require_place(&assignment, &row.student)?;
        let grade = &view.desk.class.grades[place];
        let subject = match target {
            SaveTarget::Dealt => view.subject(place, &criterion),
            SaveTarget::Decision => view.subject_of_kind(place, &criterion, SubjectKind::Decision),
        };
        let new = match row.value {
            None => None,
            Some(value) => Some(build_override(grade, &subject, value, &view.desk.class)?),
        };
        changes.push(OverrideChange {
            subject,
            seen: row.seen,
            new,
        });
    }
    Ok(changes)
}

/// A row for each program whose criterion is still to be judged.
fn list_left(
    view: &DeskView<'_>,
    assignment: &str,
    criterion: &str,
    value: &SavedValue,
) -> Vec<SavedRow> {
    let grades = view.desk.class.grades.iter().enumerate();
    let open = grades.filter(|(place, grade)| {
        let is_dealt = view.is_dealt(*place, criterion);
        grade.assignment == assignment && is_dealt && view.is_open(*place, criterion)
    });
    let rows = open.map(|(place, grade)| SavedRow {
        student: grade.student.clone(),
        seen: view.digest(&view.subject(place, criterion)),
        value: Some(value.clone()),
    });
    rows.collect()
}

/// The row for the file; a sentence if it cannot be one.
pub(crate) fn build_override(
    grade: &Grade,
    subject: &OverrideSubject,
    value: SavedValue,
    class: &ReviewClass,
) -> Result<GradeOverride, String> {
    let wanted = subject.criterion.as_deref();
    let Some(criterion) = wanted.and_then(|id| grade.criterion(id)) else {
        let id = wanted.unwrap_or_default();
        return Err(format!("There is no criterion `{id}`."));
    };
    let most = criterion.max_points;
    let points = value.points.as_deref().map(|typed| {
        let points = Points::parse(typed);
        let fitting = points.filter(|points| *points <= most || value.above_maximum);
        fitting.ok_or_else(|| format!("Points: enter a number from 0 to {most}."))
    });
    let reason = join_lines(&value.reason);
    if reason.is_empty() || reason.len() > LONGEST_REASON {
        return Err("Reason: say why, in a sentence.".to_owned());
    }
    let (by, grader) = value.author.resolve(class);
    if by.len() > LONGEST_NAME {
        return Err("By: enter a name.".to_owned());
    }
    // Agreement is about points.
    let is_second = matches!(subject.kind, SubjectKind::Second(_));
    if is_second && value.points.is_none() {
        return Err("Points: enter some.".to_owned());
    }
    let was = match &value.was {
        Some(typed) => Points::parse(typed),
        None => Some(criterion.points),
    };
    Ok(GradeOverride {
        student: subject.student.clone(),
        id: subject.id.clone(),
        assignment: subject.assignment.clone(),
        kind: match is_second {
            true => OverrideKind::Second,
            false => OverrideKind::Decision,
        },
        criterion: subject.criterion.clone(),
        points: points.transpose()?,
        above_maximum: value.above_maximum,
        was,
        reason,
        by,
        grader,
        place: String::new(),
    })
}

fn write_changes(
    view: &mut DeskView<'_>,
    changes: &[OverrideChange],
) -> Result<HttpResponse, DeskError> {
    let value = |row: Option<&GradeOverride>| row.map(SavedValue::from);
    match view.save_changes(changes)? {
        OverrideChanges::Outdated(rows) => {
            let conflicts = rows.iter().map(|(subject, theirs)| {
                let change = changes.iter().find(|change| change.subject == *subject);
                let yours = change.and_then(|change| change.new.as_ref());
                json!({
                    "student": subject.student,
                    "seen": digest_override(theirs.as_ref()),
                    "theirs": value(theirs.as_ref()),
                    "yours": value(yours),
                })
            });
            let conflicts: Vec<_> = conflicts.collect();
            Ok(HttpResponse::json(409, &json!({ "conflicts": conflicts })))
        }
        OverrideChanges::Written(before) => {
            let points = view.list_points(changes.iter().map(|change| &change.subject))?;
            let mut rows = Vec::with_capacity(changes.len());
            for ((change, before), points) in changes.iter().zip(&before).zip(points) {
                rows.push(json!({
                    "student": change.subject.student,
                    "seen": view.digest(&change.subject),
                    "before": value(before.as_ref()),
                    "points": points.as_number(),
                }));
            }
            Ok(HttpResponse::json(200, &json!({ "rows": rows })))
        }
    }
}
