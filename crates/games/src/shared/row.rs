//! One line of a drawing: is it a row of a board, and what stands on its squares?
//!
//! No two students draw alike. Known are bars (`X|O| `, `| X | O |   |`), boxes (`[X][ ][O]`), frames (`| X   O |`) and bare
//! squares (`X . O`, `XO_`, `1 2 3`), most of them with a label before the row or without, or with words after it.

use std::ops::Range;

use ::reference::Mark;

/// What stands on a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DrawnCell {
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
pub(super) enum RowStyle {
    Bars,
    Boxes,
    Framed,
    Bare,
}

/// What a line can be in a drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineShape {
    /// A row.
    Row(DrawnRow),
    /// A line between rows: `-+-+-`.
    Rule,
    /// An empty line.
    Empty,
    /// No part of a board.
    Other,
}

/// A row of three squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DrawnRow {
    pub(super) cells: [DrawnCell; 3],
    pub(super) style: RowStyle,
    /// A number or letter stands before it.
    pub(super) labelled: bool,
    /// A prompt stands before it: the program printed no new line after it had read.
    pub(super) glued: bool,
    /// It holds strokes alone, so it may as well be a line between rows: `_|_|_`, `- - -`.
    pub(super) strokes: bool,
}

pub(super) fn parse_shape(line: &str) -> LineShape {
    if line.trim().is_empty() {
        return LineShape::Empty;
    }
    let line: String = line.chars().map(normalize_character).collect();
    match parse_row(&line) {
        Some(row) => LineShape::Row(row),
        None if is_rule(&line) => LineShape::Rule,
        None => LineShape::Other,
    }
}

