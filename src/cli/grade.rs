//! `grader run`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use super::arguments::{Arguments, Wanted};
use super::course_with_roster::course_with_roster;
use super::failure::Failure;
use super::gate::exit_code;
use super::last_records::last_records;
use super::setup::{building, cache, check_ids, interrupt, processors, sandbox, workers};
use super::summary::{print, say};
use super::writing::ReportWriter;
use super::{cases, only, open, out, piece};
use crate::intake::Scratch;
use crate::model::{Course, Environment, Event, Games, HandedIn, Submission, SubmissionName};
use crate::pipeline::{self, CasesAgain, PipelineError, RunCache, Selection, Session};
use crate::record::{self, LastRun, PieceFolder, RecordFolder, Run};
use crate::report::{self, Entry, Mode, Progress};
use sandbox::Interrupt;

/// A class that is graded, with its reports written.
pub(super) struct GradedClass {
    /// Everybody whose grade stands in the reports.
    pub(super) entries: Vec<Entry>,
    /// Who was graded in this run, if only with a grade that was kept.
    submissions: Vec<Submission>,
    /// Where the reports are.
    pub(super) out: PathBuf,
    /// Whether nothing else was printed in place of the table.
    has_table: bool,
}

impl GradedClass {
    /// Prints the table of those who were graded, unless something else was printed; their exit code is the value.
    pub(super) fn show(&self, fail_under: Option<f64>) -> Result<ExitCode, Failure> {
        let (new, kept) = parted(&self.entries, &self.submissions);
        if self.has_table {
            print(&new, kept, &self.out)?;
        }
        Ok(exit_code(&new, fail_under))
    }
}

pub(super) fn run(
    arguments: &Arguments,
    games: &Games,
    wanted: &Wanted,
) -> Result<ExitCode, Failure> {
    let interrupt = interrupt()?;
    let progress = Progress::new(Mode::of_stderr(arguments.quiet));
    let events = wanted.reports.formats.event_lines()?;
    let watcher = |event: &Event| {
        progress.observe(event);
        events.tell(event);
    };
    let graded = grade(arguments, games, wanted, &interrupt, watcher)?;
    drop(progress);
    events.finish();
    let code = graded.show(wanted.fail_under)?;
    if wanted.open {
        open::open(&report::index_file(&graded.out));
    }
    Ok(code)
}

/// Grades what is wanted, and writes all reports. Whoever watches is told of each event.
pub(super) fn grade(
    arguments: &Arguments,
    games: &Games,
    wanted: &Wanted,
    interrupt: &Arc<Interrupt>,
    watcher: impl Fn(&Event) + Sync,
) -> Result<GradedClass, Failure> {
    piece::check_choice(wanted)?;
    let course = course_with_roster(arguments, games, &wanted.roster)?;
    check_ids(&course, &wanted.assignments)?;
    let asked = cases::named(&course, &wanted.cases, &wanted.assignments)?;
    let scratch = Scratch::default();
    let Chosen { mut submissions, all } = chosen(&course, wanted, &scratch, interrupt)?;
    if !asked.is_empty() {
        cases::keep_those_with(&asked, &mut submissions)?;
    }
    wanted.reports.formats.check(submissions.len())?;
    let writer = wanted.reports.writer(Some(&course.rubric))?;
    writer.check_overrides(&course)?;
    let target = wanted.out();
    out::keeps_apart(&target, &wanted.submissions, &course)?;
    let begun = match &wanted.partition {
        Some(partition) => Some(piece::cut(partition, &course, &mut submissions)?),
        None => None,
    };
    let sandbox = sandbox(arguments, &course, interrupt)?;
    // Only now: a machine that does not confine as the rubric requires leaves nothing behind.
    let piece = begun.map(|it| PieceFolder::begin(&target, it, wanted.resume)).transpose()?;
    let out = piece.as_ref().map_or(target.as_path(), PieceFolder::path).to_owned();
    let names: Vec<SubmissionName> = submissions.iter().map(Submission::name).collect();
    report::prepare(&out, &names).map_err(Failure::place)?;
    let sandbox = sandbox.hiding([wanted.submissions.clone(), out.clone()]);
    let workers = workers(wanted.jobs)?;
    let session = Session::new(&sandbox, interrupt).with_workers(workers);
    let cache = cache(arguments);
    let run_cache = RunCache::of(&cache);
    let run_cache = if wanted.regrade { run_cache.building_anew() } else { run_cache };
    let session = building(arguments, session, &run_cache);
    let confinement = Some(session.confinement());
    let folder = RecordFolder::open(&out)?;
    // Of a part of the class, results are added to those of the others.
    let is_a_part = piece.is_none() && wanted.names_a_part();
    let ids = ids(&course);
    if piece.is_none() {
        record::may_be_added_to(&out, is_a_part, || pipeline::digest_of_course(&course))?;
    }
    if is_a_part {
        let has_reports = report::has_results(&out);
        folder.can_be_added_to(&ids, session.confinement(), has_reports)?;
    }
    if wanted.only_failed {
        leave_out_full_marks(&mut submissions, &folder)?;
    }
    if !wanted.resume && !is_a_part {
        tell_of_stopped_runs(&folder)?;
    }
    let again = match asked.is_empty() {
        true => None,
        false => Some(CasesAgain::new(LastRun::of(&folder)?, asked)),
    };
    let records = Run::begin(folder, wanted.resume)?;
    let session = session.watched_by(&watcher);
    let grades = cache.store("grades");
    let grades = if wanted.regrade { grades.written_only() } else { grades };
    let graded = pipeline::run(&course, &submissions, session, &records, &grades, again.as_ref());
    // Where nothing was graded anew, nothing new was kept.
    if !matches!(graded, Ok(0)) {
        cache.shrink();
    }
    if let Err(PipelineError::Interrupted) = graded {
        say_how_to_go_on(&records, submissions.len());
    }
    graded?;
    for remark in again.iter().flat_map(CasesAgain::remarks) {
        say(&remark);
    }
    let records = records.finish(is_a_part, &ids)?;
    let environment = records.environment();
    let written = writer.write(&records, &environment, &out, workers)?;
    let entries = written.entries;
    // A piece says elsewhere what it is a piece of.
    let (there, is_whole) = if piece.is_some() { (&[][..], false) } else { (&all[..], !is_a_part) };
    report::note_missing(&out, &entries, there, is_whole).map_err(Failure::internal_fault)?;
    records.are_reported();
    let out = match piece {
        Some(piece) => piece.finish(Environment { confinement, ..environment })?,
        None => out,
    };
    Ok(GradedClass { entries, submissions, out, has_table: written.has_table })
}

