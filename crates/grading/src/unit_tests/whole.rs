//! Programs with all of a case's tests or none: of sources that are ours to change, a test that does not compile says that the
//! change is no program.

use std::path::{Path, PathBuf};

use super::kit::TestKit;
use super::one_test;
use super::tested::{UnitTestResults, judge_tests};
use model::{RunLimits, TestName, UnitTests, Verdict};
use sandbox::SandboxError;
use toolchain::runner::InterruptibleRunner;
use toolchain::{BuildError, BuildOutput};

impl TestKit<'_> {
    /// The program of a case's tests; the inner error is what the compiler or the linker says.
    pub(crate) fn build_all_tests(
        &self,
        (index, tests): (usize, &UnitTests),
        built: &BuildOutput,
        runner: &mut InterruptibleRunner,
    ) -> Result<Result<PathBuf, String>, BuildError> {
        let name = format!("tests-of-{index}");
        let made = self.build_tests(tests, &name, built, false, (&mut Vec::new(), runner))?;
        Ok(made.program.ok_or_else(|| made.reason.unwrap_or_default()))
    }
}

/// Runs the tests of such a program; no further than to the first that does not pass, if `ends_when_wrong`.
pub(crate) fn run_tests(
    program: &Path,
    tests: &[TestName],
    (limits, ends_when_wrong): (&RunLimits, bool),
    runner: &mut InterruptibleRunner,
) -> Result<UnitTestResults, SandboxError> {
    let mut all = Vec::new();
    for test in tests {
        let report = one_test::run_test(program, test, limits, runner)?;
        let is_wrong = report.judgement.verdict != Verdict::Accepted;
        all.push(report);
        if is_wrong && ends_when_wrong {
            break;
        }
    }
    Ok(judge_tests(all))
}
