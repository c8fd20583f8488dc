//! `result.json` of Classroom 50, version 1. What names the submission comes from the environment of its workflow.
//!
//! Scores are whole numbers there, so parts of points are dropped, never rounded up to full marks. Whose the repository is, and
//! what kind of assignment it has, is added by the workflow's runner; `usernames` is no longer part of the format.

use std::io::Write;
use std::time::SystemTime;

use serde_json::{Value, json};

use super::error::FormatError;
use super::format::ReportFormat;
use super::test_result::{TestOutcome, TestResult, test_results};
use model::{Grade, Points};

/// The variable with the time of the commit, such as `2026-11-26T08:00:00Z`: grading again changes no time.
const COMMIT_TIME: &str = "COMMIT_TIME";

/// What names a submission.
pub(super) struct Classroom50Environment {
    classroom: String,
    assignment: String,
    submission: String,
    commit: String,
    release: String,
    review: String,
    /// The commit's time; without it, now.
    time: SystemTime,
}

impl Classroom50Environment {
    /// As the workflow says.
    ///
    /// # Errors
    ///
    /// If it does not.
    pub(super) fn from_environment() -> Result<Classroom50Environment, FormatError> {
        let said = |variable: &'static str| {
            let format = ReportFormat::Classroom50.name();
            std::env::var(variable).map_err(|_| FormatError::MissingVariable { format, variable })
        };
        Ok(Classroom50Environment {
            classroom: said("CLASSROOM")?,
            assignment: said("ASSIGNMENT")?,
            submission: said("SUBMISSION_TAG")?,
            commit: said("COMMIT_URL")?,
            release: said("RELEASE_URL")?,
            review: said("REVIEW_URL")?,
            time: match std::env::var(COMMIT_TIME) {
                Ok(text) => {
                    humantime::parse_rfc3339(&text).map_err(|_| FormatError::WrongTime {
                        variable: COMMIT_TIME,
                        text,
                    })?
                }
                Err(_) => SystemTime::now(),
            },
        })
    }
}

/// Writes the result of one submission, as its student may see it.
pub(super) fn write_grade(grade: &Grade, out: &mut impl Write) -> Result<(), FormatError> {
    let named = Classroom50Environment::from_environment()?;
    let results = test_results(grade);
    let shown = results
        .iter()
        .filter(|test| test.outcome != TestOutcome::Skipped);
    let result = json!({
        "schema": "classroom50/result/v1",
        "classroom": named.classroom,
        "assignment": named.assignment,
        "submission": named.submission,
        "commit": named.commit,
        "release": named.release,
        "review": named.review,
        "datetime": humantime::format_rfc3339_seconds(named.time).to_string(),
        "score": floor_points(grade.points),
        "max-score": floor_points(grade.max_points),
        "tests": shown.map(test_to_json).collect::<Vec<Value>>(),
    });
    serde_json::to_writer_pretty(&mut *out, &result).map_err(std::io::Error::from)?;
    Ok(writeln!(out)?)
}

fn test_to_json(test: &TestResult) -> Value {
    json!({
        "test-name": test.name,
        "passed": test.outcome == TestOutcome::Passed,
        "score": floor_points(test.points),
        "max-score": floor_points(test.max_points),
    })
}

fn floor_points(points: Points) -> i64 {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "points stay far below 2^52"
    )]
    let whole = points.as_number().floor() as i64;
    whole
}
