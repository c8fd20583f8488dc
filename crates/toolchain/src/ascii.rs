//! Sources for a tool that knows no letters beyond ASCII.
//!
//! SPIM never comes to an end on one of them, wherever it stands; in a student's comments they are common, and mean
//! nothing. So a copy is given to the tool in which comments have a `?` instead, and lines keep their numbers.

use std::fs;
use std::path::Path;

use super::BuildError;

/// Does so with the copies in a folder. Returns why a source is beyond that.
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
}
