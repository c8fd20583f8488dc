//! The name of an entry, which is only bytes: what letters they are, and where they lead.

use std::path::{Path, PathBuf};

use super::format::{ArchiveError, refusal_error};
use model::bounds::{DEEPEST, LONGEST_PATH};
use support::printable::to_printable;
use unicode_normalization::UnicodeNormalization as _;

/// The longest name of a file or folder that a file system takes, in bytes.
const LONGEST_NAME: usize = 255;

/// A name's letters, in their composed form (NFC: macOS writes `ü` as two characters).
///
/// Bytes that are UTF-8 are meant so, whatever the archive's flags say: by chance, hardly any other text is UTF-8. Otherwise
/// they come from a system of the West: the letters of code page 437, which DOS and old programs for Windows write, are
/// those from 0x80 on, and those of Windows-1252 and Latin-1 begin at 0xC0, where code page 437 draws boxes.
pub(crate) fn decode_name(raw: &[u8]) -> String {
    let text = match str::from_utf8(raw) {
        Ok(text) => text.to_owned(),
        Err(_) if is_code_page_437(raw) => {
            raw.iter().map(|byte| decode_code_page_437(*byte)).collect()
        }
        Err(_) => raw.iter().map(|byte| char::from(*byte)).collect(),
    };
    text.nfc().collect()
}

fn is_code_page_437(raw: &[u8]) -> bool {
    count_letters(raw, 0x80..=0xA5) > count_letters(raw, 0xC0..=0xFF)
}

/// 0xE1 is a letter in both, `ß` and `á`, so the others decide.
fn count_letters(raw: &[u8], range: std::ops::RangeInclusive<u8>) -> usize {
    raw.iter()
        .filter(|byte| range.contains(*byte) && **byte != 0xE1)
        .count()
}

/// The letters of code page 437. Its lines and signs are in no name, and stay as they are.
fn decode_code_page_437(byte: u8) -> char {
    const LETTERS: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑ";
    match byte {
        0x80..=0xA5 => LETTERS
            .chars()
            .nth(usize::from(byte - 0x80))
            .unwrap_or(char::from(byte)),
        0xE1 => 'ß',
        _ => char::from(byte),
    }
}

/// The path below the folder that a name means; none for the folder itself. `\` is taken for `/`, as the systems take it that
/// write it. A part that is too long for a file system is shortened.
///
/// # Errors
///
/// If it leads out of the folder, or no file can have it.
pub(crate) fn parse_entry_path(name: &str) -> Result<Option<PathBuf>, ArchiveError> {
    match parse_path_of_any_length(name)? {
        Some(path) if is_path_too_long(&path) => Err(refusal_error(format!(
            "holds the name `{}`, which is too long, or too many folders deep",
            to_printable(name)
        ))),
        path => Ok(path),
    }
}

/// Whether a path is longer, or has more folders, than is unpacked.
pub(super) fn is_path_too_long(path: &Path) -> bool {
    path.as_os_str().len() > LONGEST_PATH || path.iter().count() > DEEPEST
}

/// As [`parse_entry_path`], of any length.
pub(super) fn parse_path_of_any_length(name: &str) -> Result<Option<PathBuf>, ArchiveError> {
    let refused =
        |why: &str| refusal_error(format!("holds the name `{}`, {why}", to_printable(name)));
    let name = name.replace('\\', "/");
    let has_drive = name.as_bytes().get(1) == Some(&b':')
        && name.as_bytes().first().is_some_and(u8::is_ascii_alphabetic);
    if name.starts_with('/') || has_drive {
        return Err(refused("which is a place on its author's disk"));
    }
    let mut path = PathBuf::new();
    for part in name
        .split('/')
        .filter(|part| !part.is_empty() && *part != ".")
    {
        match part {
            ".." => return Err(refused("which leads out of it")),
            _ if part.contains('\0') => return Err(refused("which no file can have")),
            _ if part.len() > LONGEST_NAME => path.push(shorten_name(part)),
            _ => path.push(part),
        }
    }
    Ok((path != Path::new("")).then_some(path))
}

