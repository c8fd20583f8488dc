//! `domineering`: dominoes on a 4×4 grid.

mod known_bugs;
mod mutant;

use ::reference::{GameOptions, GameRules, domineering};

use model::{GameSupport, KnownBugs};

/// The game with all that the grader needs of it.
#[derive(Debug)]
pub(super) struct DomineeringSupport;

impl GameSupport for DomineeringSupport {
    fn rules(&self) -> &'static GameRules {
        domineering::RULES
    }

    fn known_bugs(&self, _options: GameOptions) -> Option<KnownBugs> {
        Some(known_bugs::known_bugs())
    }
}
