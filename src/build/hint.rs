//! Why a source does not compile although its author cannot see anything wrong with it.
//!
//! Editors and other systems leave traces that the compiler reports in words nobody understands: "stray '\377'".
//! A byte-order mark of UTF-8, `\r\n` and Windows-1252 letters in comments and strings do compile and are no trace.

/// A sentence for the report, if the source shows one of the usual causes.
pub(crate) fn invisible_cause(name: &str, source: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(source);
    let has = |characters: &[char]| text.contains(characters);
    let sentence = if source.starts_with(&[0xFF, 0xFE])
        || source.starts_with(&[0xFE, 0xFF])
        || source.contains(&0)
    {
        "is saved as UTF-16: save it as UTF-8, as plain text"
    } else if source.contains(&0x1A) {
        "contains a Ctrl-Z character (byte 1A), left by an old editor: delete it, it is usually the last one"
    } else if has(&['\u{201C}', '\u{201D}', '\u{2018}', '\u{2019}']) {
        "contains curly quotation marks, as word processors write them: type straight ones, \" and '"
    } else if has(&['\u{A0}']) {
        "contains blanks that are none (non-breaking spaces), usually copied from a web page: type them anew"
    } else {
        return header(&text).map(|header| {
            format!("`{name}` includes `<{header}>`, which only exists on Windows: leave it out.")
        });
    };
    Some(format!("`{name}` {sentence}."))
}

/// A header of another system that the source includes.
fn header(text: &str) -> Option<&'static str> {
    const FOREIGN: [&str; 4] = ["conio.h", "windows.h", "Windows.h", "dos.h"];
    let includes: Vec<&str> =
        text.lines().filter(|line| line.trim_start().starts_with("#include")).collect();
    FOREIGN.into_iter().find(|header| includes.iter().any(|line| line.contains(header)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_author_cannot_see_is_named() {
        let table: [(&[u8], &str); 6] = [
            (b"\xff\xfei\x00n\x00t\x00", "UTF-16"),
            (b"i\x00n\x00t\x00", "UTF-16"),
            (b"int main() {}\n\x1a", "Ctrl-Z"),
            ("std::cout << \u{201C}hi\u{201D};".as_bytes(), "curly"),
            ("int\u{A0}main() {}".as_bytes(), "non-breaking"),
            (b"#include <conio.h>\nint main() {}", "conio.h"),
        ];
        for (source, word) in table {
            assert!(
                invisible_cause("a.cpp", source).is_some_and(|hint| hint.contains(word)),
                "{word}"
            );
        }
    }

    #[test]
    fn what_compiles_is_no_trace() {
        let table: [&[u8]; 3] =
            [b"\xef\xbb\xbfint main() {}", b"int main() {}\r\n", b"// \xe9t\xe9\nint main() {}"];
        for source in table {
            assert_eq!(invisible_cause("a.cpp", source), None);
        }
    }
}
