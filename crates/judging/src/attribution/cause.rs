//! Why points of a submission have changed, and what has changed between two schemes, in words.

use std::fmt;

use model::{
    BuildDemand, CreditRule, CriterionEvidence, CriterionKind, ManualStart, Points, SchemeSettings,
};

/// One change that moves points, by itself.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MovementCause {
    /// Of which kind it is.
    pub(crate) kind: CauseKind,
    /// What has changed: ``case `draw-1` ``.
    pub(crate) what: String,
    /// How: `new`, `prompts any → shows`.
    pub(crate) change: String,
}

impl MovementCause {
    pub(super) fn new(
        kind: CauseKind,
        what: impl Into<String>,
        change: impl Into<String>,
    ) -> MovementCause {
        MovementCause {
            kind,
            what: what.into(),
            change: change.into(),
        }
    }
}

impl fmt::Display for MovementCause {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.change.as_str() {
            "" => formatter.write_str(&self.what),
            change => write!(formatter, "{} ({change})", self.what),
        }
    }
}

/// What can move points, in the order in which changes are applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum CauseKind {
    /// A case that was not there.
    CaseAdded,
    /// A case that is there no more.
    CaseRemoved,
    /// Which cases a criterion looks at.
    CriterionCases,
    /// What a case counts.
    Weight,
    /// A criterion that was not there.
    CriterionAdded,
    /// A criterion that is there no more.
    CriterionRemoved,
    /// What a criterion is worth.
    CriterionPoints,
    /// How verdicts add up in a criterion, and what a presentation error earns.
    Credit,
    /// What a criterion needs first.
    Requires,
    /// What a criterion looks at, if not other cases.
    Evidence,
    /// How verdicts of cases are found: comparison, limits, exit codes; their scripts, and what is expected.
    Verdicts,
    /// A criterion's own comparison.
    CriterionComparison,
    /// What a rule about source asks for.
    Rule,
    /// The student handed in something else.
    Resubmitted,
    /// How all programs are built and run.
    Common,
    /// The same was found out again, and something else came of it.
    RunDiffers,
    /// What is taken for lateness.
    Lateness,
    /// All that is known is how much a criterion gave.
    Criterion,
    /// What no other change explains.
    Unexplained,
}

impl CauseKind {
    /// Its name in JSON.
    pub(crate) fn name(self) -> &'static str {
        match self {
            CauseKind::CaseAdded => "case-new",
            CauseKind::CaseRemoved => "case-gone",
            CauseKind::CriterionCases => "looks-at",
            CauseKind::Weight => "weight",
            CauseKind::CriterionAdded => "criterion-new",
            CauseKind::CriterionRemoved => "criterion-gone",
            CauseKind::CriterionPoints => "criterion-points",
            CauseKind::Credit => "credit",
            CauseKind::Requires => "requires",
            CauseKind::Evidence => "evidence",
            CauseKind::Verdicts => "verdicts",
            CauseKind::CriterionComparison => "own-comparison",
            CauseKind::Rule => "rule",
            CauseKind::Resubmitted => "handed-in-again",
            CauseKind::Common => "common",
            CauseKind::RunDiffers => "run-differs",
            CauseKind::Lateness => "lateness",
            CauseKind::Criterion => "criterion",
            CauseKind::Unexplained => "unexplained",
        }
    }
}

/// `prompts any → shows, cpu 1s → 2s`; empty where nothing has changed.
pub(super) fn describe_settings(old: &SchemeSettings, new: &SchemeSettings) -> String {
    let gone = old.0.iter().filter(|(name, _)| new.get(name).is_none());
    let gone = gone.map(|(name, words)| describe_setting(name, Some(words), None));
    let now = new
        .0
        .iter()
        .filter(|(name, words)| is_changed_setting(old, name, words));
    let now = now.map(|(name, words)| describe_setting(name, old.get(name), Some(words)));
    let all: Vec<String> = gone.chain(now).collect();
    all.join(", ")
}

fn is_changed_setting(old: &SchemeSettings, name: &str, words: &str) -> bool {
    old.get(name) != Some(words)
}

fn describe_setting(name: &str, old: Option<&str>, new: Option<&str>) -> String {
    match (old, new) {
        // Its words are too long to be shown.
        (Some(_), Some(new)) if is_digest(&new) => format!("{name} changed"),
        (None, Some(new)) if is_digest(&new) => format!("{name} new"),
        (Some(_), None) => format!("{name} gone"),
        (None, Some(new)) => format!("{name} {new}"),
        (Some(old), Some(new)) => format!("{name} {} → {}", words_or_none(old), words_or_none(new)),
        (None, None) => String::new(),
    }
}

fn is_digest(words: &&str) -> bool {
    words.starts_with('#')
}

fn words_or_none(words: &str) -> &str {
    if words.is_empty() { "none" } else { words }
}

/// What a criterion can change.
pub(super) fn describe_points(kind: CriterionKind, each: Option<Points>) -> String {
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

pub(super) fn credit_name(credit: CreditRule) -> &'static str {
    match credit {
        CreditRule::PerCase => "per-case",
        CreditRule::PerCall => "per-call",
        CreditRule::PerTest => "per-test",
        CreditRule::PerLine => "per-line",
        CreditRule::Minimum => "minimum",
        CreditRule::Best => "best",
        CreditRule::PerTurn => "per-turn",
        CreditRule::AllOrNothing => "all-or-nothing",
    }
}

/// What a criterion looks at.
pub(super) fn describe_evidence(evidence: &CriterionEvidence<usize>) -> String {
    match evidence {
        CriterionEvidence::Cases { .. } => "cases".to_owned(),
        CriterionEvidence::Build(BuildDemand::Compiles) => "compiles".to_owned(),
        CriterionEvidence::Build(BuildDemand::NoWarnings) => "no-warnings".to_owned(),
        CriterionEvidence::Undefined => "undefined behaviour".to_owned(),
        CriterionEvidence::Manual(ManualStart::Full) => "manual, from all points".to_owned(),
        CriterionEvidence::Manual(ManualStart::None) => "manual, from none".to_owned(),
        CriterionEvidence::Rule(rule) => format!("rule {}", rule.id()),
        CriterionEvidence::CaseSet(quality) => format!("student cases, {quality:?}").to_lowercase(),
    }
}

/// A name as it stands in messages.
pub(super) fn quote_id(kind: &str, id: &str) -> String {
    format!("{kind} `{id}`")
}
