//! References that are the instructor's programs: built or started as they are, and observed like students' programs.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::checks::{check_end, check_read_to_end, checked_turns, reference_fails, to_turns};
use super::error::ReferenceError;
use crate::analysis::{AnalysisTopics, analyse_build};
use crate::checker::{CheckerError, CheckerRunner};
use crate::execute::{self, ExecutionTarget, ProgramStart, StdinSource};
use crate::functions::{CallableFunction, FunctionDrivers, FunctionLinker, PendingCall};
use crate::session::Session;
use crate::unit_tests::TestKit;
use crate::{held_back, judged_rounds, products};
use judging::compare::ComparisonOutcome;
use model::{
    Assignment, BulkInput, CallEffect, CaseInteraction, ComparisonScope, Exit, ExpectedSideOutput,
    GameTurn, Observation, SourceFile, TestCase, TestName, WrittenFile, add_provided_files,
};
use sandbox::SandboxError;
use toolchain::runner::InterruptibleRunner;
use toolchain::{Attempt, BuildExtras};

/// A program of the instructor's, the runner that runs it, and those of its functions that cases call.
pub(crate) struct ExternalReference {
    pub(crate) program: ExecutionTarget,
    pub(crate) runner: InterruptibleRunner,
    pub(crate) functions: BTreeMap<usize, CallableFunction>,
    /// The tests that it passes, by the places of their cases.
    pub(crate) tests: BTreeMap<usize, Vec<TestName>>,
}

impl ExternalReference {
    /// A command, whose path starts at the course's folder.
    pub(super) fn from_command(
        assignment: &Assignment,
        words: &[String],
        course_folder: &Path,
        session: Session<'_>,
    ) -> Result<ExternalReference, ReferenceError> {
        let folder = std::path::absolute(course_folder).map_err(ReferenceError::Folder)?;
        let runner = session.start_unconfined_runner(assignment.terminal)?;
        let program = ExecutionTarget::Command(words.to_vec(), folder);
        Ok(ExternalReference {
            program,
            runner,
            functions: BTreeMap::new(),
            tests: BTreeMap::new(),
        })
    }

    /// A program that is built from sources.
    pub(super) fn from_sources(
        assignment: &Assignment,
        paths: &[PathBuf],
        session: Session<'_>,
    ) -> Result<ExternalReference, ReferenceError> {
        let sources = reference_sources(assignment, paths)?;
        let toolchain = assignment.choose_toolchain(&sources);
        toolchain::probe_toolchain(toolchain, session.interrupt())?;
        let mut runner = session.start_runner(toolchain, assignment.terminal)?;
        let settings = assignment.build_settings(toolchain);
        let kit = TestKit::new(assignment, session);
        let ours = kit.program_objects()?;
        let kept = session.cached_builds(&settings);
        let extras = BuildExtras {
            ours: &ours,
            kept,
            ..BuildExtras::default()
        };
        let mut built = toolchain::build_program(&settings, &sources, &extras, &mut runner)?;
        let topics = AnalysisTopics {
            functions: true,
            hints: true,
            ..AnalysisTopics::default()
        };
        let analysis = analyse_build(assignment, &mut built, topics, &mut runner)?;
        match built.program.clone() {
            Some(program) => {
                let settings = assignment.build_settings(&assignment.toolchain);
                let drivers = FunctionDrivers::new(assignment, settings, session);
                drivers.warm_up()?;
                let built = &built;
                let functions = &analysis.functions;
                let mut linking = FunctionLinker {
                    drivers: &drivers,
                    built,
                    functions,
                    log: Vec::new(),
                };
                let functions = linking.link_all(&mut runner)?;
                let mut tests = BTreeMap::new();
                for (index, case) in assignment.cases.iter().enumerate() {
                    if let Some(own) = &case.unit_tests {
                        let names = kit.reference_tests(index, case, own, built, &mut runner)?;
                        tests.insert(index, names);
                    }
                }
                let program = ExecutionTarget::from(program);
                Ok(ExternalReference {
                    program,
                    runner,
                    functions,
                    tests,
                })
            }
            None => Err(ReferenceError::DoesNotBuild {
                assignment: assignment.id.clone(),
                reason: built.report.reason.unwrap_or_default(),
                diagnostics: built.report.diagnostics,
            }),
        }
    }

