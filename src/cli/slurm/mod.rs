//! `grader run --engine slurm`: hands a class to Slurm, waits for it, and shows what a run would have shown.

mod arguments;

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use super::arguments::{CliArgs, RunArgs};
use super::failure::CliFailure;
use super::merge;
use super::setup::{install_interrupt, require_rubric};
use super::summary::print_remark;
use super::writing::ReportWriter;
use crate::slurm::{self, JobFolder, SlurmError, SlurmQueue, SubmittedJobs};
use arguments::ClusterJobSpec;
use grading::PipelineError;
use model::GameRegistry;
use records::ShardMonitor;
use report::{ProgressMode, ShardProgress};
use sandbox::Interrupt;

/// Grades a class on a cluster. Where the same was asked before and not shown yet, its jobs are waited for, and nothing is
/// submitted.
pub(super) fn run(
    arguments: &CliArgs,
    games: &GameRegistry,
    wanted: &RunArgs,
) -> Result<ExitCode, CliFailure> {
    // From here on Ctrl-C loses no job's number, and leaves nothing behind that was unpacked.
    let interrupt = install_interrupt()?;
    let asked = ClusterJobSpec::from_args(arguments, games, wanted, &interrupt)?;
    let writer = wanted
        .reports
        .to_writer(Some(&require_rubric(arguments)?))?;
    let folder = JobFolder::for_reports(&asked.scripts.out);
    let submitted = find_or_submit_jobs(&folder, &asked, wanted)?;
    wait_until_done(
        &folder,
        &submitted,
        asked.submissions,
        arguments.quiet,
        &interrupt,
    )?;
    collect_shards(
        &folder,
        &submitted,
        &asked.scripts.out,
        wanted.fail_under,
        &writer,
    )
}

/// The jobs that grade what is asked: those of an earlier command, or new ones.
fn find_or_submit_jobs(
    folder: &JobFolder,
    asked: &ClusterJobSpec,
    wanted: &RunArgs,
) -> Result<SubmittedJobs, CliFailure> {
    let _lock = folder.acquire_lock()?;
    match folder.load_submitted()? {
        Some(earlier) if earlier.asked == asked.digest => {
            print_remark(&format!(
                "{} were submitted for just this on {}, and nothing is submitted again; whatever has changed in the submissions \
                 since then is graded by the same command once more, after this one",
                earlier.describe_jobs(),
                earlier.time
            ));
            Ok(earlier)
        }
        Some(earlier) if !slurm::query_queue(&earlier.jobs())?.is_empty() => {
            let jobs = earlier.describe_jobs();
            let numbers = earlier.job_numbers();
            let folder = folder.path().to_owned();
            let time = earlier.time;
            Err(SlurmError::Other {
                folder,
                jobs,
                time,
                numbers,
            }
            .into())
        }
        _ => submit_jobs(folder, asked, wanted),
    }
}

impl From<SlurmError> for CliFailure {
    fn from(error: SlurmError) -> CliFailure {
        match error {
            SlurmError::Refused { .. }
            | SlurmError::NoCommand { .. }
            | SlurmError::InUse { .. }
            | SlurmError::Other { .. }
            | SlurmError::Damaged { .. }
            | SlurmError::ZeroByte(_) => CliFailure::usage_error(error),
            SlurmError::NotStarted { .. }
            | SlurmError::NoAnswer { .. }
            | SlurmError::NoNumber { .. }
            | SlurmError::Write(_) => CliFailure::internal_error(error),
        }
    }
}

/// Submits what is asked.
fn submit_jobs(
    folder: &JobFolder,
    asked: &ClusterJobSpec,
    wanted: &RunArgs,
) -> Result<SubmittedJobs, CliFailure> {
    let scripts = &asked.scripts;
    let options = &wanted.options;
    if wanted.regrade {
        folder.remove_shards()?;
    }
    // What stands there whole from now on was graded by these jobs, and not for an earlier command.
    for piece in folder.shard_paths(scripts.pieces) {
        records::reopen_shard(&piece)?;
    }
    let piece = folder.write_file("piece.sh", &scripts.shard_script()?)?;
    let merge = folder.write_file("merge.sh", &scripts.merge_script()?)?;
    let job = slurm::submit_shards(scripts.pieces, folder.path(), &piece, options)?;
    let mut submitted = SubmittedJobs::new(asked.digest.clone(), scripts.pieces, job);
    // At once: what Slurm has taken must never be submitted twice.
    folder.save_submitted(&submitted)?;
    match slurm::submit_merge(job, folder.path(), &merge, options) {
        Ok(job) => {
            submitted.merge_job = Some(job);
            folder.save_submitted(&submitted)?;
        }
        Err(error) => print_remark(&format!(
            "no job merges the pieces when they are done ({error}), but this command does, or the same one later"
        )),
    }
    let jobs = submitted.describe_jobs();
    let place = folder.path().display();
    print_remark(&format!(
        "Slurm has taken {jobs}; scripts, logs and pieces are in {place}"
    ));
    Ok(submitted)
}

/// How often pieces are looked at: a few calls of the file system each.
const POLL_INTERVAL: Duration = Duration::from_secs(2);

