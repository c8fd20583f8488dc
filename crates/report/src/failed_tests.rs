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
    let mut blocks = vec![match share_reason(&wrong) {
        true => list_names(&wrong),
        false => render_table(&wrong),
    }];
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

/// Whether no test ran, all for the same reason, which the case's explanation has.
fn share_reason(wrong: &[&TestReport]) -> bool {
    let mut reasons = wrong.iter().map(|test| match test.failures.as_slice() {
        [only] if test.observation.is_none() => Some(&only.sentence),
        _ => None,
    });
    let first = reasons.next().flatten();
    wrong.len() > 1 && first.is_some() && reasons.all(|other| other == first)
}

fn list_names(wrong: &[&TestReport]) -> Block {
    let name = |test: &&TestReport| format!("“{}”", cut_line(&test.test.name, 0, 0));
    let names: Vec<String> = wrong.iter().take(LISTED).map(name).collect();
    Block::Paragraph(prose!(
        "The same holds for all of these tests: {}.",
        names.join(", ")
    ))
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

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Judgement, TestName};

    fn uncompiled(name: &str, sentence: &str) -> TestReport {
        let failure = TestFailure {
            file: "stack_test.cpp".to_owned(),
            line: 4,
            expression: String::new(),
            expected: String::new(),
            actual: String::new(),
            sentence: sentence.to_owned(),
        };
        TestReport {
            test: TestName {
                name: name.to_owned(),
                file: "stack_test.cpp".to_owned(),
                line: 4,
            },
            failures: vec![failure],
            judgement: Judgement::new(Verdict::WrongAnswer),
            observation: None,
        }
    }

    #[test]
    fn a_reason_that_all_tests_share_has_no_table() {
        let tests = [
            uncompiled("push", "no Stack"),
            uncompiled("pop", "no Stack"),
        ];
        let all: Vec<&TestReport> = tests.iter().collect();
        assert!(share_reason(&all));
        let other = uncompiled("top", "no top");
        assert!(!share_reason(&[all[0], all[1], &other]));
        assert!(!share_reason(&all[..1]));
    }
}
