//! The page for staff.

use askama::Template;

use crate::escape_lines;
use crate::page::security_policy;
use cpp::mutants::{
    ConfidenceInterval, MutantOutcome, MutantsOfProgram, SanitizerEvidence, TriedMutant,
};
use document::Prose;

/// What is said of a survivor where nothing is played.
const NO_GAME: &str = "no game can tell whether it is another program";

#[derive(Template)]
#[template(path = "mutants/mutants_page.html")]
struct MutantsPage {
    policy: String,
    programs: Vec<MutantsPageProgram>,
}

struct MutantsPageProgram {
    title: String,
    failure: Option<String>,
    score: String,
    counts: Vec<(usize, &'static str)>,
    unnoticed: Vec<MutantsPageSurvivor>,
    others: Vec<MutantsPageSurvivor>,
}

struct MutantsPageSurvivor {
    place: String,
    was: String,
    becomes: String,
    outcome: &'static str,
    why: Prose,
    decision: Option<Prose>,
}

/// The page; what a source holds is text on it.
pub(super) fn render_page(all: &[MutantsOfProgram]) -> askama::Result<String> {
    MutantsPage {
        policy: security_policy("", ""),
        programs: all.iter().map(build_program).collect(),
    }
    .render()
}

fn build_program(found: &MutantsOfProgram) -> MutantsPageProgram {
    let summary = found.summarize();
    let noticed = summary.killed;
    let all = summary.should_be_killed();
    let interval = ConfidenceInterval::from_sample(noticed, all).filter(|_| found.is_sample);
    let interval = interval.map(|it| format!(" (a sample; {:.1} % to {:.1} %)", it.least, it.most));
    let is_open = |one: &&TriedMutant| one.accepted.is_none();
    let survivors = || {
        found.tried.iter().filter(|one| {
            !matches!(
                one.outcome,
                MutantOutcome::Killed { .. } | MutantOutcome::Unviable
            )
        })
    };
    let is_gap = |one: &&TriedMutant| one.outcome.is_gap() && is_open(one);
    MutantsPageProgram {
        title: format!(
            "{}: {} mutants of {}",
            found.assignment,
            found.tried.len(),
            found.program
        ),
        failure: found.failure_reason.clone(),
        score: format!(
            "{noticed} of {all} that should be noticed are{}",
            interval.unwrap_or_default()
        ),
        counts: MutantOutcome::NAMES
            .iter()
            .map(|name| (found.with_outcome(name).count(), *name))
            .collect(),
        unnoticed: survivors()
            .filter(is_gap)
            .map(|one| build_survivor(found, one))
            .collect(),
        others: survivors()
            .filter(|one| !is_gap(one))
            .map(|one| build_survivor(found, one))
            .collect(),
    }
}

fn build_survivor(found: &MutantsOfProgram, one: &TriedMutant) -> MutantsPageSurvivor {
    let shown = found.mutant_diff(one);
    let source = found
        .mutant_source(one)
        .map(|it| it.name.clone())
        .unwrap_or_default();
    let (line, was, becomes) = shown.map_or((0, String::new(), String::new()), |it| {
        (it.line, it.was, it.becomes)
    });
    let why = match &one.outcome {
        MutantOutcome::Missed(it) => format!("game: {}. {}", it.script.join(" "), it.how),
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
        MutantOutcome::NoDifference(games) => format!("{games} games"),
        MutantOutcome::Killed { .. } | MutantOutcome::Unviable => String::new(),
    };
    let decision = one
        .accepted
        .and_then(|it| found.rules.accepted.get(it))
        .map(|it| Prose::text(&it.why));
    MutantsPageSurvivor {
        place: format!("{source}:{line}"),
        was: escape_lines(&was),
        becomes: escape_lines(&becomes),
        outcome: one.outcome.name(),
        why: Prose::text(&escape_lines(&why)),
        decision,
    }
}
