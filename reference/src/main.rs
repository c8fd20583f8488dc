//! The games as a program: a correct student's program on a pipe, a pleasant one on a terminal.

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use reference::{GAMES, GameOptions, GameRules, console};

/// Plays one of the course's games as a correct program would.
///
/// When input or output is not a terminal, the output is byte for byte what a correct program prints.
#[derive(Parser)]
#[command(name = "reference", version)]
struct ReferenceArgs {
    /// The game to play.
    #[arg(value_parser = game_parser())]
    game: &'static GameRules,
    /// The number of the first row and column (rowcol).
    #[arg(long, value_parser = clap::value_parser!(u8).range(0..=1))]
    base: Option<u8>,
    /// What the CPU's random choices follow from (cpu).
    #[arg(long)]
    seed: Option<u64>,
}

/// Takes a game by its name, and names the nearest one where there is no such game.
fn game_parser() -> impl TypedValueParser<Value = &'static GameRules> {
    let names = GAMES.map(|rules| PossibleValue::new(rules.name).help(rules.summary));
    PossibleValuesParser::new(names).try_map(|name| {
        GAMES
            .into_iter()
            .find(|rules| rules.name == name)
            .ok_or("no such game")
    })
}

fn main() -> ExitCode {
    let ReferenceArgs { game, base, seed } = ReferenceArgs::parse();
    match console::play_on_stdio(game, GameOptions { base, seed }) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // A standard error that is closed as well leaves nobody to tell.
            let _ = writeln!(std::io::stderr(), "reference: {error}");
            ExitCode::from(3)
        }
    }
}
