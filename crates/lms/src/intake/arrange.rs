//! A copy of what one student handed in, where it cannot be taken as it lies: its archives unpacked, its sources as a compiler
//! reads them.
//!
//! The copy stands in a folder of ours and holds regular files and folders only, so what comes after intake finds there what
//! it finds in any other folder. What is wrong with an archive is the student's, and the submission is refused with a sentence.

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::Path;

use super::encoding;
use super::entries::is_archive;
use super::error::IntakeError;
use super::files::{self, SubmissionFile, SubmissionPath};
use super::sentences::not_unpacked_remark;
use super::source::IntakeSource;
use super::unpacking::ArchiveUnpacker;
use model::{IgnoredFile, has_header_ending};
use support::beneath::OpenFolder;
use support::printable::to_printable;

/// The largest file that is copied, in bytes. A source is never as large, and of what is larger only the size is kept, for
/// the sentence that refuses it.
const LARGEST: u64 = 16 << 20;

/// The most bytes of one student's files.
const MOST: u64 = 64 << 20;

/// A copy.
#[derive(Debug)]
pub(super) struct SubmissionCopy {
    /// Where it stands.
    pub(super) place: SubmissionPath,
    /// What the report should mention.
    pub(super) remarks: Vec<String>,
    /// What was not copied.
    pub(super) ignored: Vec<IgnoredFile>,
    /// Why the submission is not looked at, if it is not.
    pub(super) refused: Option<String>,
}

/// Copies `files`, which stand below `root`. `is_enough` says whether files are all that the assignments ask for: then archives
/// beside them are left alone.
pub(super) fn copy_submission(
    root: &Path,
    files: &[SubmissionFile],
    is_enough: &dyn Fn(&[SubmissionFile]) -> bool,
    source: &IntakeSource<'_>,
) -> Result<SubmissionCopy, IntakeError> {
    let mut arranged = SubmissionCopy::new_empty(source)?;
    let is_archive = |file: &&SubmissionFile| file.kind.is_file() && is_archive(&file.inside);
    let (archives, loose): (Vec<&SubmissionFile>, Vec<&SubmissionFile>) =
        files.iter().partition(is_archive);
    let loose: Vec<SubmissionFile> = loose.into_iter().cloned().collect();
    if !archives.is_empty() && is_enough(&loose) {
        for archive in &archives {
            arranged.ignore_file(
                &archive.inside,
                "the program stands beside it, so it was not unpacked",
            );
        }
        let names: Vec<String> = archives.iter().map(|it| to_printable(&it.inside)).collect();
        arranged.remarks.push(not_unpacked_remark(&names));
    } else {
        let mut unpacking = ArchiveUnpacker::new(source, is_enough);
        for archive in &archives {
            let alone = archives.len() == 1 && loose.iter().all(|file| file.kind.is_dir());
            let unpacked =
                unpacking.unpack_archive(root, archive, &arranged.place.folder, alone)?;
            if let Err(reason) = unpacked {
                arranged.refused = Some(reason);
                return Ok(arranged);
            }
        }
        arranged.remarks.append(&mut unpacking.remarks);
        if let Some(below) = unpacking.wrapper.take() {
            arranged.place.below = below;
        }
    }
    arranged.copy_all(root, &loose)?;
    arranged.convert_all()?;
    Ok(arranged)
}

/// Whether a file's name is that of a text which a compiler is to read.
fn is_text(file: &SubmissionFile) -> bool {
    file.kind.is_file() && (files::is_source(&file.inside) || has_header_ending(&file.inside))
}

/// Whether any of the files, which stand below `root`, must be converted. What cannot be read is looked at later.
pub(super) fn needs_conversion(root: &Path, files: &[SubmissionFile]) -> bool {
    files
        .iter()
        .filter(|file| is_text(file) && file.size <= LARGEST)
        .any(|file| {
            let bytes = read_file_bytes(root, &file.below)
                .ok()
                .flatten()
                .unwrap_or_default();
            encoding::convert_encoding(&bytes).is_some()
        })
}

