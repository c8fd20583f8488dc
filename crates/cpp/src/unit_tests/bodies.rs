//! Where tests stand in a file, and the file without some of them: so that one test that does not compile with a student's
//! program costs itself and no other.

use std::ops::Range;

/// A test in the text of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestBody {
    /// The line on which it begins.
    pub line: usize,
    /// The line on which it ends.
    pub last_line: usize,
    /// What stands between its braces.
    inside: Range<usize>,
}

/// The tests in a file, each of which begins with one of `words`, parentheses, and a body.
pub fn find_bodies(text: &[u8], words: &[&str]) -> Vec<TestBody> {
    let code = mask_literals(text);
    let mut found = Vec::new();
    let mut at = 0;
    while at < code.len() {
        if !is_word_byte(code[at]) {
            at += 1;
            continue;
        }
        let end = at + word_length(&code[at..]);
        let is_test = words.iter().any(|word| word.as_bytes() == &code[at..end]);
        let body = if is_test {
            read_body(&code, at, end)
        } else {
            None
        };
        at = body.as_ref().map_or(end, |body| body.inside.end);
        found.extend(body);
    }
    found
}

fn word_length(code: &[u8]) -> usize {
    code.iter().take_while(|byte| is_word_byte(**byte)).count()
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn read_body(code: &[u8], start: usize, after_word: usize) -> Option<TestBody> {
    let open = skip_blanks(code, after_word).filter(|at| code[*at] == b'(')?;
    let close = find_closing(code, open, b'(', b')')?;
    let brace = skip_blanks(code, close + 1).filter(|at| code[*at] == b'{')?;
    let end = find_closing(code, brace, b'{', b'}')?;
    Some(TestBody {
        line: line_at(code, start),
        last_line: line_at(code, end),
        inside: brace + 1..end,
    })
}

fn line_at(code: &[u8], at: usize) -> usize {
    1 + code[..at].iter().filter(|byte| **byte == b'\n').count()
}

/// The place of the next byte that is not blank.
fn skip_blanks(code: &[u8], from: usize) -> Option<usize> {
    let skipped = code
        .get(from..)?
        .iter()
        .position(|byte| !byte.is_ascii_whitespace())?;
    Some(from + skipped)
}

fn find_closing(code: &[u8], from: usize, open: u8, close: u8) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, byte) in code.iter().enumerate().skip(from) {
        if *byte == open {
            depth += 1;
        } else if *byte == close {
            depth -= 1;
            if depth == 0 {
                return Some(at);
            }
        }
    }
    None
}

/// The file with nothing between the braces of some tests; every line stays where it is.
pub fn blank_bodies<'b>(text: &[u8], left_out: impl Iterator<Item = &'b TestBody>) -> Vec<u8> {
    let mut text = text.to_vec();
    for body in left_out {
        blank_range(&mut text, body.inside.clone());
    }
    text
}

