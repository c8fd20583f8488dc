//! `tttn`: N×N tic-tac-toe. Its transcripts are compared, and its known bugs are tic-tac-toe's.

use ::reference::{GameOptions, Rules, tttn};

use super::shared::tic_tac_toe::{Reading, decides, known_bugs, script};
use crate::model::{Choices, GameSupport, KnownBugs};

/// The game with all that the grader needs of it.
#[derive(Debug)]
pub(super) struct TttnSupport;

impl GameSupport for TttnSupport {
    fn rules(&self) -> &'static Rules {
        tttn::RULES
    }

    /// The dimension is read without a word.
    fn silent_prompts(&self) -> &'static [&'static str] {
        &["Enter the dimension (size) of the board:"]
    }

    fn known_bugs(&self, _options: GameOptions) -> Option<KnownBugs> {
        Some(known_bugs(Reading::DimensionFirst))
    }

    fn script(&self, options: GameOptions, choices: &mut Choices) -> Option<Vec<String>> {
        script(Reading::DimensionFirst, self.rules(), options, choices)
    }

    fn decides(&self, options: GameOptions, script: &[String]) -> Vec<String> {
        decides(Reading::DimensionFirst, self.rules(), options, script)
    }
}
