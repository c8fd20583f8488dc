//! A line of the rubric (how evidence becomes points), and the marking scheme: all of an assignment that turns findings into points, as
//! plain data. It is put down with each grade, so that grades can be scored again by another scheme.

use super::{
    CaseSetFindings, CaseSetQuality, CaseVisibility, Comparison, Judgement, PartCount, Points,
    RubricRule, RuleInspection, Verdict,
};
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
            | CriterionEvidence::CaseSet(_)
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
    /// How good the cases are that were handed in.
    CaseSet(CaseSetQuality),
}

impl<C> CriterionEvidence<C> {
    /// The same, with each comparison of the criterion's own put in another way.
    pub fn map_comparisons<D>(&self, mut convert: impl FnMut(&C) -> D) -> CriterionEvidence<D> {
        match self {
            CriterionEvidence::Cases { cases, credit } => {
                let judged = cases.iter().map(|case| JudgedCase {
                    index: case.index,
                    comparison: case.comparison.as_ref().map(&mut convert),
                });
                CriterionEvidence::Cases {
                    cases: judged.collect(),
                    credit: *credit,
                }
            }
            CriterionEvidence::Build(demand) => CriterionEvidence::Build(*demand),
            CriterionEvidence::Undefined => CriterionEvidence::Undefined,
            CriterionEvidence::Manual(start) => CriterionEvidence::Manual(*start),
            CriterionEvidence::Rule(rule) => CriterionEvidence::Rule(rule.clone()),
            CriterionEvidence::CaseSet(quality) => CriterionEvidence::CaseSet(*quality),
        }
    }
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

/// What an assignment's points are made by.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct MarkingScheme {
    /// The criteria, in the order of the rubric. A comparison of a criterion's own is a place in `settings`.
    pub criteria: Vec<Criterion<usize>>,
    /// The cases, in the order of their names.
    pub cases: Vec<SchemeCase>,
    /// The share of a case's points that a presentation error earns, in percent.
    pub presentation_percent: u32,
    /// How verdicts are found, each way once.
    pub settings: Vec<SchemeSettings>,
    /// How programs are built and run in all cases, and what lateness costs.
    pub common: SchemeSettings,
}

/// A case, as far as its points depend on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SchemeCase {
    /// Its name.
    pub id: String,
    /// How much it counts next to others of its criterion.
    pub weight: u32,
    /// How much of it students are shown.
    pub visibility: CaseVisibility,
    /// How its verdict is found: a place in [`MarkingScheme::settings`].
    pub settings: usize,
    /// A fingerprint of what programs are given.
    pub given: u64,
    /// A fingerprint of what is expected of them.
    pub expected: u64,
}

/// Settings by their names in the rubric, each in words.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub struct SchemeSettings(pub Vec<(String, String)>);

impl SchemeSettings {
    /// What is set by this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0
            .iter()
            .find(|(one, _)| one == name)
            .map(|(_, words)| words.as_str())
    }
}

/// The name of the setting that says which aspects of a game's rules count.
pub const ASPECTS: &str = "aspects";

impl MarkingScheme {
    /// The place of these settings among those that are there, or behind them.
    pub fn settings_index(&mut self, settings: SchemeSettings) -> usize {
        let there = self.settings.iter().position(|one| *one == settings);
        there.unwrap_or_else(|| {
            self.settings.push(settings);
            self.settings.len() - 1
        })
    }

    /// Whether a criterion looks at a part of what makes its cases right, and at nothing else.
    pub fn is_partial(&self, criterion: &Criterion<usize>) -> bool {
        let CriterionEvidence::Cases { cases, .. } = &criterion.evidence else {
            return false;
        };
        let names_aspects = |judged: &JudgedCase<usize>| {
            let own = judged.comparison.and_then(|place| self.settings.get(place));
            own.is_some_and(|own| own.get(ASPECTS).is_some())
        };
        cases.iter().all(names_aspects)
    }
}

/// What a grade was scored by, and those of its findings that stand nowhere else in it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ScoringRecord {
    /// The scheme.
    pub scheme: std::sync::Arc<MarkingScheme>,
    /// What each criterion says of its cases, in their order; empty where it does not look at cases.
    pub own: Vec<Vec<CaseOutcome>>,
    /// What the criteria's rules found.
    pub inspections: Vec<Option<RuleInspection>>,
    /// A fingerprint of the files that were handed in; none if they were not all read.
    pub files: Option<u64>,
    /// What was found out about the cases that were handed in; none where a program was.
    pub case_set: Option<CaseSetFindings>,
}

/// As much of a judgement as points depend on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseOutcome {
    /// The verdict.
    pub verdict: Verdict,
    /// How many turns or lines are right, where that was counted.
    pub parts: Option<PartCount>,
    /// The millionths that a checker gave.
    pub share: Option<u32>,
}

impl From<&Judgement> for CaseOutcome {
    fn from(judgement: &Judgement) -> CaseOutcome {
        let Judgement {
            verdict,
            parts,
            share,
            ..
        } = judgement;
        CaseOutcome {
            verdict: verdict.clone(),
            parts: *parts,
            share: *share,
        }
    }
}
