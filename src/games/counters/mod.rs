//! `counters`: tic-tac-toe on nine squares that counts its lines. Its known bugs are tic-tac-toe's.

use ::reference::{GameOptions, Rules, counters};

use super::shared::tic_tac_toe::{Reading, decides, known_bugs, script};
use crate::model::{Choices, GameSupport, KnownBugs};

/// The game with all that the grader needs of it.
#[derive(Debug)]
pub(super) struct CountersSupport;

impl GameSupport for CountersSupport {
    fn rules(&self) -> &'static Rules {
        counters::RULES
    }

    fn known_bugs(&self, _options: GameOptions) -> Option<KnownBugs> {
        Some(known_bugs(Reading::Squares))
    }

    fn script(&self, options: GameOptions, choices: &mut Choices) -> Option<Vec<String>> {
        script(Reading::Squares, self.rules(), options, choices)
    }

    fn decides(&self, options: GameOptions, script: &[String]) -> Vec<String> {
        decides(Reading::Squares, self.rules(), options, script)
    }
}
