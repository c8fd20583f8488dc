//! Answers to students' objections: what a page sends, and what becomes of it.

use model::GradeOverride;
use rubric::{OverrideChange, OverrideChanges, OverrideSubject, SubjectKind};
use serde::Deserialize;
use serde_json::json;

use crate::desk::{DeskView, ReviewDesk};
use crate::http::HttpResponse;
use crate::saving::{SaveRefusal, SavedAuthor, SavedValue, build_override, join_lines};

/// The longest answer, in bytes.
const LONGEST_ANSWER: usize = 4000;

/// An answer to an objection.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AnswerRequest {
    assignment: String,
    student: String,
    case: Option<String>,
    criterion: Option<String>,
    /// The objection.
    text: String,
    /// The digest of its row that was seen.
    seen: String,
    /// None takes the answer away.
    answer: Option<String>,
    #[serde(default)]
    author: SavedAuthor,
    /// The points that change with it.
    #[serde(default)]
    points: Option<AnsweredPoints>,
}

/// Points of a criterion that change with an answer.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AnsweredPoints {
    criterion: String,
    /// The digest of the decision that was seen.
    seen: String,
    /// None takes the decision away.
    #[serde(rename = "override")]
    value: Option<SavedValue>,
}

/// Saves an answer, and the points that change with it: both or none.
pub(crate) fn save_answer(desk: &ReviewDesk, body: &[u8]) -> Result<HttpResponse, SaveRefusal> {
    let request: AnswerRequest = serde_json::from_slice(body)?;
    let mut view = desk.view()?;
    let changes = build_changes(&view, request).map_err(SaveRefusal::Unfit)?;
    let changed = view.save_changes(&changes)?;
    let seen: Vec<String> = changes
        .iter()
        .map(|change| view.digest(&change.subject))
        .collect();
    Ok(match changed {
        OverrideChanges::Outdated(rows) => {
            let current = rows.into_iter().find_map(|(_, row)| row);
            let who = current.map_or(String::new(), |row| row.grader.unwrap_or(row.by));
            HttpResponse::json(409, &json!({ "by": who }))
        }
        OverrideChanges::Written(before) => {
            let mut before = before.iter().map(Option::as_ref);
            let request = before.next().flatten();
            let answer = request.filter(|row| !row.reason.is_empty());
            let points = before.next();
            let body = json!({
                "seen": seen.first(),
                "before": answer.map(|row| &row.reason),
                "author": answer.map(SavedAuthor::from).unwrap_or_default(),
                "points": points.map(|row| json!({
                    "seen": seen.last(),
                    "override": row.map(SavedValue::from),
                })),
            });
            HttpResponse::json(200, &body)
        }
    })
}

fn build_changes(
    view: &DeskView<'_>,
    request: AnswerRequest,
) -> Result<Vec<OverrideChange>, String> {
    let desk = view.desk;
    let class = &desk.class;
    let place = desk.require_place(&request.assignment, &request.student)?;
    let subject = OverrideSubject {
        student: request.student,
        id: desk.class.grades[place].system_id().map(str::to_owned),
        assignment: request.assignment,
        criterion: request.criterion,
        kind: SubjectKind::Request(request.case.clone(), request.text),
    };
    let Some(row) = view.row(&subject) else {
        return Err("There is no such objection any more.".to_owned());
    };
    let answer = request.answer.map(|text| join_lines(&text));
    if let Some(text) = &answer
        && (text.is_empty() || text.len() > LONGEST_ANSWER)
    {
        return Err("Answer: enter a text.".to_owned());
    }
    let (by, grader) = match answer {
        Some(_) => request.author.resolve(class),
        None => (String::new(), None),
    };
    let new = GradeOverride {
        id: subject.id.clone().or_else(|| row.id.clone()),
        reason: answer.unwrap_or_default(),
        by,
        grader,
        ..row.clone()
    };
    let mut changes = vec![OverrideChange {
        subject,
        seen: request.seen,
        new: Some(new),
    }];
    if let Some(points) = request.points {
        let subject = view.subject_of_kind(place, &points.criterion, SubjectKind::Decision);
        let value = points.value;
        let grade = &class.grades[place];
        let new = value.map(|value| build_override(grade, &subject, value, class));
        changes.push(OverrideChange {
            subject,
            seen: points.seen,
            new: new.transpose()?,
        });
    }
    Ok(changes)
}
