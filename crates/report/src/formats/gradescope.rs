//! `results/results.json` of a Gradescope autograder, as its documentation on autograder specifications describes it.
//!
//! Points stand with the criteria, as in the rubric, and `score` is their sum. What the grader failed at has no score: then
//! Gradescope says that the autograder failed, and nobody has zero points.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::json;

use super::test_result::{TestOutcome, test_results};
use crate::student;
use document::{Prose, markdown};
use model::{CriterionKind, CriterionReport, Grade, GradingEnvironment};

#[derive(Serialize)]
struct GradescopeTestJson {
    name: String,
    number: String,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_score: Option<f64>,
    output: String,
    output_format: &'static str,
    visibility: &'static str,
}

/// Writes the results of one submission, as its student may see them.
pub(super) fn write_grade(
    grade: &Grade,
    environment: &GradingEnvironment,
    out: &mut impl Write,
) -> io::Result<()> {
    let criteria = grade
        .criteria
        .iter()
        .filter(|one| one.kind != CriterionKind::Remark);
    let mut tests: Vec<GradescopeTestJson> = (1..).zip(criteria).map(criterion_to_test).collect();
    let number = tests.len() + 1;
    for (part, test) in (1..).zip(test_results(grade)) {
        // What a criterion says of its own stands above.
        if test.name.starts_with("criterion ") || test.outcome == TestOutcome::Skipped {
            continue;
        }
        let is_right = test.outcome == TestOutcome::Passed;
        tests.push(GradescopeTestJson {
            name: format!("{}: {}", test.name, test.description),
            number: format!("{number}.{part}"),
            status: if is_right { "passed" } else { "failed" },
            score: None,
            max_score: None,
            output: if test.details.is_empty() {
                markdown::inline(&Prose::text(&test.message))
            } else {
                test.markdown_details()
            },
            output_format: "md",
            visibility: "visible",
        });
    }
    let mut results = json!({
        "output": student::render_report(grade, &environment.toolchains),
        "output_format": "md",
        "stdout_visibility": "hidden",
        "tests": tests,
    });
    if !grade.is_ungraded() {
        results["score"] = grade.points.as_number().into();
    }
    serde_json::to_writer_pretty(&mut *out, &results)?;
    writeln!(out)
}

fn criterion_to_test((number, one): (usize, &CriterionReport)) -> GradescopeTestJson {
    let points = one.points.as_number();
    GradescopeTestJson {
        name: one.title.clone(),
        number: number.to_string(),
        status: if one.points < one.max_points {
            "failed"
        } else {
            "passed"
        },
        score: Some(points),
        max_score: Some(one.max_points.as_number()),
        output: one
            .reason
            .as_deref()
            .map(|text| markdown::inline(&Prose::text(text)))
            .unwrap_or_default(),
        output_format: "md",
        visibility: "visible",
    }
}
