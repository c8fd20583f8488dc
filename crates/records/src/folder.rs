//! The folder of records beside the reports.

use std::collections::{BTreeSet, HashMap};
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::error::RecordError;
use super::file::{OpenedRecords, RecordFile, RecordHead, RecordPlace};
use super::records::ClassRecords;
use crate::basis::GradeBasis;
use crate::error;
use model::{Confinement, Grade, RunOutline};
use support::file_lock::{self, LockAttempt};
use support::write_error::WriteError;

/// The folder's name. It is hidden, because what it holds is for no student.
pub(super) const FOLDER: &str = ".grader";

/// The records of the last run that came to its end.
pub(crate) const RECORDS: &str = "records";

/// What the names of other runs' files begin with.
pub(crate) const RUN: &str = "run-";

/// The records of a run that came to its end.
#[derive(Debug)]
pub struct FinishedRecords {
    pub(super) file: RecordFile,
    /// Where they stand in the file.
    pub(super) places: Vec<RecordPlace>,
    pub(super) outline: RunOutline,
}

/// The folder, for one command.
#[derive(Debug)]
pub struct RecordFolder {
    /// The folder of reports.
    reports: PathBuf,
    /// Where the folder is.
    pub path: PathBuf,
}

impl RecordFolder {
    /// The folder of records in the folder `reports`, which is there. It is made if need be.
    ///
    /// # Errors
    ///
    /// If it cannot be made.
    pub fn open(reports: &Path) -> Result<RecordFolder, RecordError> {
        let path = reports.join(FOLDER);
        match DirBuilder::new().mode(0o700).create(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                let found = fs::symlink_metadata(&path).map_err(WriteError::for_path(&path))?;
                if !found.is_dir() {
                    let what = if found.is_symlink() {
                        "a symbolic link"
                    } else {
                        "no folder"
                    };
                    return Err(RecordError::PathOccupied { path, what });
                }
            }
            made => made.map_err(WriteError::for_path(&path))?,
        }
        Ok(RecordFolder {
            reports: reports.to_owned(),
            path,
        })
    }

    /// How many submissions stopped runs had graded that nobody has taken over.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read.
    pub fn count_stopped(&self) -> Result<usize, RecordError> {
        let runs = self.open_stopped_runs()?;
        let graded = runs.iter().flat_map(|(_, places)| places);
        let graded: BTreeSet<(&str, &str)> = graded
            .map(|place| (place.head.student.as_str(), place.head.assignment.as_str()))
            .collect();
        Ok(graded.len())
    }

    /// Makes sure that the results of some students can be added to those that are there.
    ///
    /// # Errors
    ///
    /// If they cannot.
    pub fn ensure_appendable(
        &self,
        assignments: &[String],
        confinement: Confinement,
        has_reports: bool,
    ) -> Result<(), RecordError> {
        let Some(FinishedRecords { places, .. }) = self.open_finished()? else {
            let none = RecordError::None {
                folder: self.reports.clone(),
            };
            return if has_reports { Err(none) } else { Ok(()) };
        };
        let folder = self.reports.clone();
        let strange = |place: &&RecordPlace| !assignments.contains(&place.head.assignment);
        if let Some(place) = places.iter().find(strange) {
            let assignment = place.head.assignment.clone();
            return Err(RecordError::OtherCourse { folder, assignment });
        }
        let mut earlier = places
            .iter()
            .filter_map(|place| place.head.environment.confinement);
        match earlier.find(|was| *was != confinement) {
            Some(was) => {
                let was = describe_confinement(was);
                let is = describe_confinement(confinement);
                Err(RecordError::OtherConfinement { folder, was, is })
            }
            None => Ok(()),
        }
    }

    /// The records of the last run; none if there are none.
    ///
    /// # Errors
    ///
    /// If they cannot be read.
    pub fn into_records(self) -> Result<Option<ClassRecords>, RecordError> {
        let lock = self.acquire_lock()?;
        let finished = self.open_finished()?;
        let runs = Vec::new();
        Ok(finished.map(|finished| ClassRecords {
            file: finished.file,
            places: finished.places,
            outline: finished.outline,
            runs,
            _lock: lock,
        }))
    }

    /// The students and assignments that have all their points already.
    ///
    /// # Errors
    ///
    /// If the records cannot be read.
    pub fn full_marks(&self) -> Result<BTreeSet<(String, String)>, RecordError> {
        let places = self
            .open_finished()?
            .map(|finished| finished.places)
            .unwrap_or_default();
        let full = places.into_iter().filter(|place| place.head.is_full);
        Ok(full
            .map(|place| (place.head.student.clone(), place.head.assignment.clone()))
            .collect())
    }

    /// The records of the last run that came to its end.
    ///
    /// # Errors
    ///
    /// If not all of them can be read.
    pub fn open_finished(&self) -> Result<Option<FinishedRecords>, RecordError> {
        let path = self.path.join(RECORDS);
        let file = match File::open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            opened => opened.map_err(WriteError::for_path(&path))?,
        };
        let OpenedRecords {
            file,
            places,
            outline,
        } = RecordFile::open(&path, file)?;
        let Some(outline) = outline else {
            let names = places.iter().map(RecordPlace::name).collect();
            let lost = error::missing_submissions(&self.reports, &names);
            return Err(RecordError::Damaged {
                path,
                readable: places.len(),
                lost,
            });
        };
        Ok(Some(FinishedRecords {
            file,
            places,
            outline,
        }))
    }

    /// The records of runs that nobody is at any more, in the order of their last change.
    pub fn open_stopped_runs(&self) -> Result<Vec<(RecordFile, Vec<RecordPlace>)>, RecordError> {
        let opened = self
            .lock_stopped_files()?
            .into_iter()
            .filter_map(|(path, file)| {
                // Of another version, or a disk has damaged it: nothing can be taken over.
                RecordFile::open(&path, file)
                    .ok()
                    .map(|opened| (opened.file, opened.places))
            });
        Ok(opened.collect())
    }

    /// Their files, locked. On a file system without locks, a run that is under way is among them; it goes on with the file that it
    /// has opened.
    pub fn lock_stopped_files(&self) -> Result<Vec<(PathBuf, File)>, RecordError> {
        let failed = || WriteError::for_path(&self.path);
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.path).map_err(failed())? {
            let entry = entry.map_err(failed())?;
            if !entry.file_name().to_string_lossy().starts_with(RUN) {
                continue;
            }
            let opened = OpenOptions::new().read(true).write(true).open(entry.path());
            let Ok(file) = opened else { continue };
            let is_free = file_lock::try_lock(&file) != LockAttempt::InUse;
            if let (true, Ok(about)) = (is_free, file.metadata()) {
                files.push((about.modified().ok(), entry.path(), file));
            }
        }
        files.sort_by(|one, other| (&one.0, &one.1).cmp(&(&other.0, &other.1)));
        Ok(files
            .into_iter()
            .map(|(_, path, file)| (path, file))
            .collect())
    }

    /// Makes others wait who would change the records of the last run.
    pub fn acquire_lock(&self) -> Result<File, RecordError> {
        let lock = File::open(&self.path).map_err(WriteError::for_path(&self.path))?;
        // Of two runs that end at the same time, one waits, and keeps what the other wrote. Not every disk can do that.
        file_lock::lock_if_supported(&lock);
        Ok(lock)
    }

    /// Makes these records, in this order, those of the last run, of which this is known.
    ///
    /// # Errors
    ///
    /// If one cannot be had, or the disk does not let us; then the last run's are as they were.
    pub fn replace_records(
        &self,
        all: impl IntoIterator<Item = Result<(Arc<RecordHead>, Vec<u8>), RecordError>>,
        outline: RunOutline,
        lock: File,
    ) -> Result<ClassRecords, RecordError> {
        let path = self.path.join(RECORDS);
        let failed = || WriteError::for_path(&path);
        let new = tempfile::Builder::new()
            .prefix(".records-")
            .tempfile_in(&self.path);
        let new = new.map_err(failed())?;
        let written = new.reopen().map_err(failed())?;
        let mut file = RecordFile::new(path.clone(), written)?;
        let mut places = Vec::new();
        for record in all {
            let (head, bytes) = record?;
            let at = file.end;
            file.append_record(&bytes)?;
            places.push(RecordPlace { head, at });
        }
        file.write_end_mark(places.len(), &outline)?;
        file.file.sync_all().map_err(failed())?;
        new.persist(&path).map_err(|error| failed()(error.error))?;
        Ok(ClassRecords {
            file,
            places,
            outline,
            runs: Vec::new(),
            _lock: lock,
        })
    }
}

