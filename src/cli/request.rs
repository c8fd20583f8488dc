//! `grader request`: students' objections come into `overrides.toml`, where `serve` and `review` show them.

use std::process::ExitCode;

use super::arguments::CliArgs;
use super::course_with_roster::load_course_with_roster;
use super::failure::CliFailure;
use super::overrides::overrides_file;
use super::setup::require_rubric;
use super::shared_arguments::RequestArgs;
use super::summary::{load_last_records, print_remark};
use model::{GameRegistry, Gradebook as _};
use rubric::{
    OverrideChange, OverrideChanges, OverrideSubject, RequestClass, RequestSubjects,
    change_overrides,
};

pub(super) fn run(
    arguments: &CliArgs,
    games: &GameRegistry,
    asked: &RequestArgs,
) -> Result<ExitCode, CliFailure> {
    let overrides = overrides_file(&require_rubric(arguments)?);
    let course = load_course_with_roster(arguments, games, &asked.roster)?;
    let mut class = RequestClass {
        roster: course.roster.unwrap_or_default(),
        ..RequestClass::default()
    };
    let records = load_last_records(&asked.reports, "--reports")?;
    for place in 0..records.count() {
        let grade = records.grade(place).map_err(CliFailure::internal_error)?;
        let cases = grade.cases.iter().map(|case| case.case.id.clone());
        let criteria = grade.criteria.iter();
        let subjects = RequestSubjects {
            id: grade.system_id().map(str::to_owned),
            title: grade.outline.title.clone(),
            cases: cases.collect(),
            criteria: criteria
                .map(|one| (one.id.clone(), one.title.clone()))
                .collect(),
        };
        class.submissions.insert(grade.name(), subjects);
    }
    drop(records);
    let requests = rubric::load_requests(&asked.table, &class).map_err(CliFailure::usage_error)?;
    let all = requests.len();
    let mut changes: Vec<OverrideChange> = requests
        .into_iter()
        .map(|request| OverrideChange {
            subject: OverrideSubject::from_override(&request),
            seen: rubric::digest_override(None),
            new: Some(request),
        })
        .collect();
    // A form is exported again and again: what is known stays as it is, with its answer.
    while let OverrideChanges::Outdated(known) = change_overrides(&overrides, &changes)? {
        changes.retain(|change| known.iter().all(|(subject, _)| *subject != change.subject));
    }
    let new = changes.len();
    let known = all - new;
    print_remark(&format!(
        "{} has {new} more {} now, and had {known} of them before; `grader serve` and `grader review` show them",
        overrides.display(),
        if new == 1 { "objection" } else { "objections" }
    ));
    Ok(ExitCode::SUCCESS)
}
