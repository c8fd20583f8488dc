//! Comments at lines: what a page sends, and what becomes of it.

use model::{CommentedLine, GradeOverride, LineComment, SubmissionName};
use rubric::{OverrideChange, OverrideChanges, OverrideSubject, digest_override};
use serde::Deserialize;
use serde_json::json;

use crate::desk::{DeskError, DeskView, ReviewDesk};
use crate::http::HttpResponse;
use crate::saving::{SaveRefusal, join_lines};

/// The longest comment, and how much of its line is kept with it, in bytes and in characters.
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
pub(crate) fn save_comment(desk: &ReviewDesk, body: &[u8]) -> Result<HttpResponse, SaveRefusal> {
    let request: CommentRequest = serde_json::from_slice(body)?;
    let mut view = desk.view()?;
    let change = build_change(&view, request).map_err(SaveRefusal::Unfit)?;
    Ok(write_change(&mut view, &change)?)
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
        assignment,
        student,
    };
    let files = view.desk.class.programs.get(&name);
    let mut files = files.into_iter().flatten();
    let Some((_, bytes)) = files.find(|(known, _)| *known == file) else {
        return Err(format!("There is no file {file} of {}.", name.student));
    };
    let mut lines = bytes.split(|byte| *byte == b'\n');
    let code = line.checked_sub(1).and_then(|before| lines.nth(before));
    let Some(code) = code else {
        return Err(format!("There is no line {line} in {file}."));
    };
    let code = String::from_utf8_lossy(code);
    let code: String = code.trim_end().chars().take(LONGEST_CODE).collect();
    let text = text.map(|text| join_lines(&text));
    if let Some(text) = &text
        && (text.is_empty() || text.len() > LONGEST_COMMENT)
    {
        return Err("Comment: enter a text.".to_owned());
    }
    let by = by.filter(|by| !by.trim().is_empty());
    let by = by.unwrap_or_else(|| view.desk.class.by.clone());
    let subject = OverrideSubject {
        student: name.student.clone(),
        assignment: name.assignment.clone(),
        criterion: None,
        line: Some((file.clone(), line)),
    };
    let new = text.map(|text| {
        let comment = LineComment {
            line: CommentedLine {
                file,
                number: line,
                code,
            },
            text,
            by: by.trim().to_owned(),
        };
        GradeOverride::from_comment(name, comment, String::new())
    });
    Ok(OverrideChange { subject, seen, new })
}

fn write_change(
    view: &mut DeskView<'_>,
    change: &OverrideChange,
) -> Result<HttpResponse, DeskError> {
    let changed = view.save_changes(std::slice::from_ref(change))?;
    let text = |row: Option<&GradeOverride>| row.map(|row| row.reason.clone());
    Ok(match changed {
        OverrideChanges::Outdated(rows) => {
            let theirs = rows.first().and_then(|(_, row)| row.as_ref());
            let seen = digest_override(theirs);
            HttpResponse::json(409, &json!({ "theirs": text(theirs), "seen": seen }))
        }
        OverrideChanges::Written(before) => {
            let before = before.first().and_then(Option::as_ref);
            let by = before.map(|row| row.by.clone());
            let seen = view.digest(&change.subject);
            let answer = json!({ "before": text(before), "by": by, "seen": seen });
            HttpResponse::json(200, &answer)
        }
    })
}
