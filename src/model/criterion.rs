//! A line of the rubric: how evidence becomes points.

use super::{Comparison, Points, Rule};
use serde::{Deserialize, Serialize};

/// A criterion of an assignment.
#[derive(Debug, Clone)]
pub struct Criterion {
    /// Its name, unique within the assignment.
    pub id: String,
    /// What the report calls it.
    pub title: String,
    /// What it can change.
    pub kind: CriterionKind,
    /// What each fault takes off the points, down to none; none where the first takes all of them.
    pub each: Option<Points>,
    /// Where the criteria stand in the assignment's list that must have earned all their points first.
    pub requires: Vec<usize>,
    /// What is looked at.
    pub evidence: Evidence,
}

impl Criterion {
    /// What can be earned, as ordinary points or on top of them.
    pub fn points(&self) -> Points {
        match self.kind {
            CriterionKind::Ordinary(points) | CriterionKind::Extra(points) => points,
            CriterionKind::Penalty { .. } | CriterionKind::Remark => Points::ZERO,
        }
    }

    /// Whether it looks at a part of what makes its cases right, and at nothing else.
    pub fn is_partial(&self) -> bool {
        let Evidence::Cases { cases, .. } = &self.evidence else { return false };
        let names_aspects = |judged: &JudgedCase| {
            judged.comparison.as_ref().is_some_and(|comparison| comparison.aspects.is_some())
        };
        cases.iter().all(names_aspects)
    }

    /// The criterion's own comparison of the case with this place in the assignment; none if it has none.
    pub fn comparison_of(&self, case: usize) -> Option<&Comparison> {
        match &self.evidence {
            Evidence::Cases { cases, .. } => {
                cases.iter().find(|judged| judged.index == case)?.comparison.as_ref()
            }
            Evidence::Build(_) | Evidence::Undefined | Evidence::Manual(_) | Evidence::Rule(_) => {
                None
            }
        }
    }
}

/// What a criterion can change about a grade.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum CriterionKind {
    /// Points that belong to the assignment's sum.
    Ordinary(Points),
    /// Points on top of the sum.
    Extra(Points),
    /// Points that are taken away.
    Penalty {
        /// For each fault.
        each: Points,
        /// For all of them together, at most.
        most: Points,
    },
    /// Nothing: reports mention what was found.
    Remark,
}

/// What a criterion looks at.
#[derive(Debug, Clone)]
pub enum Evidence {
    /// The verdicts of some cases.
    Cases {
        /// The cases, in the order of their names.
        cases: Vec<JudgedCase>,
        /// How verdicts add up.
        credit: Credit,
    },
    /// What the compiler said.
    Build(BuildDemand),
    /// Undefined behaviour: what was found in the cases that the assignment names for it.
    Undefined,
    /// A person's judgement, which this program only leaves room for.
    Manual(ManualStart),
    /// What a rule finds in the text of the program.
    Rule(Rule),
}

/// A case as one criterion judges it.
#[derive(Debug, Clone)]
pub struct JudgedCase {
    /// Where the case stands in the assignment's list of cases.
    pub index: usize,
    /// The criterion's own comparison; none where it takes the case's own verdict.
    pub comparison: Option<Comparison>,
}

/// How the verdicts of a criterion's cases become points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Credit {
    /// Every accepted case earns its share.
    PerCase,
    /// Every call that is right earns its part of its case's share; a case without calls is one call.
    PerCall,
    /// Every turn that is right earns its share of the case.
    PerTurn,
    /// Everything if every case is accepted, otherwise nothing.
    AllOrNothing,
}

/// What the compiler must say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BuildDemand {
    /// The program compiles.
    Compiles,
    /// It compiles without a warning under the assignment's flags.
    NoWarnings,
}

/// What a manual criterion is worth until a person has looked. A submission that was not built earns none of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ManualStart {
    /// All its points: the person takes off what is missing.
    Full,
    /// No points: the person adds them.
    None,
}