/// The file without its definition of `main`, every line where it is; none if it defines none.
pub fn blank_main(text: &[u8]) -> Option<Vec<u8>> {
    let code = mask_literals(text);
    let mut depth = 0_usize;
    let mut at = 0;
    while at < code.len() {
        match code[at] {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            byte if is_word_byte(byte) => {
                let end = at + word_length(&code[at..]);
                if depth == 0
                    && &code[at..end] == b"main"
                    && let Some(body) = read_body(&code, at, end)
                    && let Some(start) = find_result_type(&code[..at])
                {
                    let mut text = text.to_vec();
                    blank_range(&mut text, start..body.inside.end + 1);
                    return Some(text);
                }
                at = end;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// Where `int` begins that is the last word of this code, with the words before it on its line.
fn find_result_type(code: &[u8]) -> Option<usize> {
    let before = code.trim_ascii_end().strip_suffix(b"int")?;
    let line = before
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |end| end + 1);
    let is_part = |byte: &u8| is_word_byte(*byte) || byte.is_ascii_whitespace();
    before[line..].iter().all(is_part).then_some(line)
}

/// Puts blanks in place of a part of a text; its lines stay.
fn blank_range(text: &mut [u8], range: Range<usize>) {
    for byte in text[range].iter_mut().filter(|byte| **byte != b'\n') {
        *byte = b' ';
    }
}

/// The text with blanks in place of comments, strings and characters, as long as it was.
fn mask_literals(text: &[u8]) -> Vec<u8> {
    let mut code = text.to_vec();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let length = if rest.starts_with(b"//") {
            rest.iter()
                .position(|byte| *byte == b'\n')
                .unwrap_or(rest.len())
        } else if rest.starts_with(b"/*") {
            find_bytes(&rest[2..], b"*/").map_or(rest.len(), |end| end + 4)
        } else if rest.starts_with(b"R\"") {
            raw_string_length(rest)
        } else if rest[0] == b'"' || (rest[0] == b'\'' && !is_in_number(text, at)) {
            quoted_length(rest)
        } else {
            at += 1;
            continue;
        };
        for byte in code[at..at + length]
            .iter_mut()
            .filter(|byte| **byte != b'\n')
        {
            *byte = b' ';
        }
        at += length;
    }
    code
}

/// `1'000`: no character begins there.
fn is_in_number(text: &[u8], at: usize) -> bool {
    at > 0
        && text[at - 1].is_ascii_hexdigit()
        && text.get(at + 1).is_some_and(u8::is_ascii_hexdigit)
        && text.get(at + 2) != Some(&b'\'')
}

fn quoted_length(rest: &[u8]) -> usize {
    let mut at = 1;
    while at < rest.len() {
        match rest[at] {
            b'\\' => at += 2,
            b'\n' => return at,
            byte if byte == rest[0] => return at + 1,
            _ => at += 1,
        }
    }
    rest.len()
}

fn raw_string_length(rest: &[u8]) -> usize {
    let Some(open) = rest.iter().position(|byte| *byte == b'(') else {
        return 2;
    };
    let end = [b")", &rest[2..open], b"\""].concat();
    find_bytes(&rest[open..], &end).map_or(rest.len(), |at| open + at + end.len())
}

fn find_bytes(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const TEXT: &str = "#include \"x.h\"\nTEST(\"a (b) {\") {\n  f('}'); // }\n  g(\"}\");\n}\n\
        void h() { TESTS(x) {} }\nTEST ( \"c\" )\n{ if (1'000) { } R\"x(})\" )x\"; }\n";

    #[test]
    fn tests_are_found_whatever_stands_in_strings_and_comments() {
        let found = find_bodies(TEXT.as_bytes(), &["TEST"]);
        let lines: Vec<_> = found
            .iter()
            .map(|body| (body.line, body.last_line))
            .collect();
        assert_eq!(lines, [(2, 5), (7, 8)]);
    }

    #[test]
    fn a_file_without_a_test_has_the_others_on_their_lines() {
        let found = find_bodies(TEXT.as_bytes(), &["TEST"]);
        let left = String::from_utf8(blank_bodies(TEXT.as_bytes(), found[..1].iter())).unwrap();
        assert_eq!(left.lines().count(), TEXT.lines().count());
        assert!(left.contains("TEST(\"a (b) {\") {\n"), "{left}");
        assert!(!left.contains("f('}')"), "{left}");
        assert_eq!(left.lines().last(), TEXT.lines().last());
    }

    #[test]
    fn a_main_is_left_out_and_lines_stay() {
        let table = [
            ("int main() { f(\"}\"); }\nint g();", Some("\nint g();")),
            (
                "int f() { return 1; }\nGTEST_API_ int main(int c, char** v)\n{\n  return c;\n}\n",
                Some("int f() { return 1; }\n\n\n\n\n"),
            ),
            ("int main();\n// int main() {}\n", None),
            ("struct S { int main() { return 1; } };", None),
            ("x = main() {}", None),
        ];
        for (text, left) in table {
            let found = blank_main(text.as_bytes()).map(|it| String::from_utf8(it).unwrap());
            let found = found.map(|text| {
                text.lines()
                    .map(|line| line.trim_end().to_owned() + "\n")
                    .collect::<String>()
            });
            let left = left.map(|text| {
                text.lines()
                    .map(|line| line.to_owned() + "\n")
                    .collect::<String>()
            });
            assert_eq!(found, left, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_keeps_its_length(text in "(TEST|int main|[(){}\"'/*\\\\\n R x1])*") {
            let found = find_bodies(text.as_bytes(), &["TEST"]);
            let left = blank_bodies(text.as_bytes(), found.iter());
            prop_assert_eq!(left.len(), text.len());
            let left = blank_main(text.as_bytes());
            prop_assert!(left.is_none_or(|left| left.len() == text.len()));
        }
    }
}
