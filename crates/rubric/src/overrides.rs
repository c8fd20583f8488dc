//! `overrides.toml`: a person's word on points, beside the rubric.

use std::ops::Range;
use std::path::Path;

use serde::Deserialize;

use super::config_file::{ConfigFile, DiagnosticCollector};
use super::diagnostic::DiagnosticList;
use super::points::parse_points;
use super::raw::Text;
use super::spanned::{Spanned, SpannedTable};
use crate::graders::{GraderTable, RawGraders, parse_graders};
use model::{CommentedLine, GradeOverride, OverrideKind, Points};

/// The whole file.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct RawOverrides {
    #[serde(rename = "override")]
    overrides: Vec<SpannedTable<RawOverride>>,
    #[serde(rename = "comment")]
    comments: Vec<SpannedTable<RawComment>>,
    #[serde(rename = "second")]
    seconds: Vec<SpannedTable<RawOverride>>,
    #[serde(rename = "request")]
    requests: Vec<SpannedTable<RawRequest>>,
    graders: Option<SpannedTable<RawGraders>>,
}

/// What a file of overrides says.
#[derive(Debug, Default)]
pub struct OverrideFile {
    /// Its rows: decisions, then all others.
    pub rows: Vec<GradeOverride>,
    /// Who judges what; none if there is no `[graders]`.
    pub graders: Option<GraderTable>,
}

/// `[[comment]]`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct RawComment {
    student: Option<Text>,
    id: Option<Text>,
    assignment: Option<Text>,
    file: Option<Text>,
    line: Option<Spanned<i64>>,
    code: Option<Text>,
    text: Option<Text>,
    criterion: Option<Text>,
    points: Option<Spanned<f64>>,
    by: Option<Text>,
    grader: Option<Text>,
}

/// `[[request]]`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct RawRequest {
    student: Option<Text>,
    id: Option<Text>,
    assignment: Option<Text>,
    case: Option<Text>,
    criterion: Option<Text>,
    text: Option<Text>,
    answer: Option<Text>,
    by: Option<Text>,
    grader: Option<Text>,
}

/// `[[override]]`, and `[[second]]`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct RawOverride {
    student: Option<Text>,
    id: Option<Text>,
    assignment: Option<Text>,
    criterion: Option<Text>,
    points: Option<Spanned<f64>>,
    above_maximum: bool,
    was: Option<Spanned<f64>>,
    reason: Option<Text>,
    by: Option<Text>,
    grader: Option<Text>,
}

/// Reads the overrides in a file.
///
/// # Errors
///
/// Everything that is wrong, each with its file and line.
pub fn load_overrides(path: &Path) -> Result<Vec<GradeOverride>, DiagnosticList> {
    Ok(load_override_file(path)?.rows)
}

/// Reads the overrides in a file; none if there is no such file.
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

/// Reads all that a file of overrides says.
///
/// # Errors
///
/// As [`load_overrides`].
pub fn load_override_file(path: &Path) -> Result<OverrideFile, DiagnosticList> {
    let diagnostics = DiagnosticCollector::default();
    let read = ConfigFile::read(path, &diagnostics).and_then(|config| {
        let raw = config.parse::<RawOverrides>()?;
        let overrides = raw.overrides.iter();
        let overrides =
            overrides.filter_map(|table| parse_override(&config, table, OverrideKind::Decision));
        let comments = raw.comments.iter();
        let comments = comments.filter_map(|table| parse_comment(&config, table));
        let seconds = raw.seconds.iter();
        let seconds = seconds.filter_map(|table| parse_second(&config, table));
        let requests = raw.requests.iter();
        let requests = requests.filter_map(|table| parse_request(&config, table));
        let rows = overrides.chain(comments).chain(seconds).chain(requests);
        let graders = raw.graders.as_ref();
        Some(OverrideFile {
            rows: rows.collect(),
            graders: graders.and_then(|table| parse_graders(&config, table)),
        })
    });
    diagnostics.into_result(path, read)
}

