//! The folder of the jobs, beside the reports: their scripts, their logs, the pieces, and which jobs were submitted.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::ask::{SlurmError, SlurmJob};
use serde::{Deserialize, Serialize};
use support::file_lock::{self, LockAttempt};
use support::file_writing;
use support::write_error::WriteError;

/// What its name ends with, after that of the reports.
const ENDING: &str = ".slurm";

/// The file that says which jobs were submitted. While it is there, nobody has shown what they found out.
const SUBMITTED: &str = "submitted.json";

/// The form of the file.
const SCHEMA: &str = "grader/slurm/v1";

/// Jobs that were submitted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SubmittedJobs {
    schema: String,
    /// The digest of all that was asked.
    pub(crate) asked: String,
    /// Into how many pieces the class is cut.
    pub(crate) pieces: u32,
    /// The array that grades them.
    pub(crate) pieces_job: SlurmJob,
    /// The job that merges them, if Slurm took it.
    pub(crate) merge_job: Option<SlurmJob>,
    /// When they were submitted.
    pub(crate) time: String,
}

impl SubmittedJobs {
    /// Jobs that are submitted now.
    pub(crate) fn new(asked: String, pieces: u32, pieces_job: SlurmJob) -> SubmittedJobs {
        let time = humantime::format_rfc3339_seconds(std::time::SystemTime::now()).to_string();
        SubmittedJobs {
            schema: SCHEMA.to_owned(),
            asked,
            pieces,
            pieces_job,
            merge_job: None,
            time,
        }
    }

    /// All of them.
    pub(crate) fn jobs(&self) -> Vec<SlurmJob> {
        [self.pieces_job]
            .into_iter()
            .chain(self.merge_job)
            .collect()
    }

    /// Their numbers with blanks between, for a shell.
    pub(crate) fn job_numbers(&self) -> String {
        self.jobs()
            .iter()
            .map(SlurmJob::to_string)
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// Them, in words.
    pub(crate) fn describe_jobs(&self) -> String {
        match self.merge_job {
            Some(merge) => {
                format!(
                    "jobs {} (pieces) and {merge} (merging them)",
                    self.pieces_job
                )
            }
            None => format!("job {} (pieces)", self.pieces_job),
        }
    }
}

/// The folder.
#[derive(Debug)]
pub(crate) struct JobFolder {
    path: PathBuf,
}

impl JobFolder {
    /// The folder of the jobs that make the reports `out`, an absolute path.
    pub(crate) fn for_reports(out: &Path) -> JobFolder {
        let mut name: OsString = out.components().collect::<PathBuf>().into();
        name.push(ENDING);
        JobFolder { path: name.into() }
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The folders of all pieces, in their order.
    pub(crate) fn shard_paths(&self, pieces: u32) -> Vec<PathBuf> {
        (1..=pieces)
            .map(|piece| self.shard_path(piece, pieces))
            .collect()
    }

    /// Those that are whole, with their numbers. The folder itself is read: where it is on another machine, what is asked of by
    /// name may be remembered as missing for a minute.
    pub(crate) fn finished_shards(&self, pieces: u32) -> Vec<(u32, PathBuf)> {
        let entries = fs::read_dir(self.path.join("pieces"))
            .into_iter()
            .flatten()
            .flatten();
        let names: BTreeSet<OsString> = entries.map(|entry| entry.file_name()).collect();
        let all = (1..=pieces).map(|piece| (piece, self.shard_path(piece, pieces)));
        all.filter(|(_, path)| path.file_name().is_some_and(|name| names.contains(name)))
            .collect()
    }

    fn shard_path(&self, piece: u32, pieces: u32) -> PathBuf {
        self.path.join(format!("pieces/{piece}-of-{pieces}"))
    }

    /// Where a task writes what it says.
    pub(crate) fn log_path(&self, piece: u32) -> PathBuf {
        self.path.join(format!("logs/piece-{piece}.log"))
    }

    /// Keeps others from submitting until the value goes.
    pub(crate) fn acquire_lock(&self) -> Result<File, SlurmError> {
        for name in ["logs", "pieces"] {
            let folder = self.path.join(name);
            fs::create_dir_all(&folder).map_err(WriteError::for_path(&folder))?;
        }
        let path = self.path.join("lock");
        let file = File::create(&path).map_err(WriteError::for_path(&path))?;
        match file_lock::try_lock(&file) {
            LockAttempt::InUse => Err(SlurmError::InUse {
                folder: self.path.clone(),
            }),
            LockAttempt::Held | LockAttempt::Unsupported => Ok(file),
        }
    }

    /// The jobs that were submitted and whose results nobody has shown; none if there are none.
    pub(crate) fn load_submitted(&self) -> Result<Option<SubmittedJobs>, SlurmError> {
        let path = self.path.join(SUBMITTED);
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => read,
        };
        let read: Option<SubmittedJobs> =
            text.ok().and_then(|text| serde_json::from_str(&text).ok());
        read.filter(|it| it.schema == SCHEMA)
            .map(Some)
            .ok_or(SlurmError::Damaged { path })
    }

    /// Remembers which jobs were submitted.
    pub(crate) fn save_submitted(&self, submitted: &SubmittedJobs) -> Result<(), SlurmError> {
        let text = serde_json::to_string_pretty(submitted).map_err(io::Error::other);
        let text = text.map_err(WriteError::for_path(&self.path))? + "\n";
        self.write_file(SUBMITTED, text.as_bytes()).map(drop)
    }

    /// Forgets them: what they found out was shown.
    pub(crate) fn clear_submitted(&self) -> Result<(), SlurmError> {
        let path = self.path.join(SUBMITTED);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(WriteError::for_path(&path)(error).into())
            }
            _ => Ok(()),
        }
    }

    /// Writes a file as a whole. Where it is is the value.
    pub(crate) fn write_file(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, SlurmError> {
        let path = self.path.join(name);
        file_writing::write_file(&path, bytes)?;
        Ok(path)
    }

    /// Removes the pieces of an earlier run, where all is to be graded anew.
    pub(crate) fn remove_shards(&self) -> Result<(), SlurmError> {
        let path = self.path.join("pieces");
        let remove = || -> io::Result<()> {
            fs::remove_dir_all(&path)?;
            fs::create_dir(&path)
        };
        Ok(remove().map_err(WriteError::for_path(&path))?)
    }
}

#[cfg(test)]
mod tests {
    use super::super::ask;
    use super::*;

    #[test]
    fn what_was_submitted_is_known_until_it_was_shown() {
        let place = tempfile::tempdir().unwrap();
        let folder = JobFolder::for_reports(&place.path().join("reports/"));
        assert_eq!(folder.path(), place.path().join("reports.slurm"));
        let lock = folder.acquire_lock().unwrap();
        assert!(matches!(
            folder.acquire_lock(),
            Err(SlurmError::InUse { .. })
        ));
        drop(lock);
        folder.acquire_lock().unwrap();
        assert_eq!(folder.load_submitted().unwrap(), None);
        let job: ask::SlurmJob = serde_json::from_str("12").unwrap();
        let submitted = SubmittedJobs::new("digest".to_owned(), 4, job);
        folder.save_submitted(&submitted).unwrap();
        assert_eq!(folder.load_submitted().unwrap(), Some(submitted));
        folder.clear_submitted().unwrap();
        folder.clear_submitted().unwrap();
        assert_eq!(folder.load_submitted().unwrap(), None);
        folder.write_file(SUBMITTED, b"{").unwrap();
        assert!(matches!(
            folder.load_submitted(),
            Err(SlurmError::Damaged { .. })
        ));
    }
}
