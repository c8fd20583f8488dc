//! The folder of records beside the reports.

use std::collections::{BTreeSet, HashMap};
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rustix::fs::{FlockOperation, flock};

use super::basis::Basis;
use super::error::RecordError;
use super::file::{RecordFile, RecordHead, RecordPlace, decoded, encoded};
use super::records::Records;
use crate::digest::Digest;
use crate::model::{Confinement, Environment, Grade};
use crate::write_error::WriteError;

/// The folder's name. It is hidden, because what it holds is for no student.
const FOLDER: &str = ".grader";

/// The records of the last run that came to its end.
const RECORDS: &str = "records";

/// What the names of other runs' files begin with.
const RUN: &str = "run-";

/// After so many records the disk is asked to keep them even if the machine goes down.
const SYNCED: usize = 50;

/// The folder, for one run.
#[derive(Debug)]
pub(crate) struct RecordFolder {
    /// The folder of reports.
    reports: PathBuf,
    path: PathBuf,
}

/// A run under way.
#[derive(Debug)]
pub(crate) struct Run {
    folder: RecordFolder,
    written: Mutex<Written>,
    /// Runs that were stopped, whose records this one takes over.
    stopped: Vec<RecordFile>,
    /// What they had graded, by student and assignment; of what was graded twice the later.
    known: HashMap<(String, String), (usize, RecordPlace)>,
}

#[derive(Debug)]
struct Written {
    file: RecordFile,
    places: Vec<RecordPlace>,
}

