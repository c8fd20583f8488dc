//! References that are programs of the instructor's: built or started as they are, and watched as students' are.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::super::analysis::{Topics, analyse_build};
use super::super::checker::{CheckerError, Checkers};
use super::super::end_of_input;
use super::super::functions::{AskedCall, Callable, Drivers, Linking};
use super::super::products;
use super::super::runs;
use super::super::session::Session;
use super::super::unit_tests::TestKit;
use super::error::{ReferenceError, too_short};
use crate::build::{self, Extras};
use crate::compare::Outcome;
use crate::course::transcript;
use crate::execute::{self, Input, Program, Start};
use crate::model::{
    Assignment, Case, Effect, Exit, ExpectedProduct, Interaction, Limit, Observation, SourceFile,
    TestName, Turn, WholeInput, with_provided,
};
use crate::runner::InterruptibleRunner;
use sandbox::SandboxError;

/// A program of the instructor's, the runner that runs it, and those of its functions that cases call.
pub(in crate::pipeline) struct External {
    pub(in crate::pipeline) program: Program,
    pub(in crate::pipeline) runner: InterruptibleRunner,
    pub(in crate::pipeline) functions: BTreeMap<usize, Callable>,
    /// The tests that it passes, by the places of their cases.
    pub(in crate::pipeline) tests: BTreeMap<usize, Vec<TestName>>,
}

impl External {
    /// A command, whose path starts at the course's folder.
    pub(super) fn command(
        assignment: &Assignment,
        words: &[String],
        course_folder: &Path,
        session: Session<'_>,
    ) -> Result<External, ReferenceError> {
        let folder = std::path::absolute(course_folder).map_err(ReferenceError::Folder)?;
        let runner = session.runner_without_walls(assignment.terminal)?;
        let program = Program::Command(words.to_vec(), folder);
        Ok(External { program, runner, functions: BTreeMap::new(), tests: BTreeMap::new() })
    }

    /// A program that is built from sources.
    pub(super) fn from_sources(
        assignment: &Assignment,
        paths: &[PathBuf],
        session: Session<'_>,
    ) -> Result<External, ReferenceError> {
        let sources = sources(assignment, paths)?;
        let toolchain = assignment.toolchain_of(&sources);
        build::probe(toolchain, session.interrupt())?;
        let mut runner = session.runner(toolchain, assignment.terminal)?;
        let settings = assignment.build_settings(toolchain);
        let kit = TestKit::new(assignment, session);
        let ours = kit.main_of_ours()?;
        let kept = session.kept_builds(&settings);
        let extras = Extras { ours: &ours, kept, ..Extras::default() };
        let mut built = build::build(&settings, &sources, &extras, &mut runner)?;
        let topics = Topics { functions: true, hints: true, ..Topics::default() };
        let analysis = analyse_build(assignment, &mut built, topics, &mut runner)?;
        match built.program.clone() {
            Some(program) => {
                let settings = assignment.build_settings(&assignment.toolchain);
                let drivers = Drivers::new(assignment, settings, session);
                drivers.warm_up()?;
                let (built, functions) = (&built, &analysis.functions);
                let mut linking = Linking { drivers: &drivers, built, functions, log: Vec::new() };
                let functions = linking.all(&mut runner)?;
                let mut tests = BTreeMap::new();
                for (index, case) in assignment.cases.iter().enumerate() {
                    if let Some(own) = &case.unit_tests {
                        let own = (index, case, own);
                        tests.insert(index, kit.of_reference(own, built, &mut runner)?);
                    }
                }
                let program = Program::from(program);
                Ok(External { program, runner, functions, tests })
            }
            None => Err(ReferenceError::DoesNotBuild {
                assignment: assignment.id.clone(),
                reason: built.report.reason.unwrap_or_default(),
                diagnostics: built.report.diagnostics,
            }),
        }
    }

    /// The conversation with the interactor of `case`, which must accept it, and what else is left.
    pub(super) fn conversation(
        &mut self,
        assignment: &Assignment,
        case: &Case,
        interaction: &Interaction,
        checkers: Checkers<'_>,
    ) -> Result<(Vec<Turn>, Vec<ExpectedProduct>), ReferenceError> {
        let External { program, runner, .. } = self;
        let limits = case.limits.in_full();
        let start = Start::of(assignment, case);
        let play = |input: Input<'_>| execute::execute_case(program, start, input, &limits, runner);
        let ((seen, written), said) = checkers
            .converse(case, interaction, play)
            .map_err(|error| not_answered(assignment, program, error))?;
        check_end(assignment, case, &seen)?;
        if said.outcome != Outcome::Equal {
            let sentence = said.difference.map(|it| it.sentence).unwrap_or_default();
            let trouble = format!("the interactor does not accept it: {sentence}");
            return Err(fails(assignment, case, trouble));
        }
        let products = products::of_reference(case, &seen, &written)
            .map_err(|trouble| fails(assignment, case, trouble))?;
        Ok((as_turns(assignment, case, &seen)?, products))
    }

