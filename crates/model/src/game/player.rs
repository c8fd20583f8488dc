//! Who answers the program that is tested.

use std::sync::Arc;

use reference::GameTurn;
use serde::Serialize;

use super::convention::InputConvention;
use super::interactor::RefereeWords;

/// Where the lines come from that a program reads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum CasePlayer {
    /// The case's input, line by line, whatever the program prints.
    Script,
    /// The case's input, given as the program asks for it, by a player of the game's that has this name.
    Prompted(&'static str),
    /// The case's input, and after it a policy that answers what the program really did.
    Policy {
        /// The game's name for how it chooses.
        name: &'static str,
        /// One game is played for each; the policy's chance follows from it.
        seeds: Vec<u64>,
    },
}

/// What a game's own player does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayerKind {
    /// Gives the case's input as the program asks for it.
    Prompted,
    /// Goes on after the case's input by itself; somebody must follow the game for it.
    Policy,
}

/// What a live player is given to play one game.
#[derive(Debug, Clone, Copy)]
pub struct PlayerSetup<'a> {
    /// Its name in the rubric.
    pub name: &'static str,
    /// What its chance follows from.
    pub seed: u64,
    /// The case's input.
    pub script: &'a [String],
    /// How the program numbers and reads its input.
    pub convention: &'a InputConvention,
    /// How the program's words are understood, where the rubric says.
    pub words: Option<&'a RefereeWords>,
}

/// Answers a program while it runs.
pub trait LivePlayer {
    /// The next line; none at the end. `printed` is what the program printed since the last one.
    fn next_line(&mut self, printed: &[u8]) -> Option<String>;

    /// The lines of the script that were not given.
    fn unused_lines(&self) -> &[String] {
        &[]
    }

    /// The expected turns as they are when the lines are read that were given.
    fn expected_turns(&self, turns: &Arc<Vec<GameTurn>>) -> Arc<Vec<GameTurn>> {
        Arc::clone(turns)
    }
}
