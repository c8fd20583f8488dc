//! `grader import`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::arguments::CliArgs;
use super::failure::{self, CliFailure};
use super::setup::{self, install_interrupt, prepare_sandbox};
use super::shared_arguments::ImportArgs;
use grading::{Attempt, RunCache, Session};
use import::{ImportDraft, ImportError, ImportNote, ImportPlan, ImportedTool};
use model::{Course, GameRegistry};
use support::count::format_count;

/// The seconds of processor time that an accepted program may use while it is measured.
const MEASURED_SECONDS: f64 = 60.0;

pub(super) fn run(
    arguments: &CliArgs,
    games: &GameRegistry,
    asked: &ImportArgs,
) -> Result<ExitCode, CliFailure> {
    if let Some(id) = &asked.assignment {
        setup::check_assignment_id(id)?;
    }
    let id = asked.assignment.as_deref();
    let mut plan = import::read_package(asked.format, &asked.package, id).map_err(to_failure)?;
    let out = asked
        .out
        .clone()
        .unwrap_or_else(|| PathBuf::from(format!("{}-course", plan.id)));
    let draft = ImportDraft::new(&plan, &out).map_err(to_failure)?;
    // What no rubric may say is found by the rubric's own reader, before anything is in its place.
    let course = rubric::load_course(&draft.folder().join("rubric.toml"), games);
    let course = course.map_err(|error| {
        let what = "the package asks for what a course cannot have, and nothing was written";
        CliFailure::usage_error(anyhow::Error::from(error).context(what))
    })?;
    if !plan.tools.is_empty() {
        build_tools(arguments, &course, &draft, &mut plan)?;
    }
    let is_refused = !plan.notes.dropped.is_empty() && !asked.partial;
    if is_refused {
        let mut stdout = anstream::stdout().lock();
        failure::finish_printing(print_refusal(&plan, &mut stdout))?;
        return Ok(ExitCode::from(1));
    }
    generate_cases(arguments, games, &draft, &mut plan)?;
    run_accepted_programs(arguments, games, &draft, &mut plan)?;
    let account = import::render_import_report(&plan, asked.format.title());
    draft
        .write_file("IMPORT.md", account.as_bytes())
        .map_err(to_failure)?;
    draft.move_to_target().map_err(to_failure)?;
    failure::finish_printing(print_import(&plan, &out, &mut anstream::stdout().lock()))
}

/// What is wrong with a package is the user's to mend; what cannot be written may be ours.
fn to_failure(error: ImportError) -> CliFailure {
    match error {
        ImportError::Write(error) if error.is_disk_full() => CliFailure::internal_error(error),
        error => CliFailure::usage_error(error),
    }
}

