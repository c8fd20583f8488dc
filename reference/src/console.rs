//! Playing a game on standard input and output.
//!
//! On a pipe the output is byte for byte what a correct program prints: no echo, no colour, no remark. That
//! is what expected transcripts and students' own comparisons rely on. Between two terminals the same game is
//! dressed up for a person (see [`Presentation::Terminal`]); the wording of the game itself stays the same.
//!
//! Input is read line by line, and everything printed is flushed before a read, so that a program on the
//! other end of a pipe can hold a conversation. A reader that goes away (`reference … | head`) ends the game
//! without an error.

mod presentation;
mod screen;

pub use presentation::Presentation;

use std::io::{self, BufRead, ErrorKind, IsTerminal, Write};

use crate::{Game, GameOptions, Rules, tokens};
use screen::Screen;

/// Plays a game on the process's own standard input and output until it ends or the input does.
///
/// The presentation is [`Presentation::Terminal`] where both streams are terminals; `NO_COLOR` is honoured.
pub fn play(rules: &Rules, options: GameOptions) -> io::Result<()> {
    let (input, output) = (io::stdin().lock(), io::stdout().lock());
    let mut game = rules.start(options);
    if input.is_terminal() && output.is_terminal() {
        play_on(&mut *game, input, anstream::AutoStream::auto(output), Presentation::Terminal)
    } else {
        play_on(&mut *game, input, output, Presentation::Plain)
    }
}

/// Plays a game that has not been opened yet on any two streams.
pub fn play_on(
    game: &mut dyn Game,
    mut input: impl BufRead,
    output: impl Write,
    presentation: Presentation,
) -> io::Result<()> {
    let mut screen = Screen::new(output, presentation);
    match converse(game, &mut input, &mut screen).and_then(|()| screen.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// The game's opening, then line after line until one side has had enough.
fn converse(
    game: &mut dyn Game,
    input: &mut impl BufRead,
    screen: &mut Screen<impl Write>,
) -> io::Result<()> {
    let opening = game.open();
    screen.show(&opening, game)?;
    while !game.is_over() {
        screen.flush()?;
        match read_line(input)? {
            Some(line) => answer(game, &line, screen)?,
            None => return screen.say_input_ended(),
        }
    }
    Ok(())
}

/// Feeds the tokens of a line, as far as the game still wants them.
fn answer(game: &mut dyn Game, line: &str, screen: &mut Screen<impl Write>) -> io::Result<()> {
    for (place, token) in tokens(line).enumerate() {
        if game.is_over() {
            break;
        }
        if place > 0 {
            screen.echo(token)?;
        }
        let pieces = game.feed(token);
        screen.show(&pieces, game)?;
        if game.is_over() && pieces.is_empty() {
            screen.say_why_it_ended(token)?;
        }
    }
    Ok(())
}

/// The next line, or none at the end of input. Bytes that are not UTF-8 make a token that is no number.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let count = input.read_until(b'\n', &mut bytes)?;
    Ok((count > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}
