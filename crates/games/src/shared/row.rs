//! One line of a drawing: is it a row of a board, and what stands on its squares?
//!
//! No two students draw alike, and many a line can be read in two ways: the stars of `* X *` are a frame or free squares. So each format
//! reads lines for itself, and a board's rows all have the same one.

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
pub(super) enum RowFormat {
    /// By a sign between them: `X|O| `, `| X | O |   |`, ` X || O ||   `, `X,O,.`.
    Separated(&'static str),
    /// By a box around each: `[X][ ][O]`, `(X) ( ) (O)`.
    Boxes,
    /// Each has a third of the width between two signs: `| X   O |`, `|X O|`, `* X   O *`.
    Framed(char, char),
    /// Each is a sign, and the gaps are equal: `X . O`, `XO_`, `1 2 3`.
    Bare,
    /// The same with unequal gaps: `X . O` with two blanks before the O.
    Uneven,
    /// Each has a third of the line, and free squares are blank: `X   O`.
    Blank,
}

/// All formats. Of two that read the same lines, the first is right.
pub(super) const FORMATS: [RowFormat; 20] = [
    RowFormat::Separated("||"),
    RowFormat::Framed('|', '|'),
    RowFormat::Separated("|"),
    RowFormat::Boxes,
    RowFormat::Framed('[', ']'),
    RowFormat::Bare,
    RowFormat::Framed('*', '*'),
    RowFormat::Framed('#', '#'),
    RowFormat::Separated("*"),
    RowFormat::Separated("#"),
    RowFormat::Separated("+"),
    RowFormat::Separated("\t"),
    RowFormat::Separated(","),
    RowFormat::Separated(":"),
    RowFormat::Separated(";"),
    RowFormat::Separated("/"),
    RowFormat::Separated("!"),
    RowFormat::Separated("\\"),
    RowFormat::Blank,
    RowFormat::Uneven,
];

/// What a line can be in a drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineShape {
    /// A row.
    Row(DrawnRow),
    /// A line between rows: `-+-+-`.
    Rule,
    /// An empty line.
    Empty,
    /// Squares with more on them than a sign, as in `\   /|     |     `: the drawing cannot be read.
    Unreadable,
    /// No part of a board.
    Other,
}

/// A row of three squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DrawnRow {
    pub(super) cells: [DrawnCell; 3],
    /// In signs, where the squares share the width of the row; all rows of a board have the same. Otherwise 0.
    pub(super) width: usize,
    /// A number or letter stands before it.
    pub(super) labelled: bool,
    /// A prompt stands before it: the program printed no new line after it had read.
    pub(super) glued: bool,
    /// It holds strokes alone, so it may as well be a line between rows: `_|_|_`, `- - -`.
    pub(super) strokes: bool,
    /// A mark is drawn with several letters, as in `X   X| OOO |     `.
    pub(super) large: bool,
}

