//! What a stretch of output tells about the game: boards and announced choices in their order, and other words.

use ::reference::integer;

use crate::games::shared::grid::{DrawnBoard, boards};
use crate::model::RefereeWords;

/// What the program said between two reads.
#[derive(Debug, Clone, Default)]
pub(super) struct MoveEvidence {
    /// In the order in which they were printed.
    pub(super) events: Vec<Event>,
    /// All lines that are part of no board.
    pub(super) words: String,
    /// How many of these lines hold no word: the rows of a board that was not recognised look so.
    pub(super) scribbles: usize,
    /// Whether nothing was printed.
    pub(super) is_empty: bool,
}

/// One thing that a program said about the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Event {
    /// A board, with its lines as they were printed.
    Board(DrawnBoard, Vec<String>),
    /// The CPU's choice was announced.
    Choice(i64),
}

impl MoveEvidence {
    /// Reads a stretch of output.
    pub(super) fn from_text(text: &str, words: &RefereeWords) -> MoveEvidence {
        let lines: Vec<&str> = text.lines().collect();
        let mut evidence =
            MoveEvidence { is_empty: text.trim().is_empty(), ..MoveEvidence::default() };
        let mut done = 0;
        for (place, grid) in boards(&lines) {
            evidence.hear(&lines[done..place.start], words);
            let drawn = lines[place.clone()].iter().map(|&line| line.to_owned()).collect();
            evidence.events.push(Event::Board(grid, drawn));
            done = place.end;
        }
        evidence.hear(&lines[done..], words);
        evidence
    }

    fn hear(&mut self, lines: &[&str], words: &RefereeWords) {
        for line in lines.iter().filter(|line| !line.trim().is_empty()) {
            let choices = words.choice.captures_iter(line);
            let squares = choices.filter_map(|found| integer(found.name("square")?.as_str()));
            self.events.extend(squares.map(Event::Choice));
            self.scribbles += usize::from(!has_word(line));
            self.words.push_str(line);
            self.words.push('\n');
        }
    }
}

/// Three letters in a row, which no drawing of a board has.
fn has_word(line: &str) -> bool {
    let mut run = 0;
    line.chars().any(|character| {
        run = if character.is_alphabetic() { run + 1 } else { 0 };
        run == 3
    })
}