/// A regular file's bytes, as many as are copied; none if it is something else.
fn read_file_bytes(root: &Path, below: &Path) -> io::Result<Option<Vec<u8>>> {
    let Some(file) = OpenFolder::open_trusted(root)?.open_file(below)? else {
        return Ok(None);
    };
    let mut bytes = Vec::new();
    file.take(LARGEST).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

impl SubmissionCopy {
    /// A new folder without anything in it.
    pub(super) fn new_empty(source: &IntakeSource<'_>) -> Result<SubmissionCopy, IntakeError> {
        let folder = source.scratch.new_folder().map_err(IntakeError::Scratch)?;
        let place = SubmissionPath::of_folder(&folder);
        Ok(SubmissionCopy {
            place,
            remarks: Vec::new(),
            ignored: Vec::new(),
            refused: None,
        })
    }

    fn ignore_file(&mut self, name: &Path, reason: &str) {
        self.ignored.push(IgnoredFile {
            name: to_printable(name),
            reason: reason.to_owned(),
        });
    }

    fn copy_all(&mut self, root: &Path, loose: &[SubmissionFile]) -> Result<(), IntakeError> {
        let mut together = 0;
        for file in loose.iter().filter(|file| !file.kind.is_dir()) {
            if !file.kind.is_file() {
                self.ignore_file(
                    &file.inside,
                    &format!(
                        "it is {}, not a regular file",
                        files::describe_kind(file.kind)
                    ),
                );
                continue;
            }
            together += file.size.min(LARGEST);
            if together > MOST {
                self.refused = Some(format!(
                    "all files together have more than {} MiB; hand in only what you wrote for this assignment",
                    MOST >> 20
                ));
                return Ok(());
            }
            if let Err(error) = copy_file(root, file, &self.place.folder) {
                match error {
                    FileCopyError::Read(source) => {
                        return Err(IntakeError::Unreadable {
                            folder: root.join(&file.below),
                            source,
                        });
                    }
                    FileCopyError::Write(error) => return Err(IntakeError::Scratch(error)),
                    FileCopyError::Gone => {
                        self.ignore_file(&file.inside, "it is gone, or no regular file any more")
                    }
                }
            }
        }
        Ok(())
    }

    fn convert_all(&mut self) -> Result<(), IntakeError> {
        let seen =
            files::list_files(&self.place).map_err(|error| IntakeError::Scratch(error.source))?;
        for file in seen
            .files
            .iter()
            .filter(|file| is_text(file) && file.size <= LARGEST)
        {
            let bytes =
                read_file_bytes(&self.place.folder, &file.below).map_err(IntakeError::Scratch)?;
            let Some((text, sentence)) = encoding::convert_encoding(&bytes.unwrap_or_default())
            else {
                continue;
            };
            // Nobody else can have made a link of it in a folder of ours.
            fs::write(self.place.folder.join(&file.below), text).map_err(IntakeError::Scratch)?;
            self.remarks
                .push(format!("`{}` {sentence}", to_printable(&file.inside)));
        }
        Ok(())
    }
}

enum FileCopyError {
    Read(io::Error),
    Write(io::Error),
    Gone,
}

fn copy_file(root: &Path, file: &SubmissionFile, folder: &Path) -> Result<(), FileCopyError> {
    let bytes = match file.size {
        ..=LARGEST => read_file_bytes(root, &file.below)
            .map_err(FileCopyError::Read)?
            .ok_or(FileCopyError::Gone)?,
        _ => Vec::new(),
    };
    let target = folder.join(&file.inside);
    let parent = target.parent().unwrap_or(folder);
    let write = || -> io::Result<()> {
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(parent)?;
        let mut copied = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&target)?;
        copied.write_all(&bytes)?;
        // A file of zeros that takes no room has the size that is refused.
        if file.size > LARGEST {
            copied.set_len(file.size)
        } else {
            Ok(())
        }
    };
    write().map_err(FileCopyError::Write)
}
