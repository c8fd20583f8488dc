//! An entry of a plain folder, with a copy in its place where it cannot be taken as it lies.

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use super::entries::{KnownHandIn, StudentEntry, is_archive};
use super::error::{HandInError, IntakeError};
use super::files::{self, ListingError, SubmissionFile, SubmissionPath};
use super::scratch::IntakeSource;
use super::sentences::{not_unpacked_remark, shortened_name_remarks};
use super::unpacking::ArchiveUnpacker;
use model::{IgnoredFile, SubmissionContent, has_header_ending};
use support::beneath::OpenFolder;
use support::printable::to_printable;

/// The entry, or the same with a copy. What cannot be looked into, or is too much, stays as it is: whoever looks for sources says
/// so.
pub(super) fn prepare_entry(
    mut entry: StudentEntry,
    is_enough: &dyn Fn(&[SubmissionFile]) -> bool,
    source: &IntakeSource<'_>,
) -> Result<StudentEntry, IntakeError> {
    let place = entry.place.clone();
    if !place.kind.is_dir() && !place.kind.is_file() {
        return Ok(entry);
    }
    let Ok(seen) = files::list_files(&place) else {
        return Ok(entry);
    };
    entry
        .known
        .remarks
        .extend(shortened_name_remarks(&seen.files));
    let has_to_unpack = seen
        .files
        .iter()
        .any(|file| file.kind.is_file() && is_archive(&file.inside))
        && !is_enough(&seen.files);
    if seen.too_much.is_some() || !(has_to_unpack || needs_conversion(&place.folder, &seen.files)) {
        return Ok(entry);
    }
    if (source.stop)() {
        return Err(IntakeError::Interrupted);
    }
    let arranged = match copy_submission(&place.folder, &seen.files, is_enough, source) {
        Err(IntakeError::Unreadable { folder, source }) => {
            let sentence = ListingError::for_folder(&folder, source).to_sentence(&entry.student);
            let known = KnownHandIn {
                outcome: Some(SubmissionContent::Unreadable(sentence)),
                ..entry.known
            };
            return Ok(StudentEntry { known, ..entry });
        }
        arranged => arranged?,
    };
    let found = arranged.refused.map(SubmissionContent::Refused);
    entry.known.remarks.extend(arranged.remarks);
    let known = KnownHandIn {
        outcome: found,
        ..entry.known
    };
    let place = match place.kind.is_file() && !has_to_unpack {
        // A file in place of a folder is the program, whatever it is called.
        true => {
            let below = PathBuf::from(place.below.file_name().unwrap_or_default());
            SubmissionPath {
                below,
                kind: place.kind,
                folder: arranged.place.folder,
            }
        }
        false => arranged.place,
    };
    Ok(StudentEntry {
        place,
        known,
        ..entry
    })
}

/// A source as a compiler reads it, and what was done to it; none if nothing has to be done.
///
/// g++ compiles a byte-order mark of UTF-8, `\r\n`, and Windows-1252 in comments and texts. It does not compile UTF-16, which
/// editors on Windows write as “Unicode”, nor the Ctrl-Z with which DOS ended files. Neither is a mistake in a program, so both
/// are converted, with a remark.
fn convert_encoding(bytes: &[u8]) -> Option<(Vec<u8>, &'static str)> {
    const UTF_16: &str =
        "was saved as UTF-16 and was converted to UTF-8; save it as UTF-8, as plain text";
    const CTRL_Z: &str =
        "ended with a Ctrl-Z character (byte 1A), left by an old editor, which was taken away";
    if let Some(text) = decode_utf16(bytes) {
        return Some((text.into_bytes(), UTF_16));
    }
    let end = bytes.iter().rposition(|byte| !byte.is_ascii_whitespace())?;
    let (before, rest) = bytes.split_at(end);
    rest.starts_with(&[0x1A]).then(|| (before.to_vec(), CTRL_Z))
}

/// The text of a file in UTF-16: with its mark, or where every other of its first bytes is zero, as it is in programs.
fn decode_utf16(bytes: &[u8]) -> Option<String> {
    /// So many letters show it.
    const LETTERS: usize = 16;
    let zeros = |first: usize| {
        let odd = bytes.iter().skip(first).step_by(2).take(LETTERS);
        bytes.len() >= 2 * LETTERS && odd.clone().all(|byte| *byte == 0)
    };
    let (text, is_little) = match bytes {
        [0xFF, 0xFE, text @ ..] => (text, true),
        [0xFE, 0xFF, text @ ..] => (text, false),
        text if zeros(1) && !zeros(0) => (text, true),
        text if zeros(0) && !zeros(1) => (text, false),
        _ => return None,
    };
    let (pairs, _) = text.as_chunks::<2>();
    let unit = |pair: &[u8; 2]| match is_little {
        true => u16::from_le_bytes(*pair),
        false => u16::from_be_bytes(*pair),
    };
    Some(String::from_utf16_lossy(
        &pairs.iter().map(unit).collect::<Vec<u16>>(),
    ))
}

