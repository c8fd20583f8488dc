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

use asked::ClusterJobSpec;

use super::arguments::{CliArgs, RunArgs};
use super::failure::CliFailure;
use super::setup::{install_interrupt, require_rubric};
use super::summary::print_remark;
use crate::slurm::{self, JobFolder, SlurmError, SubmittedJobs};
use model::GameRegistry;

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
    wait::wait_until_done(
        &folder,
        &submitted,
        asked.submissions,
        arguments.quiet,
        &interrupt,
    )?;
    collect::collect_shards(
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
        _ => submit::submit_jobs(folder, asked, wanted),
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
