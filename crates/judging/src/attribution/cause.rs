//! Why points of a submission have changed.

use std::fmt;

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