impl RecordFolder {
    /// The folder of records in the folder `reports`, which is there. It is made if need be.
    ///
    /// # Errors
    ///
    /// If it cannot be made.
    pub(crate) fn open(reports: &Path) -> Result<RecordFolder, RecordError> {
        let path = reports.join(FOLDER);
        match DirBuilder::new().mode(0o700).create(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                let found = fs::symlink_metadata(&path).map_err(WriteError::at(&path))?;
                if !found.is_dir() {
                    let what = if found.is_symlink() { "a symbolic link" } else { "no folder" };
                    return Err(RecordError::InTheWay { path, what });
                }
            }
            made => made.map_err(WriteError::at(&path))?,
        }
        Ok(RecordFolder { reports: reports.to_owned(), path })
    }

    /// How many submissions stopped runs had graded that nobody has taken over.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read.
    pub(crate) fn stopped(&self) -> Result<usize, RecordError> {
        let runs = self.stopped_runs()?;
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
    pub(crate) fn can_be_added_to(
        &self,
        assignments: &[String],
        confinement: Confinement,
        has_reports: bool,
    ) -> Result<(), RecordError> {
        let Some((_, places)) = self.finished()? else {
            let none = RecordError::None { folder: self.reports.clone() };
            return if has_reports { Err(none) } else { Ok(()) };
        };
        let folder = self.reports.clone();
        let strange = |place: &&RecordPlace| !assignments.contains(&place.head.assignment);
        if let Some(place) = places.iter().find(strange) {
            let assignment = place.head.assignment.clone();
            return Err(RecordError::OtherCourse { folder, assignment });
        }
        let in_words = |one: Confinement| {
            let reads = if one.shows_reads { "seen" } else { "not seen" };
            format!("confined in tier {} and their reads {reads}", one.tier.letter())
        };
        let mut earlier = places.iter().filter_map(|place| place.head.environment.confinement);
        match earlier.find(|was| *was != confinement) {
            Some(was) => {
                let (was, is) = (in_words(was), in_words(confinement));
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
    pub(crate) fn records(self) -> Result<Option<Records>, RecordError> {
        let lock = self.locked()?;
        let finished = self.finished()?;
        let runs = Vec::new();
        Ok(finished.map(|(file, places)| Records { file, places, runs, _lock: lock }))
    }

    /// The students and assignments that have all their points already.
    ///
    /// # Errors
    ///
    /// If the records cannot be read.
    pub(crate) fn full_marks(&self) -> Result<BTreeSet<(String, String)>, RecordError> {
        let places = self.finished()?.map(|(_, places)| places).unwrap_or_default();
        let full = places.into_iter().filter(|place| place.head.is_full);
        Ok(full.map(|place| (place.head.student, place.head.assignment)).collect())
    }

    /// Begins a run. With `resumes` it takes over what stopped ones have graded.
    ///
    /// # Errors
    ///
    /// If the disk does not let it.
    pub(crate) fn begin(self, resumes: bool) -> Result<Run, RecordError> {
        let (mut stopped, mut known) = (Vec::new(), HashMap::new());
        for (file, places) in if resumes { self.stopped_runs()? } else { Vec::new() } {
            for place in places {
                let whose = (place.head.student.clone(), place.head.assignment.clone());
                known.insert(whose, (stopped.len(), place));
            }
            stopped.push(file);
        }
        let made = tempfile::Builder::new().prefix(RUN).tempfile_in(&self.path);
        let (file, path) = made
            .and_then(|made| made.keep().map_err(|error| error.error))
            .map_err(WriteError::at(&self.path))?;
        // Whoever finds it locked leaves it alone. A disk without locks has nobody who could ask.
        let _ = flock(&file, FlockOperation::NonBlockingLockExclusive);
        let file = RecordFile::new(path, file)?;
        let written = Mutex::new(Written { file, places: Vec::new() });
        Ok(Run { folder: self, written, stopped, known })
    }

    pub(super) fn finished(&self) -> Result<Option<(RecordFile, Vec<RecordPlace>)>, RecordError> {
        let path = self.path.join(RECORDS);
        match File::open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            opened => RecordFile::open(&path, opened.map_err(WriteError::at(&path))?).map(Some),
        }
    }

    /// The records of runs that nobody is at any more, in the order of their last change.
    fn stopped_runs(&self) -> Result<Vec<(RecordFile, Vec<RecordPlace>)>, RecordError> {
        let opened = self.stopped_files()?.into_iter().filter_map(|(path, file)| {
            // Of another version, or a disk has damaged it: nothing can be taken over.
            RecordFile::open(&path, file).ok()
        });
        Ok(opened.collect())
    }

    /// Their files, locked.
    fn stopped_files(&self) -> Result<Vec<(PathBuf, File)>, RecordError> {
        let failed = || WriteError::at(&self.path);
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.path).map_err(failed())? {
            let entry = entry.map_err(failed())?;
            if !entry.file_name().to_string_lossy().starts_with(RUN) {
                continue;
            }
            let opened = OpenOptions::new().read(true).write(true).open(entry.path());
            let Ok(file) = opened else { continue };
            let is_free = flock(&file, FlockOperation::NonBlockingLockExclusive).is_ok();
            if let (true, Ok(about)) = (is_free, file.metadata()) {
                files.push((about.modified().ok(), entry.path(), file));
            }
        }
        files.sort_by(|one, other| (&one.0, &one.1).cmp(&(&other.0, &other.1)));
        Ok(files.into_iter().map(|(_, path, file)| (path, file)).collect())
    }

    fn locked(&self) -> Result<File, RecordError> {
        let lock = File::open(&self.path).map_err(WriteError::at(&self.path))?;
        // Of two runs that end at the same time, one waits, and keeps what the other wrote. Not every disk can do that.
        let _ = flock(&lock, FlockOperation::LockExclusive);
        Ok(lock)
    }
}

impl Run {
    /// The record that a stopped run made of a submission, if it was made of the same.
    pub(crate) fn of_stopped(
        &self,
        student: &str,
        assignment: &str,
        digest: Digest,
    ) -> Option<Vec<u8>> {
        let (number, place) = self.known.get(&(student.to_owned(), assignment.to_owned()))?;
        let file = self.stopped.get(*number).filter(|_| place.head.digest == Some(digest))?;
        // What cannot be read is found out again.
        file.bytes(place).ok()
    }

    /// Puts down a record that was made before. Its grade is the value; none if it cannot be read, and then nothing is put down.
    ///
    /// # Errors
    ///
    /// If the disk does not let us.
    pub(crate) fn put_down_again(&self, record: &[u8]) -> Result<Option<Grade>, RecordError> {
        let Some((head, grade, _)) = decoded(record) else { return Ok(None) };
        self.put(head, record)?;
        Ok(Some(grade))
    }

    /// Puts down a grade, and as far as that is known, of what it was made and what its cases rest on. The record is the value.
    ///
    /// # Errors
    ///
    /// If the disk does not let us.
    pub(crate) fn put_down(
        &self,
        grade: &Grade,
        digest: Option<Digest>,
        basis: Option<&Basis>,
        environment: Environment,
    ) -> Result<Vec<u8>, RecordError> {
        let (student, assignment) = (grade.student.clone(), grade.assignment.clone());
        let is_full = !grade.is_ungraded() && grade.points >= grade.max_points;
        let head = RecordHead { student, assignment, digest, is_full, environment };
        let record = encoded(&head, grade, basis).map_err(WriteError::at(&self.folder.path))?;
        self.put(head, &record)?;
        Ok(record)
    }

    fn put(&self, head: RecordHead, bytes: &[u8]) -> Result<(), RecordError> {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let at = written.file.end;
        written.file.append(bytes)?;
        written.places.push(RecordPlace { head, at });
        if written.places.len().is_multiple_of(SYNCED) {
            // A disk that cannot do that keeps them as well as it can.
            let _ = written.file.file.sync_data();
        }
        Ok(())
    }

    /// How many submissions it has put down so far.
    pub(crate) fn graded(&self) -> usize {
        self.written.lock().unwrap_or_else(PoisonError::into_inner).places.len()
    }

    /// Ends the run: its records, and with `keeps` those of the last one that it has not graded again, are put in order by
    /// the course's `assignments` and by student.
    ///
    /// # Errors
    ///
    /// If the disk does not let us; then the records stay where they are, for a run that goes on.
    pub(crate) fn finish(
        self,
        keeps: bool,
        assignments: &[String],
    ) -> Result<Records, RecordError> {
        let Run { folder, written, stopped, known: _ } = self;
        let Written { file, places } = written.into_inner().unwrap_or_else(PoisonError::into_inner);
        let lock = folder.locked()?;
        let earlier = if keeps { folder.finished()? } else { None };
        let whose =
            |place: &RecordPlace| (place.head.assignment.clone(), place.head.student.clone());
        let graded: BTreeSet<(String, String)> = places.iter().map(whose).collect();
        let mut all: Vec<(&RecordFile, &RecordPlace)> = Vec::new();
        if let Some((file, places)) = &earlier {
            all.extend(
                places.iter().filter(|one| !graded.contains(&whose(one))).map(|one| (file, one)),
            );
        }
        all.extend(places.iter().map(|place| (&file, place)));
        all.sort_by_cached_key(|(_, place)| {
            let order = assignments.iter().position(|id| *id == place.head.assignment);
            (order, place.head.student.clone())
        });
        let mut records = folder.ordered(&all, lock)?;
        // Where all were graded anew, nobody needs what stopped runs had graded.
        let outdated = if keeps { Vec::new() } else { folder.stopped_files().unwrap_or_default() };
        let over = stopped.into_iter().chain([file]).map(|run| (run.path, run.file));
        records.runs = over.chain(outdated).collect();
        Ok(records)
    }
}

impl RecordFolder {
    /// Copies records into the file of the last run, in this order.
    fn ordered(
        &self,
        all: &[(&RecordFile, &RecordPlace)],
        lock: File,
    ) -> Result<Records, RecordError> {
        let path = self.path.join(RECORDS);
        let failed = || WriteError::at(&path);
        let new = tempfile::Builder::new().prefix(".records-").tempfile_in(&self.path);
        let new = new.map_err(failed())?;
        let written = new.reopen().map_err(failed())?;
        let mut file = RecordFile::new(path.clone(), written)?;
        let mut places = Vec::with_capacity(all.len());
        for (from, place) in all {
            let at = file.end;
            file.append(&from.bytes(place).map_err(WriteError::at(&from.path))?)?;
            places.push(RecordPlace { head: place.head.clone(), at });
        }
        file.file.sync_all().map_err(failed())?;
        new.persist(&path).map_err(|error| failed()(error.error))?;
        Ok(Records { file, places, runs: Vec::new(), _lock: lock })
    }
}
