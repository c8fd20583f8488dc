//! The commands of Slurm, and what they answer.

use std::ffi::{OsStr, OsString};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{fmt, io};

use serde::{Deserialize, Serialize};
use support::write_error::WriteError;

/// The number of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct SlurmJob(u64);

impl fmt::Display for SlurmJob {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

/// How many of some jobs are in the queue.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct SlurmQueue {
    /// Those that run.
    pub(crate) running: usize,
    /// Those that wait.
    pub(crate) waiting: usize,
    /// Those that wait for others to end: the job that merges.
    pub(crate) merging: usize,
    /// Why one of those waits that wait for nothing of ours.
    pub(crate) reason: Option<String>,
}

impl SlurmQueue {
    /// Whether none is left.
    pub(crate) fn is_empty(&self) -> bool {
        self.running + self.waiting + self.merging == 0
    }

    /// What `squeue` printed: a state and a reason on each line.
    fn parse(text: &str) -> SlurmQueue {
        let mut queue = SlurmQueue::default();
        for line in text.lines() {
            let (state, reason) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            match state {
                "" => {}
                "PENDING" if reason == "Dependency" => queue.merging += 1,
                // After a node is lost, a job waits before it is started again.
                "PENDING" | "REQUEUED" | "REQUEUE_HOLD" | "SPECIAL_EXIT" => {
                    queue.waiting += 1;
                    let tells = !matches!(reason, "" | "None");
                    queue.reason = queue.reason.take().or(tells.then(|| reason.to_owned()));
                }
                _ => queue.running += 1,
            }
        }
        queue
    }
}

/// Submits the array of pieces.
pub(crate) fn submit_shards(
    pieces: u32,
    folder: &Path,
    script: &Path,
    options: &[OsString],
) -> Result<SlurmJob, SlurmError> {
    let own = [
        "--job-name=grader".into(),
        format!("--array=1-{pieces}"),
        "--requeue".into(),
    ];
    run_sbatch(&own, &log_option(folder, "piece-%a.log"), options, script)
}

/// Submits the job that merges, for when all tasks of `pieces` have ended in whatever way.
pub(crate) fn submit_merge(
    pieces: SlurmJob,
    folder: &Path,
    script: &Path,
    options: &[OsString],
) -> Result<SlurmJob, SlurmError> {
    let after = format!("--dependency=afterany:{pieces}");
    let own = ["--job-name=grader-merge".into(), after, "--requeue".into()];
    run_sbatch(&own, &log_option(folder, "merge.log"), options, script)
}

/// Where a job writes what it says. In Slurm's patterns a `%` of ours stands doubled.
fn log_option(folder: &Path, name: &str) -> OsString {
    use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
    let mut bytes = b"--output=".to_vec();
    for byte in folder.as_os_str().as_bytes() {
        bytes.push(*byte);
        if *byte == b'%' {
            bytes.push(b'%');
        }
    }
    bytes.extend(format!("/logs/{name}").into_bytes());
    OsString::from_vec(bytes)
}

fn run_sbatch(
    own: &[String],
    log: &OsStr,
    options: &[OsString],
    script: &Path,
) -> Result<SlurmJob, SlurmError> {
    let mut command = Command::new("sbatch");
    command
        .args(["--parsable", "--open-mode=append"])
        .args(own)
        .arg(log)
        .args(options)
        .arg(script);
    // These would make of our jobs something else than our options say.
    command
        .env_remove("SBATCH_ARRAY_INX")
        .env_remove("SBATCH_WAIT");
    let printed = run_slurm_command("sbatch", command).map_err(|error| match error {
        SlurmError::NoAnswer { said, .. } => SlurmError::Refused { said },
        error => error,
    })?;
    parse_job_number(&printed).ok_or_else(|| SlurmError::NoNumber {
        found: printed.trim().to_owned(),
    })
}

/// What `sbatch --parsable` prints: a number, and where there are several clusters, one's name.
fn parse_job_number(printed: &str) -> Option<SlurmJob> {
    printed.trim().split(';').next()?.parse().ok().map(SlurmJob)
}

