//! Boards among the lines that a program printed.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::Range;

use ::reference::Mark;

use super::row::{DrawnCell, DrawnRow, FORMATS, LineShape, is_legend_row, parse_shape};

/// A board of nine squares, as it was drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DrawnBoard {
    /// The marks on the squares, row by row.
    pub(crate) marks: [Option<Mark>; 9],
    /// Nine numbers and no mark: a new board, or a drawing that explains the numbers.
    pub(crate) is_legend: bool,
    /// Its free squares show their numbers, and these count from 0.
    pub(crate) counts_from_zero: bool,
}

/// More lines than this are no board, nor two: a program that floods must not make us look back over all it printed.
const LONGEST_BLOCK: usize = 64;

/// The boards among `lines`, each with the lines that it takes. A program draws in one way: the format in which most boards appear
/// decides about lines that several can read.
pub(crate) fn find_boards(lines: &[&str]) -> Vec<(Range<usize>, DrawnBoard)> {
    // A program that prints without end repeats its lines, and a mebibyte of them would take seconds.
    let mut known: HashMap<&str, [LineShape; FORMATS.len()]> = HashMap::new();
    for &line in lines {
        known
            .entry(line)
            .or_insert_with(|| FORMATS.map(|format| parse_shape(line, format)));
    }
    let shapes: Vec<_> = lines.iter().filter_map(|line| known.get(line)).collect();
    let in_format = |format: usize| {
        let shapes = shapes.iter().map(|shapes| shapes[format]);
        find_boards_in_format(lines, shapes)
    };
    let mut readings: Vec<Vec<(Range<usize>, DrawnBoard)>> =
        (0..FORMATS.len()).map(in_format).collect();
    readings.sort_by_key(|boards| Reverse(boards.len()));
    let mut is_taken = vec![false; lines.len()];
    let mut boards: Vec<(Range<usize>, DrawnBoard)> = Vec::new();
    for (place, board) in readings.into_iter().flatten() {
        if !is_taken[place.clone()].contains(&true) {
            is_taken[place.clone()].fill(true);
            boards.push((place, board));
        }
    }
    boards.sort_by_key(|(place, _)| place.start);
    boards
}

/// The boards that one format reads, from the shapes of all lines in it.
fn find_boards_in_format(
    lines: &[&str],
    shapes: impl Iterator<Item = LineShape>,
) -> Vec<(Range<usize>, DrawnBoard)> {
    let mut boards = Vec::new();
    let mut block: Vec<(usize, LineShape)> = Vec::new();
    for (number, shape) in shapes.enumerate() {
        if block.len() == LONGEST_BLOCK || !continues_block(&block, &shape) {
            boards.extend(read_block(&std::mem::take(&mut block)));
        }
        if shape != LineShape::Other {
            block.push((number, shape));
        }
    }
    boards.extend(read_block(&block));
    // Free squares that are blank leave nothing of a new board.
    boards.retain(|(place, _)| {
        lines[place.clone()]
            .iter()
            .any(|line| !line.trim().is_empty())
    });
    boards
}

/// Whether a line can go on with the drawing above it.
fn continues_block(block: &[(usize, LineShape)], shape: &LineShape) -> bool {
    let width = block.iter().find_map(|(_, shape)| row_width(shape));
    match shape {
        LineShape::Other => false,
        LineShape::Row(row) if row.glued => false,
        LineShape::Row(row) => width.is_none_or(|width| width == row.width),
        LineShape::Rule | LineShape::Empty | LineShape::Unreadable => true,
    }
}

fn row_width(shape: &LineShape) -> Option<usize> {
    match shape {
        LineShape::Row(row) => Some(row.width),
        _ => None,
    }
}

