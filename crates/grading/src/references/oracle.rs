//! What the reference does in a case.

use std::borrow::Cow;
use std::fs;
use std::io;
use std::path::Path;

use ::reference::GameOptions;

use super::error::{ReferenceError, script_too_short};
use super::external::ExternalReference;
use crate::checker::CheckerRunner;
use crate::products;
use crate::session::Session;
use cpp::functions;
use model::{
    Assignment, BulkInput, CallEffect, CaseCall, END_OF_INPUT, ExpectedSideOutput, FunctionCase,
    GameSupport, GameTurn, ReferenceSolution, TestCase, TestName, UnitTests,
};
use rubric::transcript;
use support::raw_text;
use toolchain::Attempt;

/// A reference that can be asked.
pub struct ReferenceOracle(ReferenceKind);

enum ReferenceKind {
    Game(&'static dyn GameSupport, GameOptions),
    /// A program of the instructor's.
    Program(Box<ExternalReference>),
    /// The files beside the cases.
    Answers,
}

/// What is right in a case.
#[derive(Debug, Clone)]
pub enum ReferenceAnswer {
    /// The transcript of a script, and what else a program leaves.
    Transcript(Vec<GameTurn>, Vec<ExpectedSideOutput>),
    /// All that must be printed, and what else a program leaves.
    Output(Vec<u8>, Vec<ExpectedSideOutput>),
    /// The effects of calls of a function.
    Calls(FunctionCase, Vec<CallEffect>),
    /// The tests that must pass. No file says so: the tests themselves were reviewed.
    Tests(UnitTests, Vec<TestName>),
}

impl ReferenceAnswer {
    /// As it stands in the case's file.
    pub(crate) fn file_bytes(&self, case: &TestCase) -> Cow<'_, [u8]> {
        let text = match self {
            ReferenceAnswer::Output(bytes, _) => return Cow::Borrowed(bytes),
            ReferenceAnswer::Calls(function, effects) => {
                functions::render_expectations(function, effects)
            }
            ReferenceAnswer::Transcript(turns, _) if has_dialog(case) => {
                transcript::render_dialog(turns)
            }
            ReferenceAnswer::Transcript(turns, _) => transcript::render_transcript(turns),
            ReferenceAnswer::Tests(..) => String::new(),
        };
        Cow::Owned(text.into_bytes())
    }

    /// What else must be left, each with the file in which it was reviewed.
    pub(crate) fn products(&self) -> &[ExpectedSideOutput] {
        match self {
            ReferenceAnswer::Transcript(_, products) | ReferenceAnswer::Output(_, products) => {
                products
            }
            ReferenceAnswer::Calls(..) | ReferenceAnswer::Tests(..) => &[],
        }
    }
}

impl ReferenceOracle {
    /// Makes the assignment's reference ready; `course_folder` is where its paths start.
    ///
    /// # Errors
    ///
    /// If it is a program and does not build or start.
    pub fn prepare(
        assignment: &Assignment,
        course_folder: &Path,
        session: Session<'_>,
    ) -> Result<ReferenceOracle, ReferenceError> {
        let kind = match &assignment.reference {
            ReferenceSolution::Game(game, options) => ReferenceKind::Game(*game, *options),
            ReferenceSolution::Command(words) => {
                let external =
                    ExternalReference::from_command(assignment, words, course_folder, session)?;
                ReferenceKind::Program(Box::new(external))
            }
            ReferenceSolution::Sources(paths) => {
                let external = ExternalReference::from_sources(assignment, paths, session)?;
                ReferenceKind::Program(Box::new(external))
            }
            ReferenceSolution::Answers => ReferenceKind::Answers,
        };
        Ok(ReferenceOracle(kind))
    }

