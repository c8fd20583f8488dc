//! Boards without their drawing: what is in the squares, row by row. One slip in the function that draws the board is in every
//! board of a program, and must not hide that its games are right.

use std::collections::BTreeSet;

use model::{GameTurn, Observation, OutputPiece};

/// The signs with which boards are drawn.
const DRAWING: &str = "|-+=_¦│┃║─━═┼╋╬├┤┬┴┌┐└┘";

/// What can be in a square of the boards of a transcript.
pub(super) struct SquareMarks {
    marks: BTreeSet<char>,
}

impl SquareMarks {
    /// The marks in the boards of a reference; none if it draws no board, or one whose squares cannot be told from their drawing.
    pub(super) fn from_transcript(expected: &[GameTurn]) -> Option<SquareMarks> {
        let signs = expected.iter().flat_map(board_rows).flat_map(str::chars);
        let marks: BTreeSet<char> = signs.filter(|sign| !is_drawing(*sign)).collect();
        (!marks.is_empty()).then_some(SquareMarks { marks })
    }

    /// The expected transcript with boards of squares alone.
    pub(super) fn reduce_turns(&self, expected: &[GameTurn]) -> Vec<GameTurn> {
        let mut turns = expected.to_vec();
        for piece in turns.iter_mut().flat_map(|turn| &mut turn.pieces) {
            if let OutputPiece::Board(rows) = piece {
                let reduced = rows.iter().filter_map(|row| self.reduce_line(row));
                *rows = reduced.collect();
            }
        }
        turns
    }

    /// What a program printed, with boards of squares alone.
    pub(super) fn reduce_observation(&self, seen: &Observation) -> Observation {
        let mut reduced = seen.clone();
        for turn in &mut reduced.turns {
            turn.output = self.reduce_text(&turn.output);
        }
        reduced.before_end = seen.before_end.as_ref().map(|text| self.reduce_text(text));
        reduced
    }

    fn reduce_text(&self, text: &[u8]) -> Vec<u8> {
        let text = String::from_utf8_lossy(text);
        let lines: Vec<String> = text
            .split('\n')
            .filter_map(|line| self.reduce_line(line))
            .collect();
        lines.join("\n").into_bytes()
    }

    /// A row, alone or at the end of a line, without its drawing; none for a line that is drawing and nothing else.
    fn reduce_line(&self, line: &str) -> Option<String> {
        let is_of_board =
            |sign: char| sign.is_whitespace() || is_drawing(sign) || self.marks.contains(&sign);
        let before = line.trim_end_matches(is_of_board);
        let row = &line[before.len()..];
        let squares: String = row.chars().filter(|it| self.marks.contains(it)).collect();
        if !before.is_empty() {
            // The end of a prompt is no row: `[0-8]? `.
            let is_row = squares.chars().count() > 1;
            return Some(if is_row {
                format!("{before} {squares}")
            } else {
                line.to_owned()
            });
        }
        let is_only_drawing = squares.is_empty() && row.chars().any(is_drawing);
        (!is_only_drawing).then_some(squares)
    }
}

fn board_rows(turn: &GameTurn) -> impl Iterator<Item = &str> {
    let boards = turn.pieces.iter().filter_map(|piece| match piece {
        OutputPiece::Board(rows) => Some(rows),
        _ => None,
    });
    boards.flatten().map(String::as_str)
}

fn is_drawing(sign: char) -> bool {
    sign.is_whitespace() || DRAWING.contains(sign)
}

/// Whether a program draws some board of the reference's as the reference does.
pub(super) fn draws_as_expected(expected: &[GameTurn], seen: &Observation) -> bool {
    let printed = seen
        .turns
        .iter()
        .map(|turn| visible_lines(&String::from_utf8_lossy(&turn.output)));
    let printed: Vec<Vec<String>> = printed.collect();
    let drawn = expected.iter().map(|turn| {
        let rows: Vec<&str> = board_rows(turn).collect();
        visible_lines(&rows.join("\n"))
    });
    drawn.filter(|board| !board.is_empty()).any(|board| {
        let mut lines = printed.iter().flat_map(|lines| lines.windows(board.len()));
        lines.any(|lines| lines == board)
    })
}

/// The lines of a text that are not blank, with single blanks.
fn visible_lines(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_reduced_to_their_squares_and_prompts_stay() {
        let squares = SquareMarks {
            marks: "XO?".chars().collect(),
        };
        let table = [
            (" X | O | ?", Some("XO?")),
            ("X|O|? |", Some("XO?")),
            ("-----------", None),
            ("===", None),
            ("", Some("")),
            ("Square [0-8]:  ? | X | ?", Some("Square [0-8]: ?X?")),
            ("Player X, which square? ", Some("Player X, which square? ")),
            ("X player wins!", Some("X player wins!")),
        ];
        for (line, reduced) in table {
            assert_eq!(squares.reduce_line(line).as_deref(), reduced, "{line}");
        }
    }
}
