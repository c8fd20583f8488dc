//! From one scheme to another, one change at a time, in a fixed order: that of [`CauseKind`].
//!
//! Each step leaves a scheme that points can be made of, so the differences between neighbours add up to the whole change,
//! whatever the order is. It is fixed because a change that comes later sees what earlier ones have left: of a criterion that gets
//! more points and another case, the case is told first, at the old points.

use super::cause::{Cause, CauseKind};
use super::draft::{Draft, DraftCase, DraftCriterion};
use super::hybrid::{Hybrid, Side};
use super::wording::{self, named};
use crate::model::{Criterion, Evidence, Scheme, SchemeCase, Settings};

/// The way from one scheme to another.
pub(super) struct Steps {
    /// The old scheme.
    pub(super) start: Hybrid,
    /// One change after the other, with what it leaves.
    pub(super) steps: Vec<(Cause, Hybrid)>,
    /// The new scheme, in which findings are still the old ones where nothing of the schemes explains others.
    pub(super) end: Draft,
    /// What has changed for all cases alike; empty if nothing has.
    pub(super) common: String,
    /// The new scheme with the new findings.
    pub(super) arrival: Hybrid,
}

/// A draft, and the steps to it.
pub(super) struct Way<'s> {
    pub(super) old: &'s Scheme,
    pub(super) new: &'s Scheme,
    pub(super) draft: Draft,
    steps: Vec<(Cause, Hybrid)>,
}

impl Steps {
    pub(super) fn between(old: &Scheme, new: &Scheme) -> Steps {
        let draft = Draft::of(old, Side::Old);
        let start = draft.hybrid(old, new);
        let mut way = Way { old, new, draft, steps: Vec::new() };
        way.cases();
        way.lists();
        way.weights();
        way.criteria();
        way.worth();
        way.credit();
        way.requirements();
        way.evidence();
        way.verdicts();
        way.own_comparisons();
        way.rules();
        let Way { draft: end, steps, .. } = way;
        let arrival = Draft::of(new, Side::New).hybrid(old, new);
        let common = wording::settings(&scored_by(&old.common), &scored_by(&new.common));
        Steps { start, steps, end, common, arrival }
    }
}

/// Without lateness, which is taken from what was scored.
fn scored_by(common: &Settings) -> Settings {
    Settings(common.0.iter().filter(|(name, _)| name != "late").cloned().collect())
}

