//! A reference that can be asked: what a case must come to.

use std::borrow::Cow;
use std::fs;
use std::path::Path;

use super::super::session::Session;
use super::effects::{effects, name};
use super::error::{ReferenceError, too_short};
use super::external::External;
use crate::course::transcript;
use crate::functions;
use crate::model::{
    Assignment, Case, Effect, FunctionCase, GameSupport, Reference, Turn, WholeInput,
};
use ::reference::GameOptions;

/// A reference that can be asked.
pub(in crate::pipeline) enum Oracle {
    Game(&'static dyn GameSupport, GameOptions),
    /// A program of the instructor's.
    Program(Box<External>),
    /// The files beside the cases.
    Answers,
}

/// What a case must come to.
#[derive(Debug, Clone)]
pub(in crate::pipeline) enum Answer {
    /// The transcript of a script.
    Transcript(Vec<Turn>),
    /// All that must be printed.
    Output(Vec<u8>),
    /// The effects of calls.
    Calls(Vec<Effect>),
}

impl Answer {
    /// As it stands in the case's file.
    pub(in crate::pipeline) fn bytes(&self, case: &Case) -> Cow<'_, [u8]> {
        let text = match (self, &case.function) {
            (Answer::Output(bytes), _) => return Cow::Borrowed(bytes),
            (Answer::Calls(effects), Some(function)) => functions::render(function, effects),
            (Answer::Transcript(turns), _) => transcript::render(turns),
            (Answer::Calls(_), None) => String::new(),
        };
        Cow::Owned(text.into_bytes())
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
            Reference::Answers => Ok(Oracle::Answers),
        }
    }

    /// What `case` must come to.
    pub(in crate::pipeline) fn answer(
        &mut self,
        assignment: &Assignment,
        case: &Case,
    ) -> Result<Answer, ReferenceError> {
        match (&case.function, &case.whole_input) {
            (Some(function), _) => self.effects(assignment, case, function).map(Answer::Calls),
            (None, Some(input)) => self.output(assignment, case, input).map(Answer::Output),
            (None, None) => self.transcript(assignment, case).map(Answer::Transcript),
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
            Oracle::Answers => Ok(Err(String::new())),
        })
    }

    /// All that must be printed where `input` is given as a whole.
    fn output(
        &mut self,
        assignment: &Assignment,
        case: &Case,
        input: &WholeInput,
    ) -> Result<Vec<u8>, ReferenceError> {
        match self {
            Oracle::Program(external) => external.output(assignment, case, input),
            Oracle::Answers => answer_file(case),
            Oracle::Game(..) => {
                let turns = self.transcript(assignment, case)?;
                Ok(turns.iter().map(Turn::printed).collect::<String>().into_bytes())
            }
        }
    }

    /// The transcript that `case` must cause.
    pub(in crate::pipeline) fn transcript(
        &mut self,
        assignment: &Assignment,
        case: &Case,
    ) -> Result<Vec<Turn>, ReferenceError> {
        match self {
            Oracle::Game(game, options) => {
                let turns = game.transcript(*options, &case.player, &case.input);
                turns.ok_or_else(|| too_short(case))
            }
            Oracle::Program(external) => external.transcript(assignment, case),
            Oracle::Answers => Err(ReferenceError::NotByOutput {
                assignment: assignment.id.clone(),
                case: case.id.clone(),
            }),
        }
    }
}

/// What the instructor wrote.
fn answer_file(case: &Case) -> Result<Vec<u8>, ReferenceError> {
    fs::read(&case.expected_file).map_err(|source| ReferenceError::NoAnswerFile {
        file: case.expected_file.display().to_string(),
        source,
    })
}
