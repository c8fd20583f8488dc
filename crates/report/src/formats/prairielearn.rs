//! `/grade/results/results.json` of a PrairieLearn external grader.
//!
//! Its score is a share from 0 to 1. PrairieLearn adds up the points of tests and shows the sum, so that only criteria carry points;
//! cases follow with 0 of 0, which it shows as information. What does not compile is not gradable there, so it costs no attempt; nor
//! does what the grader failed at.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::test_result::test_results;
use crate::student;
use model::{BuildVerdict, CriterionKind, CriterionReport, Grade, GradingEnvironment, Points};

/// The file may have 1 MiB; the report, which is bounded itself, is more important than what explains single tests.
const LONGEST_TESTS: usize = 400 << 10;

/// Writes the results of one submission, as its student may see them.
pub(super) fn write_grade(
    grade: &Grade,
    environment: &GradingEnvironment,
    out: &mut impl Write,
) -> io::Result<()> {
    let gradable = grade.build.verdict == BuildVerdict::Ok && !grade.is_ungraded();
    let share = if grade.max_points > Points::ZERO {
        (grade.points.as_number() / grade.max_points.as_number()).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let mut tests = criteria_to_json(grade);
    tests.extend(cases_to_json(grade));
    let blocks = student::build_report(grade, &environment.toolchains);
    let report = document::blocks_to_plain(&blocks);
    let mut results = json!({ "gradable": gradable, "output": report, "tests": tests });
    if gradable {
        results["score"] = share.into();
    } else {
        let reason = grade.build.reason.clone();
        results["message"] = reason
            .unwrap_or_else(|| "The grader failed.".to_owned())
            .into();
    }
    serde_json::to_writer_pretty(&mut *out, &results)?;
    writeln!(out)
}

/// The criteria, and what changed points after they were scored, so that the sum is the grade.
fn criteria_to_json(grade: &Grade) -> Vec<Value> {
    let mut sum = Points::ZERO;
    let mut tests = Vec::new();
    for one in grade
        .criteria
        .iter()
        .filter(|one| one.kind != CriterionKind::Remark)
    {
        sum += one.points;
        tests.push(json!({
            "name": one.title, "description": "",
            "points": one.points.as_number(), "max_points": regular_points(one).as_number(),
            "message": one.reason.as_deref().unwrap_or_default(), "output": "",
        }));
    }
    let difference = grade.points.as_number() - sum.as_number();
    if difference != 0.0 {
        let reasons: Vec<&str> = grade
            .adjustments
            .iter()
            .map(|one| one.reason.as_str())
            .collect();
        tests.push(json!({
            "name": "Adjustments", "description": "",
            "points": difference, "max_points": 0.0,
            "message": reasons.join("; "), "output": "",
        }));
    }
    tests
}

/// What a criterion adds to the points that can be earned; extra points and penalties add none.
fn regular_points(criterion: &CriterionReport) -> Points {
    match criterion.kind {
        CriterionKind::Ordinary(_) => criterion.max_points,
        _ => Points::ZERO,
    }
}

/// The build and the cases, as information.
fn cases_to_json(grade: &Grade) -> Vec<Value> {
    let mut room = LONGEST_TESTS;
    let tests = test_results(grade)
        .into_iter()
        .filter(|test| !test.name.starts_with("criterion "));
    tests
        .map(|test| {
            let text = test.plain_details();
            let output = if text.len() < room {
                text
            } else {
                String::new()
            };
            room -= output.len();
            json!({
                "name": test.name, "description": test.description,
                "points": 0.0, "max_points": 0.0,
                "message": test.message, "output": output,
            })
        })
        .collect()
}
