//! What a game comes to: every fault in its order, and what was shown of each part of the rules.

use super::aspect::Aspect;
use crate::model::{AspectResult, Difference, Followed, JudgedAspect};

/// What was found in a game. The first fault is its verdict; what follows is only told by aspects.
#[derive(Debug, Default)]
pub(super) struct Account {
    faults: Vec<(Aspect, Difference)>,
    /// What the report should mention, of the time before the first fault.
    remarks: Vec<String>,
    pub(super) shown: Shown,
}

/// What a game has shown. Nothing is right that was not shown: a program that does nothing breaks no rule.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Shown {
    /// Both have moved, and the game has come to its end.
    pub(super) is_over: bool,
    /// It was not known for a while where the game stands.
    pub(super) has_gap: bool,
    /// A board was drawn after a move.
    pub(super) board: bool,
    /// Its end was announced, and no other.
    pub(super) winner: bool,
    /// It was the end of the program's questions and moves.
    pub(super) end: bool,
    /// A wrong answer was refused, and another one taken after it.
    pub(super) asks_again: bool,
}

impl Account {
    /// Whether nothing was found so far.
    pub(super) fn is_clean(&self) -> bool {
        self.faults.is_empty()
    }

    /// Whether a fault of this kind was found.
    pub(super) fn has(&self, aspect: Aspect) -> bool {
        self.faults.iter().any(|(of, _)| *of == aspect)
    }

    pub(super) fn fault(&mut self, aspect: Aspect, difference: Difference) {
        self.faults.push((aspect, difference));
    }

    pub(super) fn remark(&mut self, remark: &str) {
        if self.is_clean() && !self.remarks.iter().any(|known| known == remark) {
            self.remarks.push(remark.to_owned());
        }
    }

    pub(super) fn remarks(self) -> Vec<String> {
        self.remarks
    }

    /// What it comes to, as a whole and by aspects.
    pub(super) fn followed(self) -> Followed {
        let aspects = Aspect::ALL.into_iter().map(|aspect| self.judged(aspect)).collect();
        let fault = self.faults.into_iter().next().map(|(_, difference)| difference);
        Followed { fault, aspects, by_words_alone: false, remarks: self.remarks }
    }

    fn judged(&self, aspect: Aspect) -> JudgedAspect {
        let fault = self.faults.iter().find(|(of, _)| *of == aspect);
        let result = match fault {
            Some((_, difference)) => AspectResult::Wrong(difference.clone()),
            // A game without any fault is right in every way, whatever it did not come to.
            None if self.is_clean() || self.shown.includes(aspect) => AspectResult::Right,
            None => AspectResult::NotShown(self.why_not_shown(aspect)),
        };
        // How a program ends is the question of one aspect alone, once the game is over.
        let stands = self.shown.is_over && aspect != Aspect::End;
        JudgedAspect { aspect: aspect.name(), result, stands }
    }

    /// A game that stopped for a fault has no more to tell than that.
    fn why_not_shown(&self, aspect: Aspect) -> Difference {
        let sentence = || format!("No game of this test case shows {}.", aspect.question());
        self.faults
            .first()
            .map_or_else(|| Difference::in_words(sentence()), |(_, first)| first.clone())
    }
}

impl Shown {
    fn includes(self, aspect: Aspect) -> bool {
        let was_seen = match aspect {
            Aspect::Moves => !self.has_gap,
            Aspect::Board => !self.has_gap && self.board,
            Aspect::Winner => self.winner,
            Aspect::End => self.end,
            Aspect::AsksAgain => !self.has_gap && self.asks_again,
        };
        self.is_over && was_seen
    }
}