pub(super) fn parse_shape(line: &str, format: RowFormat) -> LineShape {
    let line: String = line.chars().map(normalize_character).collect();
    match parse_row(&line, format) {
        Some(row) => LineShape::Row(row),
        None if line.trim().is_empty() => LineShape::Empty,
        None if is_rule(&line) => LineShape::Rule,
        None if has_large_squares(&line, format) => LineShape::Unreadable,
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

/// Bars, no word, and more than one sign on some square.
fn has_large_squares(line: &str, format: RowFormat) -> bool {
    let RowFormat::Separated(separator @ ("|" | "||")) = format else {
        return false;
    };
    line.matches(separator).count() >= 2
        && !has_word(line)
        && line
            .split(separator)
            .any(|piece| piece.trim().chars().count() > 1)
}

/// Three letters in a row, which no drawing of a board has, unless they are marks.
pub(crate) fn has_word(line: &str) -> bool {
    line.split(|character: char| !character.is_alphabetic())
        .any(|word| word.chars().count() >= 3 && !word.chars().all(|it| "XxOo".contains(it)))
}

fn parse_row(line: &str, format: RowFormat) -> Option<DrawnRow> {
    if line.len() > LONGEST_ROW || !may_be_row(line, format) {
        return None;
    }
    parse_row_with_legend(line, format)
        .or_else(|| parse_row_with_words(line, format))
        .or_else(|| parse_single_row(line, format))
}

/// A first look that spares most lines most formats.
fn may_be_row(line: &str, format: RowFormat) -> bool {
    match format {
        RowFormat::Separated(separator) => line.matches(separator).nth(1).is_some(),
        RowFormat::Framed(open, close) => line.contains(open) && line.contains(close),
        RowFormat::Boxes => line.contains(['[', '(', '{', '<']),
        RowFormat::Bare | RowFormat::Uneven | RowFormat::Blank => true,
    }
}

/// In bytes. Each gap of a line is tried, and its characters are copied: a mebibyte of them would take seconds.
const LONGEST_ROW: usize = 200;

/// A row with the numbers of its squares to the right or left of it, as in `X | O |       1 | 2 | 3`.
fn parse_row_with_legend(line: &str, format: RowFormat) -> Option<DrawnRow> {
    let mut halves = split_at_gaps(line)
        .into_iter()
        .flat_map(|(left, right)| [(left, right), (right, left)]);
    halves.find_map(|(row, numbers)| {
        let digits = numbers.chars().filter(char::is_ascii_digit);
        let row = parse_single_row(row, format).filter(|_| digits.count() == 3)?;
        let mut readings = FORMATS.iter();
        readings
            .any(|&format| parse_single_row(numbers, format).is_some_and(|row| is_legend_row(&row)))
            .then_some(row)
    })
}

/// A row between signs with words to the right of it, as in `X | O |       CPU plays O`.
fn parse_row_with_words(line: &str, format: RowFormat) -> Option<DrawnRow> {
    if matches!(
        format,
        RowFormat::Bare | RowFormat::Uneven | RowFormat::Blank
    ) {
        return None;
    }
    let mut halves = split_at_gaps(line).into_iter();
    halves.find_map(|(row, words)| {
        let row = parse_single_row(row, format)?;
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

pub(super) fn is_legend_row(row: &DrawnRow) -> bool {
    let numbers = row.cells.map(square_number);
    matches!(numbers, [Some(first), Some(middle), Some(last)]
        if !row.glued && first % 3 < 2 && middle == first + 1 && last == first + 2)
}

fn square_number(cell: DrawnCell) -> Option<u8> {
    match cell {
        DrawnCell::Zero => Some(0),
        DrawnCell::Number(number) => Some(number),
        _ => None,
    }
}

fn parse_single_row(line: &str, format: RowFormat) -> Option<DrawnRow> {
    match format {
        RowFormat::Separated(separator) => parse_separated_row(line, separator),
        RowFormat::Boxes => parse_boxed_row(line),
        RowFormat::Framed(open, close) => parse_framed_row(line, open, close),
        RowFormat::Bare => parse_bare_row(line, has_equal_gaps),
        RowFormat::Uneven => parse_bare_row(line, |_| true),
        RowFormat::Blank => parse_blank_row(line),
    }
}

fn row_of(cells: [DrawnCell; 3]) -> DrawnRow {
    DrawnRow {
        cells,
        width: 0,
        labelled: false,
        glued: false,
        strokes: cells.iter().all(|cell| *cell == DrawnCell::Sign),
        large: false,
    }
}

fn parse_framed_row(line: &str, open: char, close: char) -> Option<DrawnRow> {
    // With blanks on both sides, `   | X |   ` has a square there.
    if !line.starts_with(open) && !line.ends_with(close) {
        return None;
    }
    let inside = inner_text(line.trim(), open, close)?;
    // Who frames with stars draws no free square as one.
    if inside.contains(open) {
        return None;
    }
    parse_thirds(inside)
}

/// Marks and blanks alone.
fn parse_blank_row(line: &str) -> Option<DrawnRow> {
    let is_mark = |it| matches!(parse_sign(it), Some(DrawnCell::Mark(_) | DrawnCell::Zero));
    line.chars()
        .all(|it| it == ' ' || is_mark(it))
        .then(|| parse_thirds(line))
        .flatten()
}

/// Each third of a text is a square, with one sign at most.
fn parse_thirds(text: &str) -> Option<DrawnRow> {
    let width = text.chars().count();
    let mut cells = [DrawnCell::Blank; 3];
    for (place, character) in text.chars().enumerate().filter(|(_, it)| *it != ' ') {
        let cell = cells.get_mut(place * 3 / width)?;
        if *cell != DrawnCell::Blank {
            return None;
        }
        *cell = parse_sign(character)?;
    }
    (width >= 3).then_some(DrawnRow {
        width,
        ..row_of(cells)
    })
}

fn parse_separated_row(line: &str, separator: &str) -> Option<DrawnRow> {
    let mut pieces: Vec<&str> = line.split(separator).collect();
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
    let row = row_of([first, middle, last]);
    // `-+-+-` is no row, nor is `***`: these signs are strokes and free squares as well.
    let is_stroke = matches!(separator, "#" | "*" | "+");
    if is_stroke && (row.strokes || pieces.iter().any(|piece| piece.is_empty())) {
        return None;
    }
    // Other signs than bars are common in sentences.
    if glued && !separator.starts_with('|') {
        return None;
    }
    Some(DrawnRow {
        labelled,
        glued,
        large: pieces.iter().any(|piece| large_mark(piece).is_some()),
        ..row
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

/// The content of a cell between bars, with blanks or strokes around it.
fn parse_padded_cell(piece: &str) -> Option<DrawnCell> {
    let piece = piece.trim();
    if piece.chars().count() > 1 && piece.chars().all(|it| "-_=".contains(it)) {
        return Some(DrawnCell::Sign);
    }
    if let Some(mark) = large_mark(piece) {
        return Some(mark);
    }
    let unpadded = piece.trim_matches(['_', '-']);
    let inner = strip_box(if unpadded.is_empty() { piece } else { unpadded });
    parse_cell(inner)
}

/// A mark that several letters draw: `X   X`, `OOO`.
fn large_mark(piece: &str) -> Option<DrawnCell> {
    let mut letters = piece.chars().filter(|it| *it != ' ');
    let mark = letters.next().and_then(parse_sign)?;
    let is_large = matches!(mark, DrawnCell::Mark(_)) && letters.clone().next().is_some();
    (is_large && letters.all(|it| parse_sign(it) == Some(mark))).then_some(mark)
}

/// `[X]`, `'X'` and `*X*` as `X`.
fn strip_box(piece: &str) -> &str {
    let pairs = [
        ('[', ']'),
        ('(', ')'),
        ('{', '}'),
        ('<', '>'),
        ('>', '<'),
        ('\'', '\''),
        ('"', '"'),
        ('*', '*'),
        ('!', '!'),
    ];
    pairs
        .iter()
        .find_map(|(open, close)| inner_text(piece, *open, *close))
        .map_or(piece, str::trim)
}

fn inner_text(piece: &str, open: char, close: char) -> Option<&str> {
    piece
        .strip_prefix(open)
        .and_then(|rest| rest.strip_suffix(close))
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
    let row = row_of([*first, *middle, *last]);
    let labelled = is_label(rest.trim());
    Some(DrawnRow {
        labelled,
        glued: !labelled && !rest.trim().is_empty(),
        strokes: false,
        ..row
    })
}

/// Three signs, of which the places pass a test.
fn parse_bare_row(line: &str, fits: fn([usize; 3]) -> bool) -> Option<DrawnRow> {
    let mut words = split_words(line);
    if let Some((place, last)) = words.pop_if(|(_, last)| last.chars().count() == 3) {
        let signs = last.char_indices().enumerate();
        words.extend(
            signs.map(|(number, (at, sign))| (place + number, &last[at..at + sign.len_utf8()])),
        );
    }
    let [before @ .., first, middle, last] = words.as_slice() else {
        return None;
    };
    let cells = [
        parse_cell(first.1)?,
        parse_cell(middle.1)?,
        parse_cell(last.1)?,
    ];
    if !fits([first.0, middle.0, last.0]) || !fits_columns(cells) {
        return None;
    }
    let before: Vec<&str> = before.iter().map(|(_, word)| *word).collect();
    let labelled = is_label(&before.join(" "));
    let glued = !labelled && !before.is_empty();
    // `- + - + -` has too many strokes for three squares, `1 3 7 8 9` too many numbers.
    let follows_sign = before.last().is_some_and(|word| parse_cell(word).is_some());
    if !before.is_empty() && is_rule(line) || glued && follows_sign {
        return None;
    }
    Some(DrawnRow {
        labelled,
        glued,
        ..row_of(cells)
    })
}

/// The words of a line, each with the number of signs before it.
fn split_words(line: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    let mut rest = line;
    let mut place = 0;
    while let Some(start) = rest.find(|it: char| !it.is_whitespace()) {
        place += rest[..start].chars().count();
        let word = &rest[start..];
        let word = &word[..word.find(char::is_whitespace).unwrap_or(word.len())];
        words.push((place, word));
        place += word.chars().count();
        rest = &rest[start + word.len()..];
    }
    words
}

fn has_equal_gaps([first, middle, last]: [usize; 3]) -> bool {
    middle - first == last - middle
}

/// Whether the numbers on free squares name their columns, counted from 0 or from 1, along the rows or down the columns. Those of a list
/// of moves (`1 X 5`) or of free squares (`2 3 5`) do not.
fn fits_columns(cells: [DrawnCell; 3]) -> bool {
    let numbers: Vec<(usize, usize)> = (0..)
        .zip(cells)
        .filter_map(|(column, cell)| Some((column, usize::from(square_number(cell)?))))
        .filter(|(_, number)| *number > 0)
        .collect();
    let columns: [fn(usize) -> usize; 4] = [
        |number| (number - 1) % 3,
        |number| number % 3,
        |number| (number - 1) / 3,
        |number| number / 3,
    ];
    columns.iter().any(|column_of| {
        numbers
            .iter()
            .all(|&(column, number)| column_of(number) == column)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the first format makes of a line that knows it as a row.
    fn parse_first(line: &str) -> LineShape {
        let shapes = FORMATS.map(|format| parse_shape(line, format));
        let row = shapes
            .iter()
            .find(|shape| matches!(shape, LineShape::Row(_)));
        *row.unwrap_or(&shapes[0])
    }

    fn drawn(line: &str) -> String {
        match parse_first(line) {
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
            LineShape::Unreadable | LineShape::Other => "other".to_owned(),
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
            ("X . O    4 5 7", "other"),
            (" | | ", "   "),
            (" | |", "   "),
            (" x | o | 3 ", "XO#"),
            ("| X | O |   |", "XO "),
            ("| | | |", "   "),
            ("║ X ║ O ║   ║", "XO "),
            (" X || O ||   ", "XO "),
            ("|| X || O ||   ||", "XO "),
            ("*X*|*O*|   ", "XO "),
            ("X   X| OOO |     ", "XO "),
            ("* X   O *", "X O"),
            ("* X * O *   *", "XO "),
            ("# # X", "..X"),
            ("1 # # X", "..X"),
            ("[ X   O ]", "X O"),
            ("X   O ", "X O"),
            ("   O", "  O"),
            ("X . .  O", "other"),
            ("X .  O", "X.O"),
            // Moves and free squares.
            ("1 X 5", "other"),
            ("Free: 1 2 4 7 8 9", "other"),
            ("2 3 5", "other"),
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
            ("X # #", "X.."),
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
                    parse_first(line),
                    LineShape::Row(DrawnRow { strokes: true, .. })
                ),
                "{line:?}"
            );
        }
    }
}
