//! The folder into which an archive is unpacked: new files and folders only, as many and as large as the bounds say.

use std::cell::Cell;
use std::collections::HashMap;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

use super::format::{ArchiveError, damage_error, oversize_error, refusal_error};
use super::name;
use model::bounds::{MOST_ENTRIES, MOST_STUDENTS};
use model::{has_header_ending, has_source_ending};
use support::junk::{is_junk, may_be_person};
use support::printable::to_printable;

/// What one archive may cost.
#[derive(Debug, Clone, Copy)]
pub struct UnpackBounds {
    /// How many files and folders there may be, junk included.
    pub entries: usize,
    /// The most bytes of one file. A larger one is left out.
    pub file: u64,
    /// The most bytes of all files.
    pub all: u64,
    /// The most time that unpacking takes. What may be read bounds it already: so long it takes only where something is
    /// wrong, and never because a machine is busy.
    pub time: Duration,
    /// Whether names that begin with a dot, and others that systems leave behind, are unpacked as well.
    pub hidden: bool,
    /// In how many of the upper folders a name that systems leave behind, but that may be a person's, is unpacked.
    pub person_levels: usize,
    /// Whether a path that is too long is left out. Of what a class handed in, it is one student's fault; an archive of one
    /// student is refused.
    pub skips_long_paths: bool,
}

impl UnpackBounds {
    /// Of what a whole class handed in.
    pub(crate) const DOWNLOAD: UnpackBounds = UnpackBounds {
        entries: 10 * MOST_STUDENTS,
        file: 64 << 20,
        all: 4 << 30,
        time: Duration::from_secs(3600),
        hidden: false,
        person_levels: 2,
        skips_long_paths: true,
    };

    /// Of what one student packed.
    pub(crate) const SUBMISSION: UnpackBounds = UnpackBounds {
        entries: MOST_ENTRIES,
        file: 16 << 20,
        all: 64 << 20,
        time: Duration::from_secs(300),
        hidden: false,
        person_levels: 0,
        skips_long_paths: false,
    };

    /// The most bytes of all names with what stands beside them: some hundred for each.
    pub(super) fn max_name_bytes(&self) -> u64 {
        self.entries as u64 * 400
    }
}

/// What was unpacked.
#[derive(Debug, Default)]
pub struct UnpackReport {
    /// What was left out, and why, for a list of remarks.
    pub left_out: Vec<(String, &'static str)>,
    /// How many more were left out.
    pub more_left_out: usize,
    /// How many files and folders the archive holds.
    pub(crate) entries: usize,
    /// How many bytes were unpacked.
    pub(crate) bytes: u64,
}

/// What has a name in the folder already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ArchiveEntryKind {
    Folder,
    File,
}

/// The folder.
pub(super) struct UnpackTarget<'t> {
    folder: &'t Path,
    pub(super) bounds: &'t UnpackBounds,
    stop: &'t dyn Fn() -> bool,
    began: Instant,
    made: HashMap<PathBuf, ArchiveEntryKind>,
    entries: usize,
    bytes: u64,
    unpacked: UnpackReport,
}

