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
    if !plan.notes.lost.is_empty() && !asked.partial {
        let mut stdout = anstream::stdout().lock();
        failure::printed(print_refusal(&plan, &mut stdout))?;
        return Ok(ExitCode::from(1));
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

/// Builds the package's own programs in the sandbox. Without one of them the course could not grade, so all that fail are one error.
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
    let mut failures = Vec::new();
    for Tool { sources, program, place, flags } in std::mem::take(&mut plan.tools) {
        let sources: Vec<PathBuf> = sources.iter().map(|file| draft.folder().join(file)).collect();
        match pipeline::build_tool(assignment, &sources, &flags, session)? {
            Ok(bytes) => draft.program(&program, &bytes).map_err(failed)?,
            Err(output) => failures.push(format!("{place}: {}", does_not_build(&output))),
        }
    }
    if failures.is_empty() {
        return Ok(());
    }
    let message = format!(
        "{}\nWithout it the course cannot grade, and nothing was written: mend it, or add the files that it includes to the package, \
         and import again",
        failures.join("\n")
    );
    Err(Failure::usage(anyhow::Error::msg(message)))
}

/// In a line, with the first of what the compiler said.
fn does_not_build(output: &str) -> String {
    let error = output.lines().find(|line| line.contains("error:")).or(output.lines().next());
    let error = report::lines(error.unwrap_or_default()).replace('`', "'");
    format!("it does not compile here (`{error}`)")
}

fn print(plan: &Plan, out: &Path, to: &mut dyn Write) -> io::Result<()> {
    print_notes(plan, to)?;
    print_result(plan, out, to)
}

/// Why nothing was written, with the list.
fn print_refusal(plan: &Plan, to: &mut dyn Write) -> io::Result<()> {
    print_notes(plan, to)?;
    let count = plan.notes.lost.len() + plan.notes.more_lost;
    writeln!(
        to,
        "nothing was written: the course would grade without {}; read them, then import the rest with `--partial`",
        counted(count, "part of the package", "parts of the package")
    )
}

fn print_notes(plan: &Plan, to: &mut dyn Write) -> io::Result<()> {
    let notes = &plan.notes;
    for (title, all) in [
        ("carried over", &notes.carried),
        ("remarks", &notes.remarks),
        ("not carried over", &notes.lost),
    ] {
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
    Ok(())
}

fn print_result(plan: &Plan, out: &Path, to: &mut dyn Write) -> io::Result<()> {
    let (shown, programs) = (out.display(), plan.calibration.len());
    writeln!(
        to,
        "wrote the course {shown} with {}, {} and {}; IMPORT.md in it says this again",
        counted(plan.cases.len(), "case", "cases"),
        counted(plan.criteria.len(), "criterion", "criteria"),
        counted(programs, "calibration program", "calibration programs"),
    )?;
    if !plan.notes.lost.is_empty() {
        return writeln!(
            to,
            "what is listed as not carried over is not graded; `cd {shown} && grader check` tries the rest"
        );
    }
    let proves = match programs {
        0 => "that the course is sound",
        _ => "that it gives each of these programs what its package declares",
    };
    writeln!(to, "`cd {shown} && grader check` proves {proves}")
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
