//! Tests with the instructor's own solution: it says which tests there are, and all that count must pass.

use super::one_test::{self, TestConditions};
use super::test_program::TestKit;
use crate::references::ReferenceError;
use cpp::unit_tests::select_tests;
use model::{Exit, Observation, TestCase, TestName, UnitTests, Verdict};
use toolchain::runner::InterruptibleRunner;
use toolchain::{BuildError, BuildOutput};

impl TestKit<'_> {
    /// The tests of a case that count, each of which the solution passes.
    pub(crate) fn reference_tests(
        &self,
        index: usize,
        case: &TestCase,
        tests: &UnitTests,
        built: &BuildOutput,
        runner: &mut InterruptibleRunner,
    ) -> Result<Vec<TestName>, ReferenceError> {
        let file = case.file.display().to_string();
        let name = format!("tests-of-{index}");
        let made = self.build_tests(tests, &name, built, false, &mut Vec::new(), runner);
        let made = made.map_err(|error| match (error, tests.framework.package()) {
            (BuildError::Driver { diagnostics }, Some(package))
                if diagnostics.contains("No such file") =>
            {
                ReferenceError::Framework {
                    file: file.clone(),
                    framework: tests.framework.name(),
                    package,
                    diagnostics,
                }
            }
            (error, _) => error.into(),
        })?;
        let Some(program) = &made.program else {
            let said = made.reason.unwrap_or_default();
            let problem = format!("the tests do not compile with the reference\n{said}");
            return Err(tests_error(case, problem));
        };
        let found = passing_tests(case, tests, program, runner);
        toolchain::remove_program(program, runner)?;
        found
    }
}

/// The tests that count, if all of them pass.
fn passing_tests(
    case: &TestCase,
    tests: &UnitTests,
    program: &std::path::Path,
    runner: &mut InterruptibleRunner,
) -> Result<Vec<TestName>, ReferenceError> {
    let conditions = TestConditions::for_case(case);
    let (all, seen) = one_test::list_tests(program, conditions, runner)?;
    let all = all.ok_or_else(|| tests_error(case, not_listed(&seen)))?;
    let tests = select_tests(all, &tests.only).map_err(|why| tests_error(case, why))?;
    for test in &tests {
        let report = one_test::run_test(program, test, conditions, runner)?;
        if report.judgement.verdict != Verdict::Accepted {
            let difference = report.judgement.difference;
            let why = difference.map(|it| it.sentence).unwrap_or_default();
            let name = &test.name;
            let place = format!("{}:{}", test.file, test.line);
            let verdict = report.judgement.verdict.name();
            let problem = format!(
                "the reference does not pass the test “{name}” ({place}): {verdict}. {why}"
            );
            return Err(tests_error(case, problem));
        }
    }
    Ok(tests)
}

fn tests_error(case: &TestCase, problem: String) -> ReferenceError {
    ReferenceError::Tests {
        file: case.file.display().to_string(),
        problem,
    }
}

/// Why nobody knows which tests there are.
fn not_listed(seen: &Observation) -> String {
    let ended = match seen.exit {
        Exit::Code(code) => format!("it ends with exit code {code}"),
        Exit::Signal(signal) => format!("it crashes (signal {signal})"),
        Exit::Stopped(limit) => format!("it {}", limit.describe()),
        Exit::NotStarted => "the system refuses to start it".to_owned(),
    };
    let said = String::from_utf8_lossy(&seen.stderr);
    let said = said
        .lines()
        .find(|line| !line.is_empty())
        .unwrap_or_default();
    format!("the program with the tests does not list them: {ended}. {said}")
}
