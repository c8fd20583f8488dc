//! What a stretch of output tells about the game: boards and announced choices in their order, and other words.

use ::reference::cpu::CpuPosition;
use ::reference::{Mark, parse_integer};

use super::drawn::{is_swapped, shows_position, swap_marks};
use crate::shared::grid::{DrawnBoard, find_boards};
use model::RefereeWords;

/// What the program said between two reads.
#[derive(Debug, Clone, Default)]
pub(super) struct MoveEvidence {
    /// In the order in which they were printed.
    pub(super) events: Vec<MoveEvent>,
    /// All lines that are part of no board.
    pub(super) words: String,
    /// How many of these lines hold no word: the rows of a board that was not recognised look so.
    pub(super) wordless_lines: usize,
    /// Whether nothing was printed.
    pub(super) is_empty: bool,
}

/// One thing that a program said about the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum MoveEvent {
    /// A board, with its lines as they were printed.
    Board(DrawnBoard, Vec<String>),
    /// The CPU's choice was announced.
    Choice(i64),
}

/// Events that are still to be explained.
pub(super) type MoveEvents<'e> = std::slice::Iter<'e, MoveEvent>;

impl MoveEvidence {
    /// Reads a stretch of output.
    pub(super) fn from_text(text: &str, words: &RefereeWords) -> MoveEvidence {
        let lines: Vec<&str> = text.lines().collect();
        let mut evidence = MoveEvidence {
            is_empty: text.trim().is_empty(),
            ..MoveEvidence::default()
        };
        let mut done = 0;
        for (place, grid) in find_boards(&lines) {
            evidence.read_lines(&lines[done..place.start], words);
            let drawn = lines[place.clone()]
                .iter()
                .map(|&line| line.to_owned())
                .collect();
            evidence.events.push(MoveEvent::Board(grid, drawn));
            done = place.end;
        }
        evidence.read_lines(&lines[done..], words);
        evidence
    }

    fn read_lines(&mut self, lines: &[&str], words: &RefereeWords) {
        for line in lines.iter().filter(|line| !line.trim().is_empty()) {
            let choices = words.choice.captures_iter(line);
            let squares = choices.filter_map(|found| parse_integer(found.name("square")?.as_str()));
            self.events.extend(squares.map(MoveEvent::Choice));
            self.wordless_lines += usize::from(!has_word(line));
            self.words.push_str(line);
            self.words.push('\n');
        }
    }
}

/// The board that was drawn last, drawings that explain the numbers aside.
pub(super) fn last_board(events: &[MoveEvent]) -> Option<&DrawnBoard> {
    events.iter().rev().find_map(|event| match event {
        MoveEvent::Board(grid, _) if !grid.is_legend => Some(grid),
        _ => None,
    })
}

/// The same events from a program that draws X for O.
pub(super) fn with_marks_exchanged(events: &[MoveEvent]) -> Vec<MoveEvent> {
    let exchange = |event: &MoveEvent| match event {
        MoveEvent::Board(grid, drawn) => MoveEvent::Board(swap_marks(grid), drawn.clone()),
        MoveEvent::Choice(square) => MoveEvent::Choice(*square),
    };
    events.iter().map(exchange).collect()
}

/// The first of the boards that, with its marks exchanged, would be right; none if none would.
pub(super) fn first_swapped(
    grid: &DrawnBoard,
    later: &[MoveEvent],
    position: &CpuPosition,
) -> Option<DrawnBoard> {
    let later = later.iter().filter_map(|event| match event {
        MoveEvent::Board(grid, _) => Some(grid),
        MoveEvent::Choice(_) => None,
    });
    let mut all = std::iter::once(grid).chain(later);
    all.find(|grid| is_swapped(grid, position)).map(swap_marks)
}

/// Passes over boards that are right, drawings that explain the numbers, and choices that are told again; whether a
/// right board was among them.
pub(super) fn skip_known_events(events: &mut MoveEvents<'_>, position: &CpuPosition) -> bool {
    let mut drawn = false;
    while let Some(event) = events.as_slice().first() {
        match event {
            MoveEvent::Board(grid, _) if shows_position(grid, position) => drawn = true,
            MoveEvent::Board(grid, _) if grid.is_legend => {}
            MoveEvent::Choice(square) if position.last_square(Mark::O) == Some(*square) => {}
            _ => break,
        }
        events.next();
    }
    drawn
}

/// Three letters in a row, which no drawing of a board has.
fn has_word(line: &str) -> bool {
    let mut run = 0;
    line.chars().any(|character| {
        run = if character.is_alphabetic() {
            run + 1
        } else {
            0
        };
        run == 3
    })
}
