//! A reference that can be asked: what a case must come to.

use std::path::Path;

use super::super::session::Session;
use super::effects::{effects, name};
use super::error::{ReferenceError, too_short};
use super::external::External;
use crate::course::transcript;
use crate::functions;
use crate::model::{
    Assignment, Case, Effect, ExpectedProduct, FunctionCase, GameSupport, Reference, Turn,
};
use ::reference::GameOptions;

/// A reference that can be asked.
pub(in crate::pipeline) enum Oracle {
    Game(&'static dyn GameSupport, GameOptions),
    /// A program of the instructor's.
    Program(Box<External>),
}

/// What a case must come to.
#[derive(Debug, Clone)]
pub(in crate::pipeline) enum Answer {
    /// The transcript of a script, and what else a program leaves.
    Transcript(Vec<Turn>, Vec<ExpectedProduct>),
    /// The effects of calls.
    Calls(Vec<Effect>),
}

impl Answer {
    /// As it stands in the case's `.expected` file.
    pub(in crate::pipeline) fn text(&self, case: &Case) -> String {
        match (self, &case.function) {
            (Answer::Calls(effects), Some(function)) => functions::render(function, effects),
            (Answer::Transcript(turns, _), _) => transcript::render(turns),
            (Answer::Calls(_), None) => String::new(),
        }
    }
}

impl Answer {
    /// What else must be left, each with the file in which it was reviewed.
    pub(in crate::pipeline) fn products(&self) -> &[ExpectedProduct] {
        match self {
            Answer::Transcript(_, products) => products,
            Answer::Calls(_) => &[],
        }
    }
}

impl Oracle {
    /// Makes the assignment's reference ready; `course_folder` is where its paths start.
    pub(in crate::pipeline) fn prepare(
        assignment: &Assignment,
        course_folder: &Path,
        session: Session<'_>,
    ) -> Result<Oracle, ReferenceError> {
        match &assignment.reference {
            Reference::Game(game, options) => Ok(Oracle::Game(*game, *options)),
            Reference::Command(words) => {
                let external = External::command(assignment, words, course_folder, session)?;
                Ok(Oracle::Program(Box::new(external)))
            }
            Reference::Sources(paths) => {
                let external = External::from_sources(assignment, paths, session)?;
                Ok(Oracle::Program(Box::new(external)))
            }
        }
    }

    /// What `case` must come to.
    pub(in crate::pipeline) fn answer(
        &mut self,
        assignment: &Assignment,
        case: &Case,
    ) -> Result<Answer, ReferenceError> {
        match &case.function {
            Some(function) => self.effects(assignment, case, function).map(Answer::Calls),
            None => {
                let (turns, products) = self.transcript(assignment, case)?;
                Ok(Answer::Transcript(turns, products))
            }
        }
    }

    /// What the calls of a case must come to.
    fn effects(
        &mut self,
        assignment: &Assignment,
        case: &Case,
        function: &FunctionCase,
    ) -> Result<Vec<Effect>, ReferenceError> {
        effects(case, function, |number, call| match self {
            Oracle::Game(game, _) => {
                Ok(game.rules().call(name(function), &call.arguments).ok_or_else(String::new))
            }
            Oracle::Program(external) => external.call(assignment, case, number),
        })
    }

    /// The transcript that `case` must cause, and what else a program must leave.
    fn transcript(
        &mut self,
        assignment: &Assignment,
        case: &Case,
    ) -> Result<(Vec<Turn>, Vec<ExpectedProduct>), ReferenceError> {
        match self {
            Oracle::Game(game, options) => {
                let turns = game.transcript(*options, &case.player, &case.input);
                Ok((turns.ok_or_else(|| too_short(case))?, Vec::new()))
            }
            Oracle::Program(external) => external.transcript(assignment, case),
        }
    }
}
