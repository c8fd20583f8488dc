//! One test, in a process of its own, and judged by its log; and a case: all of its tests, and its verdict.

use std::path::{Path, PathBuf};

use super::test_program::TestKit;
use crate::error::GradingError;
use crate::execute::{self, ExecutionTarget, ProgramStart, StdinSource, VariantProgram};
use crate::functions::generate_mark;
use crate::prepared_case::PreparedCase;
use cpp::unit_tests::{TestLog, read_test_list, split_records};
use judging::compare::{ComparisonOutcome, ComparisonResult};
use judging::judge;
use judging::undefined::BuildVariant;
use model::{
    AbridgeObservation, Exit, ExitRule, Judgement, Observation, RunLimits, TestCase, TestName,
    TestReport, TranscriptDifference, UnitTests, Verdict,
};
use sandbox::SandboxError;
use toolchain::runner::InterruptibleRunner;
use toolchain::{Attempt, BuildError, BuildOutput};

/// In which circumstances each test of a case runs.
#[derive(Debug, Clone, Copy)]
pub struct TestConditions<'a> {
    /// What a test may use.
    pub limits: &'a RunLimits,
    /// The case, which says what files a test finds and may write.
    pub case: &'a TestCase,
}

impl<'a> TestConditions<'a> {
    /// As the case says.
    pub(super) fn for_case(case: &'a TestCase) -> TestConditions<'a> {
        TestConditions {
            limits: &case.limits,
            case,
        }
    }
}

/// The tests that a program has, and its run; none if it did not list them to the end.
pub(super) fn list_tests(
    program: &Path,
    conditions: TestConditions<'_>,
    runner: &mut InterruptibleRunner,
) -> Result<(Option<Vec<TestName>>, Observation), SandboxError> {
    let (seen, records) = run_with_records(plain_program(program), &["list"], conditions, runner)?;
    Ok((read_test_list(&records), seen))
}

pub(super) fn run_test(
    program: &Path,
    test: &TestName,
    conditions: TestConditions<'_>,
    runner: &mut InterruptibleRunner,
) -> Result<TestReport, SandboxError> {
    let words = ["run", &test.name];
    let (seen, records) = run_with_records(plain_program(program), &words, conditions, runner)?;
    let told = TestLog::new(&records);
    let judgement = judge_test(&seen, &told);
    let test = test.clone();
    let failures = told.failures;
    Ok(TestReport {
        test,
        failures,
        judgement,
        observation: Some(seen.into_abridged()),
    })
}

/// A test that does not compile with the submission.
pub(super) fn not_compiled(test: &TestName, reason: &str) -> TestReport {
    let sentence = format!(
        "The test does not compile with your program: {}",
        quote_first_line(reason)
    );
    let judgement = Judgement {
        difference: Some(TranscriptDifference::from_sentence(&sentence)),
        ..Judgement::new(Verdict::WrongAnswer)
    };
    let failure = model::TestFailure {
        file: test.file.clone(),
        line: test.line,
        expression: String::new(),
        expected: String::new(),
        actual: String::new(),
        sentence,
    };
    TestReport {
        test: test.clone(),
        failures: vec![failure],
        judgement,
        observation: None,
    }
}

/// The first line of what a compiler says.
fn quote_first_line(reason: &str) -> String {
    const LONGEST: usize = 300;
    let line = reason.lines().next().unwrap_or_default();
    let line: String = line.chars().take(LONGEST).collect();
    line.replace('`', "'")
}

/// What is seen of a test in a program with sanitizers: what these say stands in its standard error.
pub fn run_sanitized(
    program: &Path,
    test: &TestName,
    conditions: TestConditions<'_>,
    runner: &mut InterruptibleRunner,
) -> Result<Observation, SandboxError> {
    let program = |arguments| {
        ExecutionTarget::VariantProgram(VariantProgram {
            path: program.to_owned(),
            arguments,
            environment: BuildVariant::Sanitized.environment(""),
            instrumented: true,
        })
    };
    Ok(run_with_records(program, &["run", &test.name], conditions, runner)?.0)
}

/// The program as it is, with arguments.
fn plain_program(program: &Path) -> impl FnOnce(Vec<String>) -> ExecutionTarget {
    |arguments| ExecutionTarget::Driver(program.to_owned(), arguments)
}

/// Runs the program, and takes the records out of what it wrote to standard error.
fn run_with_records(
    program: impl FnOnce(Vec<String>) -> ExecutionTarget,
    words: &[&str],
    TestConditions { limits, case }: TestConditions<'_>,
    runner: &mut InterruptibleRunner,
) -> Result<(Observation, Vec<String>), SandboxError> {
    let mark = generate_mark()?;
    let words = words.iter().map(|word| (*word).to_owned());
    let arguments = std::iter::once(mark.clone()).chain(words).collect();
    let program = program(arguments);
    let limits = limits.without_silence_limit();
    let mut seen = if case.invocation.has_folder() {
        let start = ProgramStart {
            name: &case.id,
            invocation: &case.invocation,
            on_terminal: false,
            time: None,
        };
        // What a file holds then is checked by the test itself.
        execute::execute_case(&program, start, StdinSource::Lines(&[]), &limits, runner)?.0
    } else {
        execute::execute_program(&program, StdinSource::Lines(&[]), &limits, runner)?
    };
    let (rest, records) = split_records(&seen.stderr, &mark);
    seen.stderr = rest;
    Ok((seen, records))
}

fn judge_test(seen: &Observation, told: &TestLog) -> Judgement {
    let passes = told.has_ended && told.failures.is_empty() && seen.exit == Exit::Code(0);
    let sentence = match (told.failures.first(), seen.exit, &told.crashed_at) {
        _ if passes => None,
        (Some(failure), ..) => Some(failure.sentence.clone()),
        (None, Exit::Signal(_), Some((file, line))) if *line > 0 => {
            Some(format!("It happened at or after {file}:{line}."))
        }
        (None, Exit::Code(_), _) => Some(
            "The test did not come to its end: the program ended itself, as `exit` does."
                .to_owned(),
        ),
        _ => None,
    };
    let outcome = if passes {
        ComparisonOutcome::Equal
    } else {
        ComparisonOutcome::Different
    };
    let difference = sentence.as_deref().map(TranscriptDifference::from_sentence);
    let compared = ComparisonResult {
        difference,
        ..ComparisonResult::new(outcome)
    };
    judge::judge_run(seen, None, compared, ExitRule::Any)
}

/// The results of the tests of a case.
pub struct UnitTestResults {
    pub(crate) tests: Vec<TestReport>,
    pub(crate) judgement: Judgement,
}

impl TestKit<'_> {
    /// Runs the tests of a case with a submission whose objects are in the runner's folder.
    pub(crate) fn test_submission(
        &self,
        case: &PreparedCase,
        tests: &UnitTests,
        expected: &[TestName],
        built: &BuildOutput,
        log: &mut Vec<String>,
        runner: &mut InterruptibleRunner,
    ) -> Result<UnitTestResults, GradingError> {
        let name = format!("tests-of-{}", case.place);
        let made = self.build_tests(tests, &name, built, true, log, runner)?;
        let mut all = Vec::new();
        for test in expected {
            let report = match (made.left_out_reason(&test.file, test.line), &made.program) {
                (Some(reason), _) => Ok(not_compiled(test, reason)),
                (None, Some(program)) => {
                    run_test(program, test, TestConditions::for_case(&case.spec), runner)
                }
                (None, None) => Ok(not_compiled(test, "no reason is known")),
            };
            match report {
                Ok(report) => all.push(report),
                Err(error) => {
                    if let Some(program) = &made.program {
                        toolchain::remove_program(program, runner)?;
                    }
                    return Err(error.into());
                }
            }
        }
        if let Some(program) = &made.program {
            toolchain::remove_program(program, runner)?;
        }
        Ok(judge_tests(all))
    }
}

