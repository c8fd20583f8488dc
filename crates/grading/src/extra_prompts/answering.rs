//! Answers in a second run: known questions are answered here, everything else by the player of the game.

use std::sync::Arc;

use judging::compare;
use model::{AnsweredQuestion, GameTurn, KnownQuestion, LivePlayer};

/// A program that asks more often than this without a move in between would ask for ever. Its input ends.
const MOST_IN_A_ROW: usize = 20;

/// Answers known questions, and lets another player answer the rest.
pub(crate) struct AnsweringPlayer<'a> {
    known: Vec<&'a KnownQuestion>,
    attempt: usize,
    player: Box<dyn LivePlayer + 'a>,
    /// What was printed with the questions, which the player has not heard.
    unheard: Vec<u8>,
    reads: usize,
    in_a_row: usize,
    answered: Vec<AnsweredQuestion>,
    has_more: bool,
}

impl<'a> AnsweringPlayer<'a> {
    /// Answers these questions beside `player`, in the run with this number.
    pub(crate) fn new(
        known: Vec<&'a KnownQuestion>,
        attempt: usize,
        player: Box<dyn LivePlayer + 'a>,
    ) -> AnsweringPlayer<'a> {
        let unheard = Vec::new();
        let answered = Vec::new();
        AnsweringPlayer {
            known,
            attempt,
            player,
            unheard,
            reads: 0,
            in_a_row: 0,
            answered,
            has_more: false,
        }
    }

    /// The questions that were answered, and whether one of them has another answer to be tried.
    pub(crate) fn into_answered(self) -> (Vec<AnsweredQuestion>, bool) {
        (self.answered, self.has_more)
    }

    /// The answer to what is asked here, if it is known; the player hears the rest.
    fn known_answer(&mut self, printed: &[u8]) -> Option<Option<String>> {
        let question = compare::find_question(printed)?;
        let text = question.plain_text();
        let known = self
            .known
            .iter()
            .find(|known| known.pattern.is_match(&text))?;
        if self.in_a_row == MOST_IN_A_ROW {
            return Some(None);
        }
        self.in_a_row += 1;
        self.has_more |= self.attempt + 1 < known.answers.len();
        let with = known.answer_for_attempt(self.attempt).to_owned();
        self.answered.push(AnsweredQuestion {
            turn: self.reads,
            text,
            answer: with.clone(),
        });
        self.unheard
            .extend_from_slice(printed.get(..question.start).unwrap_or_default());
        Some(Some(with))
    }
}

impl LivePlayer for AnsweringPlayer<'_> {
    fn next_line(&mut self, printed: &[u8]) -> Option<String> {
        let line = match self.known_answer(printed) {
            Some(own) => own,
            None => {
                self.in_a_row = 0;
                let mut heard = std::mem::take(&mut self.unheard);
                heard.extend_from_slice(printed);
                self.player.next_line(&heard)
            }
        };
        self.reads += usize::from(line.is_some());
        line
    }

    fn unused_lines(&self) -> &[String] {
        self.player.unused_lines()
    }

    fn expected_turns(&self, turns: &Arc<Vec<GameTurn>>) -> Arc<Vec<GameTurn>> {
        self.player.expected_turns(turns)
    }
}

/// Gives the lines of a script, whatever the program prints.
pub(crate) struct ScriptPlayer<'a> {
    rest: &'a [String],
}

impl<'a> ScriptPlayer<'a> {
    /// Gives these lines.
    pub(crate) fn new(script: &'a [String]) -> ScriptPlayer<'a> {
        ScriptPlayer { rest: script }
    }
}

impl LivePlayer for ScriptPlayer<'_> {
    fn next_line(&mut self, _printed: &[u8]) -> Option<String> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first.clone())
    }

    fn unused_lines(&self) -> &[String] {
        self.rest
    }
}
