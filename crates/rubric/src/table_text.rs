//! Tables as spreadsheets save them: in UTF-8 or in the Windows code page of Western Europe, with commas, semicolons or tabs.

use std::borrow::Cow;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use super::config_file::DiagnosticCollector;
use support::raw_text::UTF8_MARK;

/// What a table says, in UTF-8.
#[derive(Debug)]
pub(super) struct TableText<'b> {
    /// The rows, without a byte order mark.
    pub(super) text: Cow<'b, str>,
    /// The line, from 1, and the word that show that the file is in Windows-1252; none if it is in UTF-8.
    pub(super) converted: Option<(usize, String)>,
}

/// A byte that is no UTF-8, and that code pages read differently.
#[derive(Debug)]
pub(super) struct UnclearEncoding {
    /// The line of the byte, from 1.
    pub(super) line: usize,
    /// The word with the byte as Windows-1252 reads it; none if that code page does not have the byte.
    pub(super) reading: Option<String>,
    /// All rows as Windows-1252 reads them, to quote a line.
    pub(super) text: String,
}

/// Bytes that mean the same letter in all Windows code pages for the Latin alphabet (1250, 1252, 1254 and 1257): `Ä É Ó Ö Ü ß ä é ó ö ü`.
const CERTAIN: [u8; 11] = [
    0xc4, 0xc9, 0xd3, 0xd6, 0xdc, 0xdf, 0xe4, 0xe9, 0xf3, 0xf6, 0xfc,
];

/// What Windows-1252 has in place of the control characters from 0x80 to 0x9f. From 0xa0 on it is Latin-1, as Unicode is.
const WINDOWS_1252: [Option<char>; 32] = [
    Some('€'),
    None,
    Some('‚'),
    Some('ƒ'),
    Some('„'),
    Some('…'),
    Some('†'),
    Some('‡'),
    Some('ˆ'),
    Some('‰'),
    Some('Š'),
    Some('‹'),
    Some('Œ'),
    None,
    Some('Ž'),
    None,
    None,
    Some('‘'),
    Some('’'),
    Some('“'),
    Some('”'),
    Some('•'),
    Some('–'),
    Some('—'),
    Some('˜'),
    Some('™'),
    Some('š'),
    Some('›'),
    Some('œ'),
    None,
    Some('ž'),
    Some('Ÿ'),
];

/// A larger file is no table of students.
const LARGEST: u64 = 16 << 20;

/// The bytes of a table; none if it cannot be read or is too large, which is marked.
pub(super) fn read_table(path: &Path, diagnostics: &DiagnosticCollector) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes));
    if let Err(error) = read {
        diagnostics.report_file(path, format!("cannot be read: {error}"));
        return None;
    }
    if bytes.len() as u64 > LARGEST {
        let most = LARGEST >> 20;
        diagnostics.report_file(
            path,
            format!("has more than {most} MiB, and no table of students is as large"),
        );
        return None;
    }
    Some(bytes)
}

/// The text of a table that must not be read wrongly; none if it cannot be read or its encoding is unclear, which is marked.
pub(super) fn read_certain_text(path: &Path, diagnostics: &DiagnosticCollector) -> Option<String> {
    let bytes = read_table(path, diagnostics)?;
    match decode_table(&bytes) {
        Ok(table) => Some(table.text.into_owned()),
        Err(unclear) => {
            let text = "it is not in UTF-8: save it as CSV UTF-8";
            diagnostics.report_line(path, unclear.text.as_bytes(), unclear.line, text);
            None
        }
    }
}

/// Decodes a table. Bytes that are no UTF-8 are read as Windows-1252 only if every code page that they could be in has the same letters
/// there: a name that is read wrongly finds no submission, or somebody else's.
///
/// # Errors
///
/// If the encoding is unclear.
pub(super) fn decode_table(bytes: &[u8]) -> Result<TableText<'_>, UnclearEncoding> {
    let bytes = bytes.strip_prefix(UTF8_MARK).unwrap_or(bytes);
    let error = match std::str::from_utf8(bytes) {
        Ok(text) => {
            return Ok(TableText {
                text: Cow::Borrowed(text),
                converted: None,
            });
        }
        Err(error) => error,
    };
    let text: String = bytes
        .iter()
        .map(|byte| decode_windows_1252(*byte).unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect();
    let unclear = (0..bytes.len()).find(|place| !is_certain(bytes, *place));
    let place = unclear.unwrap_or(error.valid_up_to());
    let line = 1 + bytes
        .iter()
        .take(place)
        .filter(|byte| **byte == b'\n')
        .count();
    // One byte is one character here.
    let word = word_around(&text.chars().collect::<Vec<char>>(), place);
    if unclear.is_none() {
        return Ok(TableText {
            text: Cow::Owned(text),
            converted: Some((line, word)),
        });
    }
    let reading = Some(word).filter(|word| !word.contains(char::REPLACEMENT_CHARACTER));
    Err(UnclearEncoding {
        line,
        reading,
        text,
    })
}

