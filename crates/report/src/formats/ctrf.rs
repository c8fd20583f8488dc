//! The Common Test Report Format: JSON whose keys are all given, and points in `extra`.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::json;

use super::every_grade::iter_grades;
use super::test_result::{TestOutcome, TestResult, test_results};
use model::{Grade, Gradebook};

/// The version of the specification.
const SPECIFICATION: &str = "0.0.0";

#[derive(Serialize)]
struct CtrfTestJson<'a> {
    name: &'a str,
    status: &'static str,
    /// In milliseconds.
    duration: u64,
    suite: [&'a str; 2],
    #[serde(rename = "rawStatus")]
    verdict: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    message: &'a str,
    #[serde(skip_serializing_if = "String::is_empty")]
    trace: String,
    extra: PointsJson,
}

#[derive(Serialize)]
struct PointsJson {
    points: f64,
    max_points: f64,
}

/// Writes the tests of all submissions, and their number at the end: keys have no order.
pub(super) fn write_grades(
    gradebook: &(impl Gradebook + ?Sized),
    out: &mut impl Write,
) -> io::Result<()> {
    let tool = json!({ "name": "grader", "version": env!("CARGO_PKG_VERSION") });
    write!(
        out,
        "{{\"reportFormat\": \"CTRF\", \"specVersion\": \"{SPECIFICATION}\", \"results\": {{\"tool\": {tool}, \"tests\": ["
    )?;
    let mut counts = [0_u64; 4];
    let mut is_first = true;
    for grade in iter_grades(gradebook) {
        let grade = grade?;
        for test in test_results(&grade) {
            counts[outcome_index(test.outcome)] += 1;
            out.write_all(if is_first { b"\n" } else { b",\n" })?;
            is_first = false;
            serde_json::to_writer(&mut *out, &CtrfTestJson::new(&test, &grade))?;
        }
    }
    let [passed, failed, other, skipped] = counts;
    let summary = json!({
        "tests": counts.iter().sum::<u64>(), "passed": passed, "failed": failed, "skipped": skipped,
        "pending": 0, "other": other, "start": 0, "stop": 0,
    });
    writeln!(out, "\n], \"summary\": {summary}}}}}")
}

/// Where an outcome is counted: passed, failed, other, skipped.
fn outcome_index(outcome: TestOutcome) -> usize {
    match outcome {
        TestOutcome::Passed => 0,
        TestOutcome::Failed => 1,
        TestOutcome::Errored => 2,
        TestOutcome::Skipped => 3,
    }
}

impl<'a> CtrfTestJson<'a> {
    fn new(test: &'a TestResult, grade: &'a Grade) -> CtrfTestJson<'a> {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "the processor time of a run is a few seconds"
        )]
        let duration = (test.seconds * 1000.0) as u64;
        CtrfTestJson {
            name: &test.name,
            status: ["passed", "failed", "other", "skipped"][outcome_index(test.outcome)],
            duration,
            suite: [&grade.assignment, &grade.student],
            verdict: test.verdict,
            message: &test.message,
            trace: test.plain_details(),
            extra: PointsJson {
                points: test.points.as_number(),
                max_points: test.max_points.as_number(),
            },
        }
    }
}
