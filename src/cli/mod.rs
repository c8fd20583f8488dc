//! The command line: what was typed becomes a call of the library, and its result becomes an exit code.
//!
//! Results go to standard output; progress, remarks and errors go to standard error.

mod arguments;
mod check;
mod doctor;
mod failure;
mod grade;
mod log;
mod new;
mod out;
mod play;
mod regenerate;
mod scaffold;
mod setup;

use std::path::Path;
use std::process::ExitCode;

pub use arguments::Arguments;
use arguments::{ColourChoice, Task};
use failure::Failure;

use crate::pipeline;
use crate::report::{self, Audience};

/// Does what was asked for and says what went wrong.
pub fn run(arguments: &Arguments) -> ExitCode {
    choose_colour(arguments.colour);
    match log::start(arguments).and_then(|()| perform(arguments)) {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}

/// Reads a student's files for the grader that started this process, see [`crate::sandbox::ANALYSE`].
pub fn analyse() -> ExitCode {
    pipeline::analyse()
}

fn perform(arguments: &Arguments) -> Result<ExitCode, Failure> {
    match &arguments.task {
        Task::Run(wanted) => grade::run(arguments, wanted),
        Task::Regenerate { check } => regenerate::run(arguments, *check),
        Task::Report { student, as_student, out } => show(student, *as_student, out),
        Task::Check => check::run(arguments),
        Task::Play { game, base, seed } => play::run(game, *base, *seed),
        Task::New { id } => new::run(arguments, id),
        Task::Doctor => doctor::run(arguments),
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