/// The largest file that is copied, in bytes. A source is never as large, and of what is larger only the size is kept, for
/// the sentence that refuses it.
const LARGEST: u64 = 16 << 20;

/// The most bytes of one student's files.
pub(super) const MOST: u64 = 64 << 20;

/// A copy.
///
/// It holds regular files and folders only, so later stages find there what they find in any other folder. If an archive is
/// damaged, that is the student's fault: the submission is refused with a sentence.
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
    let (archives, loose): (Vec<&SubmissionFile>, Vec<&SubmissionFile>) =
        files.iter().partition(is_archive_file);
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
        arranged.copy_all(root, &loose)?;
    } else {
        // Loose files keep their names; an archive's folder takes one that is free.
        arranged.copy_all(root, &loose)?;
        if arranged.refused.is_some() {
            return Ok(arranged);
        }
        arranged.create_parents(&archives)?;
        let alone = archives.len() == 1 && loose.iter().all(|file| file.kind.is_dir());
        let mut unpacking = ArchiveUnpacker::new(source, is_enough);
        for archive in &archives {
            match unpacking.unpack_archive(root, archive, &arranged.place.folder, alone) {
                Ok(()) => {}
                Err(HandInError::Refused(reason)) => {
                    arranged.refused = Some(reason);
                    return Ok(arranged);
                }
                Err(HandInError::Intake(error)) => return Err(error),
            }
        }
        arranged.remarks.append(&mut unpacking.remarks);
        if let Some(below) = unpacking.wrapper.take() {
            arranged.place.below = below;
        }
    }
    arranged.convert_all()?;
    Ok(arranged)
}

fn is_archive_file(file: &&SubmissionFile) -> bool {
    file.kind.is_file() && is_archive(&file.inside)
}

/// Whether a file's name is that of a text which a compiler is to read.
fn is_text(file: &SubmissionFile) -> bool {
    file.kind.is_file() && (files::is_source(&file.inside) || has_header_ending(&file.inside))
}

/// Whether any of the files, which stand below `root`, must be converted. What cannot be read is looked at later.
fn needs_conversion(root: &Path, files: &[SubmissionFile]) -> bool {
    files
        .iter()
        .filter(|file| is_text(file) && file.size <= LARGEST)
        .any(|file| {
            let bytes = read_file_bytes(root, &file.below)
                .ok()
                .flatten()
                .unwrap_or_default();
            convert_encoding(&bytes).is_some()
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

    /// Makes the folders that archives stand in, so that what another archive is unpacked into gets none of their names.
    fn create_parents(&self, archives: &[&SubmissionFile]) -> Result<(), IntakeError> {
        for archive in archives {
            let target = self.place.folder.join(&archive.inside);
            create_folder(target.parent().unwrap_or(&self.place.folder))
                .map_err(IntakeError::Scratch)?;
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
            let Some((text, sentence)) = convert_encoding(&bytes.unwrap_or_default()) else {
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

/// Makes a folder for nobody else, and those that it stands in; it may be there.
fn create_folder(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
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
        create_folder(parent)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_compiler_reads_is_converted_and_all_else_stays() {
        let text = "#include <iostream>\n// größer\nint main() {}\n";
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for bytes in [
            [b"\xff\xfe", &little[..]].concat(),
            [b"\xfe\xff", &big[..]].concat(),
            little,
            big,
        ] {
            let (converted, remark) = convert_encoding(&bytes).unwrap();
            assert_eq!(String::from_utf8(converted).unwrap(), text);
            assert!(remark.contains("UTF-16"));
        }
        let (without, _) = convert_encoding(b"int main() {}\r\n\x1a\r\n").unwrap();
        assert_eq!(without, b"int main() {}\r\n");
        for plain in [
            b"int main() {}\n".as_slice(),
            b"\xef\xbb\xbfint a;",
            b"// \xe9\r\n",
            b"",
            b"\x00",
            b" \n",
        ] {
            assert_eq!(convert_encoding(plain), None, "{plain:?}");
        }
    }
}
