//! Characters that stop a tool although a student cannot see them, and copies of sources in ASCII.

use std::fs;
use std::path::Path;

use super::BuildError;

/// Replaces letters beyond ASCII in the comments of the copies in a folder. Returns why a source is beyond that.
///
/// SPIM never comes to an end on one of them, wherever it is. They are common in students' comments and mean nothing there,
/// so comments have a `?` instead, and lines keep their numbers.
pub(super) fn rewrite_sources(
    names: &[&str],
    folder: &Path,
    comment: &str,
) -> Result<Option<String>, BuildError> {
    for name in names {
        let path = folder.join(name);
        let source = fs::read(&path).map_err(|source| BuildError::Read {
            path: path.clone(),
            source,
        })?;
        match replace_letters(&source, comment) {
            Ok(plain) => {
                fs::write(&path, plain).map_err(|error| BuildError::write_error(&path, error))?;
            }
            Err(line) => {
                return Ok(Some(format!(
                    "Line {line} of `{name}` has a character that is not ASCII outside a comment, such as an accented \
                     letter, a curly quote or a blank that is none: type it anew."
                )));
            }
        }
    }
    Ok(None)
}

/// The source as the tool can read it, or the line on which it cannot.
///
/// `comment` is what begins a comment, up to the end of the line. It begins none inside `"…"` and `'…'`.
fn replace_letters(source: &[u8], comment: &str) -> Result<Vec<u8>, usize> {
    let source = source.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(source);
    let mut plain = Vec::with_capacity(source.len());
    for (number, line) in (1..).zip(source.split_inclusive(|&byte| byte == b'\n')) {
        let (code, comment) = line.split_at(code_length(line, comment.as_bytes()));
        if !code.is_ascii() {
            return Err(number);
        }
        plain.extend_from_slice(code);
        plain.extend(
            comment
                .iter()
                .map(|&byte| if byte.is_ascii() { byte } else { b'?' }),
        );
    }
    Ok(plain)
}

/// How much of a line stands before its comment.
fn code_length(line: &[u8], comment: &[u8]) -> usize {
    let mut quote = None;
    let mut escaped = false;
    for (at, &byte) in line.iter().enumerate() {
        match quote {
            _ if escaped => escaped = false,
            Some(_) if byte == b'\\' => escaped = true,
            Some(open) if byte == open => quote = None,
            Some(_) => {}
            None if line.get(at..).is_some_and(|rest| rest.starts_with(comment)) => return at,
            None if matches!(byte, b'"' | b'\'') => quote = Some(byte),
            None => {}
        }
    }
    line.len()
}

/// As word processors write them.
const CURLY: [char; 6] = [
    '\u{201C}', '\u{201D}', '\u{201E}', '\u{2018}', '\u{2019}', '\u{201A}',
];

/// Blanks that the compiler takes for letters.
const BLANKS: [char; 5] = ['\u{A0}', '\u{2007}', '\u{2009}', '\u{202F}', '\u{3000}'];

/// What is not seen at all. A byte-order mark at the very beginning is none of them.
const UNSEEN: [char; 6] = [
    '\u{200B}', '\u{200C}', '\u{200D}', '\u{2060}', '\u{AD}', '\u{FEFF}',
];

/// A sentence for the report, if the source shows one of the usual causes.
///
/// Editors and other systems leave traces that the compiler reports in words that beginners do not understand: "stray '\377'".
/// A byte-order mark of UTF-8, `\r\n` and Windows-1252 letters in comments and strings do compile and are no trace.
pub fn invisible_cause(name: &str, source: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(source);
    let code = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
    let odd = find_odd_character(code, |it| {
        [&CURLY[..], &BLANKS, &UNSEEN]
            .iter()
            .any(|all| all.contains(&it))
    });
    let sentence = if let Some(kind) = kind_of_document(source) {
        format!(
            "is {kind} and no text: hand in the file with your program's text, as your editor for C++ saves it"
        )
    } else if text.trim().is_empty() {
        "is empty: save your program, open the file to see that it is there, and hand it in again"
            .to_owned()
    } else if source.starts_with(&[0xFF, 0xFE])
        || source.starts_with(&[0xFE, 0xFF])
        || source.contains(&0)
    {
        "is saved as UTF-16: save it as UTF-8, as plain text".to_owned()
    } else if source.contains(&0x1A) {
        "contains a Ctrl-Z character (byte 1A), left by an old editor: delete it, it is usually the last one"
            .to_owned()
    } else if let Some(odd) = odd {
        describe_character(odd)
    } else {
        return find_windows_header(&text).map(|header| {
            format!("`{name}` includes `<{header}>`, which only exists on Windows: leave it out.")
        });
    };
    Some(format!("`{name}` {sentence}."))
}

