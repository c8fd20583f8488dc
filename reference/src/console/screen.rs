//! What the player sees: the game's pieces as they are, or dressed up for a terminal.
//!
//! Everything added for a person is a dim line of its own, so that it cannot be mistaken for the game's
//! output, and nothing at all is added in the plain presentation.

use std::io;
use std::io::Write;

use crate::{OutputPiece, ReferenceGame, parse_integer};
use anstyle::{AnsiColor, Style};

/// First player's marks, second player's marks, and everything that is not the game itself.
const FIRST: Style = AnsiColor::Cyan.on_default().bold();
const SECOND: Style = AnsiColor::Yellow.on_default().bold();
const ASIDE: Style = Style::new().dimmed();

/// An output stream and the presentation of what goes there.
pub(super) struct GameScreen<O> {
    output: O,
    presentation: Presentation,
}

impl<O: Write> GameScreen<O> {
    pub(super) fn new(output: O, presentation: Presentation) -> GameScreen<O> {
        GameScreen {
            output,
            presentation,
        }
    }

    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }

    /// Prints what the game printed; on a terminal also which numbers it would take, just above its prompt.
    pub(super) fn print_pieces(
        &mut self,
        pieces: &[OutputPiece],
        game: &dyn ReferenceGame,
    ) -> io::Result<()> {
        let (prompts, lines): (Vec<_>, Vec<_>) = pieces
            .iter()
            .partition(|piece| matches!(piece, OutputPiece::Prompt(_)));
        for piece in lines {
            self.print_piece(piece)?;
        }
        self.print_hint(game)?;
        prompts
            .into_iter()
            .try_for_each(|prompt| self.print_piece(prompt))
    }

    /// Which numbers the game would take now, unless there are none.
    fn print_hint(&mut self, game: &dyn ReferenceGame) -> io::Result<()> {
        match game.legal_inputs().as_slice() {
            [] => Ok(()),
            numbers => self.print_remark(&format!("You can enter {}.", format_ranges(numbers))),
        }
    }

    fn print_piece(&mut self, piece: &OutputPiece) -> io::Result<()> {
        match (self.presentation, piece) {
            (Presentation::Terminal, OutputPiece::Board(rows)) => rows
                .iter()
                .try_for_each(|row| writeln!(self.output, "{}", paint_row(row))),
            _ => self.output.write_all(piece.printed_text().as_bytes()),
        }
    }

    /// Shows a token that was typed ahead where the terminal would have shown it.
    pub(super) fn echo_token(&mut self, token: &str) -> io::Result<()> {
        self.print_remark(token)
    }

    /// Says that there was no more input, on a line of its own.
    pub(super) fn print_end_of_input(&mut self) -> io::Result<()> {
        self.print_remark("")?;
        self.print_remark("The input has ended, and the game with it.")
    }

    /// Says why the game, which says nothing itself, is over after this token.
    pub(super) fn print_end_reason(&mut self, token: &str) -> io::Result<()> {
        let printable = token.escape_debug();
        match parse_integer(token) {
            Some(_) => self.print_remark(&format!(
                "{printable} is out of range: the game ends silently."
            )),
            None => self.print_remark(&format!(
                "\"{printable}\" is not a number: the game ends silently."
            )),
        }
    }

    /// A dim line for the person at the terminal.
    fn print_remark(&mut self, text: &str) -> io::Result<()> {
        match self.presentation {
            Presentation::Plain => Ok(()),
            Presentation::Terminal => writeln!(self.output, "{ASIDE}{text}{ASIDE:#}"),
        }
    }
}

/// A board's row with the players' marks in colour and free squares dim.
fn paint_row(row: &str) -> String {
    let characters: Vec<char> = row.chars().collect();
    let runs = characters.chunk_by(|a, b| style_of(*a) == style_of(*b));
    runs.map(|run| {
        let style = style_of(run[0]);
        let text = run.iter().collect::<String>();
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
fn format_ranges(numbers: &[i64]) -> String {
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

/// For whom the output is made up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presentation {
    /// For a program: the game's own bytes and nothing else.
    Plain,
    /// For a person: coloured boards, the numbers that can be entered, and a remark when a game ends without
    /// a word. Colours are ANSI sequences; wrap the output in an [`anstream::AutoStream`] to drop them.
    Terminal,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbouring_numbers_are_offered_as_ranges() {
        assert_eq!(format_ranges(&[0, 2, 3, 4, 7, 8]), "0, 2-4, 7-8");
        assert_eq!(format_ranges(&[5]), "5");
    }
}
