//! Playing a game on standard input and output.
//!
//! On a pipe the output is byte for byte what a correct program prints: no echo, no colour, no remark. That
//! is what expected transcripts and students' own comparisons rely on. Between two terminals the same game is
//! dressed up for a person (see [`Presentation::Terminal`]); the wording of the game itself stays the same.
//!
//! Input is read line by line, and everything printed is flushed before a read, so that a program on the
//! other end of a pipe can hold a conversation. A reader that goes away (`reference … | head`) ends the game
//! without an error.

mod screen;

pub use screen::Presentation;

use std::io::{self, BufRead, ErrorKind, IsTerminal, Write};

use crate::{GameOptions, GameRules, ReferenceGame, split_tokens};
use screen::GameScreen;

/// Plays a game on the process's own standard input and output until it ends or the input does.
///
/// The presentation is [`Presentation::Terminal`] where both streams are terminals; `NO_COLOR` is honoured.
pub fn play_on_stdio(rules: &GameRules, options: GameOptions) -> io::Result<()> {
    let input = io::stdin().lock();
    let output = io::stdout().lock();
    let mut game = rules.create_game(options);
    if input.is_terminal() && output.is_terminal() {
        play_on_streams(
            &mut *game,
            input,
            anstream::AutoStream::auto(output),
            Presentation::Terminal,
        )
    } else {
        play_on_streams(&mut *game, input, output, Presentation::Plain)
    }
}

/// Plays a game that has not been opened yet on any two streams.
pub fn play_on_streams(
    game: &mut dyn ReferenceGame,
    mut input: impl BufRead,
    output: impl Write,
    presentation: Presentation,
) -> io::Result<()> {
    let mut screen = GameScreen::new(output, presentation);
    match run_game(game, &mut input, &mut screen).and_then(|()| screen.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// The game's opening, then line after line until one side has had enough.
fn run_game(
    game: &mut dyn ReferenceGame,
    input: &mut impl BufRead,
    screen: &mut GameScreen<impl Write>,
) -> io::Result<()> {
    let opening = game.start_game();
    screen.print_pieces(&opening, game)?;
    while !game.is_over() {
        screen.flush()?;
        match read_line(input)? {
            Some(line) => feed_line(game, &line, screen)?,
            None => return screen.print_end_of_input(),
        }
    }
    Ok(())
}

/// Feeds the tokens of a line, as far as the game still wants them.
fn feed_line(
    game: &mut dyn ReferenceGame,
    line: &str,
    screen: &mut GameScreen<impl Write>,
) -> io::Result<()> {
    for (place, token) in split_tokens(line).enumerate() {
        if game.is_over() {
            break;
        }
        if place > 0 {
            screen.echo_token(token)?;
        }
        let pieces = game.feed_token(token);
        screen.print_pieces(&pieces, game)?;
        if game.is_over() && pieces.is_empty() {
            screen.print_end_reason(token)?;
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
