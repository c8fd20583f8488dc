//! What a stretch of output tells about the game: boards and announced choices in their order, and other words.

use ::reference::integer;

use crate::games::shared::grid::{Grid, boards};
use crate::model::Referee;

/// What the program said between two reads.
#[derive(Debug, Clone, Default)]
pub(crate) struct Evidence {
    /// In the order in which they were printed.
    pub(crate) events: Vec<Event>,
    /// All lines that are part of no board.
    pub(crate) words: String,
    /// How many of these lines hold no word: the rows of a board that was not recognised look so.
    pub(crate) scribbles: usize,
    /// Whether nothing was printed.
    pub(crate) is_empty: bool,
}

/// One thing that a program said about the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Event {
    /// A board, with its lines as they were printed.
    Board(Grid, Vec<String>),
    /// The CPU's choice was announced.
    Choice(i64),
}

impl Evidence {
    /// Reads a stretch of output.
    pub(crate) fn of(text: &str, referee: &Referee) -> Evidence {
        let lines: Vec<&str> = text.lines().collect();
        let mut evidence = Evidence { is_empty: text.trim().is_empty(), ..Evidence::default() };
        let mut done = 0;
        for (place, grid) in boards(&lines) {
            evidence.hear(&lines[done..place.start], referee);
            let drawn = lines[place.clone()].iter().map(|&line| line.to_owned()).collect();
            evidence.events.push(Event::Board(grid, drawn));
            done = place.end;
        }
        evidence.hear(&lines[done..], referee);
        evidence
    }

    fn hear(&mut self, lines: &[&str], referee: &Referee) {
        for line in lines.iter().filter(|line| !line.trim().is_empty()) {
            let choices = referee.choice.captures_iter(line);
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
