//! The Test Anything Protocol, version 14: a test for each submission, with its own tests as a subtest.

use std::io::{self, Write};

use super::every_grade::iter_grades;
use super::test_result::{TestOutcome, TestResult, test_results};
use model::Gradebook;

/// Writes the tests of all submissions.
pub(super) fn write_grades(
    gradebook: &(impl Gradebook + ?Sized),
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "TAP version 14\n1..{}", gradebook.count())?;
    for (number, grade) in (1..).zip(iter_grades(gradebook)) {
        let grade = grade?;
        let name = escape_text(&format!("{} {}", grade.assignment, grade.student));
        let tests = test_results(&grade);
        writeln!(out, "# Subtest: {name}")?;
        writeln!(out, "    1..{}", tests.len())?;
        for (number, test) in (1..).zip(&tests) {
            write_test(number, test, out)?;
        }
        // What is skipped does not fail, and what nobody could grade has not passed.
        let is_failed =
            |test: &TestResult| matches!(test.outcome, TestOutcome::Failed | TestOutcome::Errored);
        let ok = if tests.iter().any(is_failed) {
            "not ok"
        } else {
            "ok"
        };
        writeln!(out, "{ok} {number} - {name}")?;
        if !grade.is_ungraded() {
            writeln!(
                out,
                "  ---\n  points: {}\n  max_points: {}\n  ...",
                grade.points, grade.max_points
            )?;
        }
    }
    Ok(())
}

fn write_test(number: usize, test: &TestResult, out: &mut impl Write) -> io::Result<()> {
    let name = escape_text(&test.name);
    let ok = match test.outcome {
        TestOutcome::Passed => return writeln!(out, "    ok {number} - {name}"),
        TestOutcome::Skipped => {
            let reason = escape_text(&test.message);
            return writeln!(
                out,
                "    {}",
                format!("ok {number} - {name} # SKIP {reason}").trim_end()
            );
        }
        TestOutcome::Failed | TestOutcome::Errored => "not ok",
    };
    // A string of JSON is one of YAML.
    let message = serde_json::to_string(&test.message)?;
    writeln!(out, "    {ok} {number} - {name}")?;
    writeln!(
        out,
        "      ---\n      verdict: {}\n      message: {message}\n      ...",
        test.verdict
    )
}

/// Text in which nothing is a directive.
fn escape_text(text: &str) -> String {
    text.replace('\\', "\\\\").replace('#', "\\#")
}