/// How often Slurm is asked, which serves all users of the cluster.
const QUEUE_INTERVAL: Duration = Duration::from_secs(15);

/// Waits until none of the jobs is left. If Slurm does not answer for a while, it is asked again: jobs do not end with that.
fn wait_until_done(
    folder: &JobFolder,
    submitted: &SubmittedJobs,
    submissions: usize,
    quiet: bool,
    interrupt: &Interrupt,
) -> Result<(), CliFailure> {
    let mut pieces = ShardMonitor::new(folder.shard_paths(submitted.pieces));
    let mode = ProgressMode::for_stderr(quiet);
    let mut progress = ShardProgress::new(mode, submissions, submitted.pieces);
    loop {
        let asked = Instant::now();
        let graders = match slurm::query_queue(&submitted.jobs()) {
            Ok(queue) if queue.is_empty() => return Ok(()),
            Ok(queue) => describe_queue(&queue),
            Err(SlurmError::NoAnswer { said, .. }) => {
                format!("Slurm does not answer, and is asked again: {said}")
            }
            Err(error) => return Err(error.into()),
        };
        while asked.elapsed() < QUEUE_INTERVAL {
            let extent = pieces.poll_counts();
            progress.show_progress(extent.graded, extent.finished, &graders);
            if interrupt.is_raised_within(POLL_INTERVAL) {
                drop(progress);
                print_remark(&format!(
                    "Slurm goes on grading: {}. The same command waits for them again and shows what they found out; `scancel {}` \
                     ends them",
                    submitted.describe_jobs(),
                    submitted.job_numbers()
                ));
                return Err(PipelineError::Interrupted.into());
            }
        }
    }
}

fn describe_queue(queue: &SlurmQueue) -> String {
    let SlurmQueue {
        running,
        waiting,
        merging: _,
        reason,
    } = queue;
    let reason = reason
        .as_ref()
        .map(|it| format!(" ({it})"))
        .unwrap_or_default();
    match (running, waiting) {
        (0, 0) => "merging".to_owned(),
        (running, 0) => format!("{running} running"),
        (0, waiting) => format!("{waiting} waiting{reason}"),
        (running, waiting) => format!("{running} running, {waiting} waiting{reason}"),
    }
}

/// Of how many missing pieces each is told of.
const MOST_WARNINGS: usize = 10;

/// How many bytes of a log's end are looked at.
const END_OF_LOG: u64 = 4096;

/// Merges the pieces that are whole, as the job did that merges, and prints what a run prints. The jobs are forgotten then, so
/// that the same command submits others.
fn collect_shards(
    folder: &JobFolder,
    submitted: &SubmittedJobs,
    out: &Path,
    fail_under: Option<f64>,
    writer: &ReportWriter<'_>,
) -> Result<ExitCode, CliFailure> {
    let pieces = submitted.pieces;
    let whole = folder.finished_shards(pieces);
    let folders: Vec<PathBuf> = whole.iter().map(|(_, path)| path.clone()).collect();
    let missing: Vec<u32> = (1..=pieces)
        .filter(|piece| whole.iter().all(|(number, _)| number != piece))
        .collect();
    if folders.is_empty() {
        warn_of_missing_shards(folder, submitted, &missing);
        folder.clear_submitted()?;
        return Err(CliFailure::internal_error(anyhow::anyhow!(
            "Slurm has ended all jobs, and no piece is graded; when the reason is gone, the same command submits them again"
        )));
    }
    let merged = merge::run(&folders, out, Some(pieces), fail_under, writer);
    warn_of_missing_shards(folder, submitted, &missing);
    // Where the disk is full, or a piece must go first, there is still something to collect.
    let code = merged?;
    if !missing.is_empty() {
        print_remark(
            &"the same command submits all pieces again, and grades only what is missing or has changed",
        );
    }
    folder.clear_submitted()?;
    Ok(code)
}

fn warn_of_missing_shards(folder: &JobFolder, submitted: &SubmittedJobs, missing: &[u32]) {
    for piece in missing.iter().take(MOST_WARNINGS) {
        let told = slurm::describe_task(submitted.pieces_job, *piece)
            .unwrap_or_else(|error| format!("nothing ({error})"));
        let log = folder.log_path(*piece);
        let said = match read_last_line(&log) {
            Ok(Some(line)) => format!("the last that it said is “{}”", report::escape_lines(&line)),
            Ok(None) => "it said nothing".to_owned(),
            Err(_) => "it was never started".to_owned(),
        };
        print_remark(&format!(
            "piece {piece} of {} is missing; Slurm says of its task: {}; {said} ({})",
            submitted.pieces,
            report::escape_lines(&told),
            log.display()
        ));
    }
    let others = missing.len().saturating_sub(MOST_WARNINGS);
    if others > 0 {
        print_remark(&format!("{others} other pieces are missing"));
    }
}

/// The last line of a log that is not empty.
fn read_last_line(log: &Path) -> io::Result<Option<String>> {
    let mut file = File::open(log)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(END_OF_LOG)))?;
    let mut end = Vec::new();
    file.read_to_end(&mut end)?;
    let end = String::from_utf8_lossy(&end);
    Ok(end
        .lines()
        .map(str::trim)
        .rfind(|line| !line.is_empty())
        .map(str::to_owned))
}
