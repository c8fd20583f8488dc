//! `grader watch`: a class is graded, and again whenever something of it changes.
//!
//! Each time the whole class is: what has not changed comes from the cache, so only what a change is about is built and run.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use super::arguments::{CliArgs, RunArgs};
use super::failure::{self, CliFailure};
use super::grade::{self, GradedClass};
use super::setup::{install_interrupt, require_rubric};
use super::summary::print_remark;
use super::watched::WatchArgs;
use super::watched_files::WatchedFiles;
use super::writing::ReportArgs;
use model::{GameRegistry, GradingEvent, SubmissionName};
use report::{Progress, ProgressMode, ReportEntry};

/// What is told of each submission, by its name.
type Grades = BTreeMap<SubmissionName, String>;

pub(super) fn run(
    arguments: &CliArgs,
    games: &GameRegistry,
    watched: &WatchArgs,
) -> Result<ExitCode, CliFailure> {
    let interrupt = install_interrupt()?;
    let wanted = to_run_args(watched);
    let rubric =
        std::path::absolute(require_rubric(arguments)?).map_err(CliFailure::internal_error)?;
    let course = rubric.parent().map(ToOwned::to_owned);
    let roots = course
        .into_iter()
        .chain([watched.submissions.clone()])
        .collect();
    let files = WatchedFiles::new(roots, &wanted.reports_folder());
    // Before it is graded: what changes meanwhile is graded then.
    let mut seen = files.take_snapshot();
    let progress = Progress::new(ProgressMode::for_stderr(arguments.quiet));
    let first = grade::grade_class(arguments, games, &wanted, &interrupt, |event| {
        progress.record_event(event)
    });
    drop(progress);
    let mut grades = match first {
        Ok(first) => {
            first.print_table(None)?;
            collect_grades(&first)
        }
        Err(_) if interrupt.is_raised() => return Ok(ExitCode::SUCCESS),
        Err(failure) => return Err(failure),
    };
    print_remark(&"waiting for changes of submissions, cases and the rubric; Ctrl-C ends this");
    while let Some(now) = files.wait_for_change(seen, &interrupt) {
        seen = now;
        let anew = Mutex::new(BTreeSet::new());
        let graded = grade::grade_class(arguments, games, &wanted, &interrupt, |event| {
            note_regraded(&anew, event)
        });
        match graded {
            Ok(graded) => {
                let after = collect_grades(&graded);
                let anew = anew.into_inner().unwrap_or_else(PoisonError::into_inner);
                let printed = print_changes(&grades, &after, &anew, &mut anstream::stdout().lock());
                // Whoever reads this has gone, so nobody waits for more.
                if printed.is_err() {
                    return failure::finish_printing(printed);
                }
                grades = after;
            }
            Err(_) if interrupt.is_raised() => break,
            // A mistake that somebody is about to mend.
            Err(failure) => {
                failure.report_to_stderr();
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// A run of the whole class, which is what each change leads to.
fn to_run_args(watched: &WatchArgs) -> RunArgs {
    RunArgs {
        submissions: watched.submissions.clone(),
        layout: watched.layout.clone(),
        roster: watched.roster.clone(),
        assignments: Vec::new(),
        students: Vec::new(),
        cases: Vec::new(),
        only: None,
        partition: None,
        engine: None,
        pieces: None,
        jobs: watched.jobs,
        out: Some(watched.out.clone()),
        open: false,
        resume: false,
        only_failed: false,
        regrade: false,
        reports: ReportArgs::default(),
        fail_under: None,
        options: Vec::new(),
    }
}

/// Takes note of a submission that is really graded, and not found in the cache.
fn note_regraded(anew: &Mutex<BTreeSet<SubmissionName>>, event: &GradingEvent) {
    if let GradingEvent::SubmissionStarted {
        student,
        assignment,
    } = event
    {
        let name = SubmissionName {
            assignment: assignment.clone(),
            student: student.clone(),
        };
        anew.lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(name);
    }
}

fn collect_grades(graded: &GradedClass) -> Grades {
    graded
        .entries
        .iter()
        .map(|entry| (entry.name(), format_grade(entry)))
        .collect()
}

fn format_grade(entry: &ReportEntry) -> String {
    if entry.graded {
        format!("{}/{}", entry.points, entry.max_points)
    } else {
        "not graded".to_owned()
    }
}

/// A line for each submission that was graded anew, has another grade, or is gone.
fn print_changes(
    before: &Grades,
    after: &Grades,
    anew: &BTreeSet<SubmissionName>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let names: BTreeSet<&SubmissionName> = before.keys().chain(after.keys()).collect();
    for name in names {
        let old = before.get(name);
        let new = after.get(name);
        if old == new && !anew.contains(name) {
            continue;
        }
        let old = old.map_or("new", String::as_str);
        let new = new.map_or("gone", String::as_str);
        let student = report::escape_lines(&name.student);
        writeln!(out, "{student} {}: {old} → {new}", name.assignment)?;
    }
    out.flush()
}
