//! What the player sees: the game's pieces as they are, or dressed up for a terminal.
//!
//! Everything added for a person is a dim line of its own, so that it cannot be mistaken for the game's
//! output, and nothing at all is added in the plain presentation.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use super::presentation::Presentation;
use crate::{Game, Piece, integer};

/// First player's marks, second player's marks, and everything that is not the game itself.
const FIRST: Style = AnsiColor::Cyan.on_default().bold();
const SECOND: Style = AnsiColor::Yellow.on_default().bold();
const ASIDE: Style = Style::new().dimmed();

/// An output stream and the presentation of what goes there.
pub(super) struct Screen<O> {
    output: O,
    presentation: Presentation,
}

impl<O: Write> Screen<O> {
    pub(super) fn new(output: O, presentation: Presentation) -> Screen<O> {
        Screen { output, presentation }
    }

    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }

    /// Prints what the game printed; on a terminal also which numbers it would take, just above its prompt.
    pub(super) fn show(&mut self, pieces: &[Piece], game: &dyn Game) -> io::Result<()> {
        let (prompts, lines): (Vec<_>, Vec<_>) =
            pieces.iter().partition(|piece| matches!(piece, Piece::Prompt(_)));
        for piece in lines {
            self.print(piece)?;
        }
        self.hint(game)?;
        prompts.into_iter().try_for_each(|prompt| self.print(prompt))
    }

    /// Which numbers the game would take now, unless there are none.
    fn hint(&mut self, game: &dyn Game) -> io::Result<()> {
        match game.legal().as_slice() {
            [] => Ok(()),
            numbers => self.remark(&format!("You can enter {}.", ranges(numbers))),
        }
    }

    fn print(&mut self, piece: &Piece) -> io::Result<()> {
        match (self.presentation, piece) {
            (Presentation::Terminal, Piece::Board(rows)) => {
                rows.iter().try_for_each(|row| writeln!(self.output, "{}", painted(row)))
            }
            _ => self.output.write_all(piece.printed().as_bytes()),
        }
    }

    /// Shows a token that was typed ahead where the terminal would have shown it.
    pub(super) fn echo(&mut self, token: &str) -> io::Result<()> {
        self.remark(token)
    }

    /// Says that there was no more input, on a line of its own.
    pub(super) fn say_input_ended(&mut self) -> io::Result<()> {
        self.remark("")?;
        self.remark("The input has ended, and the game with it.")
    }

    /// Says why the game, which says nothing itself, is over after this token.
    pub(super) fn say_why_it_ended(&mut self, token: &str) -> io::Result<()> {
        let printable = token.escape_debug();
        match integer(token) {
            Some(_) => {
                self.remark(&format!("{printable} is out of range: the game ends silently."))
            }
            None => {
                self.remark(&format!("\"{printable}\" is not a number: the game ends silently."))
            }
        }
    }

    /// A dim line for the person at the terminal.
    fn remark(&mut self, text: &str) -> io::Result<()> {
        match self.presentation {
            Presentation::Plain => Ok(()),
            Presentation::Terminal => writeln!(self.output, "{ASIDE}{text}{ASIDE:#}"),
        }
    }
}

/// A board's row with the players' marks in colour and free squares dim.
fn painted(row: &str) -> String {
    let characters: Vec<char> = row.chars().collect();
    let runs = characters.chunk_by(|a, b| style_of(*a) == style_of(*b));
    runs.map(|run| {
        let (style, text) = (style_of(run[0]), run.iter().collect::<String>());
        format!("{style}{text}{style:#}")
    })
    .collect()
}

fn style_of(character: char) -> Style {
    match character {
        'X' | 'A' => FIRST,
        'O' | 'B' => SECOND,
        '.' | '?' | '*' | ' ' => ASIDE,
        _ => Style::new(),
    }
}

/// Ascending numbers with every run of neighbours shortened: `0, 2-8`.
fn ranges(numbers: &[i64]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b);
    let parts: Vec<_> = runs
        .map(|run| match run {
            [first, .., last] => format!("{first}-{last}"),
            [only] => only.to_string(),
            [] => String::new(),
        })
        .collect();
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbouring_numbers_are_offered_as_ranges() {
        assert_eq!(ranges(&[0, 2, 3, 4, 7, 8]), "0, 2-4, 7-8");
        assert_eq!(ranges(&[5]), "5");
    }
}
