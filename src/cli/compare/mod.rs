//! `grader compare`: who moves, and by which change.

pub(super) mod asked;
mod graded;
mod results;
mod revision;
mod side;

use std::path::Path;
use std::process::ExitCode;

use super::arguments::CliArgs;
use super::failure::{self, CliFailure};
use super::setup::require_rubric;
use asked::{CompareArgs, CompareFormat, FailOn};
use graded::CompareGrader;
use judging::attribution;
use judging::attribution::{ClassMovement, GradeFacts, MovementSummary, PointsMovement};
use model::GameRegistry;
use revision::CourseRevision;
use side::CompareSide;

pub(super) fn run(
    arguments: &CliArgs,
    games: &GameRegistry,
    asked: &CompareArgs,
) -> Result<ExitCode, CliFailure> {
    let (old, new, revision) = resolve_sides(arguments, asked)?;
    let courses = [&old, &new]
        .into_iter()
        .filter(|side| matches!(side, CompareSide::Course(_)))
        .count();
    if courses == 1 && asked.submissions.is_none() {
        return Err(CliFailure::usage_error(anyhow::anyhow!(
            "one of the two is a result and the other a course; name what the course is to grade with `--submissions DIR`"
        )));
    }
    if courses == 0 && asked.submissions.is_some() {
        return Err(CliFailure::usage_error(anyhow::anyhow!(
            "both are results, so nothing is graded: leave out `--submissions`, or name a course"
        )));
    }
    let grading = CompareGrader::new(arguments, games, asked, [&old, &new])?;
    let mut facts = [Vec::new(), Vec::new()];
    for (facts, side) in facts.iter_mut().zip([&old, &new]) {
        *facts = match side {
            CompareSide::Results(folder) => results::load_facts(folder)?,
            CompareSide::Course(rubric) => grading.collect_facts(rubric)?,
        };
        let is_wanted = |one: &GradeFacts| asked.assignments.contains(&one.name.assignment);
        facts.retain(|one| asked.assignments.is_empty() || is_wanted(one));
    }
    let [old_facts, new_facts] = facts;
    let class = attribution::compare_classes(old_facts, new_facts);
    if class.movements.is_empty() && class.ungraded.is_empty() {
        return Err(CliFailure::usage_error(anyhow::anyhow!(
            "no submission is in both, so there is nothing to compare"
        )));
    }
    let summary = MovementSummary::from_class(&class);
    let tell = match asked.format {
        CompareFormat::Text => attribution::render_text,
        CompareFormat::Md => attribution::render_markdown,
        CompareFormat::Json => attribution::render_json,
    };
    let mut stdout = anstream::stdout().lock();
    failure::finish_printing(std::io::Write::write_all(
        &mut stdout,
        tell(&class, &summary, asked.students).as_bytes(),
    ))?;
    if let CompareSide::Course(rubric) = &new {
        grading.regrade_differing(rubric, &class)?;
    }
    drop(revision);
    Ok(exit_code(asked.fail_on, &class, courses))
}

/// OLD and NEW, and the course that git has for OLD, as long as it is needed.
fn resolve_sides(
    arguments: &CliArgs,
    asked: &CompareArgs,
) -> Result<(CompareSide, CompareSide, Option<CourseRevision>), CliFailure> {
    match (&asked.against, asked.sides.as_slice()) {
        (None, [old, new]) => Ok((
            CompareSide::from_path(old)?,
            CompareSide::from_path(new)?,
            None,
        )),
        (None, given) => Err(CliFailure::usage_error(anyhow::anyhow!(
            "found {} of the two that are compared; expected `grader compare OLD NEW`, or `grader compare --against REV`",
            given.len()
        ))),
        (Some(against), []) => resolve_sides_at_revision(&require_rubric(arguments)?, against),
        (Some(against), [new]) => match CompareSide::from_path(new)? {
            CompareSide::Course(rubric) => resolve_sides_at_revision(&rubric, against),
            CompareSide::Results(_) => Err(CliFailure::usage_error(anyhow::anyhow!(
                "{} is a result, and git has courses: with `--against`, name a course or nothing",
                new.display()
            ))),
        },
        (Some(_), _) => Err(CliFailure::usage_error(anyhow::anyhow!(
            "with `--against`, OLD is what git has: name NEW alone, or nothing"
        ))),
    }
}

fn resolve_sides_at_revision(
    rubric: &Path,
    revision: &str,
) -> Result<(CompareSide, CompareSide, Option<CourseRevision>), CliFailure> {
    let then = CourseRevision::extract_from_git(rubric, revision)?;
    let old = CompareSide::Course(then.rubric_path());
    Ok((old, CompareSide::Course(rubric.to_owned()), Some(then)))
}

fn exit_code(fail_on: Option<FailOn>, class: &ClassMovement, courses: usize) -> ExitCode {
    if courses > 0 && !class.ungraded.is_empty() {
        return ExitCode::from(3);
    }
    let fails = |one: &PointsMovement| match fail_on {
        None => false,
        Some(FailOn::Lower) => one.new < one.old,
        Some(FailOn::Any) => one.new != one.old,
    };
    ExitCode::from(u8::from(class.movements.iter().any(fails)))
}
