//! The page for staff.

use crate::page::{StaffSection, render_staff_page};
use cpp::mutants::{
    ConfidenceInterval, MutantOutcome, MutantsOfProgram, SanitizerEvidence, TriedMutant,
};
use document::{Block, Column, Prose, prose, visible};

/// What is said of a survivor where nothing is played.
const NO_GAME: &str = "no input shows whether it is another program";

const SURVIVORS: [Column; 5] = [
    Column::text("Line"),
    Column::text("Mutant"),
    Column::text("Outcome"),
    Column::text("Why"),
    Column::text("Decision"),
];

/// The page; what a source holds is text on it.
pub(super) fn render_page(all: &[MutantsOfProgram]) -> askama::Result<String> {
    let sections: Vec<StaffSection> = all.iter().map(build_section).collect();
    let heading = "Faults planted in the solutions";
    render_staff_page("Mutants of the solutions", heading, &sections)
}

fn build_section(found: &MutantsOfProgram) -> StaffSection {
    let count = found.tried.len();
    StaffSection {
        title: format!("{}: {count} mutants of {}", found.assignment, found.program),
        blocks: match &found.failure_reason {
            Some(reason) => vec![Block::Paragraph(prose!("Not tried: {}", reason))],
            None => build_blocks(found),
        },
        details: None,
    }
}

fn build_blocks(found: &MutantsOfProgram) -> Vec<Block> {
    let mut blocks = vec![Block::Paragraph(describe_score(found))];
    let counts = MutantOutcome::NAMES.map(|name| (found.with_outcome(name).count(), name));
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let counts: Vec<Prose> = counts
        .map(|(count, name)| prose!("{} {}", count, name))
        .collect();
    if !counts.is_empty() {
        blocks.push(Block::List(counts));
    }
    let mut gaps = Vec::new();
    let mut rows = Vec::new();
    for one in &found.tried {
        match &one.outcome {
            MutantOutcome::Killed { .. } | MutantOutcome::Unviable => {}
            outcome if outcome.is_gap() && one.accepted.is_none() => {
                gaps.extend(show_gap(found, one));
            }
            _ => rows.push(survivor_row(found, one)),
        }
    }
    if !gaps.is_empty() {
        blocks.push(Block::Heading(3, Prose::literal("Not noticed by any case")));
        blocks.append(&mut gaps);
    }
    if !rows.is_empty() {
        blocks.push(Block::Heading(3, Prose::literal("Other survivors")));
        blocks.push(Block::table(&SURVIVORS, rows));
    }
    blocks
}

fn describe_score(found: &MutantsOfProgram) -> Prose {
    let summary = found.summarize();
    let killed = summary.killed;
    let all = summary.should_be_killed();
    let interval = ConfidenceInterval::from_sample(killed, all).filter(|_| found.is_sample);
    let interval = interval.map(|it| format!(" (a sample; {:.1} % to {:.1} %)", it.least, it.most));
    prose!(
        "{} of {} that should be noticed are{}.",
        killed,
        all,
        interval.unwrap_or_default()
    )
}

/// Where a mutant is, and its line before and after.
fn locate(found: &MutantsOfProgram, one: &TriedMutant) -> [String; 3] {
    let source = found.mutant_source(one).map(|it| it.name.as_str());
    let source = source.unwrap_or_default();
    match found.mutant_diff(one) {
        Some(diff) => [format!("{source}:{}", diff.line), diff.was, diff.becomes],
        None => [format!("{source}:0"), String::new(), String::new()],
    }
}

fn show_gap(found: &MutantsOfProgram, one: &TriedMutant) -> [Block; 2] {
    let [place, was, becomes] = locate(found, one);
    let diff = visible::escape_lines(&format!("- {was}\n+ {becomes}"));
    [
        Block::Paragraph(prose!("{}: {}", Prose::code(&place), explain_outcome(one))),
        Block::code("diff", diff),
    ]
}

fn survivor_row(found: &MutantsOfProgram, one: &TriedMutant) -> Vec<Prose> {
    let [place, was, becomes] = locate(found, one);
    let decision = one.accepted.and_then(|it| found.rules.accepted.get(it));
    vec![
        Prose::text(&place),
        if becomes.is_empty() {
            prose!("without {}", Prose::code(&was))
        } else {
            Prose::code(&becomes)
        },
        Prose::literal(one.outcome.name()),
        Prose::text(&explain_outcome(one)),
        Prose::text(decision.map_or("", |it| &it.why)),
    ]
}

/// What the tests, the games or sanitizers say of a survivor.
fn explain_outcome(one: &TriedMutant) -> String {
    match &one.outcome {
        MutantOutcome::Missed(it) => format!("input: {}. {}", it.script.join(" "), it.how),
        MutantOutcome::Allowed { case, by } => format!("`{by}` forgives it in {case}"),
        MutantOutcome::EndOfInput(script) if script.is_empty() => "no input at all".to_owned(),
        MutantOutcome::EndOfInput(script) => format!("input: {}", script.join(" ")),
        MutantOutcome::Undefined(SanitizerEvidence {
            kind,
            tests: Some(case),
            ..
        }) => {
            format!("{kind}, which sanitizers see in the tests of {case}")
        }
        MutantOutcome::Undefined(SanitizerEvidence {
            kind,
            case: Some(case),
            ..
        }) => {
            format!("{kind}, which sanitizers see in {case}")
        }
        MutantOutcome::Undefined(SanitizerEvidence {
            kind, case: None, ..
        }) => {
            format!("{kind}, which sanitizers see in no case")
        }
        MutantOutcome::Ungraded(why) => why.clone(),
        MutantOutcome::Survived(how) => how.clone().unwrap_or_else(|| NO_GAME.to_owned()),
        MutantOutcome::NoDifference(games) => format!("{games} inputs"),
        MutantOutcome::Killed { .. } | MutantOutcome::Unviable => String::new(),
    }
}
