//! `grader run`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use super::arguments::{CliArgs, RunArgs};
use super::course_with_roster::load_course_with_roster;
use super::failure::CliFailure;
use super::setup::{
    check_assignment_ids, configure_build, install_interrupt, open_cache, prepare_sandbox,
    processor_count, worker_count,
};
use super::summary::{
    exit_code, load_last_records, print_class_table, print_remark, print_remarks,
};
use super::writing::ReportWriter;
use super::{cases, donors, out, piece};
use grading::{PartialRerun, PipelineError, RunCache, Session, SubmissionSelection};
use lms::intake::IntakeScratch;
use model::{
    Confinement, Course, GameRegistry, GradingEnvironment, GradingEvent, Submission,
    SubmissionName, SubmissionSet,
};
use records::{LastRun, RecordFolder, RecordedRun, ShardFolder, ShardStart};
use report::{Progress, ProgressMode, ReportEntry};
use sandbox::Interrupt;
use toolchain::cache::{CacheFolder, CacheStore};

/// A class that is graded, with its reports written.
pub(super) struct GradedClass {
    /// Everybody whose grade stands in the reports.
    pub(super) entries: Vec<ReportEntry>,
    /// Who was graded in this run, if only with a grade that was kept.
    submissions: Vec<Submission>,
    /// Where the reports are.
    pub(super) out: PathBuf,
    /// Whether nothing else was printed in place of the table.
    has_table: bool,
}

impl GradedClass {
    /// Prints the table of those who were graded, unless something else was printed; their exit code is the value.
    pub(super) fn print_table(&self, fail_under: Option<f64>) -> Result<ExitCode, CliFailure> {
        let (new, kept) = split_entries(&self.entries, &self.submissions);
        if self.has_table {
            print_class_table(&new, kept, &self.out)?;
        }
        Ok(exit_code(&new, fail_under))
    }
}

pub(super) fn run(
    arguments: &CliArgs,
    games: &GameRegistry,
    wanted: &RunArgs,
) -> Result<ExitCode, CliFailure> {
    let interrupt = install_interrupt()?;
    let progress = Progress::new(ProgressMode::for_stderr(arguments.quiet));
    let events = wanted.reports.formats.open_event_lines()?;
    let watcher = |event: &GradingEvent| {
        progress.record_event(event);
        events.write_event(event);
    };
    let graded = grade_class(arguments, games, wanted, &interrupt, watcher)?;
    drop(progress);
    events.write_finished();
    let code = graded.print_table(wanted.fail_under)?;
    if wanted.open {
        piece::open_page(&report::index_file(&graded.out));
    }
    Ok(code)
}

/// Grades what is wanted, and writes all reports. Whoever watches is told of each event.
pub(super) fn grade_class(
    arguments: &CliArgs,
    games: &GameRegistry,
    wanted: &RunArgs,
    interrupt: &Arc<Interrupt>,
    watcher: impl Fn(&GradingEvent) + Sync,
) -> Result<GradedClass, CliFailure> {
    piece::check_shard_options(wanted)?;
    let mut course = load_course_with_roster(arguments, games, &wanted.roster)?;
    check_assignment_ids(&course, &wanted.assignments)?;
    let asked = cases::select_cases(&course, &wanted.cases, &wanted.assignments)?;
    let scratch = IntakeScratch::default();
    if let Some(folder) = &wanted.donors {
        donors::add_donors(&mut course, folder, &scratch, interrupt)?;
    }
    let SubmissionsToGrade {
        mut submissions,
        all,
        left_out,
    } = select_submissions(&course, wanted, &scratch, interrupt)?;
    if !asked.is_empty() {
        cases::retain_submissions_with(&asked, &mut submissions)?;
    }
    wanted.reports.formats.check_targets(submissions.len())?;
    let writer = wanted.reports.to_writer(Some(&course.rubric))?;
    writer.check_overrides(&course)?;
    out::ensure_disjoint(&wanted.reports_folder(), &wanted.submissions, &course)?;
    let shard = match &wanted.partition {
        Some(partition) => Some(piece::select_shard(partition, &course, &mut submissions)?),
        None => None,
    };
    let sandbox = prepare_sandbox(arguments, &course, interrupt)?;
    // Only now: a machine that does not confine as the rubric requires leaves nothing behind.
    let target = RunTarget::prepare(wanted, shard, &submissions)?;
    let private = [wanted.submissions.clone(), target.out.clone()];
    let sandbox = sandbox.with_hidden_folders(private.into_iter().chain(wanted.donors.clone()));
    let workers = worker_count(wanted.jobs)?;
    let cache = open_cache(arguments);
    let (run_cache, grades) = open_run_stores(&cache, wanted.regrade);
    let session = Session::new(&sandbox, interrupt).with_workers(workers);
    let session = configure_build(arguments, session, &run_cache).with_watcher(&watcher);
    let confinement = session.confinement();
    let folder = target.open_records(wanted, &course, confinement)?;
    if wanted.only_failed {
        remove_full_marks(&mut submissions, &folder)?;
    }
    let again = match asked.is_empty() {
        true => None,
        false => Some(PartialRerun::new(LastRun::load_from(&folder)?, asked)),
    };
    let records = RecordedRun::begin(folder, wanted.resume)?;
    let graded = grading::grade_class(
        &course,
        &submissions,
        session,
        &records,
        &grades,
        again.as_ref(),
    );
    // Where nothing was graded anew, nothing new was kept.
    if !matches!(graded, Ok(0)) {
        cache.shrink_to_limit();
    }
    if let Err(PipelineError::Interrupted) = graded {
        print_resume_hint(&records, submissions.len());
    }
    graded?;
    for remark in again.iter().flat_map(PartialRerun::remarks) {
        print_remark(&remark);
    }
    let records = records.finish(target.is_a_part, &assignment_ids(&course), left_out)?;
    let environment = records.environment();
    let written = writer.write_reports(&records, &environment, &target.out, workers)?;
    target.update_missing(&written.entries, &all)?;
    records.discard_runs();
    Ok(GradedClass {
        entries: written.entries,
        submissions,
        out: target.finish(GradingEnvironment {
            confinement: Some(confinement),
            ..environment
        })?,
        has_table: written.has_table,
    })
}

