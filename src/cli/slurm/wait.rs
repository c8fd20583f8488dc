//! Waits until Slurm has none of the jobs left, and shows how far they are.

use std::time::{Duration, Instant};

use super::super::failure::Failure;
use super::super::summary::say;
use crate::pipeline::PipelineError;
use crate::record::PiecesUnderWay;
use crate::report::{Mode, PieceProgress};
use crate::slurm::{self, JobFolder, Queue, SlurmError, Submitted};
use sandbox::Interrupt;

/// How often pieces are looked at: a few calls of the file system each.
const LOOK: Duration = Duration::from_secs(2);

/// How often Slurm is asked, which serves all users of the cluster.
const ASK: Duration = Duration::from_secs(15);

/// Waits until none of the jobs is left. If Slurm does not answer for a while, it is asked again: jobs do not end with that.
pub(super) fn until_done(
    folder: &JobFolder,
    submitted: &Submitted,
    submissions: usize,
    quiet: bool,
    interrupt: &Interrupt,
) -> Result<(), Failure> {
    let mut pieces = PiecesUnderWay::new(folder.pieces(submitted.pieces));
    let mode = Mode::of_stderr(quiet);
    let mut progress = PieceProgress::new(mode, submissions, submitted.pieces);
    loop {
        let asked = Instant::now();
        let graders = match slurm::queue(&submitted.jobs()) {
            Ok(queue) if queue.is_empty() => return Ok(()),
            Ok(queue) => in_words(&queue),
            Err(SlurmError::NoAnswer { said, .. }) => {
                format!("Slurm does not answer, and is asked again: {said}")
            }
            Err(error) => return Err(error.into()),
        };
        while asked.elapsed() < ASK {
            let extent = pieces.look();
            progress.show(extent.graded, extent.whole, &graders);
            if interrupt.is_raised_within(LOOK) {
                drop(progress);
                say(&format!(
                    "Slurm goes on grading: {}. The same command waits for them again and shows what they found out; `scancel {}` \
                     ends them",
                    submitted.in_words(),
                    submitted.numbers()
                ));
                return Err(PipelineError::Interrupted.into());
            }
        }
    }
}

fn in_words(queue: &Queue) -> String {
    let Queue { running, waiting, merging: _, reason } = queue;
    let reason = reason.as_ref().map(|it| format!(" ({it})")).unwrap_or_default();
    match (running, waiting) {
        (0, 0) => "merging".to_owned(),
        (running, 0) => format!("{running} running"),
        (0, waiting) => format!("{waiting} waiting{reason}"),
        (running, waiting) => format!("{running} running, {waiting} waiting{reason}"),
    }
}