/// Drawn bars as `|`, drawn strokes as `-`.
fn normalize_character(character: char) -> char {
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

fn parse_row(line: &str) -> Option<DrawnRow> {
    parse_row_with_legend(line)
        .or_else(|| parse_row_with_words(line))
        .or_else(|| parse_single_row(line))
}

/// In bytes. Each gap of a line is tried, and its characters are copied: a mebibyte of them would take seconds.
const LONGEST_ROW: usize = 200;

/// A row with the numbers of its squares to the right or left of it, as in `X | O |       1 | 2 | 3`.
fn parse_row_with_legend(line: &str) -> Option<DrawnRow> {
    let mut halves = split_at_gaps(line)
        .into_iter()
        .flat_map(|(left, right)| [(left, right), (right, left)]);
    halves.find_map(|(row, numbers)| {
        parse_single_row(numbers).filter(is_legend_row)?;
        parse_single_row(row)
    })
}

/// A row between signs with words to the right of it, as in `X | O |       CPU plays O`.
fn parse_row_with_words(line: &str) -> Option<DrawnRow> {
    let mut halves = split_at_gaps(line).into_iter();
    halves.find_map(|(row, words)| {
        let row = parse_single_row(row).filter(|row| row.style != RowStyle::Bare)?;
        is_sentence(words).then_some(row)
    })
}

/// Words, and no sign that separates squares.
fn is_sentence(text: &str) -> bool {
    let mut words = text.split(|it: char| !it.is_alphabetic());
    words.any(|word| word.chars().count() > 1) && !text.contains(['|', '['])
}

/// The parts of a line before and after each of its gaps.
fn split_at_gaps(line: &str) -> Vec<(&str, &str)> {
    if line.len() > LONGEST_ROW {
        return Vec::new();
    }
    find_gaps(line)
        .into_iter()
        .map(|gap| (&line[..gap.start], &line[gap.end..]))
        .collect()
}

/// Where at least three blanks, or a tabulator, stand between two signs of a line.
fn find_gaps(line: &str) -> Vec<Range<usize>> {
    let signs = || line.match_indices(|it: char| !it.is_whitespace());
    let between = signs()
        .zip(signs().skip(1))
        .map(|((before, sign), (after, _))| before + sign.len()..after);
    between
        .filter(|gap| gap.len() >= 3 || line[gap.clone()].contains('\t'))
        .collect()
}

fn is_legend_row(row: &DrawnRow) -> bool {
    let numbers = row.cells.map(|cell| match cell {
        DrawnCell::Zero => Some(0),
        DrawnCell::Number(number) => Some(number),
        _ => None,
    });
    matches!(numbers, [Some(first), Some(middle), Some(last)]
        if !row.glued && first % 3 < 2 && middle == first + 1 && last == first + 2)
}

fn parse_single_row(line: &str) -> Option<DrawnRow> {
    parse_framed_row(line)
        .or_else(|| parse_barred_row(line))
        .or_else(|| parse_boxed_row(line))
        .or_else(|| parse_signed_row(line))
        .or_else(|| parse_bare_row(line))
        .or_else(|| parse_separated_row(line))
}

/// Three squares between two bars, of which the first begins the line: `| X   O |`, `|X O|`. A bar after a first square that is free has
/// that square before it.
fn parse_framed_row(line: &str) -> Option<DrawnRow> {
    if line.len() > LONGEST_ROW {
        return None;
    }
    let inside = line.strip_prefix('|')?.trim_end().strip_suffix('|')?;
    let inside: Vec<char> = inside.chars().collect();
    // The places of the squares; what is between them and around them is blank.
    let (first, step) = match inside.len() {
        3 => (0, 1),
        5 => (0, 2),
        7 => (1, 2),
        _ => return None,
    };
    let mut cells = [DrawnCell::Blank; 3];
    for (place, character) in inside.into_iter().enumerate() {
        let square = place
            .checked_sub(first)
            .filter(|after| after.is_multiple_of(step))
            .and_then(|after| cells.get_mut(after / step));
        match square {
            Some(square) if character != ' ' => *square = parse_sign(character)?,
            Some(_) => {}
            None if character == ' ' => {}
            None => return None,
        }
    }
    Some(styled_row(cells, RowStyle::Framed))
}

/// Squares between two signs that also stand on free squares: ` X # O #   `. Where they are free squares, the same squares have marks.
fn parse_signed_row(line: &str) -> Option<DrawnRow> {
    let separator = ['#', '*']
        .into_iter()
        .find(|separator| line.matches(*separator).count() == 2)?;
    let (_, middle) = line.split_once(separator)?;
    if middle.starts_with(separator) {
        return None;
    }
    let row = parse_barred_row(&line.replace(separator, "|")).filter(|row| !row.glued)?;
    Some(DrawnRow {
        style: RowStyle::Bare,
        strokes: false,
        ..row
    })
}

fn parse_barred_row(line: &str) -> Option<DrawnRow> {
    let mut pieces: Vec<&str> = line.split('|').collect();
    if pieces.len() < 3 {
        return None;
    }
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
    let [first, middle, last] = pieces.as_slice() else {
        return None;
    };
    let middle = parse_padded_cell(middle)?;
    let last = parse_padded_cell(last)?;
    let (first, glued) = match parse_padded_cell(first).or_else(|| parse_labelled_cell(first)) {
        Some(first) => (first, false),
        None => (parse_prompted_cell(first)?, true),
    };
    Some(DrawnRow {
        labelled,
        glued,
        ..styled_row([first, middle, last], RowStyle::Bars)
    })
}

/// A bar at the end of the row, perhaps with blanks after it.
fn ends_with_bar(pieces: &[&str]) -> bool {
    match pieces {
        [_, _, _, last] => last.is_empty(),
        [_, _, _, _, last] => last.trim().is_empty(),
        _ => false,
    }
}

fn styled_row(cells: [DrawnCell; 3], style: RowStyle) -> DrawnRow {
    let strokes = cells.iter().all(|cell| *cell == DrawnCell::Sign);
    DrawnRow {
        cells,
        style,
        labelled: false,
        glued: false,
        strokes,
    }
}

/// The content of a cell between bars, with blanks or strokes around it.
fn parse_padded_cell(piece: &str) -> Option<DrawnCell> {
    let piece = piece.trim();
    if piece.chars().count() > 1 && piece.chars().all(|it| "-_=".contains(it)) {
        return Some(DrawnCell::Sign);
    }
    let unpadded = piece.trim_matches(['_', '-']);
    let inner = strip_box(if unpadded.is_empty() { piece } else { unpadded });
    parse_cell(inner)
}

/// `[X]` and `'X'` as `X`.
fn strip_box(piece: &str) -> &str {
    let pairs = [
        ('[', ']'),
        ('(', ')'),
        ('{', '}'),
        ('<', '>'),
        ('\'', '\''),
        ('"', '"'),
    ];
    pairs
        .iter()
        .find_map(|(open, close)| inner_text(piece, *open, *close))
        .unwrap_or(piece)
}

fn inner_text(piece: &str, open: char, close: char) -> Option<&str> {
    piece
        .strip_prefix(open)
        .and_then(|rest| rest.strip_suffix(close))
        .map(str::trim)
}

fn parse_cell(content: &str) -> Option<DrawnCell> {
    let mut characters = content.chars();
    match (characters.next(), characters.next()) {
        (None, _) => Some(DrawnCell::Blank),
        (Some(only), None) => parse_sign(only),
        _ => None,
    }
}

fn parse_sign(character: char) -> Option<DrawnCell> {
    match character {
        'X' | 'x' | '×' | '✗' | '✘' | '❌' => Some(DrawnCell::Mark(Mark::X)),
        'O' | 'o' | '○' | '◯' | '⭕' => Some(DrawnCell::Mark(Mark::O)),
        '0' => Some(DrawnCell::Zero),
        '1'..='9' => u8::try_from(character)
            .ok()
            .map(|byte| DrawnCell::Number(byte - b'0')),
        '.' | '_' | '-' | '*' | '#' | '?' | '~' | '+' | '=' | '·' | '□' | '▢' | '⬜' => {
            Some(DrawnCell::Sign)
        }
        _ => None,
    }
}

/// What names a row: `1`, `B`, `2:`, `Row 3`, `row c)`.
fn is_label(text: &str) -> bool {
    let text = text.trim_end_matches([':', '.', ')']).to_ascii_lowercase();
    let name = text.strip_prefix("row").map_or(text.as_str(), str::trim);
    matches!(name, "0" | "1" | "2" | "3" | "a" | "b" | "c")
}

/// A first cell with the row's label before it.
fn parse_labelled_cell(piece: &str) -> Option<DrawnCell> {
    let piece = piece.trim_start();
    let after_row = match piece.get(..4) {
        Some("Row " | "row " | "ROW ") => 4,
        _ => 0,
    };
    let label = after_row + piece[after_row..].find(char::is_whitespace)?;
    let (label, rest) = piece.split_at(label);
    is_label(label).then(|| parse_padded_cell(rest)).flatten()
}

/// A first cell with a prompt before it: what stands after the prompt's last word, or a blank.
fn parse_prompted_cell(piece: &str) -> Option<DrawnCell> {
    let word = piece
        .split_whitespace()
        .next_back()
        .filter(|_| !piece.ends_with(' '));
    word.map_or(Some(DrawnCell::Blank), parse_padded_cell)
}

fn parse_boxed_row(line: &str) -> Option<DrawnRow> {
    let mut cells = Vec::new();
    let mut rest = line.trim_end();
    while cells.len() < 3 {
        let open = rest.rfind(['[', '(', '{', '<'])?;
        let inside = strip_box(&rest[open..]);
        if inside.len() == rest[open..].len() {
            return None;
        }
        cells.insert(0, parse_cell(inside.trim())?);
        rest = rest[..open].trim_end();
    }
    let [first, middle, last] = cells.as_slice() else {
        return None;
    };
    let row = styled_row([*first, *middle, *last], RowStyle::Boxes);
    let labelled = is_label(rest.trim());
    Some(DrawnRow {
        labelled,
        glued: !labelled && !rest.trim().is_empty(),
        strokes: false,
        ..row
    })
}

fn parse_bare_row(line: &str) -> Option<DrawnRow> {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    let joined: Vec<String>;
    if let Some(last) = words
        .last()
        .copied()
        .filter(|last| last.chars().count() == 3)
    {
        words.pop();
        joined = last.chars().map(String::from).collect();
        words.extend(joined.iter().map(String::as_str));
    }
    let [before @ .., first, middle, last] = words.as_slice() else {
        return None;
    };
    // `- + - + -` has too many strokes for three squares.
    if !before.is_empty() && is_rule(line) {
        return None;
    }
    let row = styled_row(
        [
            parse_solid_cell(first)?,
            parse_solid_cell(middle)?,
            parse_solid_cell(last)?,
        ],
        RowStyle::Bare,
    );
    let labelled = matches!(before, [label] if is_label(label));
    Some(DrawnRow {
        labelled,
        glued: !labelled && !before.is_empty(),
        ..row
    })
}

fn parse_solid_cell(word: &str) -> Option<DrawnCell> {
    parse_cell(word).filter(|_| !word.is_empty())
}

/// Squares told apart by two signs of another kind: `X,O, `, `X/O/X`.
fn parse_separated_row(line: &str) -> Option<DrawnRow> {
    let count = |separator: &char| line.matches(*separator).count();
    let separator = ['\t', ',', ':', ';', '/', '!']
        .into_iter()
        .find(|it| count(it) == 2)?;
    parse_barred_row(&line.replace(separator, "|")).filter(|row| !row.glued)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(line: &str) -> String {
        match parse_shape(line) {
            LineShape::Row(row) => {
                let letter = |cell: &DrawnCell| match cell {
                    DrawnCell::Blank => ' ',
                    DrawnCell::Sign => '.',
                    DrawnCell::Number(_) => '#',
                    DrawnCell::Zero => '0',
                    DrawnCell::Mark(Mark::X) => 'X',
                    DrawnCell::Mark(Mark::O) => 'O',
                };
                row.cells.iter().map(letter).collect()
            }
            LineShape::Rule => "rule".to_owned(),
            LineShape::Empty => "empty".to_owned(),
            LineShape::Other => "other".to_owned(),
        }
    }

    #[test]
    fn rows_are_read_in_many_styles() {
        let cases = [
            ("X|O| ", "XO "),
            (" X |   | O          1 | 2 | 3", "X O"),
            ("   |   |            7 | 8 | 9", "   "),
            ("| 0 | 1 | 2 |\t| X |   |   |", "X  "),
            ("X . O    4 5 6", "X.O"),
            ("Your move: X| |     1|2|3", "X  "),
            ("X | O |   |   You are X", "XO "),
            ("  | O |       CPU is O", " O "),
            ("[X] [ ] [O]   top row", "X O"),
            ("Row 1: X | O |  ", "XO "),
            ("row 2   | O |  ", " O "),
            ("2: X | O |  ", "XO "),
            ("Row A: [X] [ ] [O]", "X O"),
            ("1 2 3   are free", "other"),
            ("X . O    4 5 7", "###"),
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
            ("| X   O |", "X O"),
            ("| X     |", "X  "),
            ("|       |", "   "),
            ("|X O|", "X O"),
            ("|X . O|", "X.O"),
            ("   | X |   ", " X "),
            (" X # O #  ", "XO "),
            ("   # X # O", " XO"),
            ("   #   #  ", "   "),
            ("X # #", "X  "),
            ("| won |", "other"),
            ("## Tic", "other"),
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
            ("- + - + -", "rule"),
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
            assert!(
                matches!(
                    parse_shape(line),
                    LineShape::Row(DrawnRow { strokes: true, .. })
                ),
                "{line:?}"
            );
        }
    }
}