/// Builds the package's own programs in the sandbox. Without one of them the course could not grade, so all that fail are one error.
fn build_tools(
    arguments: &CliArgs,
    course: &Course,
    draft: &ImportDraft,
    plan: &mut ImportPlan,
) -> Result<(), CliFailure> {
    let Some(assignment) = course.assignments.first() else {
        return Ok(());
    };
    let interrupt = install_interrupt()?;
    let sandbox = prepare_sandbox(arguments, course, &interrupt)?;
    let session = Session::new(&sandbox, &interrupt);
    let mut failures = Vec::new();
    for ImportedTool {
        sources,
        program,
        place,
        flags,
    } in std::mem::take(&mut plan.tools)
    {
        let sources: Vec<PathBuf> = sources
            .iter()
            .map(|file| draft.folder().join(file))
            .collect();
        match grading::build_tool(assignment, &sources, &flags, session)? {
            Attempt::Done(bytes) => draft.write_program(&program, &bytes).map_err(to_failure)?,
            Attempt::Rejected(output) => {
                failures.push(format!("{place}: {}", describe_build_error(&output)))
            }
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
    Err(CliFailure::usage_error(anyhow::Error::msg(message)))
}

/// Has the package's generators make the files of their cases, in the sandbox.
fn generate_cases(
    arguments: &CliArgs,
    games: &GameRegistry,
    draft: &ImportDraft,
    plan: &mut ImportPlan,
) -> Result<(), CliFailure> {
    let generated = std::mem::take(&mut plan.generated);
    if generated.is_empty() {
        return Ok(());
    }
    let folder = draft.folder();
    let outputs = with_draft_session(arguments, games, draft, |_, session| {
        let mut outputs = Vec::new();
        for one in &generated {
            match grading::run_tool(&folder, &one.words, &one.input, session)? {
                Attempt::Done(output) => outputs.push(output),
                Attempt::Rejected(reason) => {
                    let message = format!("{}: the generator made no case: {reason}", one.place);
                    return Err(CliFailure::usage_error(anyhow::Error::msg(message)));
                }
            }
        }
        Ok(outputs)
    })?;
    for (one, output) in generated.iter().zip(outputs) {
        plan.set_generated_files(one, output.stdout, output.stderr);
    }
    draft.write_cases(plan).map_err(to_failure)
}

/// Runs the accepted programs of the package in the sandbox where the course needs what they do: their time for its limit, and a
/// conversation with its interactor.
fn run_accepted_programs(
    arguments: &CliArgs,
    games: &GameRegistry,
    draft: &ImportDraft,
    plan: &mut ImportPlan,
) -> Result<(), CliFailure> {
    let needs_reference = plan.needs_reference();
    if let Some(limit) = plan.measured_limit.take() {
        let slowest = if plan.accepted_programs().next().is_some() {
            draft
                .write_measuring_rubric(plan, MEASURED_SECONDS)
                .map_err(to_failure)?;
            with_draft_session(arguments, games, draft, |course, session| {
                if needs_reference {
                    grading::regenerate_expected(course, session)?;
                }
                Ok(lab::measure_slowest_case(course, session)?)
            })?
        } else {
            None
        };
        plan.set_measured_limit(limit, slowest);
        draft.write_rubric(plan).map_err(to_failure)?;
    }
    if needs_reference {
        with_draft_session(arguments, games, draft, |course, session| {
            grading::regenerate_expected(course, session)?;
            Ok(())
        })?;
    }
    Ok(())
}

/// Does something with the course of a draft, as it is written now.
fn with_draft_session<T>(
    arguments: &CliArgs,
    games: &GameRegistry,
    draft: &ImportDraft,
    run: impl FnOnce(&Course, Session<'_>) -> Result<T, CliFailure>,
) -> Result<T, CliFailure> {
    let course = rubric::load_course(&draft.folder().join("rubric.toml"), games);
    let course = course.map_err(|error| CliFailure::internal_error(anyhow::Error::from(error)))?;
    let cache = RunCache::from_cache_folder(&setup::open_cache(arguments));
    let interrupt = install_interrupt()?;
    let sandbox = prepare_sandbox(arguments, &course, &interrupt)?;
    let session = setup::configure_build(arguments, Session::new(&sandbox, &interrupt), &cache);
    run(&course, session.with_workers(setup::worker_count(None)?))
}

/// In a line, with the first of what the compiler said.
fn describe_build_error(output: &str) -> String {
    let error = output
        .lines()
        .find(|line| line.contains("error:"))
        .or(output.lines().next());
    let error = report::escape_lines(error.unwrap_or_default()).replace('`', "'");
    format!("it does not compile here (`{error}`)")
}

fn print_import(plan: &ImportPlan, out: &Path, to: &mut dyn Write) -> io::Result<()> {
    print_notes(plan, to)?;
    print_result(plan, out, to)
}

/// Why nothing was written, with the list.
fn print_refusal(plan: &ImportPlan, to: &mut dyn Write) -> io::Result<()> {
    print_notes(plan, to)?;
    let count = plan.notes.dropped.len() + plan.notes.more_dropped;
    writeln!(
        to,
        "nothing was written: the course would grade without {}; read them, then import the rest with `--partial`",
        format_count(count, "part of the package", "parts of the package")
    )
}

fn print_notes(plan: &ImportPlan, to: &mut dyn Write) -> io::Result<()> {
    let notes = &plan.notes;
    for (title, all) in [
        ("carried over", &notes.imported),
        ("remarks", &notes.remarks),
        ("not carried over", &notes.dropped),
    ] {
        writeln!(to, "{title}:")?;
        for ImportNote { place, text } in all {
            writeln!(to, "  {place}: {text}")?;
        }
        if all.is_empty() {
            writeln!(to, "  nothing")?;
        }
    }
    if notes.more_dropped > 0 {
        writeln!(to, "  and {} more", notes.more_dropped)?;
    }
    Ok(())
}

fn print_result(plan: &ImportPlan, out: &Path, to: &mut dyn Write) -> io::Result<()> {
    let shown = out.display();
    let programs = plan.calibration.len();
    writeln!(
        to,
        "wrote the course {shown} with {}, {} and {}; IMPORT.md in it says this again",
        format_count(plan.cases.len(), "case", "cases"),
        format_count(plan.criteria.len(), "criterion", "criteria"),
        format_count(programs, "calibration program", "calibration programs"),
    )?;
    if !plan.notes.dropped.is_empty() {
        return writeln!(
            to,
            "what is listed as not carried over is not graded; `cd {shown} && grader check` tries the rest"
        );
    }
    if programs == 0 {
        return writeln!(
            to,
            "the package has no program in C or C++ with a known result, so `cd {shown} && grader check` proves nothing about grades: add a solution, and \
             a program with a mistake, as `[[assignments.{}.calibration]]`",
            plan.id
        );
    }
    let proves = "that it gives each of these programs what its package declares";
    writeln!(to, "`cd {shown} && grader check` proves {proves}")
}
