//! One line of a drawing: is it a row of a board, and what stands on its squares?
//!
//! No two students draw alike. Known are bars (`X|O| `, `| X | O |   |`), boxes (`[X][ ][O]`) and bare squares
//! (`X . O`, `XO_`, `1 2 3`), each with a label before the row or without.

use ::reference::Mark;

/// What stands on a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cell {
    /// Nothing but white space.
    Blank,
    /// A sign for a free square: `.`, `_`, `-`.
    Sign,
    /// A digit from 1 to 9: the square's number, so it is free.
    Number(u8),
    /// The digit 0: O's mark, or a free square. The other squares of the board decide.
    Zero,
    /// Somebody's mark.
    Mark(Mark),
}

/// How the squares of a row are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Bars,
    Boxes,
    Bare,
}

/// What a line can be in a drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// A row.
    Row(Row),
    /// A line between rows: `-+-+-`.
    Rule,
    /// An empty line.
    Empty,
    /// No part of a board.
    Other,
}

/// A row of three squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) cells: [Cell; 3],
    pub(super) style: Style,
    /// A number or letter stands before it.
    pub(super) labelled: bool,
    /// A prompt stands before it: the program printed no new line after it had read.
    pub(super) glued: bool,
    /// It holds strokes alone, so it may as well be a line between rows: `_|_|_`, `- - -`.
    pub(super) strokes: bool,
}

/// The shape of a line.
pub(super) fn shape(line: &str) -> Shape {
    if line.trim().is_empty() {
        return Shape::Empty;
    }
    let line: String = line.chars().map(plain).collect();
    match row(&line) {
        Some(row) => Shape::Row(row),
        None if is_rule(&line) => Shape::Rule,
        None => Shape::Other,
    }
}

/// Drawn bars as `|`, drawn strokes as `-`.
fn plain(character: char) -> char {
    match character {
        '│' | '┃' | '║' | '¦' | '┆' | '┊' => '|',
        '─' | '━' | '═' | '╌' | '–' | '—' => '-',
        _ => character,
    }
}

fn is_rule(line: &str) -> bool {
    const STROKES: &str = "-_=+~*#|┼┿╋╬├┤┌┐└┘┬┴╔╗╚╝╠╣╦╩╞╡╪";
    let strokes = line.chars().filter(|character| !character.is_whitespace());
    strokes.clone().count() >= 3 && strokes.clone().all(|it| STROKES.contains(it))
}

fn row(line: &str) -> Option<Row> {
    bars(line).or_else(|| boxes(line)).or_else(|| bare(line)).or_else(|| separated(line))
}

fn bars(line: &str) -> Option<Row> {
    let mut pieces: Vec<&str> = line.split('|').collect();
    if pieces.len() < 3 {
        return None;
    }
    // A bar at the end of the row, perhaps with blanks after it.
    let ends_with_bar = |pieces: &[&str]| match pieces {
        [_, _, _, last] => last.is_empty(),
        [_, _, _, _, last] => last.trim().is_empty(),
        _ => false,
    };
    if ends_with_bar(&pieces) {
        pieces.pop();
    }
    let mut labelled = false;
    if let [first, _, _, last] = pieces.as_slice() {
        labelled = is_label(first.trim());
        match (first.trim().is_empty() || labelled, last.trim().is_empty()) {
            (true, _) => drop(pieces.remove(0)),
            (false, true) => drop(pieces.pop()),
            (false, false) => return None,
        }
    }
    let [first, middle, last] = pieces.as_slice() else { return None };
    let (middle, last) = (padded(middle)?, padded(last)?);
    let (first, glued) = match padded(first).or_else(|| after_label(first)) {
        Some(first) => (first, false),
        None => (after_words(first)?, true),
    };
    Some(Row { labelled, glued, ..styled_row([first, middle, last], Style::Bars) })
}

fn styled_row(cells: [Cell; 3], style: Style) -> Row {
    let strokes = cells.iter().all(|cell| *cell == Cell::Sign);
    Row { cells, style, labelled: false, glued: false, strokes }
}

/// The content of a cell between bars, with blanks or strokes around it.
fn padded(piece: &str) -> Option<Cell> {
    let piece = piece.trim();
    if piece.chars().count() > 1 && piece.chars().all(|it| "-_=".contains(it)) {
        return Some(Cell::Sign);
    }
    let unpadded = piece.trim_matches(['_', '-']);
    let inner = unboxed(if unpadded.is_empty() { piece } else { unpadded });
    cell(inner)
}

/// `[X]` and `'X'` as `X`.
fn unboxed(piece: &str) -> &str {
    let inner = |open: char, close: char| {
        piece.strip_prefix(open).and_then(|rest| rest.strip_suffix(close)).map(str::trim)
    };
    let pairs = [('[', ']'), ('(', ')'), ('{', '}'), ('<', '>'), ('\'', '\''), ('"', '"')];
    pairs.iter().find_map(|(open, close)| inner(*open, *close)).unwrap_or(piece)
}

fn cell(content: &str) -> Option<Cell> {
    let mut characters = content.chars();
    match (characters.next(), characters.next()) {
        (None, _) => Some(Cell::Blank),
        (Some(only), None) => sign(only),
        _ => None,
    }
}