fn describe_confinement(one: Confinement) -> String {
    let reads = if one.shows_reads { "seen" } else { "not seen" };
    format!(
        "confined in tier {} and their reads {reads}",
        one.tier.letter()
    )
}

/// The records of the last run, each for whoever asks for it. Other runs may replace them meanwhile.
#[derive(Debug)]
pub struct LastRun {
    file: Option<RecordFile>,
    /// By student and assignment.
    places: HashMap<(String, String), RecordPlace>,
}

impl LastRun {
    /// The last run in this folder; one that graded nobody if there was none.
    ///
    /// # Errors
    ///
    /// If its records cannot be read.
    pub fn load_from(folder: &RecordFolder) -> Result<LastRun, RecordError> {
        let finished = folder.open_finished()?;
        let (file, places) = finished.map(|it| (it.file, it.places)).unzip();
        let whose =
            |place: &RecordPlace| (place.head.student.clone(), place.head.assignment.clone());
        let places = places
            .unwrap_or_default()
            .into_iter()
            .map(|place| (whose(&place), place));
        Ok(LastRun {
            file,
            places: places.collect(),
        })
    }

    /// The grade of a submission, with what it rests on. What cannot be read is found out again.
    pub fn find_grade(
        &self,
        student: &str,
        assignment: &str,
    ) -> Option<(Grade, Option<GradeBasis>)> {
        let place = self
            .places
            .get(&(student.to_owned(), assignment.to_owned()))?;
        self.file.as_ref()?.read_grade_and_basis(place).ok()
    }
}
