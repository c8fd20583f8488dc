//! The program that defines correct, ready to be asked: a built-in game, or an instructor's own.

mod error;
mod external;

use std::path::Path;

pub(crate) use error::ReferenceError;
pub(super) use error::too_short;
pub(super) use external::External;

use super::functions as function_cases;
use crate::course::transcript;
use crate::functions;
use crate::model::{Assignment, Case, Effect, GameSupport, Reference, Turn};
use ::reference::GameOptions;
use sandbox::{Interrupt, Sandbox};

/// A reference that can be asked.
pub(super) enum Oracle {
    Game(&'static dyn GameSupport, GameOptions),
    /// A program of the instructor's.
    Program(Box<External>),
}

/// What a case must come to.
#[derive(Debug, Clone)]
pub(super) enum Answer {
    /// The transcript of a script.
    Transcript(Vec<Turn>),
    /// The effects of calls.
    Calls(Vec<Effect>),
}

impl Answer {
    /// As it stands in the case's `.expected` file.
    pub(super) fn text(&self, case: &Case) -> String {
        match (self, &case.function) {
            (Answer::Calls(effects), Some(function)) => functions::render(function, effects),
            (Answer::Transcript(turns), _) => transcript::render(turns),
            (Answer::Calls(_), None) => String::new(),
        }
    }
}

impl Oracle {
    /// Makes the assignment's reference ready; `course_folder` is where its paths start.
    pub(super) fn of(
        assignment: &Assignment,
        course_folder: &Path,
        sandbox: &Sandbox,
        interrupt: &Interrupt,
    ) -> Result<Oracle, ReferenceError> {
        match &assignment.reference {
            Reference::Game(game, options) => Ok(Oracle::Game(*game, *options)),
            Reference::Command(words) => {
                let external = External::command(assignment, words, course_folder, sandbox)?;
                Ok(Oracle::Program(Box::new(external)))
            }
            Reference::Sources(paths) => {
                let external = External::from_sources(assignment, paths, sandbox, interrupt)?;
                Ok(Oracle::Program(Box::new(external)))
            }
        }
    }

    /// What `case` must come to.
    pub(super) fn answer(
        &mut self,
        assignment: &Assignment,
        case: &Case,
        interrupt: &Interrupt,
    ) -> Result<Answer, ReferenceError> {
        match &case.function {
            Some(function) => function_cases::effects(self, assignment, case, function, interrupt)
                .map(Answer::Calls),
            None => self.transcript(assignment, case, interrupt).map(Answer::Transcript),
        }
    }

    /// The transcript that `case` must cause.
    pub(super) fn transcript(
        &mut self,
        assignment: &Assignment,
        case: &Case,
        interrupt: &Interrupt,
    ) -> Result<Vec<Turn>, ReferenceError> {
        match self {
            Oracle::Game(game, options) => {
                let turns = game.transcript(*options, &case.player, &case.input);
                turns.ok_or_else(|| too_short(case))
            }
            Oracle::Program(external) => external.transcript(assignment, case, interrupt),
        }
    }
}
