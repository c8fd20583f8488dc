//! The archives that one student handed in.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::error::{HandInError, IntakeError};
use super::files::{self, SubmissionFile, SubmissionPath};
use super::scratch::IntakeSource;
use crate::archive::{self, ArchiveError, ArchiveFormat, UnpackBounds};
use support::beneath::OpenFolder;
use support::printable::to_printable;

/// How deep archives may stand in archives: what a student packed, and once more what they had packed before.
const DEEPEST: usize = 2;

/// All archives of one student share one bound.
pub(super) struct ArchiveUnpacker<'u> {
    source: &'u IntakeSource<'u>,
    is_enough: &'u dyn Fn(&[SubmissionFile]) -> bool,
    left: UnpackBounds,
    /// What the report should mention.
    pub(super) remarks: Vec<String>,
    /// The folder in which all stands that an archive holds, if it is only one.
    pub(super) wrapper: Option<PathBuf>,
}

impl<'u> ArchiveUnpacker<'u> {
    pub(super) fn new(
        source: &'u IntakeSource<'u>,
        is_enough: &'u dyn Fn(&[SubmissionFile]) -> bool,
    ) -> ArchiveUnpacker<'u> {
        let left = UnpackBounds::SUBMISSION;
        let remarks = Vec::new();
        ArchiveUnpacker {
            source,
            is_enough,
            left,
            remarks,
            wrapper: None,
        }
    }

    /// Unpacks `archive`, which stands below `root`, into `folder`: there if it is `alone`, and else into a folder of its name.
    pub(super) fn unpack_archive(
        &mut self,
        root: &Path,
        archive: &SubmissionFile,
        folder: &Path,
        alone: bool,
    ) -> Result<(), HandInError> {
        let target = if alone {
            folder.to_owned()
        } else {
            create_archive_folder(folder, &archive.inside)?
        };
        self.unpack_into(root, archive, &target, 1)?;
        if alone {
            let seen = files::list_files(&SubmissionPath::of_folder(folder));
            let seen = seen.map_err(|error| IntakeError::Scratch(error.source))?;
            // Where the rubric asks for `src/main.cpp`, the folder `src` is none to be taken away.
            if !(self.is_enough)(&seen.files) {
                self.wrapper = wrapper_folder(folder).map_err(IntakeError::Scratch)?;
            }
        }
        Ok(())
    }

    fn unpack_into(
        &mut self,
        root: &Path,
        archive: &SubmissionFile,
        target: &Path,
        depth: usize,
    ) -> Result<(), HandInError> {
        let name = to_printable(&archive.inside);
        let Some(format) = ArchiveFormat::from_name(&archive.inside.to_string_lossy()) else {
            return Ok(());
        };
        let unreadable = |source| IntakeError::Unreadable {
            folder: root.join(&archive.below),
            source,
        };
        let opened = OpenFolder::open_trusted(root).and_then(|root| root.open_file(&archive.below));
        let Some(opened) = opened.map_err(unreadable)? else {
            return Err(HandInError::Refused(format!(
                "`{name}` is not a regular file"
            )));
        };
        let began = Instant::now();
        match archive::unpack_archive(opened, format, target, &self.left, self.source.stop) {
            Ok(unpacked) => {
                for (inside, why) in &unpacked.left_out {
                    self.remarks
                        .push(format!("`{inside}` in `{name}` was left out: {why}"));
                }
                if unpacked.more_left_out > 0 {
                    let more = unpacked.more_left_out;
                    self.remarks
                        .push(format!("{more} more files in `{name}` were left out"));
                }
                self.left.all = self.left.all.saturating_sub(unpacked.bytes);
                self.left.entries = self.left.entries.saturating_sub(unpacked.entries);
                self.left.time = self.left.time.saturating_sub(began.elapsed());
            }
            Err(error @ ArchiveError::Refused { .. }) => {
                return Err(HandInError::Refused(format!("`{name}` {error}")));
            }
            Err(ArchiveError::Write(error)) => return Err(IntakeError::Scratch(error).into()),
            Err(ArchiveError::Interrupted) => return Err(IntakeError::Interrupted.into()),
        }
        self.unpack_inner(target, depth)
    }

    /// What is packed once more in what was unpacked, if the program is not there without it.
    fn unpack_inner(&mut self, folder: &Path, depth: usize) -> Result<(), HandInError> {
        let seen = files::list_files(&SubmissionPath::of_folder(folder))
            .map_err(|error| IntakeError::Scratch(error.source))?;
        if (self.is_enough)(&seen.files) || depth >= DEEPEST {
            return Ok(());
        }
        for inner in seen
            .files
            .iter()
            .filter(|file| file.kind.is_file())
            .filter(is_archive_file)
        {
            let target = create_archive_folder(folder, &inner.inside)?;
            self.unpack_into(folder, inner, &target, depth + 1)?;
            // What it holds is there now, so nobody need say that it was left out.
            fs::remove_file(folder.join(&inner.below)).map_err(IntakeError::Scratch)?;
        }
        Ok(())
    }
}

fn is_archive_file(file: &&SubmissionFile) -> bool {
    ArchiveFormat::from_name(&file.inside.to_string_lossy()).is_some()
}

/// A new folder beside an archive, where the archive's own folder is already, with the archive's name but for its ending.
fn create_archive_folder(folder: &Path, archive: &Path) -> Result<PathBuf, IntakeError> {
    let parent = folder.join(archive.parent().unwrap_or(Path::new("")));
    let name = archive
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let stem = ArchiveFormat::strip_extension(&name).to_owned();
    make_folder(&parent, &stem).map_err(IntakeError::Scratch)
}

fn make_folder(parent: &Path, stem: &str) -> io::Result<PathBuf> {
    let mut number = 1;
    loop {
        let name = if number == 1 {
            stem.to_owned()
        } else {
            format!("{stem} ({number})")
        };
        let path = parent.join(name);
        match DirBuilder::new().mode(0o700).create(&path) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(error),
        }
    }
}

/// The folder below `folder` that has all there is, if there is one: programs that pack add one, and some add two.
fn wrapper_folder(folder: &Path) -> io::Result<Option<PathBuf>> {
    let mut below = PathBuf::new();
    loop {
        let mut entries = fs::read_dir(folder.join(&below))?;
        let first = entries.next().transpose()?;
        let second = entries.next();
        match first {
            Some(only) if second.is_none() && only.file_type()?.is_dir() => {
                below.push(only.file_name());
            }
            _ => return Ok((below != Path::new("")).then_some(below)),
        }
    }
}