/// The boards of one block: as a whole, or between its empty lines. Rows of strokes are rows where free squares are drawn
/// as signs, and lines between rows where they are not; if that makes no board, it is the other way round.
fn read_block(block: &[(usize, LineShape)]) -> Vec<(Range<usize>, DrawnBoard)> {
    if block
        .iter()
        .any(|(_, shape)| *shape == LineShape::Unreadable)
    {
        return Vec::new();
    }
    let strokes_are_rules = !block.iter().any(has_sign_cells);
    interpret_block(block, strokes_are_rules)
        .or_else(|| interpret_block(block, !strokes_are_rules))
        .unwrap_or_default()
}

fn has_sign_cells((_, shape): &(usize, LineShape)) -> bool {
    match shape {
        LineShape::Row(row) => !row.strokes && row.cells.contains(&DrawnCell::Sign),
        _ => false,
    }
}

fn interpret_block(
    block: &[(usize, LineShape)],
    strokes_are_rules: bool,
) -> Option<Vec<(Range<usize>, DrawnBoard)>> {
    let pieces = block.split(|(_, shape)| *shape == LineShape::Empty);
    let pieces: Vec<_> = pieces
        .map(|piece| group_rows(piece, strokes_are_rules))
        .filter(|groups| !groups.is_empty())
        .collect();
    let by_pieces = |reading: GroupReader| {
        let boards: Option<Vec<_>> = pieces.iter().map(|piece| reading(piece)).collect();
        boards
            .map(|boards| boards.concat())
            .filter(|boards| !boards.is_empty())
    };
    let whole = group_rows(block, strokes_are_rules);
    between_rules(&whole)
        .or_else(|| by_pieces(between_rules))
        .or_else(|| line_by_line(&whole))
        .or_else(|| by_pieces(line_by_line))
}

/// A row with the number of its line.
type NumberedRow = (usize, DrawnRow);

/// A way to read groups of rows as boards.
type GroupReader = fn(&[Vec<NumberedRow>]) -> Option<Vec<(Range<usize>, DrawnBoard)>>;

/// The rows of a block, in groups between its rules.
fn group_rows(block: &[(usize, LineShape)], strokes_are_rules: bool) -> Vec<Vec<NumberedRow>> {
    let groups = block
        .split(|(_, shape)| is_rule_line(strokes_are_rules, shape))
        .map(numbered_rows);
    let mut groups: Vec<Vec<NumberedRow>> = groups
        .filter(|numbered_rows| !numbered_rows.is_empty())
        .collect();
    drop_header(&mut groups);
    groups
}

fn is_rule_line(strokes_are_rules: bool, shape: &LineShape) -> bool {
    match shape {
        LineShape::Row(row) => row.strokes && strokes_are_rules,
        shape => *shape == LineShape::Rule,
    }
}

fn numbered_rows(group: &[(usize, LineShape)]) -> Vec<NumberedRow> {
    let row = |(number, shape): &(usize, LineShape)| match shape {
        LineShape::Row(row) => Some((*number, *row)),
        _ => None,
    };
    group.iter().filter_map(row).collect()
}

/// A row of numbers over labelled rows numbers the columns. Over or under other rows, of which it is one too many, it does that as well, or
/// lists free squares.
fn drop_header(groups: &mut Vec<Vec<NumberedRow>>) {
    let rows: Vec<DrawnRow> = groups.iter().flatten().map(|(_, row)| *row).collect();
    let is_one_too_many = rows.len() > 1 && rows.len() % 3 == 1;
    let [first, rest @ ..] = rows.as_slice() else {
        return;
    };
    let is_over_labels = !first.labelled && !rest.is_empty() && rest.iter().all(|row| row.labelled);
    let is_list = |row: Option<&DrawnRow>| is_one_too_many && row.is_some_and(lists_numbers);
    if is_over_labels || is_list(Some(first)) {
        groups[0].remove(0);
    } else if is_list(rest.last()) {
        groups.last_mut().and_then(Vec::pop);
    }
    groups.retain(|group| !group.is_empty());
}

/// Three numbers, after a word or without.
fn lists_numbers(row: &DrawnRow) -> bool {
    is_legend_row(&DrawnRow {
        glued: false,
        ..*row
    })
}

