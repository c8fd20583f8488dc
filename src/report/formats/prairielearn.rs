//! `/grade/results/results.json` of a PrairieLearn external grader.
//!
//! It shows the sum of all points of tests, so criteria have points, as in the rubric, and cases have none. Texts are shown as they are, in
//! a font where all characters are as wide: they are no Markdown. Its score is a share from 0 to 1. What does not compile is not gradable there, so it costs no attempt; nor does what the
//! grader failed at.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::test_result::{Outcome, test_results};
use crate::model::{BuildVerdict, CriterionKind, CriterionReport, Environment, Grade, Points};
use crate::report::plain_text::plain_text;
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
    let criteria = grade.criteria.iter().filter(|one| one.kind != CriterionKind::Remark);
    let mut tests: Vec<Value> = criteria.map(criterion).collect();
    for test in test_results(grade) {
        // What a criterion says is above.
        if test.name.starts_with("criterion ") || test.outcome == Outcome::Skipped {
            continue;
        }
        let output = plain_text(&test.text);
        let output = if output.len() < room { output } else { String::new() };
        room -= output.len();
        let mark = if test.outcome == Outcome::Passed { "passed" } else { "failed" };
        tests.push(json!({
            "name": format!("{} ({mark})", test.name), "description": test.description,
            "points": 0, "max_points": 0, "message": test.message, "output": output,
        }));
    }
    let report = plain_text(&student::report(grade, &environment.toolchains));
    let mut results = json!({ "gradable": gradable, "output": report, "tests": tests });
    if gradable {
        results["score"] = share.into();
    } else {
        let reason = grade.build.reason.clone();
        let reason = reason.unwrap_or_else(|| "The grader failed.".to_owned());
        // The reason of what is not gradable is shown from `format_errors`.
        results["format_errors"] = json!([reason]);
    }
    serde_json::to_writer_pretty(&mut *out, &results)?;
    writeln!(out)
}

fn criterion(one: &CriterionReport) -> Value {
    json!({
        "name": one.title, "description": "",
        "points": one.points.as_number(), "max_points": one.max_points.as_number(),
        "message": one.reason.clone().unwrap_or_default(), "output": "",
    })
}
