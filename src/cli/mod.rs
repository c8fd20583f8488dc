//! The command line: what was typed becomes a call of the library, and its result becomes an exit code.
//!
//! Results go to standard output; progress, remarks and errors go to standard error.

mod arguments;
mod cache;
mod case_writing;
mod cases;
mod check;
mod cluster_template;
mod compare;
mod course_with_roster;
mod doctor;
mod donors;
mod example;
mod failure;
mod file_diff;
mod grade;
mod gradebook;
mod help;
mod hunt;
mod import;
mod intake;
mod kit;
mod log;
mod manual;
mod merge;
mod mutants;
mod new;
mod out;
mod overrides;
mod package;
mod piece;
mod play;
mod regenerate;
mod repeat;
mod request;
mod review;
mod schema;
mod self_check;
mod serve;
mod setup;
mod shared_arguments;
mod similar;
mod slurm;
mod summary;
mod watch;
mod worksheet;
mod writing;

use std::process::ExitCode;

use ::reference::GameOptions;
use arguments::{CliArgs, CliCommand, ColourChoice, GradingEngine};
use failure::CliFailure;
use model::GameRegistry;
use report::{ReportAudience, ReportQuery};
use setup::find_rubric;
use summary::load_last_records;
use writing::ReportWriter;

/// The whole program, with these games: what the command line asks for, or, where the grader started this process itself, a
/// supervisor of submissions or a reader of their files.
pub fn main(games: &GameRegistry) -> ExitCode {
    sandbox::reset_inherited_signals();
    sandbox::supervise_if_requested()
        .or_else(analyse_if_requested)
        .or_else(similar::read_if_requested)
        .unwrap_or_else(|| run_command(&help::parse_arguments(), games))
}

/// Does what was asked for and says what went wrong.
fn run_command(arguments: &CliArgs, games: &GameRegistry) -> ExitCode {
    choose_colour(arguments.colour);
    match log::start_log(arguments).and_then(|()| dispatch_command(arguments, games)) {
        Ok(code) => code,
        Err(failure) => failure.report_to_stderr(),
    }
}

/// Reads a student's files for the grader that started this process, if that is what it was started for.
fn analyse_if_requested() -> Option<ExitCode> {
    let is_asked = std::env::args_os()
        .nth(1)
        .is_some_and(|word| word == grading::ANALYSE);
    is_asked.then(grading::analyser_main)
}

fn dispatch_command(arguments: &CliArgs, games: &GameRegistry) -> Result<ExitCode, CliFailure> {
    match &arguments.task {
        CliCommand::Run(wanted) => match wanted.engine {
            None => grade::run(arguments, games, wanted),
            Some(GradingEngine::Slurm) => slurm::run(arguments, games, wanted),
        },
        CliCommand::Merge {
            pieces,
            out,
            expect,
            reports,
        } => {
            reports.formats.refuse_events()?;
            let writer = reports.to_writer(find_rubric(arguments).as_deref())?;
            merge::run(pieces, out, *expect, None, &writer)
        }
        CliCommand::Watch(watched) => watch::run(arguments, games, watched),
        CliCommand::Intake(asked) => intake::run(arguments, games, asked),
        CliCommand::Regenerate { check, assignments } => {
            regenerate::run(arguments, games, *check, assignments)
        }
        CliCommand::Report {
            student: Some(student),
            as_student,
            out,
            reports,
            ..
        } => {
            reports.formats.refuse_with("a student's report")?;
            let audience = if *as_student {
                ReportAudience::Student
            } else {
                ReportAudience::Instructor
            };
            let query = ReportQuery {
                student,
                audience,
                folder: out,
            };
            let writer = reports.to_writer(find_rubric(arguments).as_deref())?;
            show_report(query, &writer)
        }
        CliCommand::Report {
            student: None,
            out,
            reports,
            ..
        } => {
            reports.formats.refuse_events()?;
            let writer = reports.to_writer(find_rubric(arguments).as_deref())?;
            grade::rewrite_reports(out, &writer)
        }
        CliCommand::Gradebook(asked) => gradebook::run(find_rubric(arguments).as_deref(), asked),
        CliCommand::Compare(asked) => compare::run(arguments, games, asked),
        CliCommand::Similar(asked) => similar::run(arguments, games, asked),
        CliCommand::Hunt(asked) => hunt::run(arguments, games, asked),
        CliCommand::Check {
            assignments,
            accept,
            repeat,
            mutants,
        } => check::run(arguments, games, assignments, *accept, repeat, mutants),
        CliCommand::Play { game, base, seed } => play::run(
            games,
            game,
            GameOptions {
                base: *base,
                seed: *seed,
            },
        ),
        CliCommand::Kit(asked) => kit::run(arguments, games, asked),
        CliCommand::Try(asked) => self_check::run(arguments, games, asked),
        CliCommand::Import(asked) => import::run(arguments, games, asked),
        CliCommand::New { id, like } => new::run(arguments, games, id, *like),
        CliCommand::Review(asked) => review::run(arguments, games, asked),
        CliCommand::Serve(asked) => serve::run(arguments, games, asked),
        CliCommand::Request(asked) => request::run(arguments, games, asked),
        CliCommand::Worksheet(asked) => worksheet::run(arguments, games, asked),
        CliCommand::Cache { warm: true, .. } => cache::warm(arguments, games),
        CliCommand::Cache { clear, .. } => cache::run(*clear),
        CliCommand::ClusterTemplate { kind } => cluster_template::run(*kind),
        CliCommand::Schema { kind } => schema::run(*kind),
        CliCommand::Package(asked) => package::run(arguments, games, asked),
        CliCommand::Doctor => doctor::run(arguments, games),
        CliCommand::Completions { shell } => manual::print_completions(*shell),
        CliCommand::Man { folder } => manual::write_man_pages(folder),
    }
}

/// `grader report STUDENT`.
fn show_report(query: ReportQuery<'_>, writer: &ReportWriter<'_>) -> Result<ExitCode, CliFailure> {
    let records = load_last_records(query.folder, "--out")?;
    let blocks = writer.build_student_reports(&records, query)?;
    // Runs wait as long as the records are open, and a pager may be open for hours.
    drop(records);
    let printed = document::blocks_to_terminal(&blocks, &mut anstream::stdout().lock());
    failure::finish_printing(printed)
}

/// `--color` decides; without it `NO_COLOR`, `CLICOLOR_FORCE` and the terminal do, as `anstream` knows.
fn choose_colour(choice: ColourChoice) {
    match choice {
        ColourChoice::Auto => {}
        ColourChoice::Always => anstream::ColorChoice::Always.write_global(),
        ColourChoice::Never => anstream::ColorChoice::Never.write_global(),
    }
}
