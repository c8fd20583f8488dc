//! Sources in an encoding that no compiler on Linux reads.
//!
//! g++ compiles a byte-order mark of UTF-8, `\r\n`, and Windows-1252 in comments and texts. It does not compile UTF-16, which
//! editors on Windows write as “Unicode”, nor the Ctrl-Z with which DOS ended files. Neither is a mistake in a program, so both
//! are converted, and a remark says so.

/// A source as a compiler reads it, and what was done to it; none if nothing has to be done.
pub(super) fn convert_encoding(bytes: &[u8]) -> Option<(Vec<u8>, &'static str)> {
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