/// Every group is one row, which may be drawn higher than one line.
fn between_rules(groups: &[Vec<NumberedRow>]) -> Option<Vec<(Range<usize>, DrawnBoard)>> {
    let rows: Option<Vec<NumberedRow>> = split_glued_groups(groups)
        .iter()
        .map(|group| merge_lines(group))
        .collect();
    in_threes(&rows?)
}

/// Boards that follow each other without a line between them: the last row of one and the first of the next are one group.
/// First rows have as many lines each as the very first.
fn split_glued_groups(groups: &[Vec<NumberedRow>]) -> Vec<Vec<NumberedRow>> {
    if groups.len() < 5 || groups.len().is_multiple_of(2) || groups.len().is_multiple_of(3) {
        return groups.to_vec();
    }
    let height = groups[0].len();
    let last = groups.len() - 1;
    let halves = groups.iter().enumerate().flat_map(|(number, group)| {
        let is_glued = number % 2 == 0 && number != 0 && number != last && group.len() > height;
        let cut = if is_glued {
            group.len() - height
        } else {
            group.len()
        };
        let (end, beginning) = group.split_at(cut);
        [end.to_vec(), beginning.to_vec()]
    });
    halves.filter(|group| !group.is_empty()).collect()
}

/// Without rules every line is a row, or every three are, of which only the middle one has something on its squares.
fn line_by_line(groups: &[Vec<NumberedRow>]) -> Option<Vec<(Range<usize>, DrawnBoard)>> {
    let [rows] = groups else { return None };
    if rows.len().is_multiple_of(9) && rows.chunks_exact(3).all(is_high_row) {
        let rows: Vec<NumberedRow> = rows.chunks_exact(3).map(|three| three[1]).collect();
        return in_threes(&rows);
    }
    in_threes(rows)
}

fn is_high_row(three: &[NumberedRow]) -> bool {
    [0, 2].iter().all(|&at| {
        three[at]
            .1
            .cells
            .iter()
            .all(|cell| *cell == DrawnCell::Blank)
    })
}

fn in_threes(rows: &[NumberedRow]) -> Option<Vec<(Range<usize>, DrawnBoard)>> {
    let fits = !rows.is_empty() && rows.len().is_multiple_of(3);
    fits.then(|| rows.chunks_exact(3).map(build_board).collect())
}

/// The one row that several lines draw: at most one of them has something on its squares, beside their numbers in the corners. Large marks
/// take several lines.
fn merge_lines(group: &[NumberedRow]) -> Option<NumberedRow> {
    let is_blank = |cell: &DrawnCell| *cell == DrawnCell::Blank;
    let filled: Vec<&NumberedRow> = group
        .iter()
        .filter(|(_, row)| !row.cells.iter().all(is_blank))
        .collect();
    match filled.as_slice() {
        [] => group.first().copied(),
        [row] => Some(**row),
        [(_, corners), row] if is_row_of_corners(corners) && !has_numbers(&row.1) => Some(**row),
        [first, rest @ ..] if filled.iter().any(|(_, row)| row.large) => {
            let mut merged = **first;
            for (_, row) in rest {
                for (cell, other) in merged.1.cells.iter_mut().zip(row.cells) {
                    *cell = merge_cells(*cell, other)?;
                }
            }
            Some(merged)
        }
        _ => None,
    }
}

/// A square of which two lines show parts.
fn merge_cells(one: DrawnCell, other: DrawnCell) -> Option<DrawnCell> {
    match (one, other) {
        (DrawnCell::Blank, cell) | (cell, DrawnCell::Blank) => Some(cell),
        (one, other) => (one == other).then_some(one),
    }
}

/// The upper line of a high row, in which free squares have their numbers.
fn is_row_of_corners(row: &DrawnRow) -> bool {
    let fits = |(column, cell): (usize, &DrawnCell)| match cell {
        DrawnCell::Number(number) => (usize::from(*number) + 2) % 3 == column,
        DrawnCell::Blank => true,
        _ => false,
    };
    row.cells.iter().enumerate().all(fits)
}

