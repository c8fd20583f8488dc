//! Unit tests that did not pass: what was checked, what it must come to, and what it came to.

use super::transcript::{render_stderr, render_transcript};
use super::{explain, markdown, visible};
use model::{CaseReport, TestFailure, TestReport, Verdict};

/// How many tests are listed, and how many failures of each.
const LISTED: usize = 12;
const FAILURES: usize = 4;

/// The tests that did not pass, and what the first of them printed.
pub(super) fn render_blocks(case: &CaseReport) -> Vec<String> {
    let wrong: Vec<&TestReport> = case
        .tests
        .iter()
        .filter(|test| test.judgement.verdict != Verdict::Accepted)
        .collect();
    let Some(first) = wrong.first() else {
        return Vec::new();
    };
    let mut blocks = vec![render_table(&wrong)];
    if wrong.len() > LISTED {
        blocks.push(format!("… and {} more.", wrong.len() - LISTED));
    }
    let Some(seen) = &first.observation else {
        return blocks;
    };
    if let Some(shown) = render_transcript(seen, None) {
        blocks.push("**What the first of them printed:**".to_owned());
        blocks.push(markdown::fenced_block("text", &shown));
    }
    blocks.extend(render_stderr(seen));
    blocks
}

fn render_table(wrong: &[&TestReport]) -> String {
    const COLUMNS: [(&str, &str); 5] = [
        ("Test", "---"),
        ("Where", "---"),
        ("Checked", "---"),
        ("must be", "---"),
        ("was", "---"),
    ];
    let rows: Vec<Vec<String>> = wrong
        .iter()
        .take(LISTED)
        .flat_map(|test| build_rows(test))
        .collect();
    markdown::render_table(&COLUMNS, &rows)
}

fn build_rows(test: &TestReport) -> Vec<Vec<String>> {
    let name = markdown::escape_cell(&visible::cut_line(&test.test.name, 0, 0));
    if test.failures.is_empty() {
        let place = markdown::code_cell(&format!("{}:{}", test.test.file, test.test.line));
        let label = markdown::escape_cell(&explain::verdict_label(&test.judgement.verdict));
        return vec![vec![name, place, String::new(), String::new(), label]];
    }
    let failures = test.failures.iter().take(FAILURES).enumerate();
    let row = |(number, failure): (usize, &TestFailure)| {
        let name = if number == 0 {
            name.clone()
        } else {
            String::new()
        };
        let [expression, expected, actual] =
            [&failure.expression, &failure.expected, &failure.actual]
                .map(|text| optional_code_cell(text));
        let is_silent = expression.is_empty() && actual.is_empty();
        let actual = if is_silent {
            markdown::escape_cell(&failure.sentence)
        } else {
            actual
        };
        vec![name, location_cell(failure), expression, expected, actual]
    };
    failures.map(row).collect()
}

fn location_cell(failure: &TestFailure) -> String {
    if failure.file.is_empty() {
        return String::new();
    }
    markdown::code_cell(&format!("{}:{}", failure.file, failure.line))
}

fn optional_code_cell(text: &str) -> String {
    if text.is_empty() {
        String::new()
    } else {
        markdown::code_cell(&visible::cut_line(text, 0, 0))
    }
}
