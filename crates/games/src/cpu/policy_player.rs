//! A policy that plays against a program: it hears what was printed and answers.

use ::reference::cpu;
use ::reference::parse_integer;

use super::interactor::GameFollower;
use model::{LivePlayer, RefereeWords};

/// The human in one game.
pub(super) struct PolicyPlayer<'r> {
    follower: GameFollower<'r>,
    player: cpu::SimulatedPlayer,
    /// What is said before the policy plays.
    script: std::slice::Iter<'r, String>,
    /// The squares that were never named.
    unnamed: Vec<i64>,
}

impl<'r> PolicyPlayer<'r> {
    /// A player who says the lines of `script` first.
    pub(super) fn new(
        words: &'r RefereeWords,
        player: cpu::SimulatedPlayer,
        script: &'r [String],
    ) -> PolicyPlayer<'r> {
        PolicyPlayer {
            follower: GameFollower::new(words),
            player,
            script: script.iter(),
            unnamed: (1..=9).collect(),
        }
    }

    /// A program that cannot be followed is given every square once: sooner or later its game is over.
    fn choose_square(&mut self) -> Option<i64> {
        match self.follower.position() {
            Some(position) => self.player.next_square(position),
            None => self.unnamed.first().copied(),
        }
    }
}

impl LivePlayer for PolicyPlayer<'_> {
    fn next_line(&mut self, printed: &[u8]) -> Option<String> {
        self.follower.read_output(printed);
        let line = self.script.next().cloned();
        let line = line.or_else(|| self.choose_square().map(|square| square.to_string()))?;
        if let Some(square) = parse_integer(&line) {
            self.unnamed.retain(|it| *it != square);
            self.follower.record_answer(square);
        }
        let number = |square| self.follower.numbering().to_number(square).to_string();
        Some(parse_integer(&line).map_or(line, number))
    }
}
