//! What has changed between two schemes, in words.

use crate::model::{BuildDemand, Credit, CriterionKind, Evidence, ManualStart, Points, Settings};

/// `prompts any → shows, cpu 1s → 2s`; empty where nothing has changed.
pub(super) fn settings(old: &Settings, new: &Settings) -> String {
    let gone = old.0.iter().filter(|(name, _)| new.get(name).is_none());
    let gone = gone.map(|(name, words)| changed(name, Some(words), None));
    let is_changed = |name: &str, words: &str| old.get(name) != Some(words);
    let now = new.0.iter().filter(|(name, words)| is_changed(name, words));
    let now = now.map(|(name, words)| changed(name, old.get(name), Some(words)));
    let all: Vec<String> = gone.chain(now).collect();
    all.join(", ")
}

fn changed(name: &str, old: Option<&str>, new: Option<&str>) -> String {
    let is_mark = |words: &&str| words.starts_with('#');
    match (old, new) {
        // Its words are too long to be shown.
        (Some(_), Some(new)) if is_mark(&new) => format!("{name} changed"),
        (None, Some(new)) if is_mark(&new) => format!("{name} new"),
        (Some(_), None) => format!("{name} gone"),
        (None, Some(new)) => format!("{name} {new}"),
        (Some(old), Some(new)) => format!("{name} {} → {}", shown(old), shown(new)),
        (None, None) => String::new(),
    }
}

fn shown(words: &str) -> &str {
    if words.is_empty() { "none" } else { words }
}

/// What a criterion can change.
pub(super) fn worth(kind: CriterionKind, each: Option<Points>) -> String {
    let number = Points::as_number;
    let words = match kind {
        CriterionKind::Ordinary(points) => format!("{} points", number(points)),
        CriterionKind::Extra(points) => format!("{} extra points", number(points)),
        CriterionKind::Penalty { each, most } => {
            format!("penalty {} each, {} at most", number(each), number(most))
        }
        CriterionKind::Remark => "remark".to_owned(),
    };
    match each {
        Some(each) => format!("{words}, {} each", number(each)),
        None => words,
    }
}

pub(super) fn credit(credit: Credit) -> &'static str {
    match credit {
        Credit::PerCase => "per-case",
        Credit::PerCall => "per-call",
        Credit::PerTest => "per-test",
        Credit::PerLine => "per-line",
        Credit::Minimum => "minimum",
        Credit::Best => "best",
        Credit::PerTurn => "per-turn",
        Credit::AllOrNothing => "all-or-nothing",
    }
}

/// What a criterion looks at.
pub(super) fn evidence(evidence: &Evidence<usize>) -> String {
    match evidence {
        Evidence::Cases { .. } => "cases".to_owned(),
        Evidence::Build(BuildDemand::Compiles) => "compiles".to_owned(),
        Evidence::Build(BuildDemand::NoWarnings) => "no-warnings".to_owned(),
        Evidence::Undefined => "undefined behaviour".to_owned(),
        Evidence::Manual(ManualStart::Full) => "manual, from all points".to_owned(),
        Evidence::Manual(ManualStart::None) => "manual, from none".to_owned(),
        Evidence::Rule(rule) => format!("rule {}", rule.id()),
    }
}

/// A name as it stands in messages.
pub(super) fn named(kind: &str, id: &str) -> String {
    format!("{kind} `{id}`")
}