    /// The conversation with the interactor of `case`, which must accept it, and what else is left.
    pub(super) fn run_interaction(
        &mut self,
        assignment: &Assignment,
        case: &TestCase,
        interaction: &CaseInteraction,
        checkers: CheckerRunner<'_>,
    ) -> Result<(Vec<GameTurn>, Vec<ExpectedSideOutput>), ReferenceError> {
        let ExternalReference {
            program, runner, ..
        } = self;
        let limits = case.limits.without_silence_limit();
        let start = ProgramStart::for_case(assignment, case);
        let play =
            |input: StdinSource<'_>| execute::execute_case(program, start, input, &limits, runner);
        let ((seen, written), said) = checkers
            .run_interactor(case, interaction, play)
            .map_err(|error| not_answered(assignment, program, error))?;
        check_end(assignment, case, &seen)?;
        if said.outcome != ComparisonOutcome::Equal {
            let sentence = said.difference.map(|it| it.sentence).unwrap_or_default();
            let trouble = format!("the interactor does not accept it: {sentence}");
            return Err(reference_fails(assignment, case, trouble));
        }
        let products = collect_products(assignment, case, &seen, &written)?;
        Ok((to_turns(assignment, case, &seen)?, products))
    }

    /// The transcript that `case` causes, and what else is left.
    pub(super) fn record_transcript(
        &mut self,
        assignment: &Assignment,
        case: &TestCase,
    ) -> Result<(Vec<GameTurn>, Vec<ExpectedSideOutput>), ReferenceError> {
        if !case.invocation.runs.is_empty() {
            return self.record_runs(assignment, case);
        }
        let ExternalReference {
            program, runner, ..
        } = self;
        let limits = case.limits.without_silence_limit();
        let mut run = |on_terminal| {
            let input = StdinSource::Lines(&case.input);
            let start = ProgramStart {
                on_terminal,
                ..ProgramStart::for_case(assignment, case)
            };
            execute::execute_case(program, start, input, &limits, runner)
                .map_err(|error| not_started(assignment, program, error))
        };
        let (mut seen, mut written) = run(false)?;
        let silent = held_back::all_silent_reads(&seen);
        let looks_at_turns = case.comparison.scope != ComparisonScope::Output;
        if looks_at_turns && !assignment.terminal && !silent.is_empty() {
            // As with students' programs: a reference that does not flush shows on a terminal alone what it prints before it reads.
            let on_terminal = run(true)?;
            if held_back::prints_before(&on_terminal.0, &silent) {
                (seen, written) = on_terminal;
            }
        }
        let seen = if case.end_of_input {
            check_read_to_end(assignment, case, seen)?
        } else {
            seen
        };
        let turns = checked_turns(assignment, case, &seen)?;
        let products = collect_products(assignment, case, &seen, &written)?;
        Ok((turns, products))
    }

    /// The same of a case that starts it several times.
    fn record_runs(
        &mut self,
        assignment: &Assignment,
        case: &TestCase,
    ) -> Result<(Vec<GameTurn>, Vec<ExpectedSideOutput>), ReferenceError> {
        let ExternalReference {
            program, runner, ..
        } = self;
        let limits = case.limits.without_silence_limit();
        let start = ProgramStart::for_case(assignment, case);
        let (all, written) = judged_rounds::execute_all_runs(program, start, case, &limits, runner)
            .map_err(|error| not_started(assignment, program, error))?;
        for (run, seen) in case.invocation.runs.iter().zip(&all) {
            let case = TestCase {
                exit: run.exit.or(case.exit),
                ..case.clone()
            };
            checked_turns(assignment, &case, seen)?;
            let is_said = run
                .stderr
                .as_ref()
                .is_none_or(|text| text.as_bytes() == seen.stderr);
            if !is_said {
                let trouble = "it prints something else on standard error than the `stderr` of one of the `runs`";
                return Err(reference_fails(assignment, &case, trouble.to_owned()));
            }
        }
        let Some(seen) = judged_rounds::join_runs(&case.invocation.runs, &all) else {
            return Err(reference_fails(
                assignment,
                case,
                "it was not started".to_owned(),
            ));
        };
        let products = collect_products(assignment, case, &seen, &written)?;
        Ok((to_turns(assignment, case, &seen)?, products))
    }

