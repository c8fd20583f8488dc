//! From one scheme to another, one change at a time, in a fixed order: that of [`CauseKind`].
//!
//! Each step leaves a scheme that points can be made of, so the differences between neighbours add up to the whole change,
//! whatever the order is. It is fixed because a change that comes later sees what earlier ones have left: of a criterion that gets
//! more points and another case, the case is told first, at the old points.

use super::cause::{self, CauseKind, MovementCause, quote_id};
use super::draft::{DraftCase, DraftCriterion, GradeSide, IntermediateScheme, SchemeDraft};
use model::{Criterion, CriterionEvidence, MarkingScheme, SchemeCase, SchemeSettings};

/// The way from one scheme to another.
pub(super) struct SchemeSteps {
    /// The old scheme.
    pub(super) start: IntermediateScheme,
    /// One change after the other, with what it leaves.
    pub(super) steps: Vec<(MovementCause, IntermediateScheme)>,
    /// The new scheme, in which findings are still the old ones where nothing of the schemes explains others.
    pub(super) end: SchemeDraft,
    /// What has changed for all cases alike; empty if nothing has.
    pub(super) common: String,
    /// The new scheme with the new findings.
    pub(super) arrival: IntermediateScheme,
}

/// A draft, and the steps to it.
pub(super) struct SchemeDiff<'s> {
    pub(super) old: &'s MarkingScheme,
    pub(super) new: &'s MarkingScheme,
    pub(super) draft: SchemeDraft,
    steps: Vec<(MovementCause, IntermediateScheme)>,
}

impl SchemeSteps {
    pub(super) fn from_schemes(old: &MarkingScheme, new: &MarkingScheme) -> SchemeSteps {
        let draft = SchemeDraft::from_scheme(old, GradeSide::Old);
        let start = draft.to_intermediate(old, new);
        let mut way = SchemeDiff {
            old,
            new,
            draft,
            steps: Vec::new(),
        };
        way.apply_case_changes();
        way.apply_case_list_changes();
        way.apply_weight_changes();
        way.apply_criterion_changes();
        way.apply_points_changes();
        way.apply_credit_changes();
        way.apply_requirement_changes();
        way.apply_evidence_changes();
        way.apply_verdict_changes();
        way.apply_comparison_changes();
        way.apply_rule_changes();
        let SchemeDiff {
            draft: end, steps, ..
        } = way;
        let arrival = SchemeDraft::from_scheme(new, GradeSide::New).to_intermediate(old, new);
        let common = cause::describe_settings(
            &without_lateness(&old.common),
            &without_lateness(&new.common),
        );
        SchemeSteps {
            start,
            steps,
            end,
            common,
            arrival,
        }
    }
}

/// Without lateness, which is taken from what was scored.
fn without_lateness(common: &SchemeSettings) -> SchemeSettings {
    SchemeSettings(
        common
            .0
            .iter()
            .filter(|(name, _)| name != "late")
            .cloned()
            .collect(),
    )
}

