//! The standard headers that a source begins with.
//!
//! Between the first byte and the last header taken there are only blanks, comments and `#include <…>`, and nothing that
//! could make them anything else. So the same headers before the source change nothing: what the compiler has read by the
//! end of the last one is the same. A student chose the bytes, so whatever is not quite plain ends the list, and no more than
//! the beginning is looked at.

use super::headers::{self, StandardHeader};

/// How much of a source is looked at, in bytes.
pub(in super::super) const HEAD: usize = 16 << 10;

/// How many headers are taken at most.
pub(super) const MOST: usize = 24;

/// The headers, in their order. What is beyond [`HEAD`] bytes of the source is not looked at.
pub(super) fn read_headers(source: &[u8]) -> Vec<&'static StandardHeader> {
    let mut found = Vec::new();
    let mut in_comment = false;
    for line in complete_lines(source) {
        match parse_line(line, &mut in_comment) {
            LeadingLine::Blank => {}
            LeadingLine::Include(header) => found.push(header),
            LeadingLine::Other => break,
        }
        if found.len() == MOST {
            break;
        }
    }
    found
}

enum LeadingLine {
    /// Blanks and comments.
    Blank,
    Include(&'static StandardHeader),
    Other,
}

/// The whole lines of the source's beginning, without their ends.
fn complete_lines(source: &[u8]) -> impl Iterator<Item = &[u8]> {
    let source = source.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(source);
    let whole = match source.get(..HEAD) {
        Some(head) => head
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |at| at + 1),
        None => source.len(),
    };
    source[..whole]
        .split(|&byte| byte == b'\n')
        .map(|line| line.strip_suffix(b"\r").unwrap_or(line))
}

fn parse_line(line: &[u8], in_comment: &mut bool) -> LeadingLine {
    // A line that goes on in the next one, a trigraph, or a byte that editors do not write: who knows.
    let is_odd = |&byte: &u8| byte == b'\\' || (byte.is_ascii_control() && byte != b'\t');
    if line.iter().any(is_odd) || line.windows(2).any(|two| two == b"??") {
        return LeadingLine::Other;
    }
    let rest = match (*in_comment, end_of_comment(line)) {
        (true, None) => return LeadingLine::Blank,
        (true, Some(rest)) => {
            *in_comment = false;
            rest
        }
        (false, _) => match without_blanks(line).strip_prefix(b"#") {
            Some(directive) => {
                return parse_include(directive).map_or(LeadingLine::Other, LeadingLine::Include);
            }
            None => line,
        },
    };
    if is_blank(rest, in_comment) {
        LeadingLine::Blank
    } else {
        LeadingLine::Other
    }
}

/// What stands behind `#`: `include <name>`, and no more than a comment after it.
fn parse_include(directive: &[u8]) -> Option<&'static StandardHeader> {
    let name = without_blanks(directive).strip_prefix(b"include")?;
    let name = without_blanks(name).strip_prefix(b"<")?;
    let end = name.iter().position(|&byte| byte == b'>')?;
    let (name, after) = name.split_at(end);
    let mut goes_on = false;
    let alone = is_blank(after.strip_prefix(b">")?, &mut goes_on) && !goes_on;
    if alone {
        headers::find_header(name)
    } else {
        None
    }
}

/// Whether there are only blanks and comments, of which the last may go on in the next line.
fn is_blank(text: &[u8], in_comment: &mut bool) -> bool {
    let mut rest = without_blanks(text);
    while let Some(comment) = rest.strip_prefix(b"/*") {
        let Some(after) = end_of_comment(comment) else {
            *in_comment = true;
            return true;
        };
        rest = without_blanks(after);
    }
    rest.is_empty() || rest.starts_with(b"//")
}

/// What follows the first `*/`.
fn end_of_comment(text: &[u8]) -> Option<&[u8]> {
    let at = text.windows(2).position(|two| two == b"*/")?;
    text.get(at + 2..)
}

