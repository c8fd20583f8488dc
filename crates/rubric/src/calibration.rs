//! Programs whose grades are known.

use std::path::Path;

use super::choices;
use super::config_file::ConfigFile;
use super::paths;
use super::points::parse_points;
use super::raw;
use super::spanned::SpannedTable;
use super::words;
use model::{CalibrationProgram, Criterion, CriterionEvidence, Points, TestCase, Verdict};

/// The calibration that was typed.
pub(super) fn parse_calibration(
    config: &ConfigFile<'_>,
    assignment: &str,
    handed_in: &[raw::Text],
    cases: &[TestCase],
    criteria: &[Criterion],
    most: Option<Points>,
    SpannedTable { at, body }: &SpannedTable<raw::RawCalibration>,
) -> Option<CalibrationProgram> {
    let sources = body
        .sources
        .as_ref()
        .filter(|sources| !sources.get_ref().is_empty());
    if sources.is_none() {
        config.report(
            at,
            "missing key `sources`: expected the files of the program",
        );
    }
    let verdicts = body
        .verdicts
        .iter()
        .filter_map(|(case, name)| parse_case_verdict(config, cases, case, name));
    let verdicts = verdicts.collect();
    let findings = body
        .findings
        .iter()
        .filter_map(|(id, typed)| parse_finding_count(config, criteria, id, *typed.get_ref()));
    let findings = findings.collect();
    let points = body
        .points
        .as_ref()
        .map(|typed| parse_attainable_points(config, typed, most));
    let permitted = body
        .permitted
        .as_ref()
        .map(|typed| parse_verdict_names(config, "permitted", typed));
    let required = body
        .required
        .as_ref()
        .map(|typed| parse_verdict_names(config, "required", typed));
    let sources = paths::parse_existing_files(config, sources?);
    let name = calibration_name(sources.first()?, assignment, handed_in)?;
    let points = match points {
        Some(points) => Some(points?),
        None => None,
    };
    let permitted = permitted.unwrap_or_default();
    let required = required.unwrap_or_default();
    Some(CalibrationProgram {
        name,
        sources,
        points,
        permitted,
        required,
        verdicts,
        findings,
    })
}

/// Names of verdicts; a list without any says nothing.
fn parse_verdict_names(config: &ConfigFile<'_>, key: &str, typed: &raw::Texts) -> Vec<String> {
    if typed.get_ref().is_empty() {
        config.report(
            &typed.span(),
            format!("`{key}` is empty: expected names of verdicts"),
        );
    }
    typed
        .get_ref()
        .iter()
        .filter_map(|name| parse_verdict_name(config, name))
        .collect()
}

fn parse_verdict_name(config: &ConfigFile<'_>, name: &raw::Text) -> Option<String> {
    let names = Verdict::NAMES.map(|name| (name, ()));
    choices::parse_name(config, "verdict", name, &names)?;
    Some(name.get_ref().clone())
}

/// A program is called after its file, or after its folder where the file has the name that every program has.
fn calibration_name(source: &Path, assignment: &str, handed_in: &[raw::Text]) -> Option<String> {
    let file = source.file_stem()?;
    let folder = source.parent().and_then(Path::file_name);
    let whole = source.file_name()?;
    let is_common = file == assignment || handed_in.iter().any(|it| whole == it.get_ref().as_str());
    let name = if is_common {
        folder.unwrap_or(file)
    } else {
        file
    };
    Some(name.to_string_lossy().into_owned())
}

/// How often a criterion's rule must find something.
fn parse_finding_count(
    config: &ConfigFile<'_>,
    criteria: &[Criterion],
    id: &raw::Text,
    count: usize,
) -> Option<(String, usize)> {
    let ruled = criteria
        .iter()
        .filter(|it| matches!(it.evidence, CriterionEvidence::Rule(_)));
    let ids: Vec<&str> = ruled.map(|it| it.id.as_str()).collect();
    if !ids.contains(&id.get_ref().as_str()) {
        config.report(
            &id.span(),
            words::describe_unknown("criterion with a rule", id.get_ref(), &ids),
        );
        return None;
    }
    Some((id.get_ref().clone(), count))
}

fn parse_attainable_points(
    config: &ConfigFile<'_>,
    typed: &super::spanned::Spanned<f64>,
    most: Option<Points>,
) -> Option<Points> {
    let amount = parse_points(config, typed)?;
    if let Some(most) = most.filter(|most| amount > *most) {
        let amount = amount.as_number();
        let most = most.as_number();
        config.report(
            &typed.span(),
            format!("found {amount}, but the criteria add up to {most}"),
        );
    }
    Some(amount)
}

fn parse_case_verdict(
    config: &ConfigFile<'_>,
    cases: &[TestCase],
    case: &raw::Text,
    name: &raw::Text,
) -> Option<(String, String)> {
    let ids: Vec<&str> = cases.iter().map(|case| case.id.as_str()).collect();
    if !ids.is_empty() && !ids.contains(&case.get_ref().as_str()) {
        let nearest = words::find_nearest(case.get_ref(), &ids).map_or("", |(id, _)| id);
        let text = format!(
            "there is no case `{}`: the nearest is `{nearest}`",
            case.get_ref()
        );
        config.report(&case.span(), text);
    }
    Some((case.get_ref().clone(), parse_verdict_name(config, name)?))
}
