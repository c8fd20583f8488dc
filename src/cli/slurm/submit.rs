//! Scripts and jobs, once.

use super::super::arguments::Wanted;
use super::super::failure::Failure;
use super::super::summary::say;
use super::asked::Asked;
use crate::record;
use crate::slurm::{self, JobFolder, Submitted};

/// Submits what is asked.
pub(super) fn submit(
    folder: &JobFolder,
    asked: &Asked,
    wanted: &Wanted,
) -> Result<Submitted, Failure> {
    let (scripts, options) = (&asked.scripts, &wanted.options);
    if wanted.regrade {
        folder.remove_pieces()?;
    }
    // What stands there whole from now on was graded by these jobs, and not for an earlier command.
    for piece in folder.pieces(scripts.pieces) {
        record::reopen(&piece)?;
    }
    let piece = folder.write("piece.sh", &scripts.piece()?)?;
    let merge = folder.write("merge.sh", &scripts.merge()?)?;
    let job = slurm::submit_pieces(scripts.pieces, folder.path(), &piece, options)?;
    let mut submitted = Submitted::now(asked.digest.clone(), scripts.pieces, job);
    // At once: what Slurm has taken must never be submitted twice.
    folder.remember(&submitted)?;
    match slurm::submit_merge(job, folder.path(), &merge, options) {
        Ok(job) => {
            submitted.merge_job = Some(job);
            folder.remember(&submitted)?;
        }
        Err(error) => say(&format!(
            "no job merges the pieces when they are done ({error}), but this command does, or the same one later"
        )),
    }
    let (jobs, place) = (submitted.in_words(), folder.path().display());
    say(&format!("Slurm has taken {jobs}; scripts, logs and pieces are in {place}"));
    Ok(submitted)
}
