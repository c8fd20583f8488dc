//! A case of unit tests: all of them, one after the other, and the verdict on the case.

use super::super::grading_error::GradingError;
use super::super::prepared_case::PreparedCase;
use super::kit::TestKit;
use super::one_test;
use model::{Judgement, TestName, TestReport, TranscriptDifference, UnitTests, Verdict};
use toolchain::BuildOutput;
use toolchain::runner::InterruptibleRunner;

/// What the tests of a case came to.
pub(crate) struct UnitTestResults {
    pub(crate) tests: Vec<TestReport>,
    pub(crate) judgement: Judgement,
}

impl TestKit<'_> {
    /// Runs the tests of a case with a submission whose objects are in the runner's folder.
    pub(crate) fn test_submission(
        &self,
        (case, tests): (&PreparedCase, &UnitTests),
        expected: &[TestName],
        built: &BuildOutput,
        log: &mut Vec<String>,
        runner: &mut InterruptibleRunner,
    ) -> Result<UnitTestResults, GradingError> {
        let name = format!("tests-of-{}", case.place);
        let made = self.build_tests(tests, &name, built, true, (log, runner))?;
        let mut all = Vec::new();
        for test in expected {
            let report = match (made.left_out_reason(&test.file, test.line), &made.program) {
                (Some(reason), _) => Ok(one_test::not_compiled(test, reason)),
                (None, Some(program)) => {
                    one_test::run_test(program, test, &case.spec.limits, runner)
                }
                (None, None) => Ok(one_test::not_compiled(test, "no reason is known")),
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
    let is_wrong = |test: &&TestReport| test.judgement.verdict != Verdict::Accepted;
    let wrong = tests.iter().filter(is_wrong).count();
    let first = tests.iter().find(is_wrong);
    let judgement = Judgement {
        difference: first.map(|test| case_difference(test, wrong, tests.len())),
        ..Judgement::new(first.map_or(Verdict::Accepted, |test| test.judgement.verdict.clone()))
    };
    UnitTestResults { tests, judgement }
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
