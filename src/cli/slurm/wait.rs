//! Waits until Slurm has none of the jobs left, and shows how far they are.

use std::time::{Duration, Instant};

use super::super::failure::CliFailure;
use super::super::summary::print_remark;
use crate::slurm::{self, JobFolder, SlurmError, SlurmQueue, SubmittedJobs};
use grading::PipelineError;
use records::ShardMonitor;
use report::{ProgressMode, ShardProgress};
use sandbox::Interrupt;

/// How often pieces are looked at: a few calls of the file system each.
const POLL_INTERVAL: Duration = Duration::from_secs(2);

/// How often Slurm is asked, which serves all users of the cluster.
const QUEUE_INTERVAL: Duration = Duration::from_secs(15);

/// Waits until none of the jobs is left. If Slurm does not answer for a while, it is asked again: jobs do not end with that.
pub(super) fn wait_until_done(
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
