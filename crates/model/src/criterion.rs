//! A line of the rubric: how evidence becomes points.

use super::{Comparison, Points, RubricRule};
use serde::{Deserialize, Serialize};

/// A criterion of an assignment. `C` says how it compares cases in a way of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Criterion<C = Comparison> {
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
    pub evidence: CriterionEvidence<C>,
}

impl<C> Criterion<C> {
    /// What can be earned, as ordinary points or on top of them.
    pub fn points(&self) -> Points {
        match self.kind {
            CriterionKind::Ordinary(points) | CriterionKind::Extra(points) => points,
            CriterionKind::Penalty { .. } | CriterionKind::Remark => Points::ZERO,
        }
    }

    /// The criterion's own comparison of the case with this place in the assignment; none if it has none.
    pub fn comparison_of(&self, case: usize) -> Option<&C> {
        match &self.evidence {
            CriterionEvidence::Cases { cases, .. } => cases
                .iter()
                .find(|judged| judged.index == case)?
                .comparison
                .as_ref(),
            CriterionEvidence::Build(_)
            | CriterionEvidence::Undefined
            | CriterionEvidence::Manual(_)
            | CriterionEvidence::Rule(_) => None,
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum CriterionEvidence<C = Comparison> {
    /// The verdicts of some cases.
    Cases {
        /// The cases, in the order of their names.
        cases: Vec<JudgedCase<C>>,
        /// How verdicts add up.
        credit: CreditRule,
    },
    /// What the compiler said.
    Build(BuildDemand),
    /// Undefined behaviour: what was found in the cases that the assignment names for it.
    Undefined,
    /// A person's judgement, which this program only leaves room for.
    Manual(ManualStart),
    /// What a rule finds in the text of the program.
    Rule(RubricRule),
}

/// A case as one criterion judges it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JudgedCase<C = Comparison> {
    /// Where the case stands in the assignment's list of cases.
    pub index: usize,
    /// The criterion's own comparison; none where it takes the case's own verdict.
    pub comparison: Option<C>,
}

/// How the verdicts of a criterion's cases become points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum CreditRule {
    /// Every accepted case earns its share.
    PerCase,
    /// Every call that is right earns its part of its case's share; a case without calls is one call.
    PerCall,
    /// Each case earns the share of its unit tests that pass.
    PerTest,
    /// Every turn that is right earns its share of the case.
    PerTurn,
    /// Every line that is right earns its share of the case.
    PerLine,
    /// Everything if every case is accepted, otherwise nothing.
    AllOrNothing,
    /// All cases earn the share that the worst of them does.
    Minimum,
    /// All cases earn the share that the best of them does.
    Best,
}

/// What the compiler must say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum BuildDemand {
    /// The program compiles.
    Compiles,
    /// It compiles without a warning under the assignment's flags.
    NoWarnings,
}

/// What a manual criterion is worth until a person has looked. A submission that was not built earns none of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ManualStart {
    /// All its points: the person takes off what is missing.
    Full,
    /// No points: the person adds them.
    None,
}
