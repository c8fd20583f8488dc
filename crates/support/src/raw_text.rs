//! Bytes as text, and back, without loss: what is no UTF-8 stands there byte by byte, as characters of Unicode's private use.
//!
//! A byte `0xNN` of 0x80 and above becomes U+F7NN. Where a text really has one of these 128 characters, its own bytes are written
//! so, too: no two different texts become the same.

use std::borrow::Cow;
use std::ops::RangeInclusive;

/// The byte order mark of UTF-8, with which spreadsheets begin their tables.
pub const UTF8_MARK: &[u8] = b"\xef\xbb\xbf";

const ENCODED_BYTES: RangeInclusive<char> = '\u{F780}'..='\u{F7FF}';

/// As text.
pub fn from_bytes(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = str::from_utf8(bytes)
        && !text.contains(is_encoded_byte)
    {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            if is_encoded_byte(character) {
                let mut own = [0; 4];
                text.extend(character.encode_utf8(&mut own).bytes().map(encode_byte));
            } else {
                text.push(character);
            }
        }
        text.extend(chunk.invalid().iter().copied().map(encode_byte));
    }
    Cow::Owned(text)
}

/// The bytes of which the text was made.
pub fn to_bytes(text: &str) -> Cow<'_, [u8]> {
    if !text.contains(is_encoded_byte) {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut bytes = Vec::with_capacity(text.len());
    for character in text.chars() {
        match decode_byte(character) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend(character.encode_utf8(&mut [0; 4]).bytes()),
        }
    }
    Cow::Owned(bytes)
}

#[test]
fn invalid_bytes_become_private_use_characters() {
    assert_eq!(from_bytes(b"caf\xE9!"), "caf\u{F7E9}!");
    assert_eq!(from_bytes("café".as_bytes()), "café");
    assert_eq!(decode_byte('\u{F7E9}'), Some(0xE9));
    assert_eq!(decode_byte('é'), None);
}

/// The byte for which a character stands; none for all others.
pub fn decode_byte(character: char) -> Option<u8> {
    is_encoded_byte(character).then(|| u32::from(character).to_le_bytes()[0])
}

fn is_encoded_byte(character: char) -> bool {
    ENCODED_BYTES.contains(&character)
}

/// For a byte of 0x80 and above, which is all that can be wrong in UTF-8.
fn encode_byte(byte: u8) -> char {
    char::from_u32(0xF700 + u32::from(byte)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn no_byte_is_lost(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
            let text = from_bytes(&bytes);
            let again = to_bytes(&text).into_owned();
            prop_assert_eq!(again, bytes);
        }

        #[test]
        fn no_text_is_lost(text in "[a\u{F77F}-\u{F800}é]{0,10}") {
            let all = from_bytes(text.as_bytes()).into_owned();
            let again = to_bytes(&all).into_owned();
            prop_assert_eq!(again, text.as_bytes());
        }
    }
}
