//! The same eyes for a player: where does the game stand, while it is played?

use ::reference::cpu::Position;

use super::follow::Game;
use super::told::Evidence;
use crate::compare::decode;
use crate::model::{Referee, Whitespace};

/// Follows a program that is being played against.
#[derive(Debug, Clone)]
pub(crate) struct Follower<'r> {
    referee: &'r Referee,
    game: Game,
    /// The answer whose consequences were not printed yet.
    answer: Option<i64>,
    is_lost: bool,
}

impl<'r> Follower<'r> {
    /// Follows a new game.
    pub(crate) fn new(referee: &'r Referee) -> Follower<'r> {
        Follower { referee, game: Game::new(), answer: None, is_lost: false }
    }

    /// Takes in what was printed since the last answer.
    pub(crate) fn hear(&mut self, printed: &[u8]) {
        let Some(answer) = self.answer.take().filter(|_| !self.is_lost) else { return };
        let text = decode(printed, Whitespace::Collapse, &mut Vec::new());
        let evidence = Evidence::of(&text, self.referee);
        self.is_lost = self.game.play(answer, &mut evidence.events.iter()).is_err();
    }

    /// Remembers the answer that is given now.
    pub(crate) fn answer(&mut self, answer: i64) {
        self.answer = Some(answer);
    }

    /// Where the game stands; none if the program could not be followed, or broke the rules.
    pub(crate) fn position(&self) -> Option<&Position> {
        (!self.is_lost).then(|| self.game.position())
    }
}
