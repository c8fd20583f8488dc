//! A file of records: first what made it, then records, of which the last may be torn.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::basis::Basis;
use super::error::RecordError;
use super::frame;
use crate::digest::Digest;
use crate::model::{Environment, Grade};
use crate::write_error::WriteError;

/// What a file of records begins with. The form of records may differ between versions.
const SCHEME: &str = concat!("grader/records/9 ", env!("CARGO_PKG_VERSION"));

/// What a record says first, so that it is found without reading all of it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct RecordHead {
    pub(super) student: String,
    pub(super) assignment: String,
    /// Of what the grade was made; none where that is not known, and so never made again.
    pub(super) digest: Option<Digest>,
    /// Whether it has all its points for good.
    pub(super) is_full: bool,
    /// What it was graded with: the toolchain that made it, and how programs were confined.
    pub(super) environment: Environment,
}

/// A file that is open.
#[derive(Debug)]
pub(super) struct RecordFile {
    pub(super) path: PathBuf,
    pub(super) file: File,
    /// Where whole records end.
    pub(super) end: u64,
}

/// Where a record stands in its file.
#[derive(Debug, Clone)]
pub(super) struct RecordPlace {
    pub(super) head: RecordHead,
    pub(super) at: u64,
}

impl RecordFile {
    /// A file that holds no record yet.
    pub(super) fn new(path: PathBuf, file: File) -> Result<RecordFile, RecordError> {
        let mut new = RecordFile { path, file, end: 0 };
        new.append(SCHEME.as_bytes())?;
        Ok(new)
    }

    /// A file that was written before, and where its records stand. What comes after the last whole one is torn, and will be
    /// overwritten.
    pub(super) fn open(
        path: &Path,
        file: File,
    ) -> Result<(RecordFile, Vec<RecordPlace>), RecordError> {
        let failed = WriteError::at(path);
        let read = || -> io::Result<Option<(u64, Vec<RecordPlace>)>> {
            let length = file.metadata()?.len();
            if frame::read(&file, 0, length)?.as_deref() != Some(SCHEME.as_bytes()) {
                return Ok(None);
            }
            let mut at = frame::HEAD + SCHEME.len() as u64;
            let mut places = Vec::new();
            while let Some(record) = frame::read(&file, at, length)? {
                let Ok((head, _)) = postcard::take_from_bytes(&record) else { return Ok(None) };
                places.push(RecordPlace { head, at });
                at += frame::HEAD + record.len() as u64;
            }
            Ok(Some((at, places)))
        };
        match read().map_err(failed)? {
            Some((end, places)) => Ok((RecordFile { path: path.to_owned(), file, end }, places)),
            None => Err(RecordError::Version { path: path.to_owned() }),
        }
    }

    /// Adds a record.
    pub(super) fn append(&mut self, record: &[u8]) -> Result<(), RecordError> {
        let write = || -> io::Result<u64> {
            let frame = frame::framed(record)?;
            self.file.write_all_at(&frame, self.end)?;
            Ok(frame.len() as u64)
        };
        self.end += write().map_err(WriteError::at(&self.path))?;
        Ok(())
    }

    /// A record as it was written.
    pub(super) fn bytes(&self, place: &RecordPlace) -> io::Result<Vec<u8>> {
        let changed = || {
            let file = self.path.display();
            io::Error::new(io::ErrorKind::InvalidData, format!("{file} was changed meanwhile"))
        };
        frame::read(&self.file, place.at, self.end)?.ok_or_else(changed)
    }

    /// The grade of a record.
    pub(super) fn grade(&self, place: &RecordPlace) -> io::Result<Grade> {
        // What it rests on stands behind it and need not be read.
        let grade = unpacked(&self.bytes(place)?)
            .and_then(|(_, graded)| Some(postcard::take_from_bytes(&graded).ok()?.0));
        grade.ok_or_else(|| self.unreadable())
    }

    /// The same, with what it rests on.
    pub(super) fn grade_and_basis(
        &self,
        place: &RecordPlace,
    ) -> io::Result<(Grade, Option<Basis>)> {
        let record = self.bytes(place)?;
        let read = decoded(&record).map(|(_, grade, basis)| (grade, basis));
        read.ok_or_else(|| self.unreadable())
    }

    fn unreadable(&self) -> io::Error {
        let file = self.path.display();
        io::Error::new(io::ErrorKind::InvalidData, format!("{file} cannot be read"))
    }
}

/// A record's bytes. Grades repeat themselves, so they are packed to a tenth; what is looked for stands before them as it is.
pub(super) fn encoded(
    head: &RecordHead,
    grade: &Grade,
    basis: Option<&Basis>,
) -> io::Result<Vec<u8>> {
    let bytes = || -> postcard::Result<Vec<u8>> {
        let graded = lz4_flex::compress_prepend_size(&postcard::to_stdvec(&(grade, basis))?);
        Ok([postcard::to_stdvec(head)?, graded].concat())
    };
    bytes().map_err(io::Error::other)
}

/// What a record says; none if it is none of this version's.
pub(super) fn decoded(record: &[u8]) -> Option<(RecordHead, Grade, Option<Basis>)> {
    let (head, graded) = unpacked(record)?;
    let (grade, basis) = postcard::from_bytes(&graded).ok()?;
    Some((head, grade, basis))
}

/// What stands before a grade, and the bytes of the grade and of what it rests on.
fn unpacked(record: &[u8]) -> Option<(RecordHead, Vec<u8>)> {
    let (head, packed) = postcard::take_from_bytes(record).ok()?;
    Some((head, lz4_flex::decompress_size_prepended(packed).ok()?))
}
