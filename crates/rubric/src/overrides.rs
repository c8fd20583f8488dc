//! `overrides.toml`: a person's word on points, beside the rubric.

use std::path::Path;

use serde::Deserialize;

use super::config_file::{ConfigFile, DiagnosticCollector};
use super::diagnostic::DiagnosticList;
use super::points::parse_points;
use super::raw::Text;
use super::spanned::{Spanned, SpannedTable};
use model::GradeOverride;

/// The whole file.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct RawOverrides {
    #[serde(rename = "override")]
    overrides: Vec<SpannedTable<RawOverride>>,
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
        Some(
            raw.overrides
                .iter()
                .filter_map(|table| parse_override(&config, table))
                .collect(),
        )
    });
    diagnostics.into_result(path, read)
}

fn parse_override(
    config: &ConfigFile<'_>,
    SpannedTable { at, body }: &SpannedTable<RawOverride>,
) -> Option<GradeOverride> {
    let demanded = |key: &str, typed: &Option<Text>, wanted: &str| {
        let text = typed.as_ref().map(|text| text.get_ref().trim().to_owned());
        let found = text.filter(|text| !text.is_empty());
        if found.is_none() {
            config.report(at, format!("missing key `{key}`: expected {wanted}"));
        }
        found
    };
    let student = demanded(
        "student",
        &body.student,
        "the student's name as the table of a run shows it",
    );
    let assignment = demanded("assignment", &body.assignment, "the assignment's id");
    let reason = demanded(
        "reason",
        &body.reason,
        "why, in a sentence that the student reads",
    );
    let by = demanded("by", &body.by, "who says so");
    let number =
        |typed: &Option<Spanned<f64>>| typed.as_ref().and_then(|it| parse_points(config, it));
    Some(GradeOverride {
        student: student?,
        assignment: assignment?,
        criterion: body.criterion.as_ref().map(|text| text.get_ref().clone()),
        points: number(&body.points),
        above_maximum: body.above_maximum,
        was: number(&body.was),
        reason: reason?,
        by: by?,
        place: format!("{}:{}", config.path().display(), config.line_number(at)),
    })
}
