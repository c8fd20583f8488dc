//! Tests with the instructor's own solution: it says which tests there are, and all that count must pass.

use super::kit::TestKit;
use super::one_test;
use crate::references::ReferenceError;
use cpp::unit_tests::select_tests;
use model::{Exit, Observation, TestCase, TestName, UnitTests, Verdict};
use toolchain::runner::InterruptibleRunner;
use toolchain::{BuildError, BuildOutput};

impl TestKit<'_> {
    /// The tests of a case that count, each of which the solution passes.
    pub(crate) fn reference_tests(
        &self,
        (index, case, tests): (usize, &TestCase, &UnitTests),
        built: &BuildOutput,
        runner: &mut InterruptibleRunner,
    ) -> Result<Vec<TestName>, ReferenceError> {
        let file = case.file.display().to_string();
        let trouble = |trouble: String| ReferenceError::Tests {
            file: file.clone(),
            problem: trouble,
        };
        let name = format!("tests-of-{index}");
        let made = self.build_tests(tests, &name, built, false, (&mut Vec::new(), runner));
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
            return Err(trouble(format!(
                "the tests do not compile with the reference\n{said}"
            )));
        };
        let found = self.passing_tests(case, tests, program, runner);
        toolchain::remove_program(program, runner)?;
        found?.map_err(trouble)
    }

    /// The inner error says what is wrong.
    fn passing_tests(
        &self,
        case: &TestCase,
        tests: &UnitTests,
        program: &std::path::Path,
        runner: &mut InterruptibleRunner,
    ) -> Result<Result<Vec<TestName>, String>, ReferenceError> {
        let all = match one_test::list_tests(program, &case.limits, runner)? {
            Ok(all) => all,
            Err(seen) => return Ok(Err(not_listed(&seen))),
        };
        let tests = match select_tests(all, &tests.only) {
            Ok(tests) => tests,
            Err(why) => return Ok(Err(why)),
        };
        for test in &tests {
            let report = one_test::run_test(program, test, &case.limits, runner)?;
            if report.judgement.verdict != Verdict::Accepted {
                let why = report
                    .judgement
                    .difference
                    .map(|it| it.sentence)
                    .unwrap_or_default();
                let name = &test.name;
                let place = format!("{}:{}", test.file, test.line);
                let verdict = report.judgement.verdict.name();
                return Ok(Err(format!(
                    "the reference does not pass the test “{name}” ({place}): {verdict}. {why}"
                )));
            }
        }
        Ok(Ok(tests))
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