/// Where the reports of a run go.
struct RunTarget {
    out: PathBuf,
    /// The piece of a class that the run grades, with `--partition`.
    shard: Option<ShardFolder>,
    /// Whether a part of the class is graded, whose results are added to those of the others.
    is_a_part: bool,
}

impl RunTarget {
    /// Makes the folder, with those of the students.
    fn prepare(
        wanted: &RunArgs,
        shard: Option<ShardStart>,
        submissions: &[Submission],
    ) -> Result<RunTarget, CliFailure> {
        let target = wanted.reports_folder();
        let shard = shard
            .map(|start| ShardFolder::begin(&target, start, wanted.resume))
            .transpose()?;
        let out = match &shard {
            Some(shard) => shard.path().to_owned(),
            None => target,
        };
        let names: Vec<SubmissionName> = submissions.iter().map(Submission::name).collect();
        report::prepare_folder(&out, &names).map_err(CliFailure::from_prepare_error)?;
        Ok(RunTarget {
            is_a_part: shard.is_none() && wanted.selects_subset(),
            out,
            shard,
        })
    }

    /// The records of the runs before, if the results of this one may stand beside theirs.
    fn open_records(
        &self,
        wanted: &RunArgs,
        course: &Course,
        confinement: Confinement,
    ) -> Result<RecordFolder, CliFailure> {
        let folder = RecordFolder::open(&self.out)?;
        if self.shard.is_none() {
            records::ensure_shard_appendable(&self.out, self.is_a_part, || {
                grading::digest_of_course(course)
            })?;
        }
        if self.is_a_part {
            let has_reports = report::has_results(&self.out);
            folder.ensure_appendable(&assignment_ids(course), confinement, has_reports)?;
        } else if !wanted.resume {
            warn_of_stopped_runs(&folder)?;
        }
        Ok(folder)
    }

    /// Notes who is in `all` and in no report. A piece says elsewhere what it is a piece of.
    fn update_missing(
        &self,
        entries: &[ReportEntry],
        all: &[SubmissionName],
    ) -> Result<(), CliFailure> {
        let (there, is_whole) = match self.shard {
            Some(_) => (&[][..], false),
            None => (all, !self.is_a_part),
        };
        report::update_missing(&self.out, entries, there, is_whole)
            .map_err(CliFailure::internal_error)
    }

    /// Where the finished reports are.
    fn finish(self, environment: GradingEnvironment) -> Result<PathBuf, CliFailure> {
        match self.shard {
            Some(shard) => Ok(shard.finish(environment)?),
            None => Ok(self.out),
        }
    }
}

/// What is kept of builds and runs, and of whole grades. Whoever grades anew writes both and reads neither.
fn open_run_stores(cache: &CacheFolder, regrade: bool) -> (RunCache, CacheStore) {
    let runs = RunCache::from_cache_folder(cache);
    let grades = cache.open_store("grades");
    if regrade {
        (runs.building_anew(), grades.written_only())
    } else {
        (runs, grades)
    }
}

