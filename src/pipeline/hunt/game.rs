//! A game that a program is hunted on, and what is right in it.

use std::sync::Arc;

use super::super::games::GameScript;
use crate::model::{ExpectedSideOutput, GameTurn};

/// What is right in one game.
#[derive(Debug, Clone)]
pub(super) struct HuntAnswer {
    pub(super) turns: Arc<Vec<GameTurn>>,
    pub(super) products: Arc<Vec<ExpectedSideOutput>>,
    /// Whether a built-in game says so, read by read.
    pub(super) is_of_game: bool,
}

/// A game, with what is right in it.
#[derive(Debug, Clone)]
pub(super) struct HuntGame {
    pub(super) script: GameScript,
    pub(super) answer: HuntAnswer,
}