/// The text of a key that must be there; if it is not, that is marked.
fn require_text(
    config: &ConfigFile<'_>,
    at: &Range<usize>,
    key: &str,
    typed: &Option<Text>,
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

/// The text of a key that may be left out.
fn optional_text(typed: &Option<Text>) -> Option<String> {
    let text = typed.as_ref().map(|text| text.get_ref().trim().to_owned());
    text.filter(|text| !text.is_empty())
}

/// Points that may be less than zero.
fn parse_change(config: &ConfigFile<'_>, typed: &Spanned<f64>) -> Option<Points> {
    let number = *typed.get_ref();
    let size = Spanned::new(typed.span(), number.abs());
    let size = parse_points(config, &size)?;
    Some(match number < 0.0 {
        true => -size,
        false => size,
    })
}

fn parse_comment(
    config: &ConfigFile<'_>,
    SpannedTable { at, body }: &SpannedTable<RawComment>,
) -> Option<GradeOverride> {
    let student = require_text(config, at, "student", &body.student, STUDENT);
    let assignment = require_text(config, at, "assignment", &body.assignment, ASSIGNMENT);
    let file = require_text(config, at, "file", &body.file, "the name of a file");
    let text = require_text(config, at, "text", &body.text, "what the student reads");
    let by = require_text(config, at, "by", &body.by, BY);
    let number = body.line.as_ref().map(|line| *line.get_ref());
    let number = number.and_then(|line| usize::try_from(line).ok());
    let number = number.filter(|line| *line > 0);
    if number.is_none() {
        config.report(
            at,
            "missing key `line`: expected a line's number, from 1 on",
        );
    }
    let criterion = optional_text(&body.criterion);
    let points = body.points.as_ref();
    let points = points.and_then(|typed| parse_change(config, typed));
    if criterion.is_some() != body.points.is_some() {
        config.report(
            at,
            "`points` of a comment are those of a criterion: expected both keys, or none",
        );
    }
    let code = body.code.as_ref().map(|code| code.get_ref().clone());
    let line = CommentedLine {
        file: file?,
        number: number?,
        code: code.unwrap_or_default(),
    };
    Some(GradeOverride {
        student: student?,
        id: optional_text(&body.id),
        assignment: assignment?,
        kind: OverrideKind::Comment(line),
        criterion,
        points,
        above_maximum: false,
        was: None,
        reason: text?,
        by: by?,
        grader: optional_text(&body.grader),
        place: describe_place(config, at),
    })
}

fn parse_request(
    config: &ConfigFile<'_>,
    SpannedTable { at, body }: &SpannedTable<RawRequest>,
) -> Option<GradeOverride> {
    let student = require_text(config, at, "student", &body.student, STUDENT);
    let assignment = require_text(config, at, "assignment", &body.assignment, ASSIGNMENT);
    let text = require_text(
        config,
        at,
        "text",
        &body.text,
        "what the student objects to",
    );
    let answer = optional_text(&body.answer);
    // Who answers is known as soon as there is an answer.
    let by = match answer {
        Some(_) => require_text(config, at, "by", &body.by, BY)?,
        None => String::new(),
    };
    let kind = OverrideKind::Request {
        case: optional_text(&body.case),
        text: text?,
    };
    Some(GradeOverride {
        student: student?,
        id: optional_text(&body.id),
        assignment: assignment?,
        kind,
        criterion: optional_text(&body.criterion),
        points: None,
        above_maximum: false,
        was: None,
        reason: answer.unwrap_or_default(),
        by,
        grader: optional_text(&body.grader),
        place: describe_place(config, at),
    })
}

/// What another grader gave: points of a criterion, by a grader who is named.
fn parse_second(
    config: &ConfigFile<'_>,
    table: &SpannedTable<RawOverride>,
) -> Option<GradeOverride> {
    let SpannedTable { at, body } = table;
    let grader = require_text(config, at, "grader", &body.grader, "which grader judged");
    let criterion = require_text(config, at, "criterion", &body.criterion, "its id");
    if body.points.is_none() {
        config.report(at, "missing key `points`: expected what the grader gave");
    }
    grader?;
    criterion?;
    parse_override(config, table, OverrideKind::Second)
}

fn parse_override(
    config: &ConfigFile<'_>,
    SpannedTable { at, body }: &SpannedTable<RawOverride>,
    kind: OverrideKind,
) -> Option<GradeOverride> {
    let student = require_text(config, at, "student", &body.student, STUDENT);
    let assignment = require_text(config, at, "assignment", &body.assignment, ASSIGNMENT);
    let why = "why, in a sentence that the student reads";
    let reason = require_text(config, at, "reason", &body.reason, why);
    let by = require_text(config, at, "by", &body.by, BY);
    let number =
        |typed: &Option<Spanned<f64>>| typed.as_ref().and_then(|it| parse_points(config, it));
    Some(GradeOverride {
        student: student?,
        id: optional_text(&body.id),
        assignment: assignment?,
        kind,
        criterion: body.criterion.as_ref().map(|text| text.get_ref().clone()),
        points: number(&body.points),
        above_maximum: body.above_maximum,
        was: number(&body.was),
        reason: reason?,
        by: by?,
        grader: optional_text(&body.grader),
        place: describe_place(config, at),
    })
}