    /// All that it prints where it finds its input as a file, and what else is left.
    pub(super) fn record_output(
        &mut self,
        assignment: &Assignment,
        case: &TestCase,
        input: &BulkInput,
    ) -> Result<(Vec<u8>, Vec<ExpectedSideOutput>), ReferenceError> {
        let ExternalReference {
            program, runner, ..
        } = self;
        let input = StdinSource::File(&input.bytes);
        let start = ProgramStart::for_case(assignment, case);
        let (seen, written) = execute::execute_case(program, start, input, &case.limits, runner)
            .map_err(|error| not_started(assignment, program, error))?;
        check_end(assignment, case, &seen)?;
        let products = collect_products(assignment, case, &seen, &written)?;
        Ok((seen.stdout(), products))
    }

    /// What the instructor's function does in one call, or why it has no answer.
    pub(super) fn call_function(
        &mut self,
        assignment: &Assignment,
        case: &TestCase,
        number: usize,
    ) -> Result<Attempt<CallEffect>, ReferenceError> {
        let ExternalReference {
            functions, runner, ..
        } = self;
        let index = assignment.cases.iter().position(|it| it.id == case.id);
        let callable = index.and_then(|index| Some((index, functions.get(&index)?)));
        let (index, program, found) = match callable {
            Some((index, CallableFunction::Ready(program, found))) => (index, program, found),
            Some((
                _,
                CallableFunction::Unavailable(reason) | CallableFunction::Unknown(reason),
            )) => {
                return Ok(Attempt::Rejected(format!(" ({})", reword_reason(reason))));
            }
            None => return Ok(Attempt::Rejected(String::new())),
        };
        let Some(function) = &case.function else {
            return Ok(Attempt::Rejected(String::new()));
        };
        let Some(call) = function.calls.get(number) else {
            return Ok(Attempt::Rejected(String::new()));
        };
        let asked = PendingCall {
            case: index,
            number,
            function,
            matched: found,
            call,
        };
        let (seen, actual) = asked.run_call(program, &case.limits, runner)?;
        let printed = String::from_utf8(seen.stdout());
        Ok(match (actual, printed) {
            (Some(actual), Ok(printed)) => Attempt::Done(CallEffect {
                returned: actual.returned,
                after: actual.after,
                printed: printed.lines().map(str::to_owned).collect(),
            }),
            (Some(_), Err(_)) => Attempt::Rejected(": its output is not UTF-8".to_owned()),
            (None, _) => Attempt::Rejected(format!(": {}", describe_exit(&seen))),
        })
    }
}

fn not_answered(
    assignment: &Assignment,
    program: &ExecutionTarget,
    error: CheckerError,
) -> ReferenceError {
    match error {
        CheckerError::Run(error) => not_started(assignment, program, error),
        error => error.into(),
    }
}

/// What a run of it left besides its output.
fn collect_products(
    assignment: &Assignment,
    case: &TestCase,
    seen: &Observation,
    written: &[WrittenFile],
) -> Result<Vec<ExpectedSideOutput>, ReferenceError> {
    products::reference_products(case, seen, written)
        .map_err(|trouble| reference_fails(assignment, case, trouble))
}

/// A command that cannot be started is the instructor's to mend.
fn not_started(
    assignment: &Assignment,
    program: &ExecutionTarget,
    error: SandboxError,
) -> ReferenceError {
    match (program, error) {
        (ExecutionTarget::Command(words, _), SandboxError::Step { source, .. }) => {
            ReferenceError::DoesNotStart {
                assignment: assignment.id.clone(),
                command: words.join(" "),
                source,
            }
        }
        (_, error) => error.into(),
    }
}

fn reference_sources(
    assignment: &Assignment,
    paths: &[PathBuf],
) -> Result<Vec<SourceFile>, ReferenceError> {
    let one = |path: &PathBuf| {
        let unreadable = |source| ReferenceError::Unreadable {
            assignment: assignment.id.clone(),
            path: path.display().to_string(),
            source,
        };
        fs::canonicalize(path)
            .map(SourceFile::from_path)
            .map_err(unreadable)
    };
    let sources = paths.iter().map(one).collect::<Result<_, _>>()?;
    Ok(add_provided_files(sources, &assignment.provided, "").0)
}

/// A sentence about a student's program, about the instructor's.
fn reword_reason(reason: &str) -> String {
    let reason = reason.replace("Your program", "its program");
    reason.trim_end_matches('.').to_owned()
}

fn describe_exit(seen: &Observation) -> String {
    match seen.exit {
        Exit::Code(_) => "its function ends the program".to_owned(),
        Exit::Signal(signal) => format!("its function crashes (signal {signal})"),
        Exit::Stopped(limit) => format!("its function {}", limit.describe()),
        Exit::NotStarted => "the system refuses to start it".to_owned(),
    }
}