impl SchemeDiff<'_> {
    /// Notes what the draft is now.
    pub(super) fn record_step(&mut self, kind: CauseKind, what: String, change: impl Into<String>) {
        let hybrid = self.draft.to_intermediate(self.old, self.new);
        self.steps
            .push((MovementCause::new(kind, what, change), hybrid));
    }

    /// The criteria that both have, with the place of each in the draft.
    pub(super) fn shared_criteria(&self) -> Vec<(usize, Criterion<usize>, Criterion<usize>)> {
        let ids = self
            .draft
            .criteria
            .iter()
            .map(|one| one.criterion.id.clone())
            .enumerate();
        ids.filter_map(|(place, id)| {
            Some((
                place,
                find_criterion(self.old, &id)?,
                find_criterion(self.new, &id)?,
            ))
        })
        .collect()
    }

    /// New cases come first: if one only has another name, its criterion is never without a case.
    fn apply_case_changes(&mut self) {
        for case in self
            .new
            .cases
            .iter()
            .filter(|case| !has_case(&self.old.cases, &case.id))
        {
            let added = DraftCase {
                case: case.clone(),
                from: GradeSide::New,
            };
            self.draft.cases.insert(case.id.clone(), added);
            for (place, _, new) in self.shared_criteria() {
                let new = DraftCriterion::from_criterion(self.new, &new, GradeSide::New);
                if let Some(own) = new.cases.get(&case.id) {
                    self.draft.criteria[place]
                        .cases
                        .insert(case.id.clone(), *own);
                }
            }
            self.record_step(CauseKind::CaseAdded, quote_id("case", &case.id), "new");
        }
        for case in self
            .old
            .cases
            .iter()
            .filter(|case| !has_case(&self.new.cases, &case.id))
        {
            self.draft.cases.remove(&case.id);
            for criterion in &mut self.draft.criteria {
                criterion.cases.remove(&case.id);
            }
            self.record_step(CauseKind::CaseRemoved, quote_id("case", &case.id), "gone");
        }
    }

    /// Which cases criteria look at, of those that both schemes have.
    fn apply_case_list_changes(&mut self) {
        for (place, _, new) in self.shared_criteria() {
            let id = new.id.clone();
            let new = DraftCriterion::from_criterion(self.new, &new, GradeSide::New).cases;
            let now = self.draft.criteria[place].cases.clone();
            let added: Vec<&String> = new.keys().filter(|id| !now.contains_key(*id)).collect();
            let gone: Vec<&String> = now.keys().filter(|id| !new.contains_key(*id)).collect();
            let lists = [("also", &added), ("no longer", &gone)];
            let words = lists.iter().filter(|(_, ids)| !ids.is_empty());
            let words: Vec<String> = words.map(|(word, ids)| format_ids(word, ids)).collect();
            if words.is_empty() {
                continue;
            }
            let words = words.join("; ");
            let both = |id: &String| now.get(id).or_else(|| new.get(id)).copied().flatten();
            self.draft.criteria[place].cases =
                new.keys().map(|id| (id.clone(), both(id))).collect();
            self.record_step(
                CauseKind::CriterionCases,
                format!("cases of criterion `{id}`"),
                words,
            );
        }
    }

    fn apply_weight_changes(&mut self) {
        for case in &self.new.cases {
            let Some(drafted) = self.draft.cases.get_mut(&case.id) else {
                continue;
            };
            let was = std::mem::replace(&mut drafted.case.weight, case.weight);
            if was != case.weight {
                let change = format!("{was} → {}", case.weight);
                self.record_step(
                    CauseKind::Weight,
                    format!("weight of case `{}`", case.id),
                    change,
                );
            }
        }
    }

    fn apply_criterion_changes(&mut self) {
        for criterion in self
            .new
            .criteria
            .iter()
            .filter(|it| !has_criterion(&self.old.criteria, &it.id))
        {
            let added = DraftCriterion::from_criterion(self.new, criterion, GradeSide::New);
            self.draft.criteria.push(added);
            self.record_step(
                CauseKind::CriterionAdded,
                quote_id("criterion", &criterion.id),
                "new",
            );
        }
        for criterion in self
            .old
            .criteria
            .iter()
            .filter(|it| !has_criterion(&self.new.criteria, &it.id))
        {
            self.draft
                .criteria
                .retain(|one| one.criterion.id != criterion.id);
            self.record_step(
                CauseKind::CriterionRemoved,
                quote_id("criterion", &criterion.id),
                "gone",
            );
        }
    }

    fn apply_points_changes(&mut self) {
        for (place, old, new) in self.shared_criteria() {
            if (old.kind, old.each) != (new.kind, new.each) {
                let drafted = &mut self.draft.criteria[place].criterion;
                (drafted.kind, drafted.each) = (new.kind, new.each);
                let change = format!(
                    "{} → {}",
                    describe_criterion_points(&old),
                    describe_criterion_points(&new)
                );
                self.record_step(
                    CauseKind::CriterionPoints,
                    quote_id("criterion", &new.id),
                    change,
                );
            }
        }
    }

    fn apply_credit_changes(&mut self) {
        for (place, old, new) in self.shared_criteria() {
            let CriterionEvidence::Cases { credit: was, .. } = old.evidence else {
                continue;
            };
            let CriterionEvidence::Cases { credit: is, .. } = new.evidence else {
                continue;
            };
            if was != is {
                let cases = Vec::new();
                let evidence = CriterionEvidence::Cases { cases, credit: is };
                self.draft.criteria[place].criterion.evidence = evidence;
                let change = format!("{} → {}", cause::credit_name(was), cause::credit_name(is));
                self.record_step(
                    CauseKind::Credit,
                    format!("credit of criterion `{}`", new.id),
                    change,
                );
            }
        }
        let was = self.old.presentation_percent;
        let is = self.new.presentation_percent;
        if was != is {
            self.draft.presentation_percent = is;
            let what = "share for presentation errors".to_owned();
            self.record_step(CauseKind::Credit, what, format!("{was} % → {is} %"));
        }
    }

    fn apply_requirement_changes(&mut self) {
        for (place, old, new) in self.shared_criteria() {
            let was = DraftCriterion::from_criterion(self.old, &old, GradeSide::Old).requires;
            let is = DraftCriterion::from_criterion(self.new, &new, GradeSide::New).requires;
            if was != is {
                let change = format!("{} → {}", join_or_none(&was), join_or_none(&is));
                self.draft.criteria[place].requires = is;
                let what = format!("what criterion `{}` requires", new.id);
                self.record_step(CauseKind::Requires, what, change);
            }
        }
    }
}

fn find_criterion(scheme: &MarkingScheme, id: &str) -> Option<Criterion<usize>> {
    scheme.criteria.iter().find(|one| one.id == id).cloned()
}

fn has_case(all: &[SchemeCase], id: &str) -> bool {
    all.iter().any(|case| case.id == id)
}

fn has_criterion(all: &[Criterion<usize>], id: &str) -> bool {
    all.iter().any(|one| one.id == id)
}

fn describe_criterion_points(one: &Criterion<usize>) -> String {
    cause::describe_points(one.kind, one.each)
}

fn join_or_none(all: &[String]) -> String {
    if all.is_empty() {
        "none".into()
    } else {
        all.join(", ")
    }
}

/// `also win-1, win-2`.
fn format_ids(word: &str, ids: &[&String]) -> String {
    const NAMED: usize = 3;
    match ids {
        [first, second, third, _, ..] if ids.len() > NAMED => {
            format!(
                "{word} {first}, {second}, {third} and {} more",
                ids.len() - NAMED
            )
        }
        _ => format!(
            "{word} {}",
            ids.iter()
                .map(|id| id.as_str())
                .collect::<Vec<_>>()
                .join(", ")
        ),
    }
}
