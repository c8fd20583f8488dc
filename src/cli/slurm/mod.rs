//! `grader run --engine slurm`: hands a class to Slurm, waits for it, and shows what a run would have shown.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `asked` | what is asked of the cluster, and what tells it from anything else |
//! | `submit` | scripts and jobs, once |
//! | `wait` | until Slurm has none of them left |
//! | `collect` | pieces become the class; what became of those that are missing |

mod asked;
mod collect;
mod submit;
mod wait;

use std::process::ExitCode;

use asked::Asked;

use super::arguments::{Arguments, Wanted};
use super::failure::Failure;
use super::setup::{interrupt, rubric_of};
use super::summary::say;
use crate::model::Games;
use crate::slurm::{self, JobFolder, SlurmError, Submitted};

/// Grades a class on a cluster. Where the same was asked before and not shown yet, its jobs are waited for, and nothing is
/// submitted.
pub(super) fn run(
    arguments: &Arguments,
    games: &Games,
    wanted: &Wanted,
) -> Result<ExitCode, Failure> {
    // From here on Ctrl-C loses no job's number, and leaves nothing behind that was unpacked.
    let interrupt = interrupt()?;
    let asked = Asked::of(arguments, games, wanted, &interrupt)?;
    let writer = wanted.reports.writer(Some(&rubric_of(arguments)?))?;
    let folder = JobFolder::beside(&asked.scripts.out);
    let submitted = submitted(&folder, &asked, wanted)?;
    wait::until_done(&folder, &submitted, asked.submissions, arguments.quiet, &interrupt)?;
    collect::collect(&folder, &submitted, &asked.scripts.out, wanted.fail_under, &writer)
}

/// The jobs that grade what is asked: those of an earlier command, or new ones.
fn submitted(folder: &JobFolder, asked: &Asked, wanted: &Wanted) -> Result<Submitted, Failure> {
    let _lock = folder.lock()?;
    match folder.submitted()? {
        Some(earlier) if earlier.asked == asked.digest => {
            say(&format!(
                "{} were submitted for just this on {}, and nothing is submitted again; whatever has changed in the submissions \
                 since then is graded by the same command once more, after this one",
                earlier.in_words(),
                earlier.time
            ));
            Ok(earlier)
        }
        Some(earlier) if !slurm::queue(&earlier.jobs())?.is_empty() => {
            let (jobs, numbers) = (earlier.in_words(), earlier.numbers());
            let (folder, time) = (folder.path().to_owned(), earlier.time);
            Err(SlurmError::Other { folder, jobs, time, numbers }.into())
        }
        _ => submit::submit(folder, asked, wanted),
    }
}

impl From<SlurmError> for Failure {
    fn from(error: SlurmError) -> Failure {
        match error {
            SlurmError::Refused { .. }
            | SlurmError::NoCommand { .. }
            | SlurmError::InUse { .. }
            | SlurmError::Other { .. }
            | SlurmError::Damaged { .. }
            | SlurmError::ZeroByte(_) => Failure::usage(error),
            SlurmError::NotStarted { .. }
            | SlurmError::NoAnswer { .. }
            | SlurmError::NoNumber { .. }
            | SlurmError::Write(_) => Failure::internal_fault(error),
        }
    }
}
