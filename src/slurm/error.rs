//! Why a class cannot be graded by Slurm.

use std::io;
use std::path::PathBuf;

use support::write_error::WriteError;

/// Why a class cannot be graded by Slurm.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SlurmError {
    /// A command of Slurm's is not there.
    #[error(
        "there is no command `{command}` here; run this on a machine of the cluster from which jobs are submitted (often called \
         login node), or grade without `--engine slurm`"
    )]
    NoCommand {
        /// The command.
        command: &'static str,
    },
    /// It cannot be started.
    #[error("cannot start `{command}`")]
    NotStarted {
        /// The command.
        command: &'static str,
        /// What the system said.
        source: io::Error,
    },
    /// Slurm refused the job.
    #[error(
        "Slurm refused the job: {said}; what stands after `--` goes to sbatch: correct it (`sbatch --help`, `sinfo`), or try \
         fewer `--pieces` if there are too many"
    )]
    Refused {
        /// What `sbatch` said.
        said: String,
    },
    /// A question was not answered.
    #[error(
        "`{command}` failed: {said}; when Slurm answers again (`sinfo` tells), use the same command once more"
    )]
    NoAnswer {
        /// The command.
        command: &'static str,
        /// What it said.
        said: String,
    },
    /// The answer means nothing to us.
    #[error(
        "`sbatch --parsable` printed `{found}`, and not the number of a job; see with `squeue --me` what was submitted, and end it \
         with `scancel`"
    )]
    NoNumber {
        /// What it printed.
        found: String,
    },
    /// Something cannot stand in a script.
    #[error("{} cannot stand in a script: there is a zero byte in it", _0.display())]
    ZeroByte(PathBuf),
    /// Another command is at it.
    #[error(
        "another `grader run --engine slurm` is just submitting jobs for {}; wait until it has done so, then the same command waits \
         for these jobs, too", folder.display()
    )]
    InUse {
        /// The folder.
        folder: PathBuf,
    },
    /// Jobs of something else are in the queue.
    #[error(
        "Slurm still grades something else for {}: {jobs}, submitted on {time} with other options, on another list of submissions, by \
         another course or another grader; wait for them, or end them with `scancel {numbers}`", folder.display()
    )]
    Other {
        /// The folder.
        folder: PathBuf,
        /// Which jobs.
        jobs: String,
        /// When they were submitted.
        time: String,
        /// Their numbers, for the shell.
        numbers: String,
    },
    /// It says something else than we wrote.
    #[error(
        "{} does not say which jobs were submitted; see with `squeue --me` whether any are still there, then delete it",
        path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// The disk.
    #[error(transparent)]
    Write(#[from] WriteError),
}
