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
enum Place {
    Code,
    LineComment,
    BlockComment,
    /// A text or a character that ends with this.
    Quoted(char),
}

/// The first one for which `is_odd` says so. A text that its line does not close counts as code: its end may be the odd one.
pub(super) fn first(source: &str, is_odd: impl Fn(char) -> bool) -> Option<OddCharacter> {
    let mut place = Place::Code;
    for (line, text) in (1..).zip(source.lines()) {
        let mut in_text = None;
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            let next = characters.peek().copied();
            match (place, character) {
                (Place::LineComment, _) => break,
                (Place::BlockComment, '*') if next == Some('/') => {
                    characters.next();
                    place = Place::Code;
                }
                (Place::BlockComment, _) => {}
                (Place::Quoted(_), '\\') => {
                    characters.next();
                }
                (Place::Quoted(end), _) if character == end => {
                    (place, in_text) = (Place::Code, None);
                }
                (Place::Quoted(_), _) if is_odd(character) => {
                    in_text = in_text.or(Some(character));
                }
                (Place::Quoted(_), _) => {}
                (Place::Code, '/') if next == Some('/') => place = Place::LineComment,
                (Place::Code, '/') if next == Some('*') => {
                    characters.next();
                    place = Place::BlockComment;
                }
                (Place::Code, '"' | '\'') => place = Place::Quoted(character),
                (Place::Code, _) if is_odd(character) => {
                    return Some(OddCharacter { line, character });
                }
                (Place::Code, _) => {}
            }
        }
        if let (Place::Quoted(_), Some(character)) = (place, in_text) {
            return Some(OddCharacter { line, character });
        }
        if place != Place::BlockComment {
            place = Place::Code;
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
            let found = first(source, |character| "“”".contains(character));
            assert_eq!(found.map(|it| it.line), line, "{source}");
        }
    }
}
