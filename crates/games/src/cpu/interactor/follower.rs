//! The same eyes for a player: where does the game stand, while it is played?

use ::reference::cpu::CpuPosition;

use super::endings::announced_endings;
use super::follow::FollowedGame;
use super::move_evidence::{MoveEvidence, ScoreWords, with_marks_exchanged};
use super::squares::SquareNumbering;
use judging::compare::decode_output;
use model::{RefereeWords, WhitespaceMode};

/// How many more answers a program gets that has broken the rules: its game may never end.
const PATIENCE: usize = 18;

/// Follows a program that is being played against.
#[derive(Debug, Clone)]
pub(in crate::cpu) struct GameFollower<'r> {
    words: &'r RefereeWords,
    game: FollowedGame,
    /// How the program numbers its squares; none before it printed anything.
    numbering: Option<SquareNumbering>,
    /// The answer whose consequences were not printed yet.
    answer: Option<i64>,
    /// How many answers are left since it broke the rules; none if it has not.
    left: Option<usize>,
    /// What it prints that reads like a choice and is a score.
    scores: ScoreWords,
    /// The last line that was printed.
    question: String,
}

impl<'r> GameFollower<'r> {
    /// Follows a new game.
    pub(in crate::cpu) fn new(words: &'r RefereeWords) -> GameFollower<'r> {
        GameFollower {
            words,
            game: FollowedGame::new(),
            numbering: None,
            answer: None,
            left: None,
            scores: ScoreWords::default(),
            question: String::new(),
        }
    }

    /// Takes in what was printed since the last answer.
    pub(in crate::cpu) fn read_output(&mut self, printed: &[u8]) {
        let text = decode_output(printed, WhitespaceMode::Collapse, &mut Vec::new());
        let mut evidence = MoveEvidence::from_text(&text, self.words);
        let question = text.lines().next_back().unwrap_or_default().to_owned();
        let asks_again = !question.trim().is_empty() && question == self.question;
        self.question = question;
        let mut numbering = *self
            .numbering
            .get_or_insert_with(|| SquareNumbering::from_opening(&evidence));
        let answer = self.answer.take().map(|answer| {
            let typed = numbering.to_number(answer);
            let confirmed = numbering.confirm_with(typed, &evidence);
            if confirmed != numbering {
                // What it did before was followed with the wrong numbers.
                self.game = FollowedGame::new();
                self.left = None;
                numbering = confirmed;
            }
            numbering.to_square(typed)
        });
        self.numbering = Some(numbering);
        numbering.renumber_events(&mut evidence);
        let Some(answer) = answer else {
            self.scores = ScoreWords::from_opening(&evidence);
            self.game.read_opening(&evidence.events);
            return;
        };
        self.scores.forget_announcements(&evidence);
        self.scores.remove_scores(&mut evidence);
        let mut events = evidence.events;
        if self.game.is_swapped() {
            events = with_marks_exchanged(&events);
        }
        if !self.game.is_known() {
            self.game.resume_from_board(&events);
            return;
        }
        let before = self.game.clone();
        if self.game.play_answer(answer, &mut events.iter()).is_err() {
            self.left = self.left.or(Some(PATIENCE));
        } else if (self.left.is_some() || asks_again)
            && self.game.ending().is_some()
            && events.is_empty()
            && announced_endings(self.words, &evidence.words).is_empty()
        {
            // It refused a free square, or its board is not what it goes by: nothing tells that it took this square, and it asks again.
            self.game = before;
            self.left = self.left.or(Some(PATIENCE));
        }
    }

    /// How the program numbers its squares.
    pub(in crate::cpu) fn numbering(&self) -> SquareNumbering {
        self.numbering.unwrap_or_default()
    }

    /// Remembers the answer that is given now.
    pub(in crate::cpu) fn record_answer(&mut self, answer: i64) {
        self.answer = Some(answer);
        self.left = self.left.map(|left| left.saturating_sub(1));
    }

    /// Where the game stands; none if that is not known, or has broken the rules for too long.
    pub(in crate::cpu) fn position(&self) -> Option<&CpuPosition> {
        (self.game.is_known() && self.left != Some(0)).then(|| self.game.position())
    }
}
