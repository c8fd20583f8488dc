//! What is asked of the cluster, and what tells it from anything else that might be asked.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use super::super::arguments::{CliArgs, RunArgs};
use super::super::course_with_roster::load_course_with_roster;
use super::super::failure::CliFailure;
use super::super::grade::select_submissions;
use super::super::out;
use super::super::setup::check_assignment_ids;
use crate::cli::shared_arguments::{LayoutArgs, RosterArgs};
use crate::slurm::{JobFolder, JobScripts};
use lms::intake::IntakeScratch;
use model::{GameRegistry, Submission, SubmissionName};
use records::ClassList;
use sandbox::Interrupt;
use support::digest::DigestBuilder;

/// Into how many pieces a class is cut if nothing is said: enough for a few nodes to have several each, so that a slow piece does
/// not keep all others waiting.
const DEFAULT_SHARDS: usize = 16;

/// What is asked.
pub(super) struct ClusterJobSpec {
    pub(super) scripts: JobScripts,
    /// How many submissions the class has.
    pub(super) submissions: usize,
    /// Of all that makes it what it is, but for what students wrote.
    pub(super) digest: String,
}

impl ClusterJobSpec {
    /// What was typed, once it is sure that it can be graded. Nothing is compiled here: a machine from which jobs are submitted may
    /// have no compiler.
    pub(super) fn from_args(
        arguments: &CliArgs,
        games: &GameRegistry,
        wanted: &RunArgs,
        interrupt: &Interrupt,
    ) -> Result<ClusterJobSpec, CliFailure> {
        check_options(&wanted.options)?;
        let course = load_course_with_roster(arguments, games, &wanted.roster)?;
        check_assignment_ids(&course, &wanted.assignments)?;
        // Each task unpacks for itself: what it grades may be on another machine.
        let scratch = IntakeScratch::default();
        let submissions = select_submissions(&course, wanted, &scratch, interrupt)?.submissions;
        let target = wanted.reports_folder();
        out::ensure_disjoint(&target, &wanted.submissions, &course)?;
        let folder = JobFolder::for_reports(&absolute_path(&target)?);
        out::ensure_disjoint(folder.path(), &wanted.submissions, &course)?;
        let names: Vec<SubmissionName> = submissions.iter().map(Submission::name).collect();
        report::prepare_folder(&target, &names).map_err(CliFailure::from_prepare_error)?;
        let scripts = JobScripts {
            grader: std::env::current_exe().map_err(|error| {
                let about = "cannot find out where this program is, which the nodes are to run";
                CliFailure::internal_error(anyhow::Error::from(error).context(about))
            })?,
            run: task_arguments(arguments, wanted, &course.rubric)?,
            pieces: wanted
                .pieces
                .unwrap_or_else(|| default_shard_count(submissions.len())),
            jobs: wanted.jobs,
            folder: folder.path().to_owned(),
            out: absolute_path(&target)?,
        };
        let digest = grading::digest_of_course(&course).and_then(|course| {
            let words = scripts.run.iter().chain(&wanted.options);
            let places = [scripts.grader.as_os_str(), scripts.out.as_os_str()];
            let words = places.into_iter().chain(words.map(OsString::as_os_str));
            let own = DigestBuilder::for_this_program()?
                .with_piece(course.as_bytes())
                .with_serialised(&(scripts.pieces, scripts.jobs));
            let own = own.with_piece(ClassList(names).to_text().as_bytes());
            Ok(words
                .fold(own, |digester, word| digester.with_piece(word.as_bytes()))
                .finish())
        });
        let digest = digest.map_err(|error| {
            let about =
                "cannot read all files of the course, so it could not be told from another one";
            CliFailure::internal_error(anyhow::Error::from(error).context(about))
        })?;
        Ok(ClusterJobSpec {
            scripts,
            submissions: submissions.len(),
            digest: digest.to_string(),
        })
    }
}

fn default_shard_count(submissions: usize) -> u32 {
    u32::try_from(submissions.clamp(1, DEFAULT_SHARDS)).unwrap_or(1)
}

