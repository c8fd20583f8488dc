//! A game that a program is hunted on, and what is right in it.

use std::sync::Arc;

use super::super::games::Script;
use crate::model::{ExpectedProduct, Turn};

/// What is right in one game.
#[derive(Debug, Clone)]
pub(super) struct Answer {
    pub(super) turns: Arc<Vec<Turn>>,
    pub(super) products: Arc<Vec<ExpectedProduct>>,
    /// Whether a built-in game says so, read by read.
    pub(super) is_of_game: bool,
}

/// A game, with what is right in it.
#[derive(Debug, Clone)]
pub(super) struct Game {
    pub(super) script: Script,
    pub(super) answer: Answer,
}
