//! A reference that can be asked: what a case must come to.

use std::borrow::Cow;
use std::fs;
use std::path::Path;

use super::super::checker::Checkers;
use super::super::products;
use super::super::session::Session;
use super::effects::{effects, name};
use super::error::{ReferenceError, too_short};
use super::external::External;
use crate::course::transcript;
use crate::functions;
use crate::model::{
    Assignment, Case, Effect, ExpectedProduct, FunctionCase, GameSupport, Reference, TestName,
    Turn, WholeInput,
};
use crate::raw_text;
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
    /// The transcript of a script, and what else a program leaves.
    Transcript(Vec<Turn>, Vec<ExpectedProduct>),
    /// All that must be printed, and what else a program leaves.
    Output(Vec<u8>, Vec<ExpectedProduct>),
    /// The effects of calls.
    Calls(Vec<Effect>),
    /// The tests that must pass. No file says so: the tests themselves were reviewed.
    Tests(Vec<TestName>),
}

impl Answer {
    /// As it stands in the case's file.
    pub(in crate::pipeline) fn bytes(&self, case: &Case) -> Cow<'_, [u8]> {
        let text = match (self, &case.function) {
            (Answer::Output(bytes, _), _) => return Cow::Borrowed(bytes),
            (Answer::Calls(effects), Some(function)) => functions::render(function, effects),
            (Answer::Transcript(turns, _), _) => transcript::render(turns),
            (Answer::Calls(_), None) | (Answer::Tests(_), _) => String::new(),
        };
        Cow::Owned(text.into_bytes())
    }

    /// What else must be left, each with the file in which it was reviewed.
    pub(in crate::pipeline) fn products(&self) -> &[ExpectedProduct] {
        match self {
            Answer::Transcript(_, products) | Answer::Output(_, products) => products,
            Answer::Calls(_) | Answer::Tests(_) => &[],
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
            Reference::Answers => Ok(Oracle::Answers),
        }
    }

    /// What `case` must come to.
    pub(in crate::pipeline) fn answer(
        &mut self,
        assignment: &Assignment,
        case: &Case,
        checkers: Checkers<'_>,
    ) -> Result<Answer, ReferenceError> {
        if case.unit_tests.is_some() {
            return Ok(Answer::Tests(self.tests(assignment, case)));
        }
        if let Some(interaction) = &case.interaction {
            let Oracle::Program(external) = self else {
                let (assignment, case) = (assignment.id.clone(), case.id.clone());
                return Err(ReferenceError::NobodySpeaks { assignment, case });
            };
            let (turns, products) =
                external.conversation(assignment, case, interaction, checkers)?;
            return Ok(Answer::Transcript(turns, products));
        }
        match (&case.function, &case.whole_input) {
            (Some(function), _) => self.effects(assignment, case, function).map(Answer::Calls),
            (None, Some(input)) => {
                let (bytes, products) = self.output(assignment, case, input)?;
                Ok(Answer::Output(bytes, products))
            }
            (None, None) => {
                let (turns, products) = self.transcript(assignment, case)?;
                Ok(Answer::Transcript(turns, products))
            }
        }
    }

    /// The tests that were seen to pass when the reference was made ready; the rubric has none without sources.
    fn tests(&self, assignment: &Assignment, case: &Case) -> Vec<TestName> {
        let index = assignment.cases.iter().position(|it| it.id == case.id);
        match (self, index) {
            (Oracle::Program(external), Some(index)) => {
                external.tests.get(&index).cloned().unwrap_or_default()
            }
            _ => Vec::new(),
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

    /// All that must be printed where `input` is given as a whole, and what else a program must leave.
    fn output(
        &mut self,
        assignment: &Assignment,
        case: &Case,
        input: &WholeInput,
    ) -> Result<(Vec<u8>, Vec<ExpectedProduct>), ReferenceError> {
        match self {
            Oracle::Program(external) => external.output(assignment, case, input),
            Oracle::Answers => answer_files(case),
            Oracle::Game(..) => {
                let (turns, products) = self.transcript(assignment, case)?;
                Ok((turns.iter().map(Turn::printed).collect::<String>().into_bytes(), products))
            }
        }
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
            Oracle::Answers => Err(ReferenceError::NotByOutput {
                assignment: assignment.id.clone(),
                case: case.id.clone(),
            }),
        }
    }
}

/// What the instructor wrote.
fn answer_files(case: &Case) -> Result<(Vec<u8>, Vec<ExpectedProduct>), ReferenceError> {
    let read = |file: &Path| {
        fs::read(file).map_err(|source| ReferenceError::NoAnswerFile {
            file: file.display().to_string(),
            source,
        })
    };
    let mut products = Vec::new();
    for (product, file) in case.products() {
        let text = raw_text::from_bytes(&read(&file)?).into_owned();
        products.push(ExpectedProduct { product, text, file: Some(file) });
    }
    products.extend(products::stated(case));
    let answer = match &case.own_answer {
        Some(answer) => answer.to_vec(),
        None => read(&case.expected_file)?,
    };
    Ok((answer, products))
}
