//! The words that keys may have, and what they mean.

use model::{
    BoardMode, BuildDemand, CaseSetQuality, CaseVisibility, CheckerProtocol, ComparisonScope,
    CreditRule, ExitRule, ExtraLines, HintSteps, LineOrder, ManualStart, MoveDisplay, PromptMode,
    WhitespaceMode,
};
use sandbox::Tier;

/// A word that may be written for a key, and what it means.
pub(super) type KeywordTable<T> = [(&'static str, T)];

/// The words of a table, for the schema.
pub(super) fn choice_names<T>(choices: &KeywordTable<T>) -> Vec<&'static str> {
    choices.iter().map(|(name, _)| *name).collect()
}

pub(super) const FORGIVEN: &KeywordTable<()> = &[("missing-include", ())];

pub(super) const EXITS: &KeywordTable<ExitRule> =
    &[("any", ExitRule::Any), ("zero", ExitRule::Zero)];

/// What a case can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum KindKeyword {
    /// It plays its script.
    Script,
    /// It calls functions.
    Call,
    /// It runs unit tests.
    Tests,
}

pub(super) const KINDS: &KeywordTable<KindKeyword> = &[
    ("script", KindKeyword::Script),
    ("call", KindKeyword::Call),
    ("tests", KindKeyword::Tests),
];

pub(super) const VISIBILITIES: &KeywordTable<CaseVisibility> = &[
    ("full", CaseVisibility::Full),
    ("verdict", CaseVisibility::Verdict),
    ("hidden", CaseVisibility::Hidden),
];

/// How much of a hint students see.
pub(super) const HINT_STEPS: &KeywordTable<HintSteps> = &[
    ("what", HintSteps::What),
    ("where", HintSteps::Where),
    ("how", HintSteps::How),
];

/// Which white space counts in what a call prints; none where nothing does.
pub(super) const PRINTED: &KeywordTable<Option<WhitespaceMode>> = &[
    ("ignore", None),
    ("exact", Some(WhitespaceMode::Exact)),
    ("trailing", Some(WhitespaceMode::Trailing)),
    ("collapse", Some(WhitespaceMode::Collapse)),
];

/// The tiers that may be demanded; E is no demand.
pub(super) const TIERS: &KeywordTable<Tier> = &[
    ("A", Tier::A),
    ("B", Tier::B),
    ("C", Tier::C),
    ("D", Tier::D),
];

/// How long a stretch of lateness is.
pub(super) const STRETCHES: &KeywordTable<u64> = &[("hour", 3600), ("day", 86400)];

pub(super) const SCOPES: &KeywordTable<ComparisonScope> = &[
    ("transcript", ComparisonScope::Transcript),
    ("turns", ComparisonScope::Turns),
    ("final", ComparisonScope::Final),
    ("output", ComparisonScope::Output),
];

pub(super) const WHITESPACES: &KeywordTable<WhitespaceMode> = &[
    ("exact", WhitespaceMode::Exact),
    ("trailing", WhitespaceMode::Trailing),
    ("collapse", WhitespaceMode::Collapse),
    ("tokens", WhitespaceMode::Tokens),
];

pub(super) const ORDERS: &KeywordTable<LineOrder> =
    &[("kept", LineOrder::AsReference), ("any", LineOrder::Any)];

pub(super) const PROMPTS: &KeywordTable<PromptMode> = &[
    ("exact", PromptMode::Exact),
    ("shows", PromptMode::Shows),
    ("any", PromptMode::Any),
];

pub(super) const EXTRA_LINES: &KeywordTable<ExtraLines> = &[
    ("deny", ExtraLines::Deny),
    ("redraws", ExtraLines::Redraws),
    ("allow", ExtraLines::Allow),
];

pub(super) const BOARDS: &KeywordTable<BoardMode> =
    &[("exact", BoardMode::Exact), ("squares", BoardMode::Squares)];

pub(super) const MOVES: &KeywordTable<MoveDisplay> = &[
    ("any", MoveDisplay::Any),
    ("shown", MoveDisplay::Shown),
    ("by-player", MoveDisplay::ByPlayer),
];

pub(super) const PROTOCOLS: &KeywordTable<CheckerProtocol> = &[
    ("files", CheckerProtocol::Files),
    ("testlib", CheckerProtocol::Testlib),
    ("kattis", CheckerProtocol::Kattis),
    ("dmoj", CheckerProtocol::Dmoj),
    ("lines", CheckerProtocol::Lines),
];

pub(super) const CREDITS: &KeywordTable<CreditRule> = &[
    ("per-case", CreditRule::PerCase),
    ("per-turn", CreditRule::PerTurn),
    ("per-line", CreditRule::PerLine),
    ("per-call", CreditRule::PerCall),
    ("per-test", CreditRule::PerTest),
    ("all-or-nothing", CreditRule::AllOrNothing),
    ("minimum", CreditRule::Minimum),
    ("best", CreditRule::Best),
];

pub(super) const BUILDS: &KeywordTable<BuildDemand> = &[
    ("compiles", BuildDemand::Compiles),
    ("no-warnings", BuildDemand::NoWarnings),
];

/// What else can be checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CheckKeyword {
    /// Undefined behaviour of programs.
    Undefined,
    /// How good handed-in cases are.
    CaseSet(CaseSetQuality),
}

pub(super) const CHECKS: &KeywordTable<CheckKeyword> = &[
    ("undefined", CheckKeyword::Undefined),
    ("valid", CheckKeyword::CaseSet(CaseSetQuality::Valid)),
    ("thorough", CheckKeyword::CaseSet(CaseSetQuality::Thorough)),
    (
        "not-redundant",
        CheckKeyword::CaseSet(CaseSetQuality::NotRedundant),
    ),
];

/// What is handed in: a program, or cases.
pub(super) const ASSIGNMENT_KINDS: &KeywordTable<bool> = &[("program", false), ("cases", true)];

pub(super) const MANUALS: &KeywordTable<ManualStart> =
    &[("full", ManualStart::Full), ("none", ManualStart::None)];