/// The byte between columns: the one that makes most known titles of the first line; a comma if several do.
pub(super) fn detect_delimiter(text: &str, is_known: impl Fn(&str) -> bool) -> u8 {
    let first = text.lines().next().unwrap_or_default();
    let mut best = (b',', 0);
    for delimiter in [b',', b';', b'\t'] {
        let titles = first.split(char::from(delimiter));
        let known = titles
            .filter(|title| is_known(title.trim_matches([' ', '"'])))
            .count();
        if known > best.1 {
            best = (delimiter, known);
        }
    }
    best.0
}

fn decode_windows_1252(byte: u8) -> Option<char> {
    match byte {
        0x80..=0x9f => WINDOWS_1252[usize::from(byte - 0x80)],
        _ => Some(char::from(byte)),
    }
}

/// Whether a byte is ASCII, or one of the certain letters in a word that has ASCII letters too, as no word of Greek or Cyrillic has.
fn is_certain(bytes: &[u8], place: usize) -> bool {
    let byte = bytes[place];
    let is_letter = |at: Option<usize>| {
        at.and_then(|at| bytes.get(at))
            .is_some_and(u8::is_ascii_alphabetic)
    };
    byte.is_ascii()
        || CERTAIN.contains(&byte)
            && (is_letter(place.checked_sub(1)) || is_letter(Some(place + 1)))
}

fn word_around(characters: &[char], place: usize) -> String {
    let is_part = |character: &&char| character.is_alphanumeric() || !character.is_ascii();
    let (before, after) = characters.split_at(place.min(characters.len()));
    let start = before.iter().rev().take_while(is_part).count();
    let end = after.iter().take_while(is_part).count();
    characters[place - start..place + end].iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_is_too_large_is_refused() {
        let table = tempfile::NamedTempFile::new().unwrap();
        let diagnostics = DiagnosticCollector::default();
        for (size, is_read) in [(LARGEST, true), (LARGEST + 1, false)] {
            table.as_file().set_len(size).unwrap();
            let read = read_table(table.path(), &diagnostics);
            assert_eq!(read.is_some(), is_read);
        }
    }

    #[test]
    fn a_table_is_read_as_windows_1252_only_if_its_letters_are_certain() {
        type Decoded = Result<(&'static str, Option<&'static str>), (usize, Option<&'static str>)>;
        const TABLE: [(&[u8], Decoded); 9] = [
            (
                b"\xef\xbb\xbfname\nM\xc3\xbcller\n",
                Ok(("name\nMüller\n", None)),
            ),
            (
                b"name\nM\xfcller\nGro\xdf\n",
                Ok(("name\nMüller\nGroß\n", Some("Müller"))),
            ),
            (b"name\n\xd6zil\n", Ok(("name\nÖzil\n", Some("Özil")))),
            // `ñ` of Windows-1252 is `ń` in Windows-1250.
            (b"name\nM\xfcller\nMu\xf1oz\n", Err((3, Some("Muñoz")))),
            // Mac OS Roman has `ü` there, and Windows-1252 `Ÿ`.
            (b"name\nM\x9fller\n", Err((2, Some("MŸller")))),
            // Windows-1252 has nothing there, and DOS has `ü`.
            (b"name\nM\x81ller\n", Err((2, None))),
            // Cyrillic in Windows-1251: Иванов.
            (
                b"name\n\xc8\xe2\xe0\xed\xee\xe2\n",
                Err((2, Some("Èâàíîâ"))),
            ),
            (b"\xff\xfen\0a\0", Err((1, Some("ÿþn")))),
            (b"name\n\xe4\n", Err((2, Some("ä")))),
        ];
        for (bytes, expected) in TABLE {
            let decoded = decode_table(bytes);
            let decoded = decoded
                .as_ref()
                .map(|it| {
                    (
                        &*it.text,
                        it.converted.as_ref().map(|(_, word)| word.as_str()),
                    )
                })
                .map_err(|it| (it.line, it.reading.as_deref()));
            assert_eq!(decoded, expected, "{bytes:?}");
        }
    }
}
