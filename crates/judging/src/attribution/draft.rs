//! A scheme on its way to another: by names, with one thing after the other changed, and as it is scored, with the side that each finding is
//! taken from.

use std::collections::BTreeMap;

use super::facts::GradeEvidence as Facts;
use crate::score::{self, CallCount, SubmissionFindings};
use model::{
    CaseOutcome, Criterion, CriterionEvidence, JudgedCase, Judgement, MarkingScheme, Points,
    RuleInspection, SchemeCase,
};

/// A scheme on its way from one to another.
#[derive(Debug, Clone)]
pub(super) struct SchemeDraft {
    pub(super) presentation_percent: u32,
    pub(super) cases: BTreeMap<String, DraftCase>,
    pub(super) criteria: Vec<DraftCriterion>,
    pub(super) build: GradeSide,
    pub(super) undefined: GradeSide,
}

#[derive(Debug, Clone)]
pub(super) struct DraftCase {
    pub(super) case: SchemeCase,
    /// Whose findings count.
    pub(super) from: GradeSide,
}

#[derive(Debug, Clone)]
pub(super) struct DraftCriterion {
    /// Itself, without its cases and what it needs.
    pub(super) criterion: Criterion<usize>,
    /// Its cases, with the side whose criterion compares them by a rule of its own; none where the case's own verdict counts.
    pub(super) cases: BTreeMap<String, Option<GradeSide>>,
    /// The criteria that it needs.
    pub(super) requires: Vec<String>,
    /// Whose findings of its rule count.
    pub(super) from: GradeSide,
}

impl DraftCriterion {
    /// The criterion with this place of a scheme.
    pub(super) fn from_criterion(
        scheme: &MarkingScheme,
        criterion: &Criterion<usize>,
        side: GradeSide,
    ) -> DraftCriterion {
        let judged = judged_cases(criterion).iter().filter_map(|judged| {
            let id = scheme.cases.get(judged.index)?.id.clone();
            Some((id, judged.comparison.map(|_| side)))
        });
        let needed = criterion
            .requires
            .iter()
            .filter_map(|&place| scheme.criteria.get(place));
        DraftCriterion {
            criterion: criterion.clone(),
            cases: judged.collect(),
            requires: needed.map(|one| one.id.clone()).collect(),
            from: side,
        }
    }
}

/// The cases of a criterion; none if it looks at something else.
pub(super) fn judged_cases(criterion: &Criterion<usize>) -> &[JudgedCase<usize>] {
    match &criterion.evidence {
        CriterionEvidence::Cases { cases, .. } => cases,
        _ => &[],
    }
}

impl SchemeDraft {
    /// A whole scheme, with the findings of one side.
    pub(super) fn from_scheme(scheme: &MarkingScheme, side: GradeSide) -> SchemeDraft {
        let cases = scheme.cases.iter().map(|case| {
            (
                case.id.clone(),
                DraftCase {
                    case: case.clone(),
                    from: side,
                },
            )
        });
        let criteria = scheme
            .criteria
            .iter()
            .map(|criterion| DraftCriterion::from_criterion(scheme, criterion, side));
        SchemeDraft {
            presentation_percent: scheme.presentation_percent,
            cases: cases.collect(),
            criteria: criteria.collect(),
            build: side,
            undefined: side,
        }
    }

    /// It as a scheme, with the places of all findings in `old` and `new`.
    pub(super) fn to_intermediate(
        &self,
        old: &MarkingScheme,
        new: &MarkingScheme,
    ) -> IntermediateScheme {
        let scheme_of = |side| match side {
            GradeSide::Old => old,
            GradeSide::New => new,
        };
        let places: BTreeMap<&str, usize> = self
            .cases
            .keys()
            .enumerate()
            .map(|(place, id)| (id.as_str(), place))
            .collect();
        let cases = self.cases.values().map(|one| {
            let there = scheme_of(one.from)
                .cases
                .iter()
                .position(|case| case.id == one.case.id);
            (one.from, there.unwrap_or(usize::MAX))
        });
        let ids: Vec<&str> = self
            .criteria
            .iter()
            .map(|one| one.criterion.id.as_str())
            .collect();
        let mut criteria = Vec::new();
        let mut own = Vec::new();
        let mut inspections = Vec::new();
        for one in &self.criteria {
            let id = &one.criterion.id;
            let requires = one.requires.iter();
            let requires = requires.filter_map(|needed| ids.iter().position(|id| id == needed));
            let there = one
                .cases
                .iter()
                .filter_map(|(case, side)| Some((case, *places.get(case.as_str())?, *side)));
            let there: Vec<(&String, usize, Option<GradeSide>)> = there.collect();
            let evidence = match &one.criterion.evidence {
                CriterionEvidence::Cases { credit, .. } => {
                    // Which comparison it is makes no difference to points.
                    let cases = there.iter().map(|&(_, index, side)| JudgedCase {
                        index,
                        comparison: side.map(|_| 0),
                    });
                    CriterionEvidence::Cases {
                        cases: cases.collect(),
                        credit: *credit,
                    }
                }
                evidence => evidence.clone(),
            };
            own.push(
                there
                    .iter()
                    .map(|&(case, place, side)| match side {
                        None => JudgedBy::Case(place),
                        Some(side) => find_criterion_place(scheme_of(side), id, case)
                            .map_or(JudgedBy::Case(place), |(criterion, place)| {
                                JudgedBy::Criterion(side, criterion, place)
                            }),
                    })
                    .collect(),
            );
            let of_rule = scheme_of(one.from)
                .criteria
                .iter()
                .position(|it| it.id == *id);
            inspections.push((one.from, of_rule.unwrap_or(usize::MAX)));
            criteria.push(Criterion {
                requires: requires.collect(),
                evidence,
                ..one.criterion.clone()
            });
        }
        let scheme = MarkingScheme {
            criteria,
            cases: self.cases.values().map(|one| one.case.clone()).collect(),
            presentation_percent: self.presentation_percent,
            ..MarkingScheme::default()
        };
        let build = self.build;
        let undefined = self.undefined;
        IntermediateScheme {
            scheme,
            cases: cases.collect(),
            judged_by: own,
            inspections,
            build,
            undefined,
        }
    }
}

