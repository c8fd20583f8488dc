//! `grader import`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::arguments::Arguments;
use super::assignment_id;
use super::failure::{self, Failure};
use super::imported::ImportArguments;
use super::setup::{interrupt, sandbox};
use crate::course;
use crate::import::{self, Draft, ImportError, Note, Plan, Tool};
use crate::model::{Course, Games};
use crate::pipeline::{self, Session};
use crate::report;

pub(super) fn run(
    arguments: &Arguments,
    games: &Games,
    asked: &ImportArguments,
) -> Result<ExitCode, Failure> {
    if let Some(id) = &asked.assignment {
        assignment_id::check(id)?;
    }
    let id = asked.assignment.as_deref();
    let mut plan = import::read(asked.format, &asked.package, id).map_err(failed)?;
    let out = asked.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}-course", plan.id)));
    let draft = Draft::new(&plan, &out).map_err(failed)?;
    // What no rubric may say is found by the rubric's own reader, before anything is in its place.
    let course = course::load(&draft.folder().join("rubric.toml"), games);
    let course = course.map_err(|error| {
        let what = "the package asks for what a course cannot have, and nothing was written";
        Failure::usage(anyhow::Error::from(error).context(what))
    })?;
    if !plan.tools.is_empty() {
        build_tools(arguments, &course, &draft, &mut plan)?;
    }
    let account = import::account(&plan, asked.format.title());
    draft.file("IMPORT.md", account.as_bytes()).map_err(failed)?;
    draft.put_in_place().map_err(failed)?;
    failure::printed(print(&plan, &out, &mut anstream::stdout().lock()))
}

/// What is wrong with a package is the user's to mend; what cannot be written may be ours.
fn failed(error: ImportError) -> Failure {
    match error {
        ImportError::Write(error) if error.is_disk_full() => Failure::internal_fault(error),
        error => Failure::usage(error),
    }
}

/// Builds the package's own programs, behind walls. One that cannot be built is a loss that is told.
fn build_tools(
    arguments: &Arguments,
    course: &Course,
    draft: &Draft,
    plan: &mut Plan,
) -> Result<(), Failure> {
    let Some(assignment) = course.assignments.first() else { return Ok(()) };
    let interrupt = interrupt()?;
    let sandbox = sandbox(arguments, course, &interrupt)?;
    let session = Session::new(&sandbox, &interrupt);
    for Tool { sources, program, place, flags } in std::mem::take(&mut plan.tools) {
        let sources: Vec<PathBuf> = sources.iter().map(|file| draft.folder().join(file)).collect();
        match pipeline::build_tool(assignment, &sources, &flags, session)? {
            Ok(bytes) => draft.program(&program, &bytes).map_err(failed)?,
            Err(said) => plan.notes.lose(place, does_not_build(&said, &program)),
        }
    }
    Ok(())
}

/// In a line, with the first of what the compiler said.
fn does_not_build(said: &str, program: &str) -> String {
    let error = said.lines().find(|line| line.contains("error:")).or(said.lines().next());
    let error = report::lines(error.unwrap_or_default()).replace('`', "'");
    format!("it does not compile here (`{error}`): build it by hand, as `{program}`")
}

fn print(plan: &Plan, out: &Path, to: &mut dyn Write) -> io::Result<()> {
    let notes = &plan.notes;
    for (title, all) in [("carried over", &notes.carried), ("not carried over", &notes.lost)] {
        writeln!(to, "{title}:")?;
        for Note { place, text } in all {
            writeln!(to, "  {place}: {text}")?;
        }
        if all.is_empty() {
            writeln!(to, "  nothing")?;
        }
    }
    if notes.more_lost > 0 {
        writeln!(to, "  and {} more", notes.more_lost)?;
    }
    let (shown, programs) = (out.display(), plan.calibration.len());
    writeln!(
        to,
        "wrote the course {shown} with {}, {} and {}; IMPORT.md in it says this again",
        counted(plan.cases.len(), "case", "cases"),
        counted(plan.criteria.len(), "criterion", "criteria"),
        counted(programs, "calibration program", "calibration programs"),
    )?;
    let proves = match programs {
        0 => "that the course is sound",
        _ => "that it gives each of these programs what its package declares",
    };
    writeln!(to, "`cd {shown} && grader check` proves {proves}")
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
