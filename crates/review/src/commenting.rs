//! Comments at lines: what a page sends, and what becomes of it.

use std::collections::BTreeSet;

use model::{
    CommentedLine, Grade, GradeOverride, LineComment, Points, PointsChange, SubmissionName,
};
use rubric::{OverrideChange, OverrideChanges, OverrideSubject, SubjectKind, digest_override};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::desk::{DeskError, DeskView, ReviewDesk};
use crate::http::HttpResponse;
use crate::saving::{SaveRefusal, SavedAuthor, join_lines};

/// The longest comment, in bytes.
const LONGEST_COMMENT: usize = 4000;

/// Comments at lines of programs of an assignment.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CommentRequest {
    assignment: String,
    rows: Vec<CommentRow>,
}

/// A comment at a line.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CommentRow {
    student: String,
    file: String,
    line: usize,
    /// The digest of the row that was seen.
    seen: String,
    /// None takes the comment away.
    comment: Option<CommentValue>,
}

/// What a comment says, as pages know it.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CommentValue {
    text: String,
    #[serde(default)]
    criterion: Option<String>,
    /// What is added to the criterion's points, such as `-1`.
    #[serde(default)]
    points: Option<String>,
    #[serde(default)]
    author: SavedAuthor,
}

/// Another text or other points for a comment, wherever it is in an assignment.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct BankRequest {
    assignment: String,
    from: CommentValue,
    to: CommentValue,
    /// How many programs have it, as the page says: a person has agreed to change so many.
    programs: usize,
}

impl From<&GradeOverride> for CommentValue {
    fn from(row: &GradeOverride) -> CommentValue {
        CommentValue {
            text: row.reason.clone(),
            criterion: row.criterion.clone(),
            points: row.points.map(|points| points.as_number().to_string()),
            author: SavedAuthor::from(row),
        }
    }
}

/// Saves comments that were sent.
pub(crate) fn save_comments(desk: &ReviewDesk, body: &[u8]) -> Result<HttpResponse, SaveRefusal> {
    let request: CommentRequest = serde_json::from_slice(body)?;
    let mut view = desk.view()?;
    let changes: Result<Vec<OverrideChange>, String> = request
        .rows
        .into_iter()
        .map(|row| build_change(&view, &request.assignment, row))
        .collect();
    Ok(write_changes(
        &mut view,
        &changes.map_err(SaveRefusal::Unfit)?,
    )?)
}

/// Changes a comment wherever it is in an assignment.
pub(crate) fn change_bank(desk: &ReviewDesk, body: &[u8]) -> Result<HttpResponse, SaveRefusal> {
    let request: BankRequest = serde_json::from_slice(body)?;
    let mut view = desk.view()?;
    let text = check_text(&request.to.text).map_err(SaveRefusal::Unfit)?;
    let old = parse_points(&request.from).map_err(SaveRefusal::Unfit)?;
    let new = parse_points(&request.to).map_err(SaveRefusal::Unfit)?;
    let fitting = view.rows().iter().filter(|row| {
        let comment = row.to_comment().filter(|it| it.change == old);
        let is_same = comment.is_some_and(|it| it.text == request.from.text);
        is_same && row.assignment == request.assignment
    });
    let mut changes = Vec::new();
    let mut students = BTreeSet::new();
    for row in fitting {
        students.insert(row.student.as_str());
        let place = view.desk.place_of(&row.assignment, &row.student);
        let grade = place.and_then(|place| view.desk.class.grades.get(place));
        if let (Some(grade), Some(change)) = (grade, &new) {
            check_points(grade, change).map_err(SaveRefusal::Unfit)?;
        }
        changes.push(OverrideChange {
            subject: OverrideSubject::from_override(row),
            seen: digest_override(Some(row)),
            new: Some(GradeOverride {
                reason: text.clone(),
                criterion: new.as_ref().map(|change| change.criterion.clone()),
                points: new.as_ref().map(|change| change.points),
                ..row.clone()
            }),
        });
    }
    if students.len() != request.programs {
        let count = students.len();
        return Ok(HttpResponse::json(409, &json!({ "programs": count })));
    }
    Ok(write_changes(&mut view, &changes)?)
}

fn check_text(text: &str) -> Result<String, String> {
    let text = join_lines(text);
    match text.is_empty() || text.len() > LONGEST_COMMENT {
        true => Err("Comment: enter a text.".to_owned()),
        false => Ok(text),
    }
}