/// The place of a criterion in a scheme, and that of a case among those that it looks at.
fn find_criterion_place(
    scheme: &MarkingScheme,
    criterion: &str,
    case: &str,
) -> Option<(usize, usize)> {
    let place = scheme.criteria.iter().position(|one| one.id == criterion)?;
    let index = scheme.cases.iter().position(|one| one.id == case)?;
    let judged = judged_cases(scheme.criteria.get(place)?);
    Some((place, judged.iter().position(|one| one.index == index)?))
}

/// From which of two grades something is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GradeSide {
    Old,
    New,
}

/// The findings of both grades.
#[derive(Clone, Copy)]
pub(super) struct EvidencePair<'f> {
    pub(super) old: &'f Facts,
    pub(super) new: &'f Facts,
}

impl<'f> EvidencePair<'f> {
    pub(super) fn get(&self, side: GradeSide) -> &'f Facts {
        match side {
            GradeSide::Old => self.old,
            GradeSide::New => self.new,
        }
    }
}

/// Where the judgement of a criterion on a case comes from.
#[derive(Debug, Clone, Copy)]
enum JudgedBy {
    /// It is the case's own: the place among the hybrid's cases.
    Case(usize),
    /// It is the criterion's: its place, and the place among its cases.
    Criterion(GradeSide, usize, usize),
}

/// A scheme, and where what it scores comes from.
#[derive(Debug, Clone)]
pub(super) struct IntermediateScheme {
    pub(super) scheme: MarkingScheme,
    /// For each case, the side and its place there.
    pub(super) cases: Vec<(GradeSide, usize)>,
    /// For each criterion, its cases.
    judged_by: Vec<Vec<JudgedBy>>,
    /// For each criterion, the side and its place there.
    pub(super) inspections: Vec<(GradeSide, usize)>,
    pub(super) build: GradeSide,
    pub(super) undefined: GradeSide,
}

impl IntermediateScheme {
    /// The points that these findings earn, before lateness.
    pub(super) fn score_points(&self, pair: EvidencePair<'_>) -> Points {
        let cases: Vec<Judgement> = self
            .cases
            .iter()
            .map(|&(side, place)| case_judgement(pair.get(side), place))
            .collect();
        let calls: Vec<CallCount> = self
            .cases
            .iter()
            .map(|&(side, place)| pair.get(side).calls.get(place).copied().unwrap_or_default())
            .collect();
        let judged = |by: &JudgedBy| match *by {
            JudgedBy::Case(place) => cases.get(place).cloned().unwrap_or_else(unknown_judgement),
            JudgedBy::Criterion(side, criterion, place) => {
                let own = pair.get(side).scoring.own.get(criterion);
                own.and_then(|own| own.get(place))
                    .map_or_else(unknown_judgement, to_judgement)
            }
        };
        let criteria: Vec<Vec<Judgement>> = self
            .judged_by
            .iter()
            .map(|all| all.iter().map(judged).collect())
            .collect();
        let inspections: Vec<Option<RuleInspection>> = self
            .inspections
            .iter()
            .map(|&(side, place)| {
                pair.get(side)
                    .scoring
                    .inspections
                    .get(place)
                    .cloned()
                    .flatten()
            })
            .collect();
        let findings = SubmissionFindings {
            build: &pair.get(self.build).build,
            undefined: &pair.get(self.undefined).undefined,
            cases: &cases,
            calls: &calls,
            criteria: &criteria,
            inspections: &inspections,
            case_set: pair.get(self.build).scoring.case_set.as_ref(),
        };
        score::score_submission(&self.scheme, &findings).points()
    }
}

fn case_judgement(facts: &Facts, place: usize) -> Judgement {
    facts
        .cases
        .get(place)
        .cloned()
        .unwrap_or_else(unknown_judgement)
}

fn to_judgement(outcome: &CaseOutcome) -> Judgement {
    let CaseOutcome {
        verdict,
        parts,
        share,
    } = outcome;
    Judgement {
        parts: *parts,
        share: *share,
        ..Judgement::new(verdict.clone())
    }
}

/// What no grade says anything of earns nothing.
fn unknown_judgement() -> Judgement {
    Judgement::new(model::Verdict::NotRun(String::new()))
}