impl<'t> UnpackTarget<'t> {
    pub(super) fn new(
        folder: &'t Path,
        bounds: &'t UnpackBounds,
        stop: &'t dyn Fn() -> bool,
    ) -> UnpackTarget<'t> {
        let made = HashMap::from([(PathBuf::new(), ArchiveEntryKind::Folder)]);
        let began = Instant::now();
        let unpacked = UnpackReport::default();
        UnpackTarget {
            folder,
            bounds,
            stop,
            began,
            made,
            entries: 0,
            bytes: 0,
            unpacked,
        }
    }

    pub(super) fn into_report(self) -> UnpackReport {
        UnpackReport {
            entries: self.entries,
            bytes: self.bytes,
            ..self.unpacked
        }
    }

    /// Counts an entry, and says where it belongs; none if it is not to be unpacked.
    pub(super) fn register_entry(&mut self, raw: &[u8]) -> Result<Option<PathBuf>, ArchiveError> {
        self.entries += 1;
        if self.entries > self.bounds.entries {
            return Err(oversize_error(format!(
                "holds more than {} files and folders",
                self.bounds.entries
            )));
        }
        self.check_time()?;
        let name = name::decode_name(raw);
        let path = match self.bounds.skips_long_paths {
            true => name::parse_path_of_any_length(&name)?,
            false => name::parse_entry_path(&name)?,
        };
        if let Some(long) = path.as_ref().filter(|path| name::is_path_too_long(path)) {
            if !long.iter().any(is_junk) {
                self.skip_entry(long, "its path is too long, or too many folders deep");
            }
            return Ok(None);
        }
        Ok(path.filter(|path| self.bounds.hidden || !self.has_junk(path)))
    }

    /// Whether a name in the path is left behind by a system and no person's.
    fn has_junk(&self, path: &Path) -> bool {
        let levels = self.bounds.person_levels;
        let mut names = path.iter().enumerate();
        names.any(|(level, name)| is_junk(name) && (level >= levels || !may_be_person(name)))
    }

    /// An entry that is neither a file nor a folder, or too much.
    pub(super) fn skip_entry(&mut self, path: &Path, why: &'static str) {
        // Nobody reads more of them.
        const MOST: usize = 20;
        if self.unpacked.left_out.len() < MOST {
            self.unpacked.left_out.push((to_printable(path), why));
        } else {
            self.unpacked.more_left_out += 1;
        }
    }

    /// Makes a folder, and those that it stands in.
    pub(super) fn make_folder(&mut self, path: &Path) -> Result<(), ArchiveError> {
        match self.made.get(path) {
            Some(ArchiveEntryKind::Folder) => return Ok(()),
            Some(ArchiveEntryKind::File) => return Err(duplicate_name_error(path)),
            None => {}
        }
        if let Some(parent) = path.parent() {
            self.make_folder(parent)?;
        }
        let made = DirBuilder::new().mode(0o700).create(self.folder.join(path));
        made.map_err(ArchiveError::Write)?;
        self.made.insert(path.to_owned(), ArchiveEntryKind::Folder);
        Ok(())
    }

    /// Makes a file of what is read. What is larger than a file may be is left out; of a source, whoever reads it later says that
    /// it is too large, so a file of zeros that takes no room is in its place.
    pub(super) fn make_file(
        &mut self,
        path: &Path,
        from: &mut dyn Read,
    ) -> Result<(), ArchiveError> {
        self.make_folder(path.parent().unwrap_or(Path::new("")))?;
        if self
            .made
            .insert(path.to_owned(), ArchiveEntryKind::File)
            .is_some()
        {
            return Err(duplicate_name_error(path));
        }
        let place = self.folder.join(path);
        let new = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&place);
        let is_whole = self.copy_bounded(from, new.map_err(ArchiveError::Write)?)?;
        if !is_whole && (has_source_ending(path) || has_header_ending(path)) {
            let emptied = File::create(&place).and_then(|file| file.set_len(self.bounds.file + 1));
            emptied.map_err(ArchiveError::Write)?;
        } else if !is_whole {
            fs::remove_file(&place).map_err(ArchiveError::Write)?;
            self.skip_entry(path, "it is too large");
        }
        Ok(())
    }

    /// Copies a file; whether all of it was copied is the value.
    fn copy_bounded(&mut self, from: &mut dyn Read, mut to: File) -> Result<bool, ArchiveError> {
        let mut buffer = [0; 1 << 16];
        let mut size = 0;
        loop {
            let read = match from.read(&mut buffer) {
                Ok(0) => return Ok(true),
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(damage_error(&error)),
            };
            self.check_time()?;
            size += read as u64;
            self.bytes += read as u64;
            if self.bytes > self.bounds.all {
                return Err(oversize_error(format!(
                    "holds more than {} MiB",
                    self.bounds.all >> 20
                )));
            }
            if size > self.bounds.file {
                return Ok(false);
            }
            let bytes = buffer.get(..read).unwrap_or_default();
            to.write_all(bytes).map_err(ArchiveError::Write)?;
        }
    }

    /// Whether there is still time, and nobody wants to stop.
    pub(super) fn check_time(&self) -> Result<(), ArchiveError> {
        if (self.stop)() {
            return Err(ArchiveError::Interrupted);
        }
        if self.began.elapsed() > self.bounds.time {
            let seconds = self.bounds.time.as_secs();
            return Err(oversize_error(format!(
                "takes longer than {seconds} s to unpack"
            )));
        }
        Ok(())
    }
}

fn duplicate_name_error(path: &Path) -> ArchiveError {
    refusal_error(format!(
        "holds the name `{}` twice, so it is not clear which file is meant",
        to_printable(path)
    ))
}

/// How many bytes may still be read; none if that is no question any more.
pub(super) type Allowance = Rc<Cell<Option<u64>>>;

/// A reader with an allowance.
pub(super) struct LimitedReader<R> {
    pub(super) inner: R,
    pub(super) allowance: Allowance,
}

impl<R: Read> Read for LimitedReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        if let Some(left) = self.allowance.get() {
            let rest = left.checked_sub(read as u64);
            // Nothing is left from then on, which is how the archive is known for one that has too much.
            self.allowance.set(Some(rest.unwrap_or(0)));
            if rest.is_none() {
                return Err(io::Error::other("it has more than is read of any"));
            }
        }
        Ok(read)
    }
}

impl<R: Seek> Seek for LimitedReader<R> {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.inner.seek(position)
    }
}
