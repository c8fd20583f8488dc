//! A run under way: its records, and what it takes over of runs that were stopped.

use std::collections::{BTreeSet, HashMap};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::error::RecordError;
use super::file::{
    RecordFile, RecordHead, RecordPlace, SharedEnvironments, decode_record, encode_record,
};
use super::folder::{FinishedRecords, RUN, RecordFolder};
use super::records::ClassRecords;
use super::run_outline::{add_new_sentences, run_date};
use crate::basis::GradeBasis;
use model::{Grade, GradingEnvironment, RunOutline};
use support::digest::Digest;
use support::file_lock;
use support::write_error::WriteError;

/// After so many records the disk is asked to keep them even if the machine goes down.
const SYNCED: usize = 50;

/// A run under way.
#[derive(Debug)]
pub struct RecordedRun {
    folder: RecordFolder,
    written: Mutex<RunRecords>,
    /// Runs that were stopped, whose records this one takes over.
    stopped: Vec<RecordFile>,
    /// What they had graded, by student and assignment; of what was graded twice the later.
    known: HashMap<(String, String), (usize, RecordPlace)>,
}

#[derive(Debug)]
struct RunRecords {
    file: RecordFile,
    places: Vec<RecordPlace>,
    environments: SharedEnvironments,
}

impl RecordedRun {
    /// Begins a run. With `resumes` it takes over what stopped ones have graded.
    ///
    /// # Errors
    ///
    /// If the disk does not let it.
    pub fn begin(folder: RecordFolder, resumes: bool) -> Result<RecordedRun, RecordError> {
        let mut stopped = Vec::new();
        let mut known = HashMap::new();
        for (file, places) in if resumes {
            folder.open_stopped_runs()?
        } else {
            Vec::new()
        } {
            for place in places {
                let whose = (place.head.student.clone(), place.head.assignment.clone());
                known.insert(whose, (stopped.len(), place));
            }
            stopped.push(file);
        }
        let (file, path) =
            create_run_file(&folder.path).map_err(WriteError::for_path(&folder.path))?;
        let file = RecordFile::new(path, file)?;
        let written = Mutex::new(RunRecords {
            file,
            places: Vec::new(),
            environments: SharedEnvironments::default(),
        });
        Ok(RecordedRun {
            folder,
            written,
            stopped,
            known,
        })
    }

    /// The record that a stopped run made of a submission, if it was made of the same.
    pub fn find_stopped_record(
        &self,
        student: &str,
        assignment: &str,
        digest: Digest,
    ) -> Option<Vec<u8>> {
        let (number, place) = self
            .known
            .get(&(student.to_owned(), assignment.to_owned()))?;
        let file = self
            .stopped
            .get(*number)
            .filter(|_| place.head.digest == Some(digest))?;
        // What cannot be read is found out again.
        file.read_record(place).ok()
    }

    /// Puts down a record that was made before. Its grade is the value; none if it cannot be read, and then nothing is put down.
    ///
    /// # Errors
    ///
    /// If the disk does not let us.
    pub fn append_existing(&self, record: &[u8]) -> Result<Option<Grade>, RecordError> {
        let Some((head, grade, _)) = decode_record(record) else {
            return Ok(None);
        };
        self.append_record(head, record)?;
        Ok(Some(grade))
    }

    /// Puts down a grade, and as far as that is known, of what it was made and what its cases rest on. The record is the value.
    ///
    /// # Errors
    ///
    /// If the disk does not let us.
    pub fn append_grade(
        &self,
        grade: &Grade,
        digest: Option<Digest>,
        basis: Option<&GradeBasis>,
        environment: GradingEnvironment,
    ) -> Result<Vec<u8>, RecordError> {
        let student = grade.student.clone();
        let assignment = grade.assignment.clone();
        let is_full = !grade.is_ungraded() && grade.points >= grade.max_points;
        let head = RecordHead {
            student,
            assignment,
            digest,
            is_full,
            environment: Arc::new(environment),
        };
        let record =
            encode_record(&head, grade, basis).map_err(WriteError::for_path(&self.folder.path))?;
        self.append_record(head, &record)?;
        Ok(record)
    }

