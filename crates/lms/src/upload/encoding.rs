//! How a file's bytes are text. What is written is encoded as what was read: Excel and the systems know their own files again by it.

use super::error::TableError;

const UTF8_MARK: &[u8] = b"\xef\xbb\xbf";
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