fn sign(character: char) -> Option<Cell> {
    match character {
        'X' | 'x' | '×' | '✗' | '✘' | '❌' => Some(Cell::Mark(Mark::X)),
        'O' | 'o' | '○' | '◯' | '⭕' => Some(Cell::Mark(Mark::O)),
        '0' => Some(Cell::Zero),
        '1'..='9' => u8::try_from(character).ok().map(|byte| Cell::Number(byte - b'0')),
        '.' | '_' | '-' | '*' | '#' | '?' | '~' | '+' | '=' | '·' | '□' | '▢' | '⬜' => {
            Some(Cell::Sign)
        }
        _ => None,
    }
}

fn is_label(word: &str) -> bool {
    matches!(word, "0" | "1" | "2" | "3" | "A" | "B" | "C" | "a" | "b" | "c")
}

/// A first cell with the row's label before it.
fn after_label(piece: &str) -> Option<Cell> {
    let (label, rest) = piece.trim().split_once(char::is_whitespace)?;
    is_label(label).then(|| padded(rest)).flatten()
}

/// A first cell with a prompt before it: what stands after the prompt's last word, or a blank.
fn after_words(piece: &str) -> Option<Cell> {
    let word = piece.split_whitespace().next_back().filter(|_| !piece.ends_with(' '));
    word.map_or(Some(Cell::Blank), padded)
}

fn boxes(line: &str) -> Option<Row> {
    let mut cells = Vec::new();
    let mut rest = line.trim_end();
    while cells.len() < 3 {
        let open = rest.rfind(['[', '(', '{', '<'])?;
        let inside = unboxed(&rest[open..]);
        if inside.len() == rest[open..].len() {
            return None;
        }
        cells.insert(0, cell(inside.trim())?);
        rest = rest[..open].trim_end();
    }
    let [first, middle, last] = cells.as_slice() else { return None };
    let row = styled_row([*first, *middle, *last], Style::Boxes);
    let labelled = is_label(rest.trim());
    Some(Row { labelled, glued: !labelled && !rest.trim().is_empty(), strokes: false, ..row })
}

fn bare(line: &str) -> Option<Row> {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    let joined: Vec<String>;
    if let Some(last) = words.last().copied().filter(|last| last.chars().count() == 3) {
        words.pop();
        joined = last.chars().map(String::from).collect();
        words.extend(joined.iter().map(String::as_str));
    }
    let [before @ .., first, middle, last] = words.as_slice() else { return None };
    let solid = |word: &str| cell(word).filter(|_| !word.is_empty());
    let row = styled_row([solid(first)?, solid(middle)?, solid(last)?], Style::Bare);
    let labelled = matches!(before, [label] if is_label(label));
    Some(Row { labelled, glued: !labelled && !before.is_empty(), ..row })
}

/// Squares told apart by two signs of another kind: `X,O, `, `X/O/X`.
fn separated(line: &str) -> Option<Row> {
    let count = |separator: &char| line.matches(*separator).count();
    let separator = ['\t', ',', ':', ';', '/', '!'].into_iter().find(|it| count(it) == 2)?;
    bars(&line.replace(separator, "|")).filter(|row| !row.glued)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(line: &str) -> String {
        match shape(line) {
            Shape::Row(row) => {
                let letter = |cell: &Cell| match cell {
                    Cell::Blank => ' ',
                    Cell::Sign => '.',
                    Cell::Number(_) => '#',
                    Cell::Zero => '0',
                    Cell::Mark(Mark::X) => 'X',
                    Cell::Mark(Mark::O) => 'O',
                };
                row.cells.iter().map(letter).collect()
            }
            Shape::Rule => "rule".to_owned(),
            Shape::Empty => "empty".to_owned(),
            Shape::Other => "other".to_owned(),
        }
    }

    #[test]
    fn rows_are_read_in_many_styles() {
        let cases = [
            ("X|O| ", "XO "),
            (" | | ", "   "),
            (" | |", "   "),
            (" x | o | 3 ", "XO#"),
            ("| X | O |   |", "XO "),
            ("| | | |", "   "),
            ("║ X ║ O ║   ║", "XO "),
            ("2 | X | O |  ", "XO "),
            ("1  X | O |  ", "XO "),
            ("__X__|_____|__O__", "X.O"),
            ("     |     |     ", "   "),
            ("  X  |     |  O  ", "X O"),
            ("(X)|(O)|(3)", "XO#"),
            ("[X][ ][O]", "X O"),
            ("[ ] [X] [9]", " X#"),
            ("A [X] [ ] [O]", "X O"),
            ("X . O", "X.O"),
            ("1 2 3", "###"),
            ("XO_", "XO."),
            ("B X . .", "X.."),
            ("X\t\tO", "X O"),
            ("X,O,.", "XO."),
            ("Enter a square [1-9]: X| |O", "X O"),
            ("Enter a square [1-9]:  | |O", "  O"),
            ("Your move: X . O", "X.O"),
            ("-+-+-", "rule"),
            ("-----------", "rule"),
            ("───┼───┼───", "rule"),
            ("+---+---+---+", "rule"),
            ("", "empty"),
            ("CPU: 5", "other"),
            ("Please Enter a Position [1-9]: ", "other"),
            ("Welcome to TicTacToe in C++", "other"),
        ];
        for (line, expected) in cases {
            assert_eq!(drawn(line), expected, "{line:?}");
        }
    }

    #[test]
    fn rows_of_strokes_may_be_lines_between_rows() {
        for line in ["-|-|-", "_____|_____|_____", "- - -", "---"] {
            assert!(matches!(shape(line), Shape::Row(Row { strokes: true, .. })), "{line:?}");
        }
    }
}
