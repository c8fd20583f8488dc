//! The command line: what was typed becomes a call of the library, and its result becomes an exit code.
//!
//! Results go to standard output; progress, remarks and errors go to standard error.

mod arguments;
mod assignment_id;
mod cache;
mod cases;
mod check;
mod class_rows;
mod cluster_template;
mod compare;
mod course_with_roster;
mod doctor;
mod example;
mod failure;
mod formats;
mod gate;
mod grade;
mod gradebook;
mod hunt;
mod import;
mod imported;
mod intake;
mod judging;
mod last_records;
mod layout;
mod log;
mod manual;
mod merge;
mod mutant_arguments;
mod mutants;
mod new;
mod numbers;
mod only;
mod open;
mod out;
mod overrides;
mod package;
mod partition;
mod piece;
mod play;
mod programs;
mod regenerate;
mod repeat;
mod review;
mod roster;
mod scaffold;
mod setup;
mod slurm;
mod summary;
mod watch;
mod watched;
mod watched_files;
mod whole_class;
mod worksheet;
mod writing;

use std::path::Path;
use std::process::ExitCode;

use ::reference::GameOptions;
use arguments::{Arguments, ColourChoice, Engine, Task};
use clap::Parser;
use failure::Failure;
use setup::known_rubric;

use crate::model::Games;
use crate::pipeline;
use crate::report::{self, Audience};

/// The whole program, with these games: what the command line asks for, or, where the grader started this process itself, a
/// supervisor of submissions or a reader of their files.
pub fn main(games: &Games) -> ExitCode {
    sandbox::reset_inherited_signals();
    sandbox::supervise_if_asked()
        .or_else(analyse_if_asked)
        .unwrap_or_else(|| run(&Arguments::parse(), games))
}

/// Does what was asked for and says what went wrong.
fn run(arguments: &Arguments, games: &Games) -> ExitCode {
    choose_colour(arguments.colour);
    match log::start(arguments).and_then(|()| perform(arguments, games)) {
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
        Task::Run(wanted) => match wanted.engine {
            None => grade::run(arguments, games, wanted),
            Some(Engine::Slurm) => slurm::run(arguments, games, wanted),
        },
        Task::Merge { pieces, out, expect, reports } => {
            reports.formats.no_events()?;
            let writer = reports.writer(known_rubric(arguments).as_deref())?;
            merge::run(pieces, out, *expect, None, &writer)
        }
        Task::Watch(watched) => watch::run(arguments, games, watched),
        Task::Intake(asked) => intake::run(arguments, games, asked),
        Task::Regenerate { check } => regenerate::run(arguments, games, *check),
        Task::Report { student: Some(student), as_student, out, reports, .. } => {
            reports.formats.none_with("a student's report")?;
            show(student, *as_student, out)
        }
        Task::Report { student: None, out, reports, .. } => {
            reports.formats.no_events()?;
            let writer = reports.writer(known_rubric(arguments).as_deref())?;
            grade::report_all(out, &writer)
        }
        Task::Gradebook(asked) => gradebook::run(known_rubric(arguments).as_deref(), asked),
        Task::Compare(asked) => compare::run(arguments, games, asked),
        Task::Hunt(asked) => hunt::run(arguments, games, asked),
        Task::Check { assignments, repeat, mutants } => {
            check::run(arguments, games, assignments, (repeat, mutants))
        }
        Task::Play { game, base, seed } => {
            play::run(games, game, GameOptions { base: *base, seed: *seed })
        }
        Task::Import(asked) => import::run(arguments, games, asked),
        Task::New { id, like } => new::run(arguments, games, id, *like),
        Task::Review(asked) => review::run(arguments, games, asked),
        Task::Worksheet(asked) => worksheet::run(arguments, games, asked),
        Task::Cache { clear } => cache::run(*clear),
        Task::ClusterTemplate { kind } => cluster_template::run(*kind),
        Task::Package(asked) => package::run(arguments, games, asked),
        Task::Doctor => doctor::run(arguments, games),
        Task::Completions { shell } => manual::completions(*shell),
        Task::Man { folder } => manual::man(folder),
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
