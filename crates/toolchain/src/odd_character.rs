//! The first character of a source that its author takes for another one, or cannot see at all, where the compiler minds it: in a
//! comment or a text it may stand.

/// Such a character.
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
pub(super) fn find_odd_character(
    source: &str,
    is_odd: impl Fn(char) -> bool,
) -> Option<OddCharacter> {
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