/// What every task is called with. A new option must be looked at here: is it for the tasks?
fn task_arguments(
    arguments: &CliArgs,
    wanted: &RunArgs,
    rubric: &Path,
) -> Result<Vec<OsString>, CliFailure> {
    let CliArgs {
        task: _,
        rubric: _,
        quiet,
        // Of this command. What tasks do step by step, `--verbose` puts into their logs.
        log: _,
        verbose,
        colour: _,
        allow_unconfined,
        no_cache,
        cache_read_only,
        no_import_libraries,
        no_precompiled,
    } = arguments;
    let RunArgs {
        submissions,
        layout: LayoutArgs { layout, pattern },
        roster: RosterArgs { roster },
        assignments,
        // They name a part of a class, and `clap` refuses them here.
        students: _,
        cases: _,
        only: _,
        partition: _,
        only_failed: _,
        engine: _,
        // In the scripts.
        pieces: _,
        jobs: _,
        // A task always goes on with what is there.
        resume: _,
        regrade,
        donors,
        // Of the whole class, when it is there.
        fail_under: _,
        reports: _,
        open: _,
        options: _,
        ..
    } = wanted;
    let mut words: Vec<OsString> = vec!["run".into(), absolute_path(submissions)?.into()];
    words.extend([
        "--rubric".into(),
        absolute_path(rubric)?.into(),
        "--color=never".into(),
    ]);
    for (is_given, option) in [
        (quiet, "--quiet"),
        (verbose, "--verbose"),
        (allow_unconfined, "--allow-unconfined"),
        (no_cache, "--no-cache"),
        (cache_read_only, "--cache-read-only"),
        (no_import_libraries, "--no-import-libraries"),
        (no_precompiled, "--no-precompiled"),
        (regrade, "--regrade"),
    ] {
        if *is_given {
            words.push(option.into());
        }
    }
    if let Some(roster) = roster {
        words.extend(["--roster".into(), absolute_path(roster)?.into()]);
    }
    if let Some(donors) = donors {
        words.extend(["--donors".into(), absolute_path(donors)?.into()]);
    }
    if let Some(layout) = layout {
        words.extend(["--layout".into(), layout.name().into()]);
    }
    if let Some(pattern) = pattern {
        words.extend(["--pattern".into(), pattern.text().into()]);
    }
    for id in assignments {
        words.extend(["--assignment".into(), id.into()]);
    }
    Ok(words)
}

/// A job may begin in another folder than we are in.
fn absolute_path(path: &Path) -> Result<PathBuf, CliFailure> {
    std::path::absolute(path).map_err(|error| {
        let about = format!("cannot find out where {} is", path.display());
        CliFailure::usage_error(anyhow::Error::from(error).context(about))
    })
}

/// Options of `sbatch` that would make of our jobs others than we submit.
const RESERVED_OPTIONS: [(&str, &str, &str); 8] = [
    (
        "--array",
        "-a",
        "`--pieces N` says how many tasks there are",
    ),
    (
        "--dependency",
        "-d",
        "the job that merges waits for the pieces",
    ),
    (
        "--output",
        "-o",
        "what tasks say is written to DIR.slurm/logs",
    ),
    ("--clusters", "-M", "log in to a machine of that cluster"),
    ("--wait", "-W", "this command waits by itself"),
    ("--wrap", "--wrap", "the jobs have scripts of their own"),
    ("--test-only", "--test-only", "nothing would be submitted"),
    (
        "--open-mode",
        "--open-mode",
        "what a task said before its node was lost is kept",
    ),
];

fn check_options(options: &[OsString]) -> Result<(), CliFailure> {
    for option in options {
        let Some(ours) = RESERVED_OPTIONS
            .iter()
            .find(|(long, short, _)| is_option(option, long, short))
        else {
            continue;
        };
        let (long, _, reason) = ours;
        return Err(CliFailure::usage_error(anyhow::anyhow!(
            "`{}` after `--` cannot go to sbatch: `{long}` is for grader to say; {reason}",
            option.display()
        )));
    }
    Ok(())
}

fn is_option(typed: &OsStr, long: &str, short: &str) -> bool {
    let typed = typed.to_string_lossy();
    let is_short = !short.starts_with("--") && !typed.starts_with("--") && typed.starts_with(short);
    is_short || typed.split('=').next() == Some(long)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_would_change_our_jobs_are_refused() {
        let is_fit = |words: &[&str]| {
            let words: Vec<OsString> = words.iter().map(OsString::from).collect();
            check_options(&words).is_ok()
        };
        assert!(is_fit(&[
            "--partition=cpu",
            "-p",
            "cpu",
            "-A",
            "course",
            "--mem=2G",
            "-c4"
        ]));
        for refused in [
            "--array=1-3",
            "-a1-3",
            "-a",
            "--array",
            "-d",
            "--wait",
            "-Malpha",
        ] {
            assert!(!is_fit(&["--mem=2G", refused]), "{refused}");
        }
    }

    #[test]
    fn a_small_class_has_no_empty_pieces_on_purpose() {
        assert_eq!(
            [0, 1, 5, 16, 400].map(default_shard_count),
            [1, 1, 5, 16, 16]
        );
    }
}