/// The verdict on a case is that on its first test that did not pass.
pub(super) fn judge_tests(tests: Vec<TestReport>) -> UnitTestResults {
    let wrong = tests.iter().filter(is_wrong_test).count();
    let first = tests.iter().find(is_wrong_test);
    let judgement = Judgement {
        difference: first.map(|test| case_difference(test, wrong, tests.len())),
        ..Judgement::new(first.map_or(Verdict::Accepted, |test| test.judgement.verdict.clone()))
    };
    UnitTestResults { tests, judgement }
}

fn is_wrong_test(test: &&TestReport) -> bool {
    test.judgement.verdict != Verdict::Accepted
}

fn case_difference(test: &TestReport, wrong: usize, all: usize) -> TranscriptDifference {
    let name = &test.test.name;
    let what = match &test.judgement.difference {
        Some(difference) => format!("“{name}”: {}", difference.sentence),
        None => format!("That was “{name}”"),
    };
    let stop = if what.ends_with(['.', '!', '?']) {
        ""
    } else {
        "."
    };
    let count = match all {
        1 => String::new(),
        all => format!(" {} of {all} tests pass.", all - wrong),
    };
    TranscriptDifference::from_sentence(&(what + stop + &count))
}

impl TestKit<'_> {
    /// The program of a case's tests, unless the compiler or the linker rejects them.
    pub fn build_all_tests(
        &self,
        index: usize,
        tests: &UnitTests,
        built: &BuildOutput,
        runner: &mut InterruptibleRunner,
    ) -> Result<Attempt<PathBuf>, BuildError> {
        let name = format!("tests-of-{index}");
        let made = self.build_tests(tests, &name, built, false, &mut Vec::new(), runner)?;
        Ok(match made.program {
            Some(program) => Attempt::Done(program),
            None => Attempt::Rejected(made.reason.unwrap_or_default()),
        })
    }
}

/// Runs the tests of such a program; no further than to the first that does not pass, if `ends_when_wrong`.
pub fn run_tests(
    program: &Path,
    tests: &[TestName],
    conditions: TestConditions<'_>,
    ends_when_wrong: bool,
    runner: &mut InterruptibleRunner,
) -> Result<UnitTestResults, SandboxError> {
    let mut all = Vec::new();
    for test in tests {
        let report = run_test(program, test, conditions, runner)?;
        let is_wrong = report.judgement.verdict != Verdict::Accepted;
        all.push(report);
        if is_wrong && ends_when_wrong {
            break;
        }
    }
    Ok(judge_tests(all))
}
