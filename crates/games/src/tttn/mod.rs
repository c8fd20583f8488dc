//! `tttn`: N×N tic-tac-toe. Its transcripts are compared, and its known bugs are tic-tac-toe's.

use ::reference::{GameOptions, GameRules, parse_integer, tttn};

use super::shared::tic_tac_toe::{SquareInput, describe_decision, generate_script, known_bugs};
use model::{GameSupport, KnownBugs, ScriptChoices};

/// The game with all that the grader needs of it.
#[derive(Debug)]
pub(super) struct TttnSupport;

impl GameSupport for TttnSupport {
    fn rules(&self) -> &'static GameRules {
        tttn::RULES
    }

    /// The dimension is read without a word.
    fn silent_prompts(&self) -> &'static [&'static str] {
        &["Enter the dimension (size) of the board:"]
    }

    fn known_bugs(&self, _options: GameOptions) -> Option<KnownBugs> {
        Some(known_bugs(SquareInput::DimensionFirst))
    }

    fn generate_script(
        &self,
        options: GameOptions,
        choices: &mut ScriptChoices,
    ) -> Option<Vec<String>> {
        generate_script(SquareInput::DimensionFirst, self.rules(), options, choices)
    }

    /// A program may refuse a size that the text does not promise.
    fn is_same_for_all(&self, options: GameOptions, script: &[String]) -> bool {
        let game = self.rules().create_game(options);
        let size = script.first().and_then(|line| parse_integer(line));
        size.is_some_and(|size| game.legal_inputs().contains(&size))
    }

    fn describe_decision(&self, options: GameOptions, script: &[String]) -> Vec<String> {
        describe_decision(SquareInput::DimensionFirst, self.rules(), options, script)
    }
}