    fn append_record(&self, mut head: RecordHead, bytes: &[u8]) -> Result<(), RecordError> {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let at = written.file.end;
        written.file.append_record(bytes)?;
        written.environments.share(&mut head);
        let head = Arc::new(head);
        written.places.push(RecordPlace { head, at });
        if written.places.len().is_multiple_of(SYNCED) {
            // A disk that cannot do that keeps them as well as it can.
            let _ = written.file.file.sync_data();
        }
        Ok(())
    }

    /// How many submissions it has put down so far.
    pub fn graded_count(&self) -> usize {
        self.written
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .places
            .len()
    }

    /// Ends the run: its records, and with `keeps` those of the last one that it has not graded again, are put in order by
    /// the course's `assignments` and by student. `left_out` are sentences that name files for which nobody is graded.
    ///
    /// # Errors
    ///
    /// If the disk does not let us; then the records stay where they are, for a run that goes on.
    pub fn finish(
        self,
        keeps: bool,
        assignments: &[String],
        left_out: Vec<String>,
    ) -> Result<ClassRecords, RecordError> {
        let RecordedRun {
            folder,
            written,
            stopped,
            known,
        } = self;
        let RunRecords { file, places, .. } =
            written.into_inner().unwrap_or_else(PoisonError::into_inner);
        let lock = folder.acquire_lock()?;
        let earlier = if keeps { folder.open_finished()? } else { None };
        let mut outline = RunOutline {
            ended: Some(run_date()),
            left_out: Vec::new(),
        };
        if let Some(FinishedRecords { outline: known, .. }) = &earlier {
            outline.left_out.clone_from(&known.left_out);
        }
        add_new_sentences(&mut outline.left_out, &left_out);
        let whose =
            |place: &RecordPlace| (place.head.student.clone(), place.head.assignment.clone());
        let graded: BTreeSet<(String, String)> = places.iter().map(whose).collect();
        let mut all: Vec<(&RecordFile, &RecordPlace)> = Vec::new();
        if let Some(FinishedRecords { file, places, .. }) = &earlier {
            all.extend(
                places
                    .iter()
                    .filter(|one| !graded.contains(&whose(one)))
                    .map(|one| (file, one)),
            );
        }
        all.extend(places.iter().map(|place| (&file, place)));
        all.sort_by_cached_key(|(_, place)| {
            let order = assignments
                .iter()
                .position(|id| *id == place.head.assignment);
            (order, place.head.student.clone())
        });
        let copied = all.into_iter().map(|(file, place)| {
            let bytes = file
                .read_record(place)
                .map_err(WriteError::for_path(&file.path))?;
            Ok((Arc::clone(&place.head), bytes))
        });
        let mut records = folder.replace_records(copied, outline, lock)?;
        // A run of some students leaves what stopped runs have of others. Where all were graded anew, nobody needs it.
        let mut still_needed: BTreeSet<usize> = BTreeSet::new();
        if keeps {
            let others = known.iter().filter(|(whose, _)| !graded.contains(*whose));
            still_needed.extend(others.map(|(_, (number, _))| *number));
        } else {
            records.runs = folder.lock_stopped_files().unwrap_or_default();
        }
        for (number, run) in stopped.into_iter().enumerate() {
            if !still_needed.contains(&number) {
                records.runs.push((run.path, run.file));
            }
        }
        records.runs.push((file.path, file.file));
        Ok(records)
    }
}

/// A new file for the records of a run. It is locked before it has the name by which others find it.
fn create_run_file(folder: &Path) -> io::Result<(File, PathBuf)> {
    let hidden = format!(".{RUN}");
    let made = tempfile::Builder::new()
        .prefix(&hidden)
        .tempfile_in(folder)?;
    file_lock::try_lock(made.as_file());
    let name = made
        .path()
        .file_name()
        .unwrap_or_default()
        .to_string_lossy();
    let path = folder.join(name.trim_start_matches('.'));
    let file = made.persist_noclobber(&path).map_err(|error| error.error)?;
    Ok((file, path))
}
