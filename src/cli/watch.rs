//! `grader watch`: a class is graded, and again whenever something of it changes.
//!
//! Each time the whole class is: what has not changed comes from the cache, so only what a change is about is built and run.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use super::arguments::{Arguments, Wanted};
use super::failure::{self, Failure};
use super::grade::{self, GradedClass};
use super::setup::{interrupt, rubric_of};
use super::summary::say;
use super::watched::Watched;
use super::watched_files::WatchedFiles;
use super::writing::ReportArguments;
use crate::model::{Event, Games, SubmissionName};
use crate::report::{self, Entry, Mode, Progress};

/// What is told of each submission, by its name.
type Grades = BTreeMap<SubmissionName, String>;

pub(super) fn run(
    arguments: &Arguments,
    games: &Games,
    watched: &Watched,
) -> Result<ExitCode, Failure> {
    let interrupt = interrupt()?;
    let wanted = wanted(watched);
    let rubric = std::path::absolute(rubric_of(arguments)?).map_err(Failure::internal_fault)?;
    let course = rubric.parent().map(ToOwned::to_owned);
    let roots = course.into_iter().chain([watched.submissions.clone()]).collect();
    let files = WatchedFiles::new(roots, &wanted.out());
    // Before it is graded: what changes meanwhile is graded then.
    let mut seen = files.look();
    let progress = Progress::new(Mode::of_stderr(arguments.quiet));
    let first =
        grade::grade(arguments, games, &wanted, &interrupt, |event| progress.observe(event));
    drop(progress);
    let mut grades = match first {
        Ok(first) => {
            first.show(None)?;
            grades_of(&first)
        }
        Err(_) if interrupt.is_raised() => return Ok(ExitCode::SUCCESS),
        Err(failure) => return Err(failure),
    };
    say(&"waiting for changes of submissions, cases and the rubric; Ctrl-C ends this");
    while let Some(now) = files.next(seen, &interrupt) {
        seen = now;
        let anew = Mutex::new(BTreeSet::new());
        let graded =
            grade::grade(arguments, games, &wanted, &interrupt, |event| note(&anew, event));
        match graded {
            Ok(graded) => {
                let after = grades_of(&graded);
                let anew = anew.into_inner().unwrap_or_else(PoisonError::into_inner);
                let printed = print(&grades, &after, &anew, &mut anstream::stdout().lock());
                // Whoever reads this has gone, so nobody waits for more.
                if printed.is_err() {
                    return failure::printed(printed);
                }
                grades = after;
            }
            Err(_) if interrupt.is_raised() => break,
            // A mistake that somebody is about to mend.
            Err(failure) => {
                failure.report();
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// A run of the whole class, which is what each change leads to.
fn wanted(watched: &Watched) -> Wanted {
    Wanted {
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
        reports: ReportArguments::default(),
        fail_under: None,
        options: Vec::new(),
    }
}

/// Takes note of a submission that is really graded, and not found in the cache.
fn note(anew: &Mutex<BTreeSet<SubmissionName>>, event: &Event) {
    if let Event::SubmissionStarted { student, assignment } = event {
        let name = SubmissionName { assignment: assignment.clone(), student: student.clone() };
        anew.lock().unwrap_or_else(PoisonError::into_inner).insert(name);
    }
}

fn grades_of(graded: &GradedClass) -> Grades {
    graded.entries.iter().map(|entry| (entry.name(), told(entry))).collect()
}

fn told(entry: &Entry) -> String {
    if entry.graded {
        format!("{}/{}", entry.points, entry.max_points)
    } else {
        "not graded".to_owned()
    }
}

/// A line for each submission that was graded anew, has another grade, or is gone.
fn print(
    before: &Grades,
    after: &Grades,
    anew: &BTreeSet<SubmissionName>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let names: BTreeSet<&SubmissionName> = before.keys().chain(after.keys()).collect();
    for name in names {
        let (old, new) = (before.get(name), after.get(name));
        if old == new && !anew.contains(name) {
            continue;
        }
        let old = old.map_or("new", String::as_str);
        let new = new.map_or("gone", String::as_str);
        let student = report::lines(&name.student);
        writeln!(out, "{student} {}: {old} → {new}", name.assignment)?;
    }
    out.flush()
}