fn has_numbers(row: &DrawnRow) -> bool {
    let is_number = |cell: &DrawnCell| matches!(cell, DrawnCell::Number(_));
    row.cells.iter().any(is_number)
}

fn build_board(rows: &[NumberedRow]) -> (Range<usize>, DrawnBoard) {
    let cells: Vec<DrawnCell> = rows.iter().flat_map(|(_, row)| row.cells).collect();
    let counts_from_zero = counts_from_zero(&cells);
    let zero = if zero_is_free(&cells, counts_from_zero) {
        None
    } else {
        Some(Mark::O)
    };
    let mut marks = [None; 9];
    for (square, cell) in marks.iter_mut().zip(&cells) {
        *square = match cell {
            DrawnCell::Mark(mark) => Some(*mark),
            DrawnCell::Zero => zero,
            DrawnCell::Blank | DrawnCell::Sign | DrawnCell::Number(_) => None,
        };
    }
    let is_number = |cell: &DrawnCell| match cell {
        DrawnCell::Number(_) => true,
        DrawnCell::Zero => counts_from_zero,
        DrawnCell::Blank | DrawnCell::Sign | DrawnCell::Mark(_) => false,
    };
    let is_legend = cells.iter().all(is_number);
    let lines = rows.first().map_or(0, |row| row.0)..rows.last().map_or(0, |row| row.0 + 1);
    (
        lines,
        DrawnBoard {
            marks,
            is_legend,
            counts_from_zero,
        },
    )
}

/// Whether the numbers on free squares are those of squares that are counted from 0.
fn counts_from_zero(cells: &[DrawnCell]) -> bool {
    let mut numbers = cells
        .iter()
        .enumerate()
        .filter_map(|(place, cell)| match cell {
            DrawnCell::Number(number) => Some((place, usize::from(*number))),
            _ => None,
        });
    numbers.next().is_some_and(is_place_number) && numbers.all(is_place_number)
}

fn is_place_number((place, number): (usize, usize)) -> bool {
    place == number
}

/// Whether the digit 0 stands on free squares: it is the first number, O has another mark, or there are more zeros than O can
/// have marks and no other sign for a free square.
fn zero_is_free(cells: &[DrawnCell], counts_from_zero: bool) -> bool {
    let has_other_sign = cells.iter().any(is_free_cell);
    counts_from_zero
        || count_cells(cells, DrawnCell::Mark(Mark::O)) > 0
        || (!has_other_sign
            && count_cells(cells, DrawnCell::Zero)
                > count_cells(cells, DrawnCell::Mark(Mark::X)) + 1)
}

fn count_cells(cells: &[DrawnCell], wanted: DrawnCell) -> usize {
    cells.iter().filter(|cell| **cell == wanted).count()
}

