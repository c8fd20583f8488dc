//! The one surface all games share (a state machine that takes a token and answers with pieces of output), and what is asked of a game before
//! it is played: its name, its options, and how it starts.

use crate::{CallEffect, CppValue, OutputPiece};
use serde::Serialize;

/// A game in progress. No game does I/O, and none panics whatever it is fed.
pub trait ReferenceGame {
    /// What the program prints before it reads anything. Called once, before the first [`ReferenceGame::feed_token`].
    fn start_game(&mut self) -> Vec<OutputPiece>;

    /// Takes the next token of input and returns what the program prints until it reads again or exits.
    ///
    /// A token that is not a number ends every game at once and silently. After the end nothing is printed.
    fn feed_token(&mut self, token: &str) -> Vec<OutputPiece>;

    /// Whether the program has exited.
    fn is_over(&self) -> bool;

    /// The numbers that would not be refused now, in ascending order: what a terminal offers as a hint and
    /// what a generator of scripts may play. Empty after the end, and where every number would be refused.
    fn legal_inputs(&self) -> Vec<i64> {
        Vec::new()
    }
}

/// One game: what it is called, and how it is started.
#[derive(Debug, Clone, Copy)]
pub struct GameRules {
    /// What the rubric, the command line and the reports call it.
    pub name: &'static str,
    /// The game in one line, for the help text.
    pub summary: &'static str,
    /// The numbers that its first row and column can have, the usual one first; none where it leaves no choice.
    pub bases: Option<[u8; 2]>,
    /// Whether it makes choices of its own, which follow from a seed.
    pub takes_seed: bool,
    start: fn(GameOptions) -> Box<dyn ReferenceGame>,
    call: fn(&str, &[CppValue]) -> Option<CallEffect>,
}

/// What can be set for a game; a game ignores what it has no use for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct GameOptions {
    /// The number of the first row and column, where a game leaves a choice ([`GameRules::bases`]).
    pub base: Option<u8>,
    /// What the game's own choices follow from, where it makes some; the default is 0.
    pub seed: Option<u64>,
}

impl GameRules {
    /// A game without options, whose text asks for no functions.
    pub const fn new(
        name: &'static str,
        summary: &'static str,
        start: fn(GameOptions) -> Box<dyn ReferenceGame>,
    ) -> GameRules {
        GameRules {
            name,
            summary,
            bases: None,
            takes_seed: false,
            start,
            call: |_, _| None,
        }
    }

    /// The same game, whose text asks for functions.
    #[must_use]
    pub const fn with_functions(
        self,
        call: fn(&str, &[CppValue]) -> Option<CallEffect>,
    ) -> GameRules {
        GameRules { call, ..self }
    }

    /// The same game, with a choice of the first row's and column's number, the usual one first.
    #[must_use]
    pub const fn with_bases(self, bases: [u8; 2]) -> GameRules {
        GameRules {
            bases: Some(bases),
            ..self
        }
    }

    /// The same game, which makes choices that follow from a seed.
    #[must_use]
    pub const fn with_seed(self) -> GameRules {
        GameRules {
            takes_seed: true,
            ..self
        }
    }

    /// A new game, not yet opened.
    pub fn create_game(&self, options: GameOptions) -> Box<dyn ReferenceGame> {
        (self.start)(options)
    }

    /// What a function of the game's text comes to; none if the text asks for no such function, or promises nothing
    /// for these arguments.
    pub fn call_function(&self, function: &str, arguments: &[CppValue]) -> Option<CallEffect> {
        (self.call)(function, arguments)
    }
}