/// How much of a long name's beginning and end stays, in bytes. Systems write whose a file is at the beginning, and the kind of
/// a folder or file at the end. The result is as short as a name that is printed in full.
const SHORTENED_ENDS: [usize; 2] = [136, 40];

/// What is around the checksum in a shortened name.
const CUT: char = '…';

/// How many digits a checksum has.
const DIGITS: usize = 16;

/// The beginning and the end of a name, with a checksum between them, so that different names stay different.
fn shorten_name(name: &str) -> String {
    // FNV-1a: only to distinguish two names of one archive.
    let checksum = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let [first, last] = SHORTENED_ENDS;
    let from_end = name.len().saturating_sub(last);
    let head = (0..=first)
        .rev()
        .find_map(|end| name.get(..end))
        .unwrap_or_default();
    let tail = (from_end..=name.len())
        .find_map(|start| name.get(start..))
        .unwrap_or_default();
    format!("{head}{CUT}{checksum:016x}{CUT}{tail}")
}

/// Whether a file's name is one that was too long, and is shortened.
pub(crate) fn is_shortened(name: &str) -> bool {
    name.split(CUT).any(|part| {
        part.len() == DIGITS
            && part
                .bytes()
                .all(|it| matches!(it, b'0'..=b'9' | b'a'..=b'f'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_in_the_letters_that_they_were_written_in() {
        let table: [(&[u8], &str); 7] = [
            (b"main.cpp", "main.cpp"),
            ("Jürgen Groß".as_bytes(), "Jürgen Groß"),
            ("Ju\u{308}rgen".as_bytes(), "Jürgen"),
            (b"J\x81rgen Gro\xe1", "Jürgen Groß"),
            (b"J\xfcrgen Gro\xdf", "Jürgen Groß"),
            (b"Andr\x82", "André"),
            (b"Andr\xe9", "André"),
        ];
        for (raw, name) in table {
            assert_eq!(decode_name(raw), name, "{raw:?}");
        }
    }

    #[test]
    fn no_name_leads_out_of_the_folder() {
        for name in [
            "../a",
            "a/../../b",
            "/etc/passwd",
            "C:\\a",
            "c:a",
            "..\\a",
            "\\\\host\\a",
            "a\0b",
        ] {
            assert!(
                matches!(parse_entry_path(name), Err(ArchiveError::Refused { .. })),
                "{name}"
            );
        }
        for (name, path) in [
            ("a/b.cpp", "a/b.cpp"),
            ("./a//b", "a/b"),
            ("a\\b.cpp", "a/b.cpp"),
        ] {
            assert_eq!(parse_entry_path(name).unwrap(), Some(PathBuf::from(path)));
        }
        assert_eq!(parse_entry_path("./").unwrap(), None);
        let deep = "a/".repeat(DEEPEST + 1);
        assert!(parse_entry_path(&deep).is_err());
    }

    #[test]
    fn a_name_that_no_file_system_takes_is_shortened_and_stays_different() {
        let long = |letter: char| format!("Аня_57_file_{}{letter}.cpp", "ж".repeat(LONGEST_NAME));
        let short: Vec<String> = ['а', 'б']
            .map(|letter| {
                parse_entry_path(&long(letter))
                    .unwrap()
                    .unwrap()
                    .display()
                    .to_string()
            })
            .into();
        assert_ne!(short[0], short[1]);
        for name in &short {
            assert!(name.len() <= LONGEST_NAME && is_shortened(name), "{name}");
            assert!(
                name.starts_with("Аня_57_file_ж") && name.ends_with(".cpp"),
                "{name}"
            );
        }
        assert!(!is_shortened("Аня_57_file.cpp") && !is_shortened("a…b…c.cpp"));
    }
}
