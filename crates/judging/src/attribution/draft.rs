//! A scheme by names, in which one thing after the other is changed.

use std::collections::BTreeMap;

use super::hybrid::{GradeSide, IntermediateScheme, JudgedBy};
use model::{Criterion, CriterionEvidence, JudgedCase, MarkingScheme, SchemeCase};

/// A scheme on its way from one to another.
#[derive(Debug, Clone)]
pub(super) struct SchemeDraft {
    pub(super) presentation_percent: u32,
    pub(super) cases: BTreeMap<String, DraftCase>,
    pub(super) criteria: Vec<DraftCriterion>,
    pub(super) build: GradeSide,
    pub(super) undefined: GradeSide,
}

/// A case of it.
#[derive(Debug, Clone)]
pub(super) struct DraftCase {
    pub(super) case: SchemeCase,
    /// Whose findings count.
    pub(super) from: GradeSide,
}

/// A criterion of it.
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
