//! `/grade/results/results.json` of a PrairieLearn external grader.
//!
//! Its score is a share from 0 to 1. What does not compile is not gradable there, so it costs no attempt; nor does what the
//! grader failed at.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::test_result::{Outcome, test_results};
use crate::model::{BuildVerdict, Environment, Grade, Points};
use crate::report::student;

/// The file may have 1 MiB; the report, which is bounded itself, is more important than what explains single tests.
const LONGEST_TESTS: usize = 400 << 10;

/// Writes the results of one submission, as its student may see them.
pub(super) fn write(
    grade: &Grade,
    environment: &Environment,
    out: &mut impl Write,
) -> io::Result<()> {
    let gradable = grade.build.verdict == BuildVerdict::Ok && !grade.is_ungraded();
    let share = if grade.max_points > Points::ZERO {
        (grade.points.as_number() / grade.max_points.as_number()).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let mut room = LONGEST_TESTS;
    let mut tests: Vec<Value> = Vec::new();
    for test in test_results(grade) {
        let output = if test.text.len() < room { test.text } else { String::new() };
        room -= output.len();
        let points = if test.max_points > Points::ZERO {
            [test.points, test.max_points].map(Points::as_number)
        } else {
            // Its tests must be worth something to be shown as right or wrong.
            [if test.outcome == Outcome::Passed { 1.0 } else { 0.0 }, 1.0]
        };
        tests.push(json!({
            "name": test.name, "description": test.description,
            "points": points[0], "max_points": points[1],
            "message": test.message, "output": output,
        }));
    }
    let report = student::report(grade, &environment.toolchains);
    let mut results = json!({ "gradable": gradable, "output": report, "tests": tests });
    if gradable {
        results["score"] = share.into();
    } else {
        let reason = grade.build.reason.clone();
        results["message"] = reason.unwrap_or_else(|| "The grader failed.".to_owned()).into();
    }
    serde_json::to_writer_pretty(&mut *out, &results)?;
    writeln!(out)
}
