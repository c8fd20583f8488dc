//! A policy that plays against a program: it hears what was printed and answers.

use ::reference::cpu;
use ::reference::integer;

use super::interactor::Follower;
use crate::model::{LivePlayer, RefereeWords};

/// The human in one game.
pub(super) struct PolicyPlayer<'r> {
    follower: Follower<'r>,
    player: cpu::Player,
    /// What is said before the policy plays.
    script: std::slice::Iter<'r, String>,
    /// The squares that were never named.
    unnamed: Vec<i64>,
}

impl<'r> PolicyPlayer<'r> {
    /// A player who says the lines of `script` first.
    pub(super) fn new(
        words: &'r RefereeWords,
        player: cpu::Player,
        script: &'r [String],
    ) -> PolicyPlayer<'r> {
        PolicyPlayer {
            follower: Follower::new(words),
            player,
            script: script.iter(),
            unnamed: (1..=9).collect(),
        }
    }

    /// A program that cannot be followed is given every square once: sooner or later its game is over.
    fn choice(&mut self) -> Option<i64> {
        match self.follower.position() {
            Some(position) => self.player.answer(position),
            None => self.unnamed.first().copied(),
        }
    }
}

impl LivePlayer for PolicyPlayer<'_> {
    fn answer(&mut self, printed: &[u8]) -> Option<String> {
        self.follower.hear(printed);
        let line = self.script.next().cloned();
        let line = line.or_else(|| self.choice().map(|square| square.to_string()))?;
        if let Some(square) = integer(&line) {
            self.unnamed.retain(|it| *it != square);
            self.follower.answer(square);
        }
        let number = |square| self.follower.numbering().number(square).to_string();
        Some(integer(&line).map_or(line, number))
    }
}
