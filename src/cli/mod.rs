//! The command line: what was typed becomes a call of the library, and its result becomes an exit code.
//!
//! Results go to standard output; progress, remarks and errors go to standard error.

mod arguments;
mod check;
mod doctor;
mod failure;
mod grade;
mod new;
mod out;
mod play;
mod regenerate;
mod scaffold;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use ::reference::GameOptions;
use clap::Parser;

use arguments::{Arguments, ColourChoice, Task};
use failure::Failure;

use crate::course;
use crate::model::{Course, Games, Tier};
use crate::pipeline;
use crate::report::{self, Audience};
use sandbox::{Demands, Interrupt, Sandbox};

/// The whole program, with these games: what the command line asks for, or, where the grader started this process itself, a
/// supervisor of submissions or a reader of their files.
pub fn main(games: &Games) -> ExitCode {
    sandbox::supervise_if_asked()
        .or_else(analyse_if_asked)
        .unwrap_or_else(|| run(&Arguments::parse(), games))
}

/// Does what was asked for and says what went wrong.
fn run(arguments: &Arguments, games: &Games) -> ExitCode {
    choose_colour(arguments.colour);
    match perform(arguments, games) {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}

/// Reads a student's files for the grader that started this process, if that is what it was started for.
fn analyse_if_asked() -> Option<ExitCode> {
    let is_asked = std::env::args_os().nth(1).is_some_and(|word| word == pipeline::ANALYSE);
    is_asked.then(pipeline::analyse)
}

fn perform(arguments: &Arguments, games: &Games) -> Result<ExitCode, Failure> {
    match &arguments.task {
        Task::Run(wanted) => grade::run(arguments, games, wanted),
        Task::Regenerate { check } => regenerate::run(arguments, games, *check),
        Task::Report { student, as_student, out } => show(student, *as_student, out),
        Task::Check => check::run(arguments, games),
        Task::Play { game, base, seed } => {
            play::run(games, game, GameOptions { base: *base, seed: *seed })
        }
        Task::New { id } => new::run(arguments, games, id),
        Task::Doctor => doctor::run(arguments, games),
    }
}

fn show(student: &str, as_student: bool, out: &Path) -> Result<ExitCode, Failure> {
    let audience = if as_student { Audience::Student } else { Audience::Instructor };
    match report::show(out, student, audience, &mut anstream::stdout().lock()) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(report::ShowError::Print(error)) => failure::printed(Err(error)),
        Err(error) => Err(Failure::usage(error)),
    }
}

/// `--color` decides; without it `NO_COLOR`, `CLICOLOR_FORCE` and the terminal do, as `anstream` knows.
fn choose_colour(choice: ColourChoice) {
    match choice {
        ColourChoice::Auto => {}
        ColourChoice::Always => anstream::ColorChoice::Always.write_global(),
        ColourChoice::Never => anstream::ColorChoice::Never.write_global(),
    }
}

/// The rubric that was named, or the nearest one.
fn rubric_of(arguments: &Arguments) -> Result<PathBuf, Failure> {
    if let Some(rubric) = &arguments.rubric {
        return Ok(rubric.clone());
    }
    course::find_rubric(Path::new(".")).ok_or_else(|| {
        Failure::usage(anyhow::anyhow!(
            "no rubric.toml in this folder or above it; go to the course's folder, name the file with `--rubric FILE`, \
             or start a course with `grader new ID`"
        ))
    })
}

fn course_of(arguments: &Arguments, games: &Games) -> Result<Course, Failure> {
    course::load(&rubric_of(arguments)?, games).map_err(Failure::usage)
}

fn interrupt() -> Result<Arc<Interrupt>, Failure> {
    let install = |error: io::Error| {
        Failure::internal_fault(anyhow::Error::from(error).context("cannot watch for Ctrl-C"))
    };
    Interrupt::on_signals().map(Arc::new).map_err(install)
}

/// The strongest confinement that this machine gives, if the course accepts it. The course is private, and so are the
/// temporary folders of other submissions.
fn sandbox(
    arguments: &Arguments,
    course: &Course,
    interrupt: &Arc<Interrupt>,
) -> Result<Sandbox, Failure> {
    sandbox::make_room(&pipeline::needs(course)).map_err(Failure::internal_fault)?;
    let sandbox = find_sandbox(course.required_tier, arguments.allow_unconfined, interrupt)?;
    let rubric = course.rubric.canonicalize().ok();
    let folder = rubric.as_deref().and_then(Path::parent).map(Path::to_owned);
    let cases = course.assignments.iter().map(|assignment| assignment.testcases.clone());
    Ok(sandbox.hiding(folder.into_iter().chain(cases).chain([std::env::temp_dir()])))
}

fn find_sandbox(
    required: Option<Tier>,
    allow_unconfined: bool,
    interrupt: &Arc<Interrupt>,
) -> Result<Sandbox, Failure> {
    let strongest = std::env::var(arguments::STRONGEST_TIER).ok();
    let strongest = strongest.and_then(|letter| Tier::named(&letter)).unwrap_or(Tier::A);
    // The executable that runs, even if the file was replaced meanwhile.
    let executable = Path::new("/proc/self/exe");
    let demands = Demands { strongest, required, allow_unconfined };
    Ok(Sandbox::find(executable, &demands, interrupt)?)
}

/// As many workers as there are processors, unless told otherwise; fewer, with a remark, where our own limits are too low.
fn workers(asked: Option<usize>) -> Result<usize, Failure> {
    let wanted = asked.unwrap_or_else(processors);
    let workers = sandbox::workers(wanted).map_err(Failure::internal_fault)?;
    if workers < wanted {
        // If standard error is gone, nobody wants to know.
        let _ = writeln!(
            anstream::stderr(),
            "grader: {workers} at a time instead of {wanted}, because the limits of open files and processes (`ulimit -n`, \
             `ulimit -u`) allow no more"
        );
    }
    Ok(workers)
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}