/// What a file is whose name is that of a source, by what it begins with; none if that is none of the usual.
fn kind_of_document(source: &[u8]) -> Option<&'static str> {
    const KINDS: [(&[u8], &str); 7] = [
        (
            b"PK\x03\x04",
            "a document or an archive (`.docx`, `.odt`, `.zip`)",
        ),
        (b"\xD0\xCF\x11\xE0", "a document (`.doc`)"),
        (b"%PDF-", "a PDF"),
        (b"{\\rtf", "a document (`.rtf`)"),
        (b"\x7FELF", "a program that was compiled already"),
        (b"MZ", "a program that was compiled already (`.exe`)"),
        (b"Rar!", "an archive (`.rar`)"),
    ];
    let (start, kind) = KINDS
        .into_iter()
        .find(|(start, _)| source.starts_with(start))?;
    // A source may begin with these two letters.
    (start != b"MZ" || source.contains(&0)).then_some(kind)
}

/// What to do about a character.
fn describe_character(OddCharacter { line, character }: OddCharacter) -> String {
    let number = format!("U+{:04X}", u32::from(character));
    if CURLY.contains(&character) {
        format!(
            "has a curly quotation mark in line {line}, `{character}` ({number}), as word processors write them: type straight ones, \" and ', \
             there and wherever else"
        )
    } else if BLANKS.contains(&character) {
        let name = if character == '\u{A0}' {
            "a non-breaking space, "
        } else {
            ""
        };
        format!(
            "has a blank that is none in line {line} ({name}{number}), usually copied from a web page: type it anew, and all others like it"
        )
    } else {
        format!(
            "has a character in line {line} that cannot be seen ({number}), usually copied from a web page: delete what stands there, and type it anew"
        )
    }
}

/// A header of another system that the source includes.
fn find_windows_header(text: &str) -> Option<&'static str> {
    const FOREIGN: [&str; 4] = ["conio.h", "windows.h", "Windows.h", "dos.h"];
    let includes: Vec<&str> = text
        .lines()
        .filter(|line| line.trim_start().starts_with("#include"))
        .collect();
    FOREIGN
        .into_iter()
        .find(|header| includes.iter().any(|line| line.contains(header)))
}

/// The first character of a source that its author takes for another one, or cannot see at all. Only outside comments and texts:
/// inside them the compiler accepts it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OddCharacter {
    /// The line, from 1.
    pub(super) line: usize,
    pub(super) character: char,
}

/// What a character is to the compiler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LexicalContext {
    Code,
    LineComment,
    BlockComment,
    /// A text or a character that ends with this.
    Quoted(char),
}

