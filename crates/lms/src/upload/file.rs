//! The file that a system let somebody download.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use model::SubmissionLayout;
use support::raw_text::UTF8_MARK;
use support::write_error::WriteError;

/// The largest file that is read, in bytes: a line for each of 100,000 students, with 600 bytes.
const LARGEST: u64 = 64 << 20;

/// The bytes of a file, if they are not too many.
///
/// # Errors
///
/// If it is too large, no regular file, or cannot be read.
pub fn read_upload_file(path: &Path) -> Result<Vec<u8>, UploadError> {
    let failed = |source| UploadError::Read {
        path: path.to_owned(),
        source,
    };
    let is_file = path.metadata().map_err(failed)?.is_file();
    if !is_file {
        let what = format!(
            "{} is no file; expected the file of grades that the system lets you download",
            path.display()
        );
        return Err(UploadError::Refused(what));
    }
    let mut bytes = Vec::new();
    let read =
        || -> io::Result<usize> { File::open(path)?.take(LARGEST + 1).read_to_end(&mut bytes) };
    let mut read = read;
    read().map_err(failed)?;
    if bytes.len() as u64 > LARGEST {
        let what = format!(
            "{} has more than {} MiB, and no file of grades is as large; give the file that the system lets you download",
            path.display(),
            LARGEST >> 20
        );
        return Err(UploadError::Refused(what));
    }
    Ok(bytes)
}

const LITTLE_MARK: &[u8] = b"\xff\xfe";
const BIG_MARK: &[u8] = b"\xfe\xff";

/// How text becomes bytes, with or without the mark (BOM) that says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextEncoding {
    Utf8 { mark: bool },
    Utf16Little { mark: bool },
    Utf16Big { mark: bool },
}

impl TextEncoding {
    /// How these bytes are meant: by their mark, or by where their zeros stand.
    fn detect_encoding(bytes: &[u8]) -> TextEncoding {
        match bytes {
            _ if bytes.starts_with(UTF8_MARK) => TextEncoding::Utf8 { mark: true },
            _ if bytes.starts_with(LITTLE_MARK) => TextEncoding::Utf16Little { mark: true },
            _ if bytes.starts_with(BIG_MARK) => TextEncoding::Utf16Big { mark: true },
            [first, 0, ..] if *first != 0 => TextEncoding::Utf16Little { mark: false },
            [0, second, ..] if *second != 0 => TextEncoding::Utf16Big { mark: false },
            _ => TextEncoding::Utf8 { mark: false },
        }
    }

    fn byte_order_mark(self) -> &'static [u8] {
        match self {
            TextEncoding::Utf8 { mark: true } => UTF8_MARK,
            TextEncoding::Utf16Little { mark: true } => LITTLE_MARK,
            TextEncoding::Utf16Big { mark: true } => BIG_MARK,
            _ => &[],
        }
    }

    /// The text of a file, and how it is encoded.
    pub(super) fn decode_text(bytes: &[u8]) -> Result<(TextEncoding, String), TableError> {
        let encoding = TextEncoding::detect_encoding(bytes);
        let text = bytes
            .get(encoding.byte_order_mark().len()..)
            .unwrap_or_default();
        let text = match encoding {
            TextEncoding::Utf8 { .. } => decode_utf8(text),
            TextEncoding::Utf16Little { .. } => decode_utf16(text, u16::from_le_bytes),
            TextEncoding::Utf16Big { .. } => decode_utf16(text, u16::from_be_bytes),
        };
        Ok((encoding, text?))
    }

    /// The bytes of a text.
    pub(super) fn encode_text(self, text: &str) -> Vec<u8> {
        let mut bytes = self.byte_order_mark().to_vec();
        match self {
            TextEncoding::Utf8 { .. } => bytes.extend_from_slice(text.as_bytes()),
            TextEncoding::Utf16Little { .. } => {
                bytes.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
            }
            TextEncoding::Utf16Big { .. } => {
                bytes.extend(text.encode_utf16().flat_map(u16::to_be_bytes));
            }
        }
        bytes
    }
}

fn decode_utf8(bytes: &[u8]) -> Result<String, TableError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        let what = "there is a byte that is no UTF-8, as after a spreadsheet has saved the file in another encoding; download \
                    the file again and give it as it is, or save it as “CSV UTF-8”";
        TableError::new(line, what)
    })?;
    Ok(text.to_owned())
}