/// Which of these jobs are in the queue, every task of an array by itself.
pub(crate) fn query_queue(jobs: &[SlurmJob]) -> Result<SlurmQueue, SlurmError> {
    let numbers: Vec<String> = jobs.iter().map(SlurmJob::to_string).collect();
    let mut command = Command::new("squeue");
    command
        .args(["--noheader", "--array", "--format=%T %r", "--jobs"])
        .arg(numbers.join(","));
    // What somebody has set to see only some jobs.
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("SQUEUE_") {
            command.env_remove(name);
        }
    }
    match run_slurm_command("squeue", command) {
        Ok(text) => Ok(SlurmQueue::parse(&text)),
        // It has forgotten them, so they have ended.
        Err(SlurmError::NoAnswer { said, .. }) if said.contains("Invalid job id") => {
            Ok(SlurmQueue::default())
        }
        Err(error) => Err(error),
    }
}

/// What Slurm knows of the task that graded this piece, in words.
pub(crate) fn describe_task(pieces: SlurmJob, piece: u32) -> Result<String, SlurmError> {
    let mut command = Command::new("scontrol");
    command
        .args(["--oneliner", "show", "job"])
        .arg(format!("{pieces}_{piece}"));
    run_slurm_command("scontrol", command).map(|text| describe_job(&text))
}

/// What matters of `scontrol show job`.
fn describe_job(text: &str) -> String {
    // A task that was started again may have a line for each time; the last tells how it ended.
    let line = text
        .lines()
        .rfind(|line| !line.trim().is_empty())
        .unwrap_or_default();
    let value = |key: &str| {
        let mut words = line.split_whitespace();
        words
            .find_map(|word| word.strip_prefix(key))
            .filter(|it| !matches!(*it, "None" | "(null)"))
    };
    let mut words = value("JobState=")
        .unwrap_or("of which it does not tell the state")
        .to_owned();
    for (key, before) in [
        ("Reason=", ", because of "),
        ("ExitCode=", ", exit code "),
        ("NodeList=", ", on "),
        ("Restarts=", ", started again: "),
    ] {
        if let Some(value) = value(key) {
            words.push_str(before);
            words.push_str(value);
        }
    }
    words
}

/// What the command prints, unless it fails.
fn run_slurm_command(name: &'static str, mut command: Command) -> Result<String, SlurmError> {
    // In a group of its own: Ctrl-C is for us, and must not lose the number of a job that is being submitted.
    command.stdin(Stdio::null()).process_group(0);
    tracing::debug!(?command, "asking Slurm");
    let output = command.output().map_err(|source| match source.kind() {
        io::ErrorKind::NotFound => SlurmError::NoCommand { command: name },
        _ => SlurmError::NotStarted {
            command: name,
            source,
        },
    })?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let lines: Vec<&str> = said
        .lines()
        .map(str::trim)
        .filter(|it| !it.is_empty())
        .collect();
    let said = if lines.is_empty() {
        output.status.to_string()
    } else {
        lines.join("; ")
    };
    Err(SlurmError::NoAnswer {
        command: name,
        said,
    })
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_s_number_is_read_with_and_without_a_cluster() {
        assert_eq!(parse_job_number("12\n"), Some(SlurmJob(12)));
        assert_eq!(parse_job_number("12;alpha\n"), Some(SlurmJob(12)));
        assert_eq!(parse_job_number("Submitted batch job 12\n"), None);
    }

    #[test]
    fn a_queue_counts_tasks_and_says_why_one_waits() {
        let text = "RUNNING None\nCOMPLETING None\nPENDING Dependency\nPENDING Resources\n\n";
        let queue = SlurmQueue::parse(text);
        assert_eq!((queue.running, queue.waiting, queue.merging), (2, 1, 1));
        assert_eq!(queue.reason.as_deref(), Some("Resources"));
        assert!(SlurmQueue::parse("").is_empty());
    }

    #[test]
    fn what_slurm_says_of_a_task_is_put_in_words() {
        let text = "JobId=5 ArrayJobId=4 ArrayTaskId=2 JobName=grader JobState=FAILED Reason=NonZeroExitCode Dependency=(null) \
                    Requeue=1 Restarts=1 BatchFlag=2 Reboot=0 ExitCode=2:0 ReqNodeList=(null) NodeList=n2 BatchHost=n2\n";
        let expected = "FAILED, because of NonZeroExitCode, exit code 2:0, on n2, started again: 1";
        assert_eq!(describe_job(text), expected);
        assert_eq!(describe_job(""), "of which it does not tell the state");
    }

    #[test]
    fn a_percent_sign_in_a_path_is_no_pattern_of_slurm_s() {
        assert_eq!(
            log_option(Path::new("/50%a"), "piece-%a.log"),
            "--output=/50%%a/logs/piece-%a.log"
        );
    }
}
