//! A file of records: first what made it, then records, of which the last may be torn.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::error::RecordError;
use super::frame;
use crate::basis::GradeBasis;
use model::{Grade, GradingEnvironment, RunOutline, SubmissionName};
use serde::{Deserialize, Serialize};
use support::digest::Digest;
use support::write_error::WriteError;

/// What a file of records begins with. The form of records may differ between versions.
const SCHEME: &str = concat!("grader/records/17 ", env!("CARGO_PKG_VERSION"));

/// What ends the records of a finished run: a length that no record has, how many records there are, and a frame with what is known
/// of the run. So a file that was cut between two records is noticed.
const END: [u8; 4] = [0xff; 4];

/// What a record says first, so that it is found without reading all of it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RecordHead {
    pub(super) student: String,
    pub(super) assignment: String,
    /// Of what the grade was made; none where that is not known, and so never made again.
    pub(super) digest: Option<Digest>,
    /// Whether it has all its points for good.
    pub(super) is_full: bool,
    /// What it was graded with: the toolchain that made it, and how programs were confined. Most of a class have the same.
    pub(super) environment: Arc<GradingEnvironment>,
}

/// A file that is open.
#[derive(Debug)]
pub struct RecordFile {
    pub(super) path: PathBuf,
    pub(super) file: File,
    /// Where whole records end.
    pub(super) end: u64,
}

/// Where a record stands in its file.
#[derive(Debug, Clone)]
pub struct RecordPlace {
    pub(super) head: Arc<RecordHead>,
    pub(super) at: u64,
}

impl RecordPlace {
    /// Whose result the record is.
    pub(super) fn name(&self) -> SubmissionName {
        let assignment = self.head.assignment.clone();
        let student = self.head.student.clone();
        SubmissionName {
            assignment,
            student,
        }
    }
}

/// A file that was written before.
#[derive(Debug)]
pub struct OpenedRecords {
    pub(super) file: RecordFile,
    /// The records that can be read.
    pub(super) places: Vec<RecordPlace>,
    /// What is known of the run, if these are all its records. Never there for the file of a run under way or stopped.
    pub(super) outline: Option<RunOutline>,
}

impl RecordFile {
    /// A file that holds no record yet.
    pub fn new(path: PathBuf, file: File) -> Result<RecordFile, RecordError> {
        let mut new = RecordFile { path, file, end: 0 };
        new.append_record(SCHEME.as_bytes())?;
        Ok(new)
    }

    /// Opens a file that was written before. Records that are torn or changed are left out.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or another version wrote it.
    pub fn open(path: &Path, file: File) -> Result<OpenedRecords, RecordError> {
        let found = scan_records(&file).map_err(WriteError::for_path(path))?;
        let Some(ScannedRecords {
            places,
            end,
            outline,
        }) = found
        else {
            return Err(RecordError::Version {
                path: path.to_owned(),
            });
        };
        let file = RecordFile {
            path: path.to_owned(),
            file,
            end,
        };
        Ok(OpenedRecords {
            file,
            places,
            outline,
        })
    }

    /// Writes that there is no further record, and what is known of the run.
    pub fn write_end_mark(&self, records: usize, outline: &RunOutline) -> Result<(), RecordError> {
        let written = encode_outline(outline).and_then(|frame| {
            self.file
                .write_all_at(&[end_mark(records), frame].concat(), self.end)
        });
        Ok(written.map_err(WriteError::for_path(&self.path))?)
    }

    /// Adds a record.
    pub fn append_record(&mut self, record: &[u8]) -> Result<(), RecordError> {
        self.end += self
            .write_frame(record)
            .map_err(WriteError::for_path(&self.path))?;
        Ok(())
    }

    /// A record as it was written.
    pub(super) fn read_record(&self, place: &RecordPlace) -> io::Result<Vec<u8>> {
        let changed = || {
            let file = self.path.display();
            io::Error::new(
                io::ErrorKind::InvalidData,
                format!("{file} was changed meanwhile"),
            )
        };
        frame::read_frame(&self.file, place.at, self.end)?.ok_or_else(changed)
    }

    fn write_frame(&self, record: &[u8]) -> io::Result<u64> {
        let frame = frame::encode_frame(record)?;
        self.file.write_all_at(&frame, self.end)?;
        Ok(frame.len() as u64)
    }

    pub(super) fn read_grade(&self, place: &RecordPlace) -> io::Result<Grade> {
        // What it rests on stands behind it and need not be read.
        let grade = unpack_record(&self.read_record(place)?)
            .and_then(|(_, graded)| Some(postcard::take_from_bytes(&graded).ok()?.0));
        grade.ok_or_else(|| self.unreadable_error())
    }

    /// The same, with what it rests on.
    pub fn read_grade_and_basis(
        &self,
        place: &RecordPlace,
    ) -> io::Result<(Grade, Option<GradeBasis>)> {
        let record = self.read_record(place)?;
        let read = decode_record(&record).map(|(_, grade, basis)| (grade, basis));
        read.ok_or_else(|| self.unreadable_error())
    }

