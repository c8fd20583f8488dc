//! Comments at lines: what a page sends, and what becomes of it.

use model::{CommentedLine, GradeOverride, SubmissionName};
use rubric::{OverrideChange, OverrideChanges, OverrideSubject, change_overrides, digest_override};
use serde::Deserialize;
use serde_json::json;

use crate::desk::{DeskError, DeskView, ReviewDesk};
use crate::http::HttpResponse;
use crate::saving::{failed, refuse};

/// The longest comment, and how much of its line is kept beside it, in bytes and in characters.
const LONGEST_COMMENT: usize = 4000;
const LONGEST_CODE: usize = 200;

/// A comment at a line.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CommentRequest {
    assignment: String,
    student: String,
    file: String,
    line: usize,
    /// The digest of the row that was seen.
    seen: String,
    /// None takes the comment away.
    text: Option<String>,
    #[serde(default)]
    by: Option<String>,
}

/// Saves what was sent.
pub(crate) fn save_comment(desk: &ReviewDesk, body: &[u8]) -> HttpResponse {
    let request: CommentRequest = match serde_json::from_slice(body) {
        Ok(request) => request,
        Err(error) => return refuse(400, &format!("The request is not understood: {error}")),
    };
    let mut view = match desk.view() {
        Ok(view) => view,
        Err(error) => return failed(&error),
    };
    let change = match build_change(&view, request) {
        Ok(change) => change,
        Err(text) => return refuse(422, &text),
    };
    match write_change(&mut view, &change) {
        Ok(response) => response,
        Err(error) => failed(&error),
    }
}

fn build_change(view: &DeskView<'_>, request: CommentRequest) -> Result<OverrideChange, String> {
    let CommentRequest {
        assignment,
        student,
        file,
        line,
        seen,
        text,
        by,
    } = request;
    let name = SubmissionName {
        assignment: assignment.clone(),
        student: student.clone(),
    };
    let files = view.desk.class.programs.get(&name);
    let mut files = files.into_iter().flatten();
    let Some((_, bytes)) = files.find(|(known, _)| *known == file) else {
        return Err(format!("There is no file {file} of {student}."));
    };
    let mut lines = bytes.split(|byte| *byte == b'\n');
    let code = line.checked_sub(1).and_then(|before| lines.nth(before));
    let Some(code) = code else {
        return Err(format!("There is no line {line} in {file}."));
    };
    let code = String::from_utf8_lossy(code);
    let code: String = code.trim_end().chars().take(LONGEST_CODE).collect();
    let text = text.map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
    if let Some(text) = &text
        && (text.is_empty() || text.len() > LONGEST_COMMENT)
    {
        return Err("Comment: enter a text.".to_owned());
    }
    let by = by.filter(|by| !by.trim().is_empty());
    let by = by.unwrap_or_else(|| view.desk.class.by.clone());
    let subject = OverrideSubject {
        student: student.clone(),
        assignment: assignment.clone(),
        criterion: None,
        line: Some((file.clone(), line)),
    };
    let new = text.map(|reason| GradeOverride {
        student,
        assignment,
        criterion: None,
        points: None,
        above_maximum: false,
        was: None,
        line: Some(CommentedLine {
            file,
            number: line,
            code,
        }),
        reason,
        by: by.trim().to_owned(),
        place: String::new(),
    });
    Ok(OverrideChange { subject, seen, new })
}

fn write_change(
    view: &mut DeskView<'_>,
    change: &OverrideChange,
) -> Result<HttpResponse, DeskError> {
    let changed = change_overrides(&view.desk.class.overrides, std::slice::from_ref(change))?;
    view.refresh()?;
    let text = |row: Option<&GradeOverride>| row.map(|row| row.reason.clone());
    Ok(match changed {
        OverrideChanges::Outdated(rows) => {
            let theirs = rows.first().and_then(|(_, row)| row.as_ref());
            let seen = digest_override(theirs);
            HttpResponse::json(409, &json!({ "theirs": text(theirs), "seen": seen }))
        }
        OverrideChanges::Written(before) => {
            view.desk.note_saved(1);
            let before = before.first().and_then(Option::as_ref);
            let by = before.map(|row| row.by.clone());
            let seen = view.digest(&change.subject);
            let answer = json!({ "before": text(before), "by": by, "seen": seen });
            HttpResponse::json(200, &answer)
        }
    })
}
