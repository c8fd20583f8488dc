//! The marking scheme: all of an assignment that turns findings into points, as plain data. It is put down with each grade, so
//! that grades can be scored again by another scheme.

use serde::{Deserialize, Serialize};

use super::{CaseVisibility, Criterion, CriterionEvidence, JudgedCase, RuleInspection, Verdict};
use super::{Judgement, PartCount};

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
}

/// As much of a judgement as points depend on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseOutcome {
    /// The verdict.
    pub verdict: Verdict,
    /// How many turns or lines are right, where that was counted.
    pub parts: Option<PartCount>,
    /// The thousandths that a checker gave.
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
