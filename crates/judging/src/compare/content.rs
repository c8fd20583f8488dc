//! A cheap check before the comparison: whether a program printed all that is expected of it, in order, with anything in between.
//!
//! No setting by which lines are compared accepts output that lacks a visible character of the expected content. Prompts are
//! no content. Hints ask whether many altered outputs are equal, and most of them lack something.

use model::{Comparison, ComparisonScope, GameTurn, Observation, ObservedTurn, OutputPiece};

/// Where an input is shown in a line. What prints this itself is not looked at here: an input could pass for content.
const INPUT_MARK: char = '‹';

/// Whether all expected content that `rule` compares is in the program's output. True as well where that cannot be told: then
/// only the comparison knows.
pub(super) fn shows_all_content(
    expected: &[GameTurn],
    seen: &Observation,
    rule: &Comparison,
) -> bool {
    // Near numbers are other characters.
    if rule.numbers.is_some() {
        return true;
    }
    let start = match rule.scope {
        ComparisonScope::Transcript | ComparisonScope::Turns => ContentStart::default(),
        ComparisonScope::Final => match last_board(expected) {
            Some(start) => start,
            None => return true,
        },
        ComparisonScope::Output => return true,
    };
    let mut output = OutputCursor::new(seen);
    start
        .later_texts(expected)
        .all(|text| output.shows_text(text))
        || expected
            .iter()
            .flat_map(|turn| &turn.pieces)
            .any(prints_input_mark)
}

/// The visible characters of the last board and of what follows it; empty without a board.
pub(crate) fn final_content(expected: &[GameTurn]) -> String {
    let Some(start) = last_board(expected) else {
        return String::new();
    };
    start
        .later_texts(expected)
        .flat_map(str::chars)
        .filter(char::is_ascii_graphic)
        .collect()
}

/// Whether a program printed these visible characters in this order, as [`final_content`] returns them.
pub(crate) fn shows_content(seen: &Observation, content: &str) -> bool {
    OutputCursor::new(seen).shows_text(content)
}

/// Where the content begins that counts.
#[derive(Debug, Clone, Copy, Default)]
struct ContentStart {
    turn: usize,
    piece: usize,
}

impl ContentStart {
    /// The texts of the content from here on.
    fn later_texts(self, expected: &[GameTurn]) -> impl Iterator<Item = &str> {
        let turns = expected.iter().enumerate().skip(self.turn);
        let pieces = turns.flat_map(move |(number, turn)| {
            let first = if number == self.turn { self.piece } else { 0 };
            content_pieces(turn).get(first..).unwrap_or_default()
        });
        pieces.flat_map(piece_texts)
    }
}

fn last_board(expected: &[GameTurn]) -> Option<ContentStart> {
    expected.iter().enumerate().rev().find_map(|(turn, it)| {
        let is_board = |piece: &OutputPiece| matches!(piece, OutputPiece::Board(_));
        let piece = it.pieces.iter().rposition(is_board)?;
        Some(ContentStart { turn, piece })
    })
}

/// The pieces of a turn without those that may be a prompt although they are none of its kind: the last message before a read.
fn content_pieces(turn: &GameTurn) -> &[OutputPiece] {
    let has_prompt = |piece: &OutputPiece| matches!(piece, OutputPiece::Prompt(_));
    match turn.pieces.last() {
        Some(OutputPiece::Message(_))
            if turn.input.is_some() && !turn.pieces.iter().any(has_prompt) =>
        {
            &[]
        }
        _ => &turn.pieces,
    }
}

fn prints_input_mark(piece: &OutputPiece) -> bool {
    match piece {
        OutputPiece::Prompt(prompt) => prompt.text.contains(INPUT_MARK),
        content => piece_texts(content).any(|text| text.contains(INPUT_MARK)),
    }
}

/// The texts of a piece; none of a prompt.
fn piece_texts(piece: &OutputPiece) -> impl Iterator<Item = &str> {
    let texts = match piece {
        OutputPiece::Board(rows) => rows.as_slice(),
        OutputPiece::Message(text) | OutputPiece::Choice { text, .. } => std::slice::from_ref(text),
        OutputPiece::Prompt(_) => &[],
    };
    texts.iter().map(String::as_str)
}

/// A place in a program's output, which moves on to what is looked for.
struct OutputCursor<'a> {
    rest: &'a [u8],
    later: std::slice::Iter<'a, ObservedTurn>,
}

impl<'a> OutputCursor<'a> {
    fn new(seen: &'a Observation) -> OutputCursor<'a> {
        OutputCursor {
            rest: &[],
            later: seen.turns.iter(),
        }
    }

    /// Whether the visible characters of a text follow. Only those of ASCII are looked for: what is no UTF-8 becomes others.
    fn shows_text(&mut self, text: &str) -> bool {
        let visible = |byte: &u8| byte.is_ascii_graphic();
        text.bytes()
            .filter(visible)
            .all(|byte| self.move_past(byte))
    }

    fn move_past(&mut self, wanted: u8) -> bool {
        loop {
            if let Some(at) = self.rest.iter().position(|byte| *byte == wanted) {
                self.rest = &self.rest[at + 1..];
                return true;
            }
            match self.later.next() {
                Some(turn) => self.rest = &turn.output,
                None => return false,
            }
        }
    }
}