/// What is to be graded.
pub(super) struct SubmissionsToGrade {
    pub(super) submissions: Vec<Submission>,
    /// The names of all that was handed in of the same assignments, whether it is to be graded or not.
    all: Vec<SubmissionName>,
    /// Remarks that name files for which nobody is graded.
    left_out: Vec<String>,
}

/// The submissions that were asked for. What is odd about their folder is said. What had to be unpacked stands in `scratch`.
pub(super) fn select_submissions(
    course: &Course,
    wanted: &RunArgs,
    scratch: &IntakeScratch,
    interrupt: &Interrupt,
) -> Result<SubmissionsToGrade, CliFailure> {
    let assignments = wanted.assignments.clone();
    let students = wanted.students.clone();
    let selection = SubmissionSelection {
        assignments,
        students,
    };
    let SubmissionSet {
        submissions,
        others,
        remarks,
        left_out,
    } = wanted.layout.find_submissions(
        &wanted.submissions,
        course,
        &selection,
        scratch,
        interrupt,
    )?;
    print_remarks(&remarks);
    let all = submissions
        .iter()
        .map(Submission::name)
        .chain(others)
        .collect();
    let submissions = match &wanted.only {
        Some(file) => cases::filter_listed(file, submissions)?,
        None => submissions,
    };
    print_choices(&submissions);
    Ok(SubmissionsToGrade {
        submissions,
        all,
        left_out,
    })
}

/// Lists on standard error which choices the grader made for submissions; the class page lists them under "Needs attention".
fn print_choices(submissions: &[Submission]) {
    const MOST: usize = 20;
    let with_choices: Vec<&Submission> = submissions
        .iter()
        .filter(|submission| !submission.to_check.is_empty())
        .collect();
    for submission in with_choices.iter().take(MOST) {
        for choice in &submission.to_check {
            print_remark(&report::escape_lines(&format!(
                "check {}: {choice}",
                submission.name()
            )));
        }
    }
    if let Some(more @ 1..) = with_choices.len().checked_sub(MOST) {
        print_remark(&format!(
            "check {more} more submissions, listed on the class page under \"Needs attention\""
        ));
    }
}

/// `grader report --all`: all reports once more, of the grades that are there.
pub(super) fn rewrite_reports(
    folder: &Path,
    writer: &ReportWriter<'_>,
) -> Result<ExitCode, CliFailure> {
    let records = load_last_records(folder, "--out")?;
    let environment = records.environment();
    let written = writer.write_reports(&records, &environment, folder, processor_count())?;
    if written.has_table {
        print_class_table(&written.entries.iter().collect::<Vec<_>>(), 0, folder)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn assignment_ids(course: &Course) -> Vec<String> {
    course
        .assignments
        .iter()
        .map(|assignment| assignment.id.clone())
        .collect()
}

fn remove_full_marks(
    submissions: &mut Vec<Submission>,
    folder: &RecordFolder,
) -> Result<(), CliFailure> {
    let full = folder.full_marks()?;
    submissions.retain(|one| !full.contains(&(one.student.clone(), one.assignment.clone())));
    if submissions.is_empty() {
        print_remark(&"everybody got all points in the last run, so nothing is graded again");
    }
    Ok(())
}

fn warn_of_stopped_runs(folder: &RecordFolder) -> Result<(), CliFailure> {
    let stopped = folder.count_stopped()?;
    if stopped > 0 {
        let (noun, is) = if stopped == 1 {
            ("submission", "is")
        } else {
            ("submissions", "are")
        };
        print_remark(&format!(
            "a run that was stopped had graded {stopped} {noun}, which {is} graded again now; with --resume a run goes on \
             where it was stopped"
        ));
    }
    Ok(())
}

fn print_resume_hint(records: &RecordedRun, all: usize) {
    let graded = records.graded_count();
    print_remark(&format!(
        "{graded} of {all} submissions are graded, and no report was written; the same command with --resume goes on there"
    ));
}

/// The entries of `submissions`, and how many others there are.
fn split_entries<'e>(
    entries: &'e [ReportEntry],
    submissions: &[Submission],
) -> (Vec<&'e ReportEntry>, usize) {
    let graded: BTreeSet<(&str, &str)> = submissions
        .iter()
        .map(|one| (one.student.as_str(), one.assignment.as_str()))
        .collect();
    let is_new = |entry: &&ReportEntry| {
        graded.contains(&(entry.student.as_str(), entry.assignment.as_str()))
    };
    let new: Vec<&ReportEntry> = entries.iter().filter(is_new).collect();
    let kept = entries.len() - new.len();
    (new, kept)
}