fn decode_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, TableError> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let units = pairs.iter().map(|pair| unit(*pair));
    let mut text = String::new();
    for character in char::decode_utf16(units) {
        text.push(character.map_err(|_| torn_character_error(&text))?);
    }
    if rest.is_empty() {
        Ok(text)
    } else {
        Err(torn_character_error(&text))
    }
}

/// What comes after `text` is half a character.
fn torn_character_error(text: &str) -> TableError {
    let line = 1 + text.matches('\n').count();
    TableError::new(
        line,
        "the file is in UTF-16, and a character of it is torn apart; download it again",
    )
}

/// Why no file is written for a system.
#[derive(Debug, thiserror::Error)]
pub enum UploadError {
    /// The system's file cannot be read.
    #[error("cannot read {}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Something in it is not as it should be.
    #[error("{}:{line}: {what}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// The line, from 1 on.
        line: usize,
        /// What was found, and what was expected.
        what: String,
    },
    /// The grades and the file do not go together.
    #[error("{0}")]
    Refused(String),
    /// Reports cannot be packed.
    #[error("cannot write {}; make room on its disk (`df -h` shows how full each disk is), or name another place with --feedback PATH", path.display())]
    Package {
        /// The archive or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Something cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A grade or a report cannot be had.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// What is wrong with a file, before anybody has said which one it is.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TableError {
    /// The line, from 1 on.
    pub(super) line: usize,
    /// What was found, and what was expected.
    pub(super) what: String,
}

impl TableError {
    pub(super) fn new(line: usize, what: impl Into<String>) -> TableError {
        TableError {
            line,
            what: what.into(),
        }
    }
}

/// A learning-management system that takes grades as a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UploadSystem {
    /// Canvas: the gradebook as CSV.
    Canvas,
    /// Moodle: the grading worksheet of one assignment.
    Moodle,
    /// Blackboard Learn: the Grade Center, usually as tab-separated UTF-16 that is called `.xls`.
    Blackboard,
    /// Brightspace: the export of the gradebook.
    Brightspace,
}

impl UploadSystem {
    /// All of them.
    pub const ALL: [UploadSystem; 4] = [
        UploadSystem::Canvas,
        UploadSystem::Moodle,
        UploadSystem::Blackboard,
        UploadSystem::Brightspace,
    ];

    /// The layout of what it lets an instructor download.
    pub(crate) fn layout(self) -> SubmissionLayout {
        match self {
            UploadSystem::Canvas => SubmissionLayout::Canvas,
            UploadSystem::Moodle => SubmissionLayout::Moodle,
            UploadSystem::Blackboard => SubmissionLayout::Blackboard,
            UploadSystem::Brightspace => SubmissionLayout::Brightspace,
        }
    }

    /// Its name on the command line, which is that of its layout.
    pub fn name(self) -> &'static str {
        self.layout().name()
    }

    /// The system with that name.
    pub fn from_name(name: &str) -> Option<UploadSystem> {
        UploadSystem::ALL
            .into_iter()
            .find(|system| system.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_comes_back_as_it_was() {
        let text = "Name\tZoë 😀\r\n";
        for encoding in [
            TextEncoding::Utf8 { mark: false },
            TextEncoding::Utf8 { mark: true },
            TextEncoding::Utf16Little { mark: false },
            TextEncoding::Utf16Little { mark: true },
            TextEncoding::Utf16Big { mark: false },
            TextEncoding::Utf16Big { mark: true },
        ] {
            let bytes = encoding.encode_text(text);
            assert_eq!(
                TextEncoding::decode_text(&bytes),
                Ok((encoding, text.to_owned()))
            );
        }
    }

    #[test]
    fn what_is_no_text_is_named_with_its_line() {
        for (bytes, line) in [
            (&b"a\nb\xe9\n"[..], 2),
            (b"\xff\xfea\0\n\0b", 2),
            (b"\xff\xfe\x00\xd8a\0", 1),
        ] {
            assert_eq!(
                TextEncoding::decode_text(bytes).unwrap_err().line,
                line,
                "{bytes:?}"
            );
        }
    }
}