/// The points that are typed with a comment; none if there are none, or no number.
fn parse_points(value: &CommentValue) -> Result<Option<PointsChange>, String> {
    let typed = value.points.as_deref().map(str::trim).unwrap_or_default();
    let criterion = value.criterion.as_deref().unwrap_or_default();
    if typed.is_empty() {
        return Ok(None);
    }
    // A keyboard has a hyphen, and text that was copied a minus sign.
    let without_sign = typed.strip_prefix(['-', '−']);
    let size = Points::parse(without_sign.unwrap_or(typed.trim_start_matches('+')));
    let Some(size) = size else {
        return Err("Points: enter a number such as -1, or nothing.".to_owned());
    };
    if criterion.is_empty() {
        return Err("Points: choose the criterion to which they belong.".to_owned());
    }
    let points = match without_sign {
        Some(_) => -size,
        None => size,
    };
    let criterion = criterion.to_owned();
    Ok((points != Points::ZERO).then_some(PointsChange { criterion, points }))
}

/// Refuses points of a criterion that the assignment does not have, and more than it can give.
fn check_points(grade: &Grade, change: &PointsChange) -> Result<(), String> {
    let Some(criterion) = grade.criterion(&change.criterion) else {
        return Err(format!("There is no criterion `{}`.", change.criterion));
    };
    let most = criterion.max_points;
    if most <= Points::ZERO {
        let title = &criterion.title;
        return Err(format!("Points: “{title}” has none to give or to take."));
    }
    match change.points > most || -change.points > most {
        true => Err(format!("Points: enter a number from -{most} to {most}.")),
        false => Ok(()),
    }
}

fn build_change(
    view: &DeskView<'_>,
    assignment: &str,
    row: CommentRow,
) -> Result<OverrideChange, String> {
    let CommentRow {
        student,
        file,
        line,
        seen,
        comment,
    } = row;
    let class = &view.desk.class;
    let grade = &class.grades[view.desk.require_place(assignment, &student)?];
    let id = grade.system_id().map(str::to_owned);
    let subject = OverrideSubject {
        student,
        id: id.clone(),
        assignment: assignment.to_owned(),
        criterion: None,
        kind: SubjectKind::Comment(file.clone(), line),
    };
    let Some(value) = comment else {
        let new = None;
        return Ok(OverrideChange { subject, seen, new });
    };
    let change = parse_points(&value)?;
    if let Some(change) = &change {
        check_points(grade, change)?;
    }
    // What a comment was written about stays with it.
    let known = view.row(&subject).and_then(GradeOverride::to_comment);
    let line = match known {
        Some(comment) => comment.line,
        None => {
            let code = read_line(view, &grade.name(), &file, line)?;
            CommentedLine::new(file, line, &code)
        }
    };
    let (by, grader) = value.author.resolve(class);
    let comment = LineComment {
        line,
        text: check_text(&value.text)?,
        by,
        change,
    };
    let new = GradeOverride::from_comment(grade.name(), comment, String::new());
    Ok(OverrideChange {
        subject,
        seen,
        new: Some(GradeOverride { id, grader, ..new }),
    })
}

/// A line of a program, for reports that do not have the program.
fn read_line(
    view: &DeskView<'_>,
    name: &SubmissionName,
    file: &str,
    line: usize,
) -> Result<String, String> {
    let files = view.desk.class.programs.get(name);
    let mut files = files.into_iter().flatten();
    let Some((_, bytes)) = files.find(|(known, _)| *known == file) else {
        return Err(format!("There is no file {file} of {}.", name.student));
    };
    let mut lines = bytes.split(|byte| *byte == b'\n');
    let code = line.checked_sub(1).and_then(|before| lines.nth(before));
    let Some(code) = code else {
        return Err(format!("There is no line {line} in {file}."));
    };
    Ok(String::from_utf8_lossy(code).into_owned())
}

fn write_changes(
    view: &mut DeskView<'_>,
    changes: &[OverrideChange],
) -> Result<HttpResponse, DeskError> {
    match view.save_changes(changes)? {
        OverrideChanges::Outdated(rows) => {
            let conflicts = rows.iter().map(|(subject, theirs)| {
                let mut row = describe_row(view, subject);
                row["theirs"] = json!(theirs.as_ref().map(CommentValue::from));
                row
            });
            let conflicts: Vec<Value> = conflicts.collect();
            Ok(HttpResponse::json(409, &json!({ "conflicts": conflicts })))
        }
        OverrideChanges::Written(before) => {
            let rows = changes.iter().zip(&before).map(|(change, before)| {
                let mut row = describe_row(view, &change.subject);
                row["before"] = json!(before.as_ref().map(CommentValue::from));
                row
            });
            let rows: Vec<Value> = rows.collect();
            Ok(HttpResponse::json(200, &json!({ "rows": rows })))
        }
    }
}

/// Where a comment is, with the digest of its row.
fn describe_row(view: &DeskView<'_>, subject: &OverrideSubject) -> Value {
    let place = match &subject.kind {
        SubjectKind::Comment(file, line) => Some((file, line)),
        _ => None,
    };
    json!({
        "student": subject.student,
        "file": place.map(|(file, _)| file),
        "line": place.map(|(_, line)| line),
        "seen": view.digest(subject),
    })
}
