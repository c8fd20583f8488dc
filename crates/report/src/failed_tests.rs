//! Unit tests that did not pass: what was checked, what it must come to, and what it came to.

use super::cut_line::cut_line;
use super::explain;
use super::transcript::{render_stderr, render_transcript};
use document::{Block, Column, Prose, prose};
use model::{CaseReport, TestFailure, TestReport, Verdict};

/// How many tests are listed, and how many failures of each.
const LISTED: usize = 12;
const FAILURES: usize = 4;

/// The tests that did not pass, and what the first of them printed.
pub(super) fn render_blocks(case: &CaseReport) -> Vec<Block> {
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
        blocks.push(Block::Paragraph(prose!(
            "… and {} more.",
            wrong.len() - LISTED
        )));
    }
    let Some(seen) = &first.observation else {
        return blocks;
    };
    if let Some(shown) = render_transcript(seen, None) {
        blocks.push(Block::literal("**What the first of them printed:**"));
        blocks.push(Block::code("text", shown));
    }
    blocks.extend(render_stderr(seen));
    blocks
}

fn render_table(wrong: &[&TestReport]) -> Block {
    const COLUMNS: [Column; 5] = [
        Column::text("Test"),
        Column::text("Where"),
        Column::text("Checked"),
        Column::text("must be"),
        Column::text("was"),
    ];
    let rows = wrong
        .iter()
        .take(LISTED)
        .flat_map(|test| build_rows(test))
        .collect();
    Block::table(&COLUMNS, rows)
}

fn build_rows(test: &TestReport) -> Vec<Vec<Prose>> {
    let name = Prose::text(&cut_line(&test.test.name, 0, 0));
    if test.failures.is_empty() {
        let place = Prose::code_in_cell(&format!("{}:{}", test.test.file, test.test.line));
        let label = Prose::text(&explain::verdict_label(&test.judgement.verdict));
        return vec![vec![name, place, Prose::default(), Prose::default(), label]];
    }
    let failures = test.failures.iter().take(FAILURES).enumerate();
    let row = |(number, failure): (usize, &TestFailure)| {
        let name = if number == 0 {
            name.clone()
        } else {
            Prose::default()
        };
        let [expression, expected, actual] =
            [&failure.expression, &failure.expected, &failure.actual]
                .map(|text| optional_code_cell(text));
        let is_silent = expression.is_empty() && actual.is_empty();
        let actual = if is_silent {
            Prose::text(&failure.sentence)
        } else {
            actual
        };
        vec![name, location_cell(failure), expression, expected, actual]
    };
    failures.map(row).collect()
}

fn location_cell(failure: &TestFailure) -> Prose {
    if failure.file.is_empty() {
        return Prose::default();
    }
    Prose::code_in_cell(&format!("{}:{}", failure.file, failure.line))
}

fn optional_code_cell(text: &str) -> Prose {
    if text.is_empty() {
        Prose::default()
    } else {
        Prose::code_in_cell(&cut_line(text, 0, 0))
    }
}