    /// What is right in `case`.
    ///
    /// # Errors
    ///
    /// If the reference does not answer, or fails.
    pub fn answer_case(
        &mut self,
        assignment: &Assignment,
        case: &TestCase,
        checkers: CheckerRunner<'_>,
    ) -> Result<ReferenceAnswer, ReferenceError> {
        if let Some(tests) = &case.unit_tests {
            let names = self.passing_tests(assignment, case)?;
            return Ok(ReferenceAnswer::Tests(tests.clone(), names));
        }
        if let Some(interaction) = &case.interaction {
            let ReferenceKind::Program(external) = &mut self.0 else {
                let assignment = assignment.id.clone();
                let case = case.id.clone();
                return Err(ReferenceError::NoInteractiveReference { assignment, case });
            };
            let (turns, products) =
                external.run_interaction(assignment, case, interaction, checkers)?;
            return Ok(ReferenceAnswer::Transcript(turns, products));
        }
        match (&case.function, &case.bulk_input) {
            (Some(function), _) => self
                .case_effects(assignment, case, function)
                .map(|effects| ReferenceAnswer::Calls(function.clone(), effects)),
            (None, Some(input)) => {
                let (bytes, products) = self.case_output(assignment, case, input)?;
                Ok(ReferenceAnswer::Output(bytes, products))
            }
            (None, None) => {
                let (turns, products) = self.case_transcript(assignment, case)?;
                Ok(ReferenceAnswer::Transcript(turns, products))
            }
        }
    }

    /// The tests that were seen to pass when the reference was made ready, or that a file beside the case names.
    fn passing_tests(
        &self,
        assignment: &Assignment,
        case: &TestCase,
    ) -> Result<Vec<TestName>, ReferenceError> {
        let index = assignment.cases.iter().position(|it| it.id == case.id);
        match (&self.0, index) {
            (ReferenceKind::Program(external), Some(index)) => {
                Ok(external.tests.get(&index).cloned().unwrap_or_default())
            }
            (ReferenceKind::Answers, _) => {
                let text = read_reviewed_text(&case.expected_file)?;
                transcript::parse_test_names(&text)
                    .ok_or_else(|| ReferenceError::NoTestNames(case.expected_file.clone()))
            }
            _ => Ok(Vec::new()),
        }
    }

    /// The effects that the calls of a case must have.
    fn case_effects(
        &mut self,
        assignment: &Assignment,
        case: &TestCase,
        function: &FunctionCase,
    ) -> Result<Vec<CallEffect>, ReferenceError> {
        call_effects(case, function, |number, call| match &mut self.0 {
            ReferenceKind::Game(game, _) => {
                let name = function_name(function);
                Ok(match game.rules().call_function(name, &call.arguments) {
                    Some(effect) => Attempt::Done(effect),
                    None => Attempt::Rejected(String::new()),
                })
            }
            ReferenceKind::Program(external) => external.call_function(assignment, case, number),
            ReferenceKind::Answers => Ok(Attempt::Rejected(String::new())),
        })
    }

    /// All that must be printed where `input` is given as a whole, and what else a program must leave.
    fn case_output(
        &mut self,
        assignment: &Assignment,
        case: &TestCase,
        input: &BulkInput,
    ) -> Result<(Vec<u8>, Vec<ExpectedSideOutput>), ReferenceError> {
        match &mut self.0 {
            ReferenceKind::Program(external) => external.record_output(assignment, case, input),
            ReferenceKind::Answers => answer_files(case),
            ReferenceKind::Game(..) => {
                let (turns, products) = self.case_transcript(assignment, case)?;
                Ok((
                    turns
                        .iter()
                        .map(GameTurn::printed_text)
                        .collect::<String>()
                        .into_bytes(),
                    products,
                ))
            }
        }
    }

    /// The transcript that `case` must cause, and what else a program must leave.
    fn case_transcript(
        &mut self,
        assignment: &Assignment,
        case: &TestCase,
    ) -> Result<(Vec<GameTurn>, Vec<ExpectedSideOutput>), ReferenceError> {
        match &mut self.0 {
            ReferenceKind::Game(game, options) => {
                let turns = game.complete_transcript(*options, &case.player, &case.input);
                Ok((turns.ok_or_else(|| script_too_short(case))?, Vec::new()))
            }
            ReferenceKind::Program(external) => external.record_transcript(assignment, case),
            ReferenceKind::Answers => answer_transcript(case),
        }
    }
}

/// Whether what is right stands in a dialogue, which has its inputs, too.
fn has_dialog(case: &TestCase) -> bool {
    let name = case.expected_file.as_os_str().as_encoded_bytes();
    name.ends_with(transcript::DIALOG_ENDING.as_bytes())
}