    fn unreadable_error(&self) -> io::Error {
        let file = self.path.display();
        io::Error::new(io::ErrorKind::InvalidData, format!("{file} cannot be read"))
    }
}

/// What submissions were graded with, once for all that were graded with the same: a class may have many thousands.
#[derive(Debug, Default)]
pub(super) struct SharedEnvironments(Vec<Arc<GradingEnvironment>>);

impl SharedEnvironments {
    /// Replaces the environment of `head` by an equal one that others have.
    pub(super) fn share(&mut self, head: &mut RecordHead) {
        match self.0.iter().find(|known| **known == head.environment) {
            Some(known) => head.environment = Arc::clone(known),
            None => self.0.push(Arc::clone(&head.environment)),
        }
    }
}

/// What is found in a file of records.
struct ScannedRecords {
    places: Vec<RecordPlace>,
    /// Where the last record ends.
    end: u64,
    outline: Option<RunOutline>,
}

/// Finds the records in a file; none if another version wrote it.
fn scan_records(file: &File) -> io::Result<Option<ScannedRecords>> {
    let length = file.metadata()?.len();
    let mut found = ScannedRecords {
        places: Vec::new(),
        end: 0,
        outline: None,
    };
    match frame::read_frame(file, 0, length)? {
        Some(scheme) if scheme == SCHEME.as_bytes() => {}
        Some(_) => return Ok(None),
        // What made it cannot be read, so nothing in it can.
        None => return Ok(Some(found)),
    }
    found.end = frame::HEAD + SCHEME.len() as u64;
    let mut is_damaged = false;
    let mut environments = SharedEnvironments::default();
    // A record that is damaged does not hide those after it, as long as its length is right.
    while let Some(next) = frame::find_frame_end(file, found.end, length)? {
        match frame::read_frame(file, found.end, length)? {
            Some(record) => {
                let Ok((mut head, _)) = postcard::take_from_bytes::<RecordHead>(&record) else {
                    return Ok(None);
                };
                environments.share(&mut head);
                found.places.push(RecordPlace {
                    head: Arc::new(head),
                    at: found.end,
                });
            }
            None => is_damaged = true,
        }
        found.end = next;
    }
    if !is_damaged {
        found.outline = read_end_mark(file, &found, length)?;
    }
    Ok(Some(found))
}

/// What is known of the run; none if the file does not end with the mark of these records.
fn read_end_mark(
    file: &File,
    found: &ScannedRecords,
    length: u64,
) -> io::Result<Option<RunOutline>> {
    let expected = end_mark(found.places.len());
    let mut mark = vec![0; expected.len()];
    let at = found.end + mark.len() as u64;
    if length < at {
        return Ok(None);
    }
    file.read_exact_at(&mut mark, found.end)?;
    let frame = frame::read_frame(file, at, length)?.filter(|_| mark == expected);
    let is_last = |frame: &Vec<u8>| at + frame::HEAD + frame.len() as u64 == length;
    Ok(frame
        .filter(is_last)
        .and_then(|frame| decode_outline(&frame)))
}

fn end_mark(records: usize) -> Vec<u8> {
    [&END[..], &(records as u64).to_le_bytes()].concat()
}

/// The day as `2026-11-26`, empty if it is not known, and then all sentences.
fn encode_outline(outline: &RunOutline) -> io::Result<Vec<u8>> {
    let ended = outline.ended.map(|day| day.to_string()).unwrap_or_default();
    let bytes = postcard::to_stdvec(&(ended, &outline.left_out)).map_err(io::Error::other)?;
    frame::encode_frame(&bytes)
}

fn decode_outline(bytes: &[u8]) -> Option<RunOutline> {
    let (ended, left_out): (String, Vec<String>) = postcard::from_bytes(bytes).ok()?;
    Some(RunOutline {
        ended: ended.parse().ok(),
        left_out,
    })
}

/// A record's bytes. Grades repeat themselves, so they are packed to a tenth; what is looked for stands before them as it is.
pub(crate) fn encode_record(
    head: &RecordHead,
    grade: &Grade,
    basis: Option<&GradeBasis>,
) -> io::Result<Vec<u8>> {
    encode_grade(grade, basis, head).map_err(io::Error::other)
}

fn encode_grade(
    grade: &Grade,
    basis: Option<&GradeBasis>,
    head: &RecordHead,
) -> postcard::Result<Vec<u8>> {
    let graded = lz4_flex::compress_prepend_size(&postcard::to_stdvec(&(grade, basis))?);
    Ok([postcard::to_stdvec(head)?, graded].concat())
}

/// What a record says; none if it is none of this version's.
pub(crate) fn decode_record(record: &[u8]) -> Option<(RecordHead, Grade, Option<GradeBasis>)> {
    let (head, graded) = unpack_record(record)?;
    let (grade, basis) = postcard::from_bytes(&graded).ok()?;
    Some((head, grade, basis))
}

/// What stands before a grade, and the bytes of the grade and of what it rests on.
fn unpack_record(record: &[u8]) -> Option<(RecordHead, Vec<u8>)> {
    let (head, packed) = postcard::take_from_bytes(record).ok()?;
    Some((head, lz4_flex::decompress_size_prepended(packed).ok()?))
}