impl Way<'_> {
    /// Notes what the draft is now.
    pub(super) fn step(&mut self, kind: CauseKind, what: String, change: impl Into<String>) {
        let hybrid = self.draft.hybrid(self.old, self.new);
        self.steps.push((Cause::new(kind, what, change), hybrid));
    }

    /// The criteria that both have, with the place of each in the draft.
    pub(super) fn both(&self) -> Vec<(usize, Criterion<usize>, Criterion<usize>)> {
        let of =
            |scheme: &Scheme, id: &str| scheme.criteria.iter().find(|one| one.id == id).cloned();
        let ids = self.draft.criteria.iter().map(|one| one.criterion.id.clone()).enumerate();
        ids.filter_map(|(place, id)| Some((place, of(self.old, &id)?, of(self.new, &id)?)))
            .collect()
    }

    /// New cases come first: if one only has another name, its criterion is never without a case.
    fn cases(&mut self) {
        let is_in = |all: &[SchemeCase], id: &str| all.iter().any(|case| case.id == id);
        for case in self.new.cases.iter().filter(|case| !is_in(&self.old.cases, &case.id)) {
            let added = DraftCase { case: case.clone(), from: Side::New };
            self.draft.cases.insert(case.id.clone(), added);
            for (place, _, new) in self.both() {
                let new = DraftCriterion::of(self.new, &new, Side::New);
                if let Some(own) = new.cases.get(&case.id) {
                    self.draft.criteria[place].cases.insert(case.id.clone(), *own);
                }
            }
            self.step(CauseKind::CaseNew, named("case", &case.id), "new");
        }
        for case in self.old.cases.iter().filter(|case| !is_in(&self.new.cases, &case.id)) {
            self.draft.cases.remove(&case.id);
            for criterion in &mut self.draft.criteria {
                criterion.cases.remove(&case.id);
            }
            self.step(CauseKind::CaseGone, named("case", &case.id), "gone");
        }
    }

    /// Which cases criteria look at, of those that both schemes have.
    fn lists(&mut self) {
        for (place, _, new) in self.both() {
            let id = new.id.clone();
            let new = DraftCriterion::of(self.new, &new, Side::New).cases;
            let now = self.draft.criteria[place].cases.clone();
            let added: Vec<&String> = new.keys().filter(|id| !now.contains_key(*id)).collect();
            let gone: Vec<&String> = now.keys().filter(|id| !new.contains_key(*id)).collect();
            let lists = [("also", &added), ("no longer", &gone)];
            let words = lists.iter().filter(|(_, ids)| !ids.is_empty());
            let words: Vec<String> = words.map(|(word, ids)| listed(word, ids)).collect();
            if words.is_empty() {
                continue;
            }
            let words = words.join("; ");
            let both = |id: &String| now.get(id).or_else(|| new.get(id)).copied().flatten();
            self.draft.criteria[place].cases =
                new.keys().map(|id| (id.clone(), both(id))).collect();
            self.step(CauseKind::LooksAt, format!("cases of criterion `{id}`"), words);
        }
    }

    fn weights(&mut self) {
        for case in &self.new.cases {
            let Some(drafted) = self.draft.cases.get_mut(&case.id) else { continue };
            let was = std::mem::replace(&mut drafted.case.weight, case.weight);
            if was != case.weight {
                let change = format!("{was} → {}", case.weight);
                self.step(CauseKind::Weight, format!("weight of case `{}`", case.id), change);
            }
        }
    }

    fn criteria(&mut self) {
        let is_in = |all: &[Criterion<usize>], id: &str| all.iter().any(|one| one.id == id);
        for criterion in self.new.criteria.iter().filter(|it| !is_in(&self.old.criteria, &it.id)) {
            let added = DraftCriterion::of(self.new, criterion, Side::New);
            self.draft.criteria.push(added);
            self.step(CauseKind::CriterionNew, named("criterion", &criterion.id), "new");
        }
        for criterion in self.old.criteria.iter().filter(|it| !is_in(&self.new.criteria, &it.id)) {
            self.draft.criteria.retain(|one| one.criterion.id != criterion.id);
            self.step(CauseKind::CriterionGone, named("criterion", &criterion.id), "gone");
        }
    }

    fn worth(&mut self) {
        for (place, old, new) in self.both() {
            let words = |one: &Criterion<usize>| wording::worth(one.kind, one.each);
            if (old.kind, old.each) != (new.kind, new.each) {
                let drafted = &mut self.draft.criteria[place].criterion;
                (drafted.kind, drafted.each) = (new.kind, new.each);
                let change = format!("{} → {}", words(&old), words(&new));
                self.step(CauseKind::CriterionPoints, named("criterion", &new.id), change);
            }
        }
    }

    fn credit(&mut self) {
        for (place, old, new) in self.both() {
            let Evidence::Cases { credit: was, .. } = old.evidence else { continue };
            let Evidence::Cases { credit: is, .. } = new.evidence else { continue };
            if was != is {
                let cases = Vec::new();
                let evidence = Evidence::Cases { cases, credit: is };
                self.draft.criteria[place].criterion.evidence = evidence;
                let change = format!("{} → {}", wording::credit(was), wording::credit(is));
                self.step(CauseKind::Credit, format!("credit of criterion `{}`", new.id), change);
            }
        }
        let (was, is) = (self.old.presentation_percent, self.new.presentation_percent);
        if was != is {
            self.draft.presentation_percent = is;
            let what = "share for presentation errors".to_owned();
            self.step(CauseKind::Credit, what, format!("{was} % → {is} %"));
        }
    }

    fn requirements(&mut self) {
        for (place, old, new) in self.both() {
            let was = DraftCriterion::of(self.old, &old, Side::Old).requires;
            let is = DraftCriterion::of(self.new, &new, Side::New).requires;
            if was != is {
                let in_words =
                    |all: &[String]| if all.is_empty() { "none".into() } else { all.join(", ") };
                let change = format!("{} → {}", in_words(&was), in_words(&is));
                self.draft.criteria[place].requires = is;
                let what = format!("what criterion `{}` requires", new.id);
                self.step(CauseKind::Requires, what, change);
            }
        }
    }
}

/// `also win-1, win-2`.
fn listed(word: &str, ids: &[&String]) -> String {
    const NAMED: usize = 3;
    match ids {
        [first, second, third, _, ..] if ids.len() > NAMED => {
            format!("{word} {first}, {second}, {third} and {} more", ids.len() - NAMED)
        }
        _ => format!("{word} {}", ids.iter().map(|id| id.as_str()).collect::<Vec<_>>().join(", ")),
    }
}