/// The transcript that the instructor wrote, and what else must be left.
fn answer_transcript(
    case: &TestCase,
) -> Result<(Vec<GameTurn>, Vec<ExpectedSideOutput>), ReferenceError> {
    let text = read_reviewed_text(&case.expected_file)?;
    let turns = transcript::parse_expected_file(&case.expected_file, &text);
    let read: Vec<&str> = turns
        .iter()
        .filter_map(|turn| turn.input.as_deref())
        .collect();
    let mut given: Vec<&str> = case.input.iter().map(String::as_str).collect();
    if case.end_of_input {
        given.push(END_OF_INPUT);
    }
    // What several starts read stands in their transcript beside what each is started with.
    if case.invocation.runs.is_empty() && !given.starts_with(&read) {
        return Err(ReferenceError::OtherInputs {
            file: case.expected_file.clone(),
            read: quote_inputs(&read),
            given: quote_inputs(&given),
        });
    }
    Ok((turns, answer_products(case)?))
}

fn quote_inputs(inputs: &[&str]) -> String {
    inputs.iter().map(|input| format!("‹{input}›")).collect()
}

/// What the instructor wrote.
fn answer_files(case: &TestCase) -> Result<(Vec<u8>, Vec<ExpectedSideOutput>), ReferenceError> {
    let products = answer_products(case)?;
    let answer = match &case.expected_output {
        Some(answer) => answer.to_vec(),
        None => read_answer_file(&case.expected_file)?,
    };
    Ok((answer, products))
}

/// What must be left besides the output.
fn answer_products(case: &TestCase) -> Result<Vec<ExpectedSideOutput>, ReferenceError> {
    let mut products = Vec::new();
    for (product, file) in case.side_outputs() {
        products.push(ExpectedSideOutput {
            product,
            text: raw_text::from_bytes(&read_answer_file(&file)?).into_owned(),
            file: Some(file),
        });
    }
    products.extend(products::stated_stderr(case));
    Ok(products)
}

/// The text of a transcript or of names, which are UTF-8.
fn read_reviewed_text(file: &Path) -> Result<String, ReferenceError> {
    fs::read_to_string(file).map_err(no_answer_file(file))
}

fn read_answer_file(file: &Path) -> Result<Vec<u8>, ReferenceError> {
    fs::read(file).map_err(no_answer_file(file))
}

fn no_answer_file(file: &Path) -> impl FnOnce(io::Error) -> ReferenceError {
    move |source| ReferenceError::NoAnswerFile {
        file: file.display().to_string(),
        source,
    }
}

/// The effects of all calls of a case. `ask` makes one call of the reference, or says why there is no answer.
pub(super) fn call_effects(
    case: &TestCase,
    function: &FunctionCase,
    mut ask: impl FnMut(usize, &CaseCall) -> Result<Attempt<CallEffect>, ReferenceError>,
) -> Result<Vec<CallEffect>, ReferenceError> {
    let mut effects = Vec::new();
    for (number, call) in function.calls.iter().enumerate() {
        let effect = match ask(number, call)? {
            Attempt::Done(effect) => effect,
            Attempt::Rejected(_) if call.expectation.is_complete(function) => silent_effect(call),
            Attempt::Rejected(why) => return Err(no_answer_error(case, function, call, why)),
        };
        effects.push(overlay_effect(call, effect));
    }
    Ok(effects)
}

/// The name of the function that a case asks for.
pub(super) fn function_name(function: &FunctionCase) -> &str {
    function.prototypes.first().map_or("", |first| &first.name)
}

/// The effect of a call that does nothing.
fn silent_effect(call: &CaseCall) -> CallEffect {
    CallEffect::from_printed_lines(Vec::new(), &call.arguments)
}

/// The effect, with what the case says in place of what the reference does.
fn overlay_effect(call: &CaseCall, mut effect: CallEffect) -> CallEffect {
    let given = &call.expectation;
    effect.returned = given.returned.clone().or(effect.returned);
    for (place, value) in &given.after {
        if let Some(after) = effect.after.get_mut(*place) {
            *after = value.clone();
        }
    }
    effect.printed = given.printed.clone().unwrap_or(effect.printed);
    effect
}

fn no_answer_error(
    case: &TestCase,
    function: &FunctionCase,
    call: &CaseCall,
    why: String,
) -> ReferenceError {
    let returns = function
        .prototypes
        .first()
        .is_some_and(|it| it.returned.is_some());
    let keys = match (returns, function.printed) {
        (true, Some(_)) => "`returns` and `prints`",
        (true, None) => "`returns`",
        (false, Some(_)) => "`prints`",
        (false, None) => "`after`",
    };
    ReferenceError::NoAnswer {
        file: case.file.display().to_string(),
        line: call.line,
        call: functions::render_brief_call(function_name(function), &call.arguments),
        why,
        keys,
    }
}
