//! One test: run in a process of its own, and judged by what it told.

use std::path::Path;

use super::super::functions::generate_mark;
use crate::execute::{self, ExecutionTarget, StdinSource, VariantProgram};
use cpp::unit_tests::{TestLog, read_test_list, split_records};
use judging::compare::{ComparisonOutcome, ComparisonResult};
use judging::judge;
use judging::undefined::BuildVariant;
use model::{
    AbridgeObservation, Exit, ExitRule, Judgement, Observation, RunLimits, TestName, TestReport,
    TranscriptDifference, Verdict,
};
use sandbox::SandboxError;
use toolchain::runner::InterruptibleRunner;

/// The tests that a program has. The inner error is what was seen of one that did not come to the end of its list.
pub(super) fn list_tests(
    program: &Path,
    limits: &RunLimits,
    runner: &mut InterruptibleRunner,
) -> Result<Result<Vec<TestName>, Observation>, SandboxError> {
    let (seen, records) = run_with_records(plain_program(program), &["list"], limits, runner)?;
    Ok(read_test_list(&records).ok_or(seen))
}

/// Runs a test.
pub(super) fn run_test(
    program: &Path,
    test: &TestName,
    limits: &RunLimits,
    runner: &mut InterruptibleRunner,
) -> Result<TestReport, SandboxError> {
    let (seen, records) =
        run_with_records(plain_program(program), &["run", &test.name], limits, runner)?;
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
pub(crate) fn run_sanitized(
    program: &Path,
    test: &TestName,
    limits: &RunLimits,
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
    Ok(run_with_records(program, &["run", &test.name], limits, runner)?.0)
}

/// The program as it is, with arguments.
fn plain_program(program: &Path) -> impl FnOnce(Vec<String>) -> ExecutionTarget {
    |arguments| ExecutionTarget::Driver(program.to_owned(), arguments)
}

/// Runs the program, and takes the records out of what it wrote to standard error.
fn run_with_records(
    program: impl FnOnce(Vec<String>) -> ExecutionTarget,
    words: &[&str],
    limits: &RunLimits,
    runner: &mut InterruptibleRunner,
) -> Result<(Observation, Vec<String>), SandboxError> {
    let mark = generate_mark()?;
    let words = words.iter().map(|word| (*word).to_owned());
    let arguments = std::iter::once(mark.clone()).chain(words).collect();
    let mut seen = execute::execute_program(
        &program(arguments),
        StdinSource::Lines(&[]),
        &limits.without_silence_limit(),
        runner,
    )?;
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
