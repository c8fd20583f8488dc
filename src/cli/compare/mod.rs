//! `grader compare`: who moves, and by which change.

pub(super) mod arguments;
mod graded;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};

use super::arguments::CliArgs;
use super::failure::{self, CliFailure};
use super::setup::require_rubric;
use arguments::{CompareArgs, CompareFormat, CompareSide, FailOn};
use graded::CompareGrader;
use judging::attribution::{self, ClassMovement, GradeFacts, MovementSummary, PointsMovement};
use model::GameRegistry;
use tempfile::TempDir;

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
            CompareSide::Results(folder) => graded::load_facts(folder)?,
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

/// The course of a revision.
///
/// It is taken out of the repository into a temporary folder. Nothing is checked out, and no index, branch or worktree is
/// touched.
#[derive(Debug)]
struct CourseRevision {
    folder: TempDir,
    /// The rubric's name.
    name: PathBuf,
}

impl CourseRevision {
    /// The course with this rubric, as it was then.
    fn extract_from_git(rubric: &Path, revision: &str) -> Result<CourseRevision, CliFailure> {
        let folder = match rubric.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let name = rubric.file_name().map(PathBuf::from).unwrap_or_default();
        // What begins with `-` must be no option.
        let commit = format!("{revision}^{{commit}}");
        let found = run_git(
            folder,
            &[
                "rev-parse",
                "--verify",
                "--quiet",
                "--end-of-options",
                &commit,
            ],
        )?;
        if !found.status.success() {
            return Err(CliFailure::usage_error(anyhow::anyhow!(
                "git knows no revision `{revision}` in {}; fetch it first, in CI with `fetch-depth: 0`{}{}",
                folder.display(),
                format_git_error(&found),
                list_branches(folder)?
            )));
        }
        let commit = String::from_utf8_lossy(&found.stdout).trim().to_owned();
        let packed = run_git(folder, &["archive", "--format=tar", &commit])?;
        if !packed.status.success() {
            return Err(CliFailure::usage_error(anyhow::anyhow!(
                "git cannot give {} as it was at `{revision}`{}",
                folder.display(),
                format_git_error(&packed)
            )));
        }
        let made = tempfile::Builder::new().prefix("grader-compare-").tempdir();
        let unpacked = made.and_then(|made| {
            tar::Archive::new(packed.stdout.as_slice()).unpack(made.path())?;
            Ok(made)
        });
        let folder = unpacked.map_err(|error| {
            let about = format!("cannot unpack the course of `{revision}`");
            CliFailure::internal_error(anyhow::Error::from(error).context(about))
        })?;
        let then = CourseRevision { folder, name };
        if !then.rubric_path().is_file() {
            return Err(CliFailure::usage_error(anyhow::anyhow!(
                "there was no {} at `{revision}`",
                rubric.display()
            )));
        }
        Ok(then)
    }

    /// Its rubric.
    fn rubric_path(&self) -> PathBuf {
        self.folder.path().join(&self.name)
    }
}

fn run_git(folder: &Path, arguments: &[&str]) -> Result<Output, CliFailure> {
    let output = Command::new("git")
        .arg("-C")
        .arg(folder)
        .args(arguments)
        .output();
    output.map_err(|error| {
        CliFailure::usage_error(
            anyhow::Error::from(error).context("`--against` needs git, which cannot be started"),
        )
    })
}

/// The first branches of the repository, as the end of a message; empty if there are none.
fn list_branches(folder: &Path) -> Result<String, CliFailure> {
    let arguments = ["branch", "--all", "--format=%(refname:short)"];
    let output = run_git(folder, &arguments)?;
    let text = String::from_utf8_lossy(&output.stdout);
    let branches: Vec<&str> = text.lines().take(10).collect();
    if !output.status.success() || branches.is_empty() {
        return Ok(String::new());
    }
    Ok(format!("; its branches are {}", branches.join(", ")))
}

/// What git said, if anything.
fn format_git_error(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    match text.lines().next() {
        Some(line) => format!(" ({line})"),
        None => String::new(),
    }
}
