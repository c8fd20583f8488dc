//! The page for staff.

use askama::Template;

use crate::mutants::{Interval, MutantsOfProgram, Outcome, SanitizersSay, TriedMutant};
use crate::report::lines;
use crate::report::page::{Piece, Prose, policy};

/// What is said of a survivor where nothing is played.
const NO_GAME: &str = "no game can tell whether it is another program";

#[derive(Template)]
#[template(path = "mutants/mutants_page.html")]
struct Page {
    policy: String,
    programs: Vec<Program>,
}

struct Program {
    title: String,
    trouble: Option<String>,
    score: String,
    counts: Vec<(usize, &'static str)>,
    unnoticed: Vec<Survivor>,
    others: Vec<Survivor>,
}

struct Survivor {
    place: String,
    was: String,
    becomes: String,
    outcome: &'static str,
    why: Prose,
    decision: Option<Prose>,
}

/// The page; what a source holds is text on it.
pub(super) fn render(all: &[MutantsOfProgram]) -> askama::Result<String> {
    Page { policy: policy("", ""), programs: all.iter().map(program).collect() }.render()
}

fn program(found: &MutantsOfProgram) -> Program {
    let summary = found.summary();
    let (noticed, all) = (summary.noticed, summary.should_be_noticed());
    let interval = Interval::of(noticed, all).filter(|_| found.is_sample);
    let interval = interval.map(|it| format!(" (a sample; {:.1} % to {:.1} %)", it.least, it.most));
    let is_open = |one: &&TriedMutant| one.accepted.is_none();
    let survivors = || {
        found
            .tried
            .iter()
            .filter(|one| !matches!(one.outcome, Outcome::Noticed { .. } | Outcome::NotCompiled))
    };
    let is_gap = |one: &&TriedMutant| one.outcome.is_gap() && is_open(one);
    Program {
        title: format!("{}: {} mutants of {}", found.assignment, found.tried.len(), found.program),
        trouble: found.trouble.clone(),
        score: format!(
            "{noticed} of {all} that should be noticed are{}",
            interval.unwrap_or_default()
        ),
        counts: Outcome::NAMES.iter().map(|name| (found.of(name).count(), *name)).collect(),
        unnoticed: survivors().filter(is_gap).map(|one| survivor(found, one)).collect(),
        others: survivors().filter(|one| !is_gap(one)).map(|one| survivor(found, one)).collect(),
    }
}

fn survivor(found: &MutantsOfProgram, one: &TriedMutant) -> Survivor {
    let shown = found.shown(one);
    let source = found.source(one).map(|it| it.name.clone()).unwrap_or_default();
    let (line, was, becomes) =
        shown.map_or((0, String::new(), String::new()), |it| (it.line, it.was, it.becomes));
    let why = match &one.outcome {
        Outcome::NotNoticed(it) => format!("game: {}. {}", it.script.join(" "), it.how),
        Outcome::Allowed { case, by } => format!("`{by}` forgives it in {case}"),
        Outcome::EndOfInput(script) if script.is_empty() => "no input at all".to_owned(),
        Outcome::EndOfInput(script) => format!("input: {}", script.join(" ")),
        Outcome::Undefined(SanitizersSay { kind, tests: Some(case), .. }) => {
            format!("{kind}, which sanitizers see in the tests of {case}")
        }
        Outcome::Undefined(SanitizersSay { kind, case: Some(case), .. }) => {
            format!("{kind}, which sanitizers see in {case}")
        }
        Outcome::Undefined(SanitizersSay { kind, case: None, .. }) => {
            format!("{kind}, which sanitizers see in no case")
        }
        Outcome::Ungraded(why) => why.clone(),
        Outcome::Survived(how) => how.clone().unwrap_or_else(|| NO_GAME.to_owned()),
        Outcome::NoDifference(games) => format!("{games} games"),
        Outcome::Noticed { .. } | Outcome::NotCompiled => String::new(),
    };
    let decision =
        one.accepted.and_then(|it| found.rules.accepted.get(it)).map(|it| Prose::of_text(&it.why));
    Survivor {
        place: format!("{source}:{line}"),
        was: lines(&was),
        becomes: lines(&becomes),
        outcome: one.outcome.name(),
        why: Prose::of_text(&lines(&why)),
        decision,
    }
}