/// The first one for which `is_odd` says so. A text that its line does not close counts as code: its end may be the odd one.
fn find_odd_character(source: &str, is_odd: impl Fn(char) -> bool) -> Option<OddCharacter> {
    let mut place = LexicalContext::Code;
    for (line, text) in (1..).zip(source.lines()) {
        let mut in_text = None;
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            let next = characters.peek().copied();
            match (place, character) {
                (LexicalContext::LineComment, _) => break,
                (LexicalContext::BlockComment, '*') if next == Some('/') => {
                    characters.next();
                    place = LexicalContext::Code;
                }
                (LexicalContext::BlockComment, _) => {}
                (LexicalContext::Quoted(_), '\\') => {
                    characters.next();
                }
                (LexicalContext::Quoted(end), _) if character == end => {
                    (place, in_text) = (LexicalContext::Code, None);
                }
                (LexicalContext::Quoted(_), _) if is_odd(character) => {
                    in_text = in_text.or(Some(character));
                }
                (LexicalContext::Quoted(_), _) => {}
                (LexicalContext::Code, '/') if next == Some('/') => {
                    place = LexicalContext::LineComment
                }
                (LexicalContext::Code, '/') if next == Some('*') => {
                    characters.next();
                    place = LexicalContext::BlockComment;
                }
                (LexicalContext::Code, '"' | '\'') => place = LexicalContext::Quoted(character),
                (LexicalContext::Code, _) if is_odd(character) => {
                    return Some(OddCharacter { line, character });
                }
                (LexicalContext::Code, _) => {}
            }
        }
        if let (LexicalContext::Quoted(_), Some(character)) = (place, in_text) {
            return Some(OddCharacter { line, character });
        }
        if place != LexicalContext::BlockComment {
            place = LexicalContext::Code;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_replaced_in_comments_alone() {
        for (source, plain) in [
            ("\u{feff}main: # é\n", Ok("main: # ??\n")),
            (
                "# “x” – y\r\nli $v0, 10",
                Ok("# ???x??? ??? y\r\nli $v0, 10"),
            ),
            ("m: .asciiz \"#\" # é", Ok("m: .asciiz \"#\" # ??")),
            ("m: .asciiz \"\\\"#\" # é", Ok("m: .asciiz \"\\\"#\" # ??")),
            ("li $a0, '#' # é", Ok("li $a0, '#' # ??")),
            ("\nm: .asciiz \"é\"\n", Err(2)),
            ("# it's\nm: .asciiz \"# é\"\n", Err(2)),
            ("li\u{a0}$v0, 10\n", Err(1)),
            ("", Ok("")),
        ] {
            let seen = replace_letters(source.as_bytes(), "#");
            assert_eq!(
                seen,
                plain.map(|text| text.as_bytes().to_vec()),
                "{source:?}"
            );
        }
    }

    #[test]
    fn what_an_author_cannot_see_is_named() {
        let table: [(&[u8], &str); 12] = [
            (b"", "is empty: save your program"),
            (b" \n", "is empty"),
            (b"PK\x03\x04\x14\0", "a document or an archive"),
            (b"MZ\x90\0", "compiled already"),
            (b"\xff\xfei\x00n\x00t\x00", "UTF-16"),
            (b"i\x00n\x00t\x00", "UTF-16"),
            (b"int main() {}\n\x1a", "Ctrl-Z"),
            (
                "// “\ncout << \u{201C}hi\u{201D};".as_bytes(),
                "mark in line 2, `“` (U+201C)",
            ),
            (
                "cout << \"hi\u{201D};".as_bytes(),
                "mark in line 1, `”` (U+201D)",
            ),
            (
                "\n\nint\u{A0}main() {}".as_bytes(),
                "in line 3 (a non-breaking space, U+00A0)",
            ),
            (
                "int main() {\n\u{200B}}".as_bytes(),
                "in line 2 that cannot be seen (U+200B)",
            ),
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
        let table: [&[u8]; 5] = [
            b"MZ = 3;",
            b"\xef\xbb\xbfint main() {}",
            b"int main() {}\r\n",
            b"// \xe9t\xe9\nint main() {}",
            "cout << \"“quoted”\u{A0}\";".as_bytes(),
        ];
        for source in table {
            assert_eq!(invisible_cause("a.cpp", source), None);
        }
    }

    #[test]
    fn a_character_counts_where_the_compiler_minds_it() {
        let table: [(&str, Option<usize>); 9] = [
            ("int a;\nf(“x”);", Some(2)),
            ("// “x”\nint a;", None),
            ("/* “\n” */ int a;", None),
            ("/* “ */\n\nf(”);", Some(3)),
            ("f(\"“x”\");", None),
            ("f(\"\\\"“\");", None),
            ("f('“');", None),
            ("f(\"x”);\nint a;", Some(1)),
            ("f(\"a\"); f(\"“\");\nint a; ”", Some(2)),
        ];
        for (source, line) in table {
            let found = find_odd_character(source, |character| "“”".contains(character));
            assert_eq!(found.map(|it| it.line), line, "{source}");
        }
    }
}
