//! Unit tests that did not pass: what was checked, what it must come to, and what it came to.

use super::transcript::{errors, transcript};
use super::{explain, markdown, visible};
use crate::model::{CaseReport, TestFailure, TestReport, Verdict};

/// How many tests are listed, and how many failures of each.
const LISTED: usize = 12;
const FAILURES: usize = 4;

/// The tests that did not pass, and what the first of them printed.
pub(super) fn blocks(case: &CaseReport) -> Vec<String> {
    let wrong: Vec<&TestReport> =
        case.tests.iter().filter(|test| test.judgement.verdict != Verdict::Accepted).collect();
    let Some(first) = wrong.first() else { return Vec::new() };
    let mut blocks = vec![table(&wrong)];
    if wrong.len() > LISTED {
        blocks.push(format!("… and {} more.", wrong.len() - LISTED));
    }
    let Some(seen) = &first.observation else { return blocks };
    if let Some(shown) = transcript(seen, None) {
        blocks.push("**What the first of them printed:**".to_owned());
        blocks.push(markdown::fence("text", &shown));
    }
    blocks.extend(errors(seen));
    blocks
}

fn table(wrong: &[&TestReport]) -> String {
    const COLUMNS: [(&str, &str); 5] =
        [("Test", "---"), ("Where", "---"), ("Checked", "---"), ("must be", "---"), ("was", "---")];
    let rows: Vec<Vec<String>> = wrong.iter().take(LISTED).flat_map(|test| rows(test)).collect();
    markdown::table(&COLUMNS, &rows)
}

fn rows(test: &TestReport) -> Vec<Vec<String>> {
    let name = markdown::cell(&visible::cut(&test.test.name, 0, 0));
    if test.failures.is_empty() {
        let place = markdown::code_cell(&format!("{}:{}", test.test.file, test.test.line));
        let label = markdown::cell(&explain::label(&test.judgement.verdict));
        return vec![vec![name, place, String::new(), String::new(), label]];
    }
    let failures = test.failures.iter().take(FAILURES).enumerate();
    let row = |(number, failure): (usize, &TestFailure)| {
        let name = if number == 0 { name.clone() } else { String::new() };
        let [expression, expected, actual] =
            [&failure.expression, &failure.expected, &failure.actual].map(|text| quoted(text));
        let is_silent = expression.is_empty() && actual.is_empty();
        let actual = if is_silent { markdown::cell(&failure.sentence) } else { actual };
        vec![name, place(failure), expression, expected, actual]
    };
    failures.map(row).collect()
}

fn place(failure: &TestFailure) -> String {
    if failure.file.is_empty() {
        return String::new();
    }
    markdown::code_cell(&format!("{}:{}", failure.file, failure.line))
}

fn quoted(text: &str) -> String {
    if text.is_empty() { String::new() } else { markdown::code_cell(&visible::cut(text, 0, 0)) }
}