    /// The transcript that `case` causes, and what else is left.
    pub(super) fn transcript(
        &mut self,
        assignment: &Assignment,
        case: &Case,
    ) -> Result<(Vec<Turn>, Vec<ExpectedProduct>), ReferenceError> {
        if !case.invocation.runs.is_empty() {
            return self.several(assignment, case);
        }
        let External { program, runner, .. } = self;
        let input = Input::Lines(&case.input);
        let start = Start::of(assignment, case);
        let limits = case.limits.in_full();
        let (seen, written) = execute::execute_case(program, start, input, &limits, runner)
            .map_err(|error| not_started(assignment, program, error))?;
        let seen = if case.end_of_input { read_to_the_end(assignment, case, seen)? } else { seen };
        let turns = turns(assignment, case, &seen)?;
        let products = products::of_reference(case, &seen, &written)
            .map_err(|trouble| fails(assignment, case, trouble))?;
        Ok((turns, products))
    }

    /// The same of a case that starts it several times.
    fn several(
        &mut self,
        assignment: &Assignment,
        case: &Case,
    ) -> Result<(Vec<Turn>, Vec<ExpectedProduct>), ReferenceError> {
        let External { program, runner, .. } = self;
        let limits = case.limits.in_full();
        let (all, written) = runs::execute(program, assignment, case, &limits, runner)
            .map_err(|error| not_started(assignment, program, error))?;
        for (run, seen) in case.invocation.runs.iter().zip(&all) {
            let case = Case { exit: run.exit.or(case.exit), ..case.clone() };
            turns(assignment, &case, seen)?;
            let is_said = run.stderr.as_ref().is_none_or(|text| text.as_bytes() == seen.stderr);
            if !is_said {
                let trouble = "it prints something else on standard error than the `stderr` of one of the `runs`";
                return Err(fails(assignment, &case, trouble.to_owned()));
            }
        }
        let Some(seen) = runs::joined(&case.invocation.runs, &all) else {
            return Err(fails(assignment, case, "it was not started".to_owned()));
        };
        let products = products::of_reference(case, &seen, &written)
            .map_err(|trouble| fails(assignment, case, trouble))?;
        Ok((as_turns(assignment, case, &seen)?, products))
    }

    /// All that it prints where it finds its input as a file, and what else is left.
    pub(super) fn output(
        &mut self,
        assignment: &Assignment,
        case: &Case,
        input: &WholeInput,
    ) -> Result<(Vec<u8>, Vec<ExpectedProduct>), ReferenceError> {
        let External { program, runner, .. } = self;
        let input = Input::Whole(&input.bytes);
        let start = Start::of(assignment, case);
        let (seen, written) = execute::execute_case(program, start, input, &case.limits, runner)
            .map_err(|error| not_started(assignment, program, error))?;
        check_end(assignment, case, &seen)?;
        let products = products::of_reference(case, &seen, &written)
            .map_err(|trouble| fails(assignment, case, trouble))?;
        Ok((seen.stdout(), products))
    }

    /// What the instructor's own function does in one call; the inner error says why it has no answer.
    pub(super) fn call(
        &mut self,
        assignment: &Assignment,
        case: &Case,
        number: usize,
    ) -> Result<Result<Effect, String>, ReferenceError> {
        let External { functions, runner, .. } = self;
        let index = assignment.cases.iter().position(|it| it.id == case.id);
        let callable = index.and_then(|index| Some((index, functions.get(&index)?)));
        let (index, program, found) = match callable {
            Some((index, Callable::Ready(program, found))) => (index, program, found),
            Some((_, Callable::Not(reason) | Callable::Unknown(reason))) => {
                return Ok(Err(format!(" ({})", plain(reason))));
            }
            None => return Ok(Err(String::new())),
        };
        let Some(function) = &case.function else { return Ok(Err(String::new())) };
        let Some(call) = function.calls.get(number) else { return Ok(Err(String::new())) };
        let asked = AskedCall { case: index, number, function, found, call };
        let (seen, actual) = asked.make(program, &case.limits, runner)?;
        let printed = String::from_utf8(seen.stdout());
        Ok(match (actual, printed) {
            (Some(actual), Ok(printed)) => Ok(Effect {
                returned: actual.returned,
                after: actual.after,
                printed: printed.lines().map(str::to_owned).collect(),
            }),
            (Some(_), Err(_)) => Err(": its output is not UTF-8".to_owned()),
            (None, _) => Err(format!(": {}", ended(&seen))),
        })
    }
}

fn not_answered(assignment: &Assignment, program: &Program, error: CheckerError) -> ReferenceError {
    match error {
        CheckerError::Run(error) => not_started(assignment, program, error),
        error => error.into(),
    }
}

