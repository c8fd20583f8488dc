//! The same eyes for a player: where does the game stand, while it is played?

use ::reference::cpu::Position;

use super::follow::FollowedGame;
use super::move_evidence::MoveEvidence;
use crate::compare::decode;
use crate::model::{RefereeWords, Whitespace};

/// Follows a program that is being played against.
#[derive(Debug, Clone)]
pub(in crate::games::cpu) struct Follower<'r> {
    words: &'r RefereeWords,
    game: FollowedGame,
    /// The answer whose consequences were not printed yet.
    answer: Option<i64>,
    is_lost: bool,
}

impl<'r> Follower<'r> {
    /// Follows a new game.
    pub(in crate::games::cpu) fn new(words: &'r RefereeWords) -> Follower<'r> {
        Follower { words, game: FollowedGame::new(), answer: None, is_lost: false }
    }

    /// Takes in what was printed since the last answer.
    pub(in crate::games::cpu) fn hear(&mut self, printed: &[u8]) {
        let Some(answer) = self.answer.take() else { return };
        let text = decode(printed, Whitespace::Collapse, &mut Vec::new());
        let events = MoveEvidence::from_text(&text, self.words).events;
        if self.is_lost {
            self.game.go_on_from(&events);
        } else {
            self.is_lost = self.game.play(answer, &mut events.iter()).is_err();
        }
    }

    /// Remembers the answer that is given now.
    pub(in crate::games::cpu) fn answer(&mut self, answer: i64) {
        self.answer = Some(answer);
    }

    /// Where the game stands; none if the program could not be followed, or broke the rules.
    pub(in crate::games::cpu) fn position(&self) -> Option<&Position> {
        (!self.is_lost).then(|| self.game.position())
    }

    /// The squares that are free as the program last drew its board; none if its game is over.
    pub(in crate::games::cpu) fn free_on_board(&self) -> Vec<i64> {
        let position = self.game.position();
        if position.ending().is_some() { Vec::new() } else { position.free() }
    }
}
