//! `overrides.toml`: a person's word on points, beside the rubric.

use std::ops::Range;
use std::path::Path;

use serde::Deserialize;

use super::config_file::{ConfigFile, DiagnosticCollector};
use super::diagnostic::DiagnosticList;
use super::points::parse_points;
use super::raw::Text;
use super::spanned::{Spanned, SpannedTable};
use model::{CommentedLine, GradeOverride, LineComment, SubmissionName};

/// The whole file.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct RawOverrides {
    #[serde(rename = "override")]
    overrides: Vec<SpannedTable<RawOverride>>,
    #[serde(rename = "comment")]
    comments: Vec<SpannedTable<RawComment>>,
}

/// `[[comment]]`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct RawComment {
    student: Option<Text>,
    assignment: Option<Text>,
    file: Option<Text>,
    line: Option<Spanned<i64>>,
    code: Option<Text>,
    text: Option<Text>,
    by: Option<Text>,
}

/// `[[override]]`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct RawOverride {
    student: Option<Text>,
    assignment: Option<Text>,
    criterion: Option<Text>,
    points: Option<Spanned<f64>>,
    above_maximum: bool,
    was: Option<Spanned<f64>>,
    reason: Option<Text>,
    by: Option<Text>,
}

/// Reads the overrides in a file.
///
/// # Errors
///
/// Everything that is wrong, each with its file and line.
pub fn load_overrides(path: &Path) -> Result<Vec<GradeOverride>, DiagnosticList> {
    let diagnostics = DiagnosticCollector::default();
    let read = ConfigFile::read(path, &diagnostics).and_then(|config| {
        let raw = config.parse::<RawOverrides>()?;
        let overrides = raw.overrides.iter();
        let overrides = overrides.filter_map(|table| parse_override(&config, table));
        let comments = raw.comments.iter();
        let comments = comments.filter_map(|table| parse_comment(&config, table));
        Some(overrides.chain(comments).collect())
    });
    diagnostics.into_result(path, read)
}

/// The same; nothing if there is no such file.
///
/// # Errors
///
/// As [`load_overrides`].
pub fn load_overrides_if_present(path: &Path) -> Result<Vec<GradeOverride>, DiagnosticList> {
    if path.exists() {
        load_overrides(path)
    } else {
        Ok(Vec::new())
    }
}

/// The text of a key that must be there; if it is not, that is marked.
fn require_text(
    config: &ConfigFile<'_>,
    at: &Range<usize>,
    (key, typed): (&str, &Option<Text>),
    expected: &str,
) -> Option<String> {
    let text = typed.as_ref().map(|text| text.get_ref().trim().to_owned());
    let found = text.filter(|text| !text.is_empty());
    if found.is_none() {
        config.report(at, format!("missing key `{key}`: expected {expected}"));
    }
    found
}

/// The file and the line, for messages.
fn describe_place(config: &ConfigFile<'_>, at: &Range<usize>) -> String {
    format!("{}:{}", config.path().display(), config.line_number(at))
}

const STUDENT: &str = "the student's name as the table of a run shows it";
const ASSIGNMENT: &str = "the assignment's id";
const BY: &str = "who says so";

fn parse_comment(
    config: &ConfigFile<'_>,
    SpannedTable { at, body }: &SpannedTable<RawComment>,
) -> Option<GradeOverride> {
    let student = require_text(config, at, ("student", &body.student), STUDENT);
    let assignment = require_text(config, at, ("assignment", &body.assignment), ASSIGNMENT);
    let file = require_text(config, at, ("file", &body.file), "the name of a file");
    let text = require_text(config, at, ("text", &body.text), "what the student reads");
    let by = require_text(config, at, ("by", &body.by), BY);
    let number = body.line.as_ref().map(|line| *line.get_ref());
    let number = number.and_then(|line| usize::try_from(line).ok());
    let number = number.filter(|line| *line > 0);
    if number.is_none() {
        config.report(
            at,
            "missing key `line`: expected a line's number, from 1 on",
        );
    }
    let code = body.code.as_ref().map(|code| code.get_ref().clone());
    let name = SubmissionName {
        assignment: assignment?,
        student: student?,
    };
    let comment = LineComment {
        line: CommentedLine {
            file: file?,
            number: number?,
            code: code.unwrap_or_default(),
        },
        text: text?,
        by: by?,
    };
    let place = describe_place(config, at);
    Some(GradeOverride::from_comment(name, comment, place))
}

fn parse_override(
    config: &ConfigFile<'_>,
    SpannedTable { at, body }: &SpannedTable<RawOverride>,
) -> Option<GradeOverride> {
    let student = require_text(config, at, ("student", &body.student), STUDENT);
    let assignment = require_text(config, at, ("assignment", &body.assignment), ASSIGNMENT);
    let why = "why, in a sentence that the student reads";
    let reason = require_text(config, at, ("reason", &body.reason), why);
    let by = require_text(config, at, ("by", &body.by), BY);
    let number =
        |typed: &Option<Spanned<f64>>| typed.as_ref().and_then(|it| parse_points(config, it));
    Some(GradeOverride {
        student: student?,
        assignment: assignment?,
        criterion: body.criterion.as_ref().map(|text| text.get_ref().clone()),
        points: number(&body.points),
        above_maximum: body.above_maximum,
        was: number(&body.was),
        line: None,
        reason: reason?,
        by: by?,
        place: describe_place(config, at),
    })
}