fn without_blanks(text: &[u8]) -> &[u8] {
    let start = text
        .iter()
        .position(|byte| !matches!(byte, b' ' | b'\t'))
        .unwrap_or(text.len());
    text.get(start..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(source: &[u8]) -> Vec<&'static str> {
        read_headers(source)
            .iter()
            .map(|header| header.name)
            .collect()
    }

    #[test]
    fn plain_includes_are_taken_whatever_stands_between_them() {
        for source in [
            &b"#include <iostream>\n#include <vector>\nint main() {}\n"[..],
            b"#include <iostream>\r\n#include <vector>\r\n",
            b"\xEF\xBB\xBF#include <iostream>\n#include <vector>",
            b"# include<iostream>\n\t#\tinclude\t<vector>\t\nusing namespace std;",
            b"// \xe9t\xe9, #include <map>\n#include <iostream> // in\n\n/* a\n#include <map>\n*/\n#include <vector> /* v */ // w\n",
            b"/* a */ /* b\n * c */ // d\n#include <iostream>\n/**/\n#include <vector>\n#include \"own.h\"\n",
            b"#include <iostream>\n#include <vector>\n#include <conio.h>\n#include <map>\n",
            b"#include <iostream>\n#include <vector>\n#define A\n#include <map>\n",
            b"#include <iostream>\n#include <vector>\n#include <map> int x;\n",
            b"#include <iostream>\n#include <vector>\n#include <map> /* and\n*/\n",
            b"#include <iostream>\n#include <vector>\n/* a */ #include <map>\n",
            b"#include <iostream>\n#include <vector>\n// a \\\n#include <map>\n",
            b"#include <iostream>\n#include <vector>\n// why??/\n#include <map>\n",
            b"#include <iostream>\n#include <vector>\n%:include <map>\n",
            b"#include <iostream>\n#include <vector>\n??=include <map>\n",
            b"#include <iostream>\n#include <vector>\n\x0c\n#include <map>\n",
            b"#include <iostream>\n#include <vector>\n\xEF\xBB\xBF#include <map>\n",
            b"#include <iostream>\n#include <vector>\n#include_next <map>\n",
            b"#include <iostream>\n#include <vector>\n#/**/include <map>\n",
            b"#include <iostream>\n#include <vector>\n#include < map>\n",
            b"#include <iostream>\n#include <vector>\n#include <map\n",
            b"#include <iostream>\n#include <vector>\n#if 1\n#include <map>\n#endif\n",
            b"#include <iostream>\n#include <vector>\n#pragma once\n#include <map>\n",
            b"#include <iostream>\n#include <vector>\n#\n#include <map>\n",
            b"#include <iostream>\n#include <vector>\n#include <map>\rint x;\n",
            b"#include <iostream>\n#include <vector>\nR\"(\n#include <map>\n)\";\n",
        ] {
            let text = String::from_utf8_lossy(source);
            assert_eq!(names(source), ["iostream", "vector"], "{text}");
        }
    }

    #[test]
    fn where_anything_stands_before_nothing_is_taken() {
        for source in [
            &b""[..],
            b"int main() {}",
            b"#define _GLIBCXX_DEBUG\n#include <vector>\n",
            b"#pragma once\n#include <vector>\n",
            b"using namespace std;\n#include <vector>\n",
            b"#include \"vector\"\n#include <vector>\n",
            b"\xff\xfe#\0i\0n\0c\0l\0u\0d\0e\0",
            b"\0#include <vector>\n",
            b"/*#include <vector>\n",
            b"/* a */ int b; /*\n#include <vector>\n*/",
            b"#include \\\n<vector>\n",
            b"\xEF\xBB\xBF\xEF\xBB\xBF#include <vector>\n",
            b"#include <../vector>\n#include <vector>\n",
        ] {
            assert_eq!(
                names(source),
                Vec::<&str>::new(),
                "{}",
                String::from_utf8_lossy(source)
            );
        }
    }

    #[test]
    fn no_more_than_the_beginning_is_looked_at() {
        assert_eq!(names(&b"#include <vector>\n".repeat(1 << 16)).len(), MOST);
        let late = [b"\n".repeat(HEAD - 10), b"#include <vector>\n".to_vec()].concat();
        assert_eq!(names(&late), Vec::<&str>::new());
        assert_eq!(names(&b"/* */".repeat(1 << 16)), Vec::<&str>::new());
        assert_eq!(names(&b"/*\n".repeat(1 << 16)), Vec::<&str>::new());
        assert_eq!(names(&b"#include <".repeat(1 << 16)), Vec::<&str>::new());
    }
}
