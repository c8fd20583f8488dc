//! `grader compare`: who moves, and by which change.

pub(super) mod asked;
mod graded;
mod results;
mod revision;
mod side;

use std::path::Path;
use std::process::ExitCode;

use super::arguments::Arguments;
use super::failure::{self, Failure};
use super::setup::rubric_of;
use crate::attribution::{self, ClassMovement, Facts, Movement, Summary};
use crate::model::Games;
use asked::{Asked, FailOn, Form};
use graded::Grading;
use revision::Revision;
use side::Side;

pub(super) fn run(
    arguments: &Arguments,
    games: &Games,
    asked: &Asked,
) -> Result<ExitCode, Failure> {
    let (old, new, revision) = sides(arguments, asked)?;
    let courses = [&old, &new].into_iter().filter(|side| matches!(side, Side::Course(_))).count();
    if courses == 1 && asked.submissions.is_none() {
        return Err(Failure::usage(anyhow::anyhow!(
            "one of the two is a result and the other a course; name what the course is to grade with `--submissions DIR`"
        )));
    }
    if courses == 0 && asked.submissions.is_some() {
        return Err(Failure::usage(anyhow::anyhow!(
            "both are results, so nothing is graded: leave out `--submissions`, or name a course"
        )));
    }
    let grading = Grading::new(arguments, games, asked, [&old, &new])?;
    let mut facts = [Vec::new(), Vec::new()];
    for (facts, side) in facts.iter_mut().zip([&old, &new]) {
        *facts = match side {
            Side::Results(folder) => results::facts(folder)?,
            Side::Course(rubric) => grading.facts(rubric)?,
        };
        let is_wanted = |one: &Facts| asked.assignments.contains(&one.name.assignment);
        facts.retain(|one| asked.assignments.is_empty() || is_wanted(one));
    }
    let [old_facts, new_facts] = facts;
    let class = attribution::movements(old_facts, new_facts);
    if class.movements.is_empty() && class.ungraded.is_empty() {
        return Err(Failure::usage(anyhow::anyhow!(
            "no submission is in both, so there is nothing to compare"
        )));
    }
    let summary = Summary::of(&class);
    let tell = match asked.format {
        Form::Text => attribution::text,
        Form::Md => attribution::markdown,
        Form::Json => attribution::json,
    };
    let mut stdout = anstream::stdout().lock();
    failure::printed(std::io::Write::write_all(
        &mut stdout,
        tell(&class, &summary, asked.students).as_bytes(),
    ))?;
    if let Side::Course(rubric) = &new {
        grading.run_again(rubric, &class)?;
    }
    drop(revision);
    Ok(exit_code(asked.fail_on, &class, courses))
}

/// OLD and NEW, and the course that git has for OLD, as long as it is needed.
fn sides(arguments: &Arguments, asked: &Asked) -> Result<(Side, Side, Option<Revision>), Failure> {
    match (&asked.against, asked.sides.as_slice()) {
        (None, [old, new]) => Ok((Side::of(old)?, Side::of(new)?, None)),
        (None, given) => Err(Failure::usage(anyhow::anyhow!(
            "found {} of the two that are compared; expected `grader compare OLD NEW`, or `grader compare --against REV`",
            given.len()
        ))),
        (Some(against), []) => against_revision(&rubric_of(arguments)?, against),
        (Some(against), [new]) => match Side::of(new)? {
            Side::Course(rubric) => against_revision(&rubric, against),
            Side::Results(_) => Err(Failure::usage(anyhow::anyhow!(
                "{} is a result, and git has courses: with `--against`, name a course or nothing",
                new.display()
            ))),
        },
        (Some(_), _) => Err(Failure::usage(anyhow::anyhow!(
            "with `--against`, OLD is what git has: name NEW alone, or nothing"
        ))),
    }
}

fn against_revision(
    rubric: &Path,
    revision: &str,
) -> Result<(Side, Side, Option<Revision>), Failure> {
    let then = Revision::of(rubric, revision)?;
    let old = Side::Course(then.rubric());
    Ok((old, Side::Course(rubric.to_owned()), Some(then)))
}

fn exit_code(fail_on: Option<FailOn>, class: &ClassMovement, courses: usize) -> ExitCode {
    if courses > 0 && !class.ungraded.is_empty() {
        return ExitCode::from(3);
    }
    let fails = |one: &Movement| match fail_on {
        None => false,
        Some(FailOn::Lower) => one.new < one.old,
        Some(FailOn::Any) => one.new != one.old,
    };
    ExitCode::from(u8::from(class.movements.iter().any(fails)))
}
