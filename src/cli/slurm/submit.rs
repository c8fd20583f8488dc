//! Scripts and jobs, once.

use super::super::arguments::RunArgs;
use super::super::failure::CliFailure;
use super::super::summary::print_remark;
use super::asked::ClusterJobSpec;

use crate::slurm::{self, JobFolder, SubmittedJobs};

/// Submits what is asked.
pub(super) fn submit_jobs(
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