/// What is to be graded.
pub(super) struct Chosen {
    pub(super) submissions: Vec<Submission>,
    /// The names of all that was handed in of the same assignments, whether it is to be graded or not.
    all: Vec<SubmissionName>,
}

/// The submissions that were asked for. What is odd about their folder is said. What had to be unpacked stands in `scratch`.
pub(super) fn chosen(
    course: &Course,
    wanted: &Wanted,
    scratch: &Scratch,
    interrupt: &Interrupt,
) -> Result<Chosen, Failure> {
    let (assignments, students) = (wanted.assignments.clone(), wanted.students.clone());
    let selection = Selection { assignments, students };
    let stop = || interrupt.is_raised();
    let source = wanted.layout.source(&wanted.submissions, scratch, &stop);
    let HandedIn { submissions, others, remarks } = pipeline::find(course, &source, &selection)?;
    for remark in &remarks {
        say(&report::lines(remark));
    }
    let all = submissions.iter().map(Submission::name).chain(others).collect();
    let submissions = match &wanted.only {
        Some(file) => only::named_in(file, submissions)?,
        None => submissions,
    };
    report_choices(&submissions);
    Ok(Chosen { submissions, all })
}

/// Lists on standard error which choices the grader made for submissions; the class page lists them under "Needs attention".
pub(super) fn report_choices(submissions: &[Submission]) {
    const MOST: usize = 20;
    let with_choices: Vec<&Submission> =
        submissions.iter().filter(|submission| !submission.to_check.is_empty()).collect();
    for submission in with_choices.iter().take(MOST) {
        for choice in &submission.to_check {
            say(&report::lines(&format!("check {}: {choice}", submission.name())));
        }
    }
    if let Some(more @ 1..) = with_choices.len().checked_sub(MOST) {
        say(&format!(
            "check {more} more submissions, listed on the class page under \"Needs attention\""
        ));
    }
}

/// `grader report --all`: all reports once more, of the grades that are there.
pub(super) fn report_all(folder: &Path, writer: &ReportWriter<'_>) -> Result<ExitCode, Failure> {
    let records = last_records(folder, "--out")?;
    let environment = records.environment();
    let written = writer.write(&records, &environment, folder, processors())?;
    if written.has_table {
        print(&written.entries.iter().collect::<Vec<_>>(), 0, folder)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn ids(course: &Course) -> Vec<String> {
    course.assignments.iter().map(|assignment| assignment.id.clone()).collect()
}

fn leave_out_full_marks(
    submissions: &mut Vec<Submission>,
    folder: &RecordFolder,
) -> Result<(), Failure> {
    let full = folder.full_marks()?;
    submissions.retain(|one| !full.contains(&(one.student.clone(), one.assignment.clone())));
    if submissions.is_empty() {
        say(&"everybody got all points in the last run, so nothing is graded again");
    }
    Ok(())
}

fn tell_of_stopped_runs(folder: &RecordFolder) -> Result<(), Failure> {
    let stopped = folder.stopped()?;
    if stopped > 0 {
        let (noun, is) = if stopped == 1 { ("submission", "is") } else { ("submissions", "are") };
        say(&format!(
            "a run that was stopped had graded {stopped} {noun}, which {is} graded again now; with --resume a run goes on \
             where it was stopped"
        ));
    }
    Ok(())
}

fn say_how_to_go_on(records: &Run, all: usize) {
    let graded = records.graded();
    say(&format!(
        "{graded} of {all} submissions are graded, and no report was written; the same command with --resume goes on there"
    ));
}

/// The entries of `submissions`, and how many others there are.
fn parted<'e>(entries: &'e [Entry], submissions: &[Submission]) -> (Vec<&'e Entry>, usize) {
    let graded: BTreeSet<(&str, &str)> =
        submissions.iter().map(|one| (one.student.as_str(), one.assignment.as_str())).collect();
    let is_new =
        |entry: &&Entry| graded.contains(&(entry.student.as_str(), entry.assignment.as_str()));
    let new: Vec<&Entry> = entries.iter().filter(is_new).collect();
    let kept = entries.len() - new.len();
    (new, kept)
}
