//! The calls of a function: what was called, what should have come back, and what did.

use super::call_script::{main_with_calls, wrong_calls};
use super::transcript::{render_stderr, render_transcript};
use super::{beside, difference, explain};
use document::{Block, Column, Prose, join, prose};
use model::{CallReport, CaseReport, CppValue, Grade, Verdict};

/// How many wrong calls are listed.
const LISTED: usize = 12;

/// The calls that are not right, and the first of them in full.
pub(super) fn render_blocks(case: &CaseReport, grade: &Grade) -> Vec<Block> {
    let wrong: Vec<&CallReport> = wrong_calls(case)
        .filter(|call| call.observation.is_some())
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
    if first.call != first.brief {
        blocks.push(Block::literal("**The first of them in full:**"));
        blocks.push(Block::code("cpp", wrap_call(&first.call)));
    }
    blocks.extend(render_output(first));
    blocks.push(
        Block::literal("**See it yourself**: put this in place of your `main`, with `#include <iostream>` above it:"),
    );
    blocks.push(Block::code("cpp", main_with_calls(&[first])));
    if let Some(file) = beside::calls_file(case) {
        let file = Prose::code(&format!("{}/{file}", grade.assignment));
        blocks.push(Block::Paragraph(prose!(
            "All calls that were not right are in the file {} beside this report.",
            file
        )));
    }
    blocks
}

fn render_table(wrong: &[&CallReport]) -> Block {
    const COLUMNS: [Column; 3] = [
        Column::text("Call"),
        Column::text("must come to"),
        Column::text("came to"),
    ];
    let row = |call: &&CallReport| {
        vec![
            Prose::code_in_cell(&call.brief),
            expected_cell(call),
            actual_cell(call),
        ]
    };
    let rows = wrong.iter().take(LISTED).map(row).collect();
    Block::table(&COLUMNS, rows)
}

fn expected_cell(call: &CallReport) -> Prose {
    let mut parts = value_cells(call.expected.returned.as_ref(), &call.expected.after, call);
    if call.prints {
        parts.push(match call.expected.printed.len() {
            0 => Prose::literal("prints nothing"),
            1 => Prose::literal("prints 1 line"),
            lines => prose!("prints {} lines", lines),
        });
    }
    join(parts, ", ")
}

fn actual_cell(call: &CallReport) -> Prose {
    let label = || Prose::text(&explain::verdict_label(&call.judgement.verdict));
    let Some(actual) = &call.actual else {
        let ended = call.judgement.verdict == Verdict::WrongAnswer;
        return if ended {
            Prose::literal("did not return")
        } else {
            label()
        };
    };
    let mut parts = value_cells(actual.returned.as_ref(), &actual.after, call);
    if call.prints {
        let output = call.observation.as_ref().map(model::Observation::stdout);
        parts.push(match output {
            Some(output) if !output.is_empty() => Prose::literal("printed what is shown below"),
            _ => Prose::literal("printed nothing"),
        });
    }
    join(parts, ", ")
}

/// What was returned, and the arguments that the call can change.
fn value_cells(returned: Option<&CppValue>, after: &[CppValue], call: &CallReport) -> Vec<Prose> {
    let returned = returned.map(|value| Prose::code_in_cell(&value.to_brief_text()));
    // An array that stays as it must be is not worth its room.
    let differs = |place: usize| {
        let actual = call
            .actual
            .as_ref()
            .and_then(|actual| actual.after.get(place));
        actual.is_some_and(|actual| call.expected.after.get(place) != Some(actual))
    };
    let is_shown =
        |place: usize| differs(place) || !matches!(after.get(place), Some(CppValue::List(_)));
    let shown = call
        .shown_after
        .iter()
        .filter(|(place, _)| is_shown(*place));
    let changed = shown.filter_map(|(place, name)| {
        Some(Prose::code_in_cell(&format!(
            "{name} = {}",
            after.get(*place)?.to_brief_text()
        )))
    });
    returned.into_iter().chain(changed).collect()
}

/// What the call printed, and where that differs from what it must.
fn render_output(call: &CallReport) -> Vec<Block> {
    let mut blocks = Vec::new();
    if let Some(found) = call.judgement.difference.as_ref().filter(|_| call.prints) {
        blocks.extend(difference::render_blocks(found, None, false));
    }
    let Some(seen) = &call.observation else {
        return blocks;
    };
    if let Some(shown) = render_transcript(seen, None) {
        blocks.push(Block::literal("**What the call printed:**"));
        blocks.push(Block::code("text", shown));
    }
    blocks.extend(render_stderr(seen));
    blocks
}

/// A long call on lines that fit.
fn wrap_call(call: &str) -> String {
    const WIDTH: usize = 96;
    let mut lines = vec![String::new()];
    for item in call.split_inclusive(',') {
        if lines
            .last()
            .is_some_and(|line| line.len() + item.len() > WIDTH)
        {
            lines.push("    ".to_owned());
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(item);
        }
    }
    lines.join("\n")
}
