//! Comments as in C++, which some write into JSON.

/// Blanks in place of comments, so that all else stays on its line; and in place of tabs, with which no line of YAML may begin.
pub(super) fn strip_comments(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    let mut is_string = false;
    while let Some(letter) = letters.next() {
        match (is_string, letter, letters.peek()) {
            (true, '\\', Some(_)) => {
                plain.push('\\');
                plain.extend(letters.next());
            }
            (_, '"', _) => {
                is_string = !is_string;
                plain.push('"');
            }
            (false, '/', Some('/')) => while letters.next_if(|letter| *letter != '\n').is_some() {},
            (false, '/', Some('*')) => {
                letters.next();
                let mut last = ' ';
                for letter in letters.by_ref() {
                    plain.push(if letter == '\n' { '\n' } else { ' ' });
                    if (last, letter) == ('*', '/') {
                        break;
                    }
                    last = letter;
                }
            }
            (false, '\t' | '\r', _) => plain.push(' '),
            _ => plain.push(letter),
        }
    }
    plain
}