fn is_free_cell(cell: &DrawnCell) -> bool {
    matches!(
        cell,
        DrawnCell::Blank | DrawnCell::Sign | DrawnCell::Number(_)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each board as nine letters.
    fn drawn(text: &str) -> Vec<String> {
        let lines: Vec<&str> = text.lines().collect();
        let letter = |mark: &Option<Mark>| mark.map_or(".", Mark::letter);
        find_boards(&lines)
            .iter()
            .map(|(_, grid)| grid.marks.iter().map(letter).collect())
            .collect()
    }

    #[test]
    fn boards_are_found_in_many_styles() {
        for (text, expected) in STYLES {
            assert_eq!(drawn(text), *expected, "\n{text}");
        }
    }

    /// A drawing, and the boards in it.
    const STYLES: &[(&str, &[&str])] = &[
        (" | | \n-+-+-\n | | \n-+-+-\n | | \n", &["........."]),
        (
            "Player: 1\nX| | \n-+-+-\n |O| \n-+-+-\n | | \nNext: ",
            &["X...O...."],
        ),
        (
            "X |   |  \n- + - + -\n  | O |  \n- + - + -\n  |   |  \n",
            &["X...O...."],
        ),
        ("X| | \n |O| \n | | \n", &["X...O...."]),
        (
            "---------\n| X     |\n|   O X |\n|       |\n---------\n",
            &["X...OX..."],
        ),
        ("+---+\n|X O|\n|   |\n|  X|\n+---+\n", &["X.O.....X"]),
        (
            " X # O #  \n###########\n   # X # O\n###########\n   #   #  \n",
            &["XO..XO..."],
        ),
        (
            "X | O |          1 | 2 | 3\n--+---+--        --+---+--\n  |   |          4 | 5 | 6\n--+---+--        --+---+--\n\
             \x20 | X |          7 | 8 | 9\n",
            &["XO.....X."],
        ),
        ("X|O|_\n_|_|_\n | | \n", &["XO......."]),
        (" | | \n-|-|-\n |X| \n-|-|-\n | |O\n", &["....X...O"]),
        (
            "     |     |     \n  X  |     |     \n_____|_____|_____\n     |     |     \n     |  O  |     \n\
             _____|_____|_____\n     |     |     \n     |     |     \n     |     |     \n",
            &["X...O...."],
        ),
        // Free squares have their numbers in the corners.
        (
            "     |2    |3    \n  X  |     |     \n_____|_____|_____\n4    |     |6    \n     |  O  |     \n\
             _____|_____|_____\n7    |8    |9    \n     |     |     \n     |     |     \n",
            &["X...O...."],
        ),
        (
            "Row 1: X | O |  \nRow 2:   | X |  \nRow 3:   |   |  \n",
            &["XO..X...."],
        ),
        (
            "+---+---+---+\n| X | 2 | 3 |\n+---+---+---+\n| 4 | O | 6 |\n+---+---+---+\n| 7 | 8 | 9 |\n+---+---+---+\n",
            &["X...O...."],
        ),
        (
            "╔═══╦═══╗\n X │ O │ 3 \n───┼───┼───\n 4 │ 5 │ 6 \n───┼───┼───\n 7 │ 8 │ 9 \n",
            &["XO......."],
        ),
        (
            "-------------\n| X | O |   |\n-------------\n|   |   |   |\n-------------\n|   |   |   |\n-------------\n",
            &["XO......."],
        ),
        (
            "     |     |     \n  X  |     |     \n     |     |     \n     |     |     \n     |  O  |     \n     |     |     \n\
             \x20    |     |     \n     |     |     \n     |     |     \n",
            &["X...O...."],
        ),
        (
            " X || O ||   \n===========\n   ||   ||   \n===========\n   ||   || X \n",
            &["XO......X"],
        ),
        (
            "*********\n* X   O *\n*   X   *\n*       *\n*********\n",
            &["X.O.X...."],
        ),
        ("X   O \n      \n    X \n", &["X.O.....X"]),
        (
            "X   X| OOO |     \n  X  |O   O|     \nX   X| OOO |     \n-----+-----+-----\n     |     |     \n     |     |     \n\
             \x20    |     |     \n-----+-----+-----\n     |     |     \n     |     |     \n     |     |     \n",
            &["XO......."],
        ),
        (
            "\\   /|     |     \n  X  |     |     \n/   \\|     |     \n-----+-----+-----\n  |  |     |     \n     |     |     \n\
             \x20    |     |     \n-----+-----+-----\n     |     |     \n     |     |     \n     |     |     \n",
            &[],
        ),
        // Above the board, or below it, are the numbers of columns, free squares or moves.
        ("  1 2 3\n1 # # X\n2 # O #\n3 # # #\n", &["..X.O...."]),
        ("Free: 1 2 4 7 8 9\n- - X\n- O -\n- - -\n", &["..X.O...."]),
        ("Free: 7 8 9\n- - X\n- O -\n- - -\n", &["..X.O...."]),
        ("- - X\n- O -\n- - -\n7 8 9\n", &["..X.O...."]),
        ("1 X 5\n2 O 3\n3 X 9\n", &[]),
        // The digit 0 is the first square's number, a free square, or O's mark.
        ("0|1|2\n-+-+-\n3|X|5\n-+-+-\n6|7|8\n", &["....X...."]),
        ("0|X|O\n-+-+-\nX|O|X\n-+-+-\nX|O|X\n", &[".XOXOXXOX"]),
        ("0 0 0\n0 X 0\n0 0 0\n", &["....X...."]),
        ("0|2|3\n-+-+-\n4|X|6\n-+-+-\n7|8|9\n", &["O...X...."]),
        ("0| | \n-+-+-\n |X| \n-+-+-\n | | \n", &["O...X...."]),
        // Large boards, one right after the other and with an empty line between.
        (
            "     |     |     \n  X  |     |     \n_____|_____|_____\n     |     |     \n     |     |     \n\
             _____|_____|_____\n     |     |     \n     |     |     \n     |     |     \n\
             \x20    |     |     \n  X  |     |     \n_____|_____|_____\n     |     |     \n     |  O  |     \n\
             _____|_____|_____\n     |     |     \n     |     |     \n     |     |     \n",
            &["X........", "X...O...."],
        ),
        (
            "     |     |     \n  X  |     |     \n_____|_____|_____\n     |     |     \n     |     |     \n\
             _____|_____|_____\n     |     |     \n     |     |     \n\n\
             \x20    |     |     \n  X  |     |     \n_____|_____|_____\n     |     |     \n     |  O  |     \n\
             _____|_____|_____\n     |     |     \n     |     |     \n",
            &["X........", "X...O...."],
        ),
        ("X . .\n. O .\n. . .\n", &["X...O...."]),
        ("XO-\n---\n---\n", &["XO......."]),
        ("- - -\n- X -\n- - -\n", &["....X...."]),
        ("_ _ _\n_ _ _\n_ _ _\n", &["........."]),
        ("  1 2 3\nA X . .\nB . O .\nC . . .\n", &["X...O...."]),
        (
            "    1   2   3\n1   X |   |  \n   ---+---+---\n2     | O |  \n   ---+---+---\n3     |   |  \n",
            &["X...O...."],
        ),
        ("[X][ ][ ]\n[ ][O][ ]\n[ ][ ][ ]\n", &["X...O...."]),
        ("X | O | 3\n\n4 | 5 | 6\n\n7 | 8 | 9\n", &["XO......."]),
        ("Enter: X| | \n-+-+-\n | | \n-+-+-\n | | \n", &["X........"]),
        // The board twice, with and without something between.
        (
            "X| | \n-+-+-\n | | \n-+-+-\n | | \nX| | \n-+-+-\n |O| \n-+-+-\n | | \n",
            &["X........", "X...O...."],
        ),
        (
            "X| | \n | | \n | | \n\nX|O| \n | | \n | | \n",
            &["X........", "XO......."],
        ),
        (
            "X . .\n. . .\n. . .\nCPU: 2\nX O .\n. . .\n. . .\n",
            &["X........", "XO......."],
        ),
        // Strokes that are free squares, twice.
        (
            "X - -\n- - -\n- - -\nX - -\n- - -\nO - -\n",
            &["X........", "X.....O.."],
        ),
        (
            "X|-|-\n-|-|-\n-|-|-\nX|-|-\n-|-|-\n-|-|O\n",
            &["X........", "X.......O"],
        ),
        (
            "X . .\n. . .\n. . .\nX . .\n. . .\nO . .\n",
            &["X........", "X.....O.."],
        ),
        // No board.
        ("Player: 1\nCPU: 2\n", &[]),
        ("-----\nX wins\n-----\n", &[]),
        ("Thinking\n...\n", &[]),
        ("1 2 3\n", &[]),
    ];

    #[test]
    fn a_drawing_of_the_numbers_is_told_from_a_board() {
        let lines = ["1|2|3", "4|5|6", "7|8|9", "", "X|2|3", "4|5|6", "7|8|9"];
        let legends: Vec<bool> = find_boards(&lines)
            .iter()
            .map(|(_, grid)| grid.is_legend)
            .collect();
        assert_eq!(legends, [true, false]);
    }
}