/// A command that cannot be started is the instructor's to mend.
fn not_started(assignment: &Assignment, program: &Program, error: SandboxError) -> ReferenceError {
    match (program, error) {
        (Program::Command(words, _), SandboxError::Step { source, .. }) => {
            ReferenceError::DoesNotStart {
                assignment: assignment.id.clone(),
                command: words.join(" "),
                source,
            }
        }
        (_, error) => error.into(),
    }
}

fn sources(assignment: &Assignment, paths: &[PathBuf]) -> Result<Vec<SourceFile>, ReferenceError> {
    let one = |path: &PathBuf| {
        let unreadable = |source| ReferenceError::Unreadable {
            assignment: assignment.id.clone(),
            path: path.display().to_string(),
            source,
        };
        fs::canonicalize(path).map(SourceFile::alone).map_err(unreadable)
    };
    let sources = paths.iter().map(one).collect::<Result<_, _>>()?;
    Ok(with_provided(sources, &assignment.provided, "").0)
}

/// The run of a reference that must read to the end of its input, with that end among its inputs.
fn read_to_the_end(
    assignment: &Assignment,
    case: &Case,
    seen: Observation,
) -> Result<Observation, ReferenceError> {
    let is_synchronised = seen.synchronised;
    let seen = end_of_input::as_input(seen);
    if is_synchronised && matches!(seen.exit, Exit::Code(_)) && !end_of_input::is_read(&seen) {
        let trouble = "it ends without having read to the end of its input, and `end_of_input = true` says that it must; \
                       leave that out, or give it less input";
        return Err(fails(assignment, case, trouble.to_owned()));
    }
    Ok(seen)
}

/// Makes sure that it ended as a reference must.
fn check_end(
    assignment: &Assignment,
    case: &Case,
    seen: &Observation,
) -> Result<(), ReferenceError> {
    let trouble = match seen.exit {
        Exit::Code(code) if code == case.exit.unwrap_or(0) => return Ok(()),
        Exit::Code(code) => match case.exit {
            Some(wanted) => {
                format!("it ends with exit code {code}, and the case says `exit = {wanted}`")
            }
            None if code < 0 => format!("it ends with exit code {code}"),
            None => format!(
                "it ends with exit code {code}; where that is right, write `exit = {code}` in the case"
            ),
        },
        Exit::NotStarted => "the system refuses to start it".to_owned(),
        Exit::Signal(signal) => format!("it crashes (signal {signal})"),
        Exit::Stopped(
            limit @ (Limit::Cpu | Limit::Wall | Limit::Output | Limit::Reads | Limit::AfterEnd),
        ) => {
            return Err(ReferenceError::Endless {
                assignment: assignment.id.clone(),
                case: case.id.clone(),
                trouble: limit.in_words(),
            });
        }
        Exit::Stopped(limit) => format!("it {}", limit.in_words()),
    };
    Err(fails(assignment, case, trouble))
}

fn fails(assignment: &Assignment, case: &Case, trouble: String) -> ReferenceError {
    ReferenceError::Fails { assignment: assignment.id.clone(), case: case.id.clone(), trouble }
}

/// What it printed, as turns: complete lines are messages, the unfinished line before a read is a prompt.
pub(in crate::pipeline) fn turns(
    assignment: &Assignment,
    case: &Case,
    seen: &Observation,
) -> Result<Vec<Turn>, ReferenceError> {
    if !seen.synchronised {
        return Err(ReferenceError::ReadsInvisible { assignment: assignment.id.clone() });
    }
    if seen.saw_eof {
        return Err(match seen.exit {
            Exit::Stopped(_) => {
                ReferenceError::EndlessAtEnd { file: case.file.display().to_string() }
            }
            _ => too_short(case),
        });
    }
    check_end(assignment, case, seen)?;
    as_turns(assignment, case, seen)
}

/// As it stands in a transcript.
fn as_turns(
    assignment: &Assignment,
    case: &Case,
    seen: &Observation,
) -> Result<Vec<Turn>, ReferenceError> {
    let text = seen.turns.iter().map(|turn| {
        let output = String::from_utf8(turn.output.clone())
            .map_err(|_| fails(assignment, case, "its output is not UTF-8".to_owned()))?;
        Ok(match &turn.input {
            Some(input) => format!("{output}‹{input}›\n"),
            None => output,
        })
    });
    Ok(transcript::parse(&text.collect::<Result<String, ReferenceError>>()?))
}

/// A sentence about a student's program, about the instructor's.
fn plain(reason: &str) -> String {
    let reason = reason.replace("Your program", "its program");
    reason.trim_end_matches('.').to_owned()
}

fn ended(seen: &Observation) -> String {
    match seen.exit {
        Exit::Code(_) => "its function ends the program".to_owned(),
        Exit::Signal(signal) => format!("its function crashes (signal {signal})"),
        Exit::Stopped(limit) => format!("its function {}", limit.in_words()),
        Exit::NotStarted => "the system refuses to start it".to_owned(),
    }
}
