//! The games by name.

use clap::ValueEnum;
use clap::builder::PossibleValue;

use crate::{Effect, Game, Value};

/// Which game; its name is what the rubric, the command line and the reports use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameId {
    /// N×N tic-tac-toe.
    Tttn,
    /// Domineering on a 4×4 grid.
    Domineering,
    /// Tic-tac-toe by row and column.
    Rowcol,
    /// Tic-tac-toe against a CPU that moves at random.
    Cpu,
    /// Tic-tac-toe judged by eight counters.
    Counters,
}

/// What can be set for a game; a game ignores what it has no use for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GameOptions {
    /// The number of the first row and column in `rowcol`, 0 or 1; the game's own default is 0, as in its pseudocode.
    pub base: Option<u8>,
    /// The seed of the CPU's choices in `cpu`; the default is 0.
    pub seed: Option<u64>,
}

impl GameId {
    /// Every game, in the order of the README.
    pub const ALL: [GameId; 5] =
        [GameId::Tttn, GameId::Domineering, GameId::Rowcol, GameId::Cpu, GameId::Counters];

    /// The name by which the game is asked for.
    pub fn name(self) -> &'static str {
        match self {
            GameId::Tttn => "tttn",
            GameId::Domineering => "domineering",
            GameId::Rowcol => "rowcol",
            GameId::Cpu => "cpu",
            GameId::Counters => "counters",
        }
    }

    /// The game in one line, for the help text.
    pub fn summary(self) -> &'static str {
        match self {
            GameId::Tttn => "N×N tic-tac-toe with an early draw",
            GameId::Domineering => "vertical against horizontal dominoes on a 4×4 grid",
            GameId::Rowcol => "tic-tac-toe, each square given by row and column",
            GameId::Cpu => "tic-tac-toe against a CPU that picks free squares at random",
            GameId::Counters => "tic-tac-toe whose eight lines are counters",
        }
    }

    /// The game with this name, if there is one.
    pub fn named(name: &str) -> Option<GameId> {
        GameId::ALL.into_iter().find(|id| id.name() == name)
    }

    /// A new game, not yet opened.
    pub fn start(self, options: GameOptions) -> Box<dyn Game> {
        match self {
            GameId::Tttn => Box::new(crate::tttn::Tttn::new()),
            GameId::Domineering => Box::new(crate::domineering::Domineering::new()),
            GameId::Rowcol => Box::new(crate::rowcol::Rowcol::new(options.base.unwrap_or(0))),
            GameId::Cpu => Box::new(crate::cpu::Cpu::seeded(options.seed.unwrap_or(0))),
            GameId::Counters => Box::new(crate::counters::Counters::new()),
        }
    }

    /// What a function of the game's text comes to; none if the text asks for no such function, or promises nothing
    /// for these arguments.
    pub fn call(self, function: &str, arguments: &[Value]) -> Option<Effect> {
        match self {
            GameId::Tttn => crate::tttn::functions::call(function, arguments),
            GameId::Domineering => crate::domineering::functions::call(function, arguments),
            GameId::Rowcol | GameId::Cpu | GameId::Counters => None,
        }
    }
}

/// Command lines take a game by its name, and name the nearest one when there is no such game.
impl ValueEnum for GameId {
    fn value_variants<'a>() -> &'a [GameId] {
        &GameId::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()).help(self.summary()))
    }
}
