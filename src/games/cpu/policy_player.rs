//! A policy that plays against a program: it hears what was printed and answers.

use ::reference::cpu;
use ::reference::integer;

use super::interactor::Follower;
use crate::model::Referee;

/// The human in one game.
pub(crate) struct PolicyPlayer<'r> {
    follower: Follower<'r>,
    player: cpu::Player,
    /// What is said before the policy plays.
    script: std::slice::Iter<'r, String>,
    /// The squares that were never named.
    unnamed: Vec<i64>,
}

impl<'r> PolicyPlayer<'r> {
    /// A player who says the lines of `script` first.
    pub(crate) fn new(
        referee: &'r Referee,
        player: cpu::Player,
        script: &'r [String],
    ) -> PolicyPlayer<'r> {
        PolicyPlayer {
            follower: Follower::new(referee),
            player,
            script: script.iter(),
            unnamed: (1..=9).collect(),
        }
    }

    /// The next line; none at the end of the game.
    pub(crate) fn answer(&mut self, printed: &[u8]) -> Option<String> {
        self.follower.hear(printed);
        let line = self.script.next().cloned();
        let line = line.or_else(|| self.choice().map(|square| square.to_string()))?;
        if let Some(square) = integer(&line) {
            self.unnamed.retain(|it| *it != square);
            self.follower.answer(square);
        }
        Some(line)
    }

    /// A program that cannot be followed is given every square once: sooner or later its game is over.
    fn choice(&mut self) -> Option<i64> {
        match self.follower.position() {
            Some(position) => self.player.answer(position),
            None => self.unnamed.first().copied(),
        }
    }
}
