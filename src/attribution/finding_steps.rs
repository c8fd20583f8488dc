//! Steps that bring other findings: where a verdict is found otherwise, the new grade has the new one.

use std::collections::{BTreeMap, BTreeSet};

use super::cause::CauseKind;
use super::draft::judged_cases;
use super::hybrid::Side;
use super::steps::Way;
use super::wording::{self, named};
use crate::model::{Criterion, Evidence, Scheme, SchemeCase, Settings};

impl Way<'_> {
    /// A criterion that looks at something else now.
    pub(super) fn evidence(&mut self) {
        for (place, old, new) in self.both() {
            let is_other = match (&old.evidence, &new.evidence) {
                (Evidence::Cases { .. }, Evidence::Cases { .. })
                | (Evidence::Rule(_), Evidence::Rule(_)) => false,
                (was, is) => was != is,
            };
            if is_other {
                let (was, is) =
                    (wording::evidence(&old.evidence), wording::evidence(&new.evidence));
                let drafted = &mut self.draft.criteria[place];
                drafted.criterion.evidence = new.evidence.clone();
                drafted.from = Side::New;
                let what = named("criterion", &new.id);
                self.step(CauseKind::Evidence, what, format!("{was} → {is}"));
            }
        }
    }

    /// Cases whose verdicts are found otherwise, all together that have changed in the same way.
    pub(super) fn verdicts(&mut self) {
        let mut changed: BTreeMap<String, Vec<&SchemeCase>> = BTreeMap::new();
        for new in &self.new.cases {
            let Some(old) = self.old.cases.iter().find(|old| old.id == new.id) else { continue };
            let change = wording_of(self.old, old, self.new, new);
            if !change.is_empty() {
                changed.entry(change).or_default().push(new);
            }
        }
        for (change, cases) in changed {
            for case in &cases {
                if let Some(drafted) = self.draft.cases.get_mut(&case.id) {
                    drafted.from = Side::New;
                }
                self.follow(&case.id);
            }
            let what = match cases.as_slice() {
                [one] => named("case", &one.id),
                many => format!("{} cases", many.len()),
            };
            self.step(CauseKind::Verdicts, what, change);
        }
    }

    /// Where a case is run otherwise, criteria that compare it as ever judge another run.
    fn follow(&mut self, case: &str) {
        for (place, old, new) in self.both() {
            let (was, is) = (settings_of(self.old, &old), settings_of(self.new, &new));
            let is_as_ever =
                was.get(case).is_some_and(|was| was.is_some() && is.get(case) == Some(was));
            if let (true, Some(side)) = (is_as_ever, self.draft.criteria[place].cases.get_mut(case))
            {
                *side = Some(Side::New);
            }
        }
    }

    /// Comparisons of criteria's own, all cases of a criterion together that have changed in the same way.
    pub(super) fn own_comparisons(&mut self) {
        for (place, old, new) in self.both() {
            let (was, is) = (settings_of(self.old, &old), settings_of(self.new, &new));
            let mut changed: BTreeMap<String, BTreeSet<&String>> = BTreeMap::new();
            for (case, is) in &is {
                let change = match (was.get(case), is) {
                    (None | Some(None), None) | (None, Some(_)) => continue,
                    (Some(Some(_)), None) => "the cases' own verdicts".to_owned(),
                    (Some(None), Some(_)) => "a comparison of its own".to_owned(),
                    (Some(Some(was)), Some(is)) => wording::settings(was, is),
                };
                if !change.is_empty() {
                    changed.entry(change).or_default().insert(case);
                }
            }
            for (change, cases) in changed {
                for case in cases {
                    if let Some(side) = self.draft.criteria[place].cases.get_mut(case) {
                        *side = is.get(case).and_then(Option::as_ref).map(|_| Side::New);
                    }
                }
                let what = format!("comparison of criterion `{}`", new.id);
                self.step(CauseKind::OwnComparison, what, change);
            }
        }
    }

    pub(super) fn rules(&mut self) {
        for (place, old, new) in self.both() {
            let (Evidence::Rule(was), Evidence::Rule(is)) = (&old.evidence, &new.evidence) else {
                continue;
            };
            if was != is {
                let drafted = &mut self.draft.criteria[place];
                drafted.criterion.evidence = new.evidence.clone();
                drafted.from = Side::New;
                let what = format!("rule of criterion `{}`", new.id);
                self.step(CauseKind::Rule, what, is.id());
            }
        }
    }
}

/// How the verdict of a case is found otherwise; empty where it is not.
fn wording_of(old: &Scheme, was: &SchemeCase, new: &Scheme, is: &SchemeCase) -> String {
    let of =
        |scheme: &Scheme, place: usize| scheme.settings.get(place).cloned().unwrap_or_default();
    let mut words = wording::settings(&of(old, was.settings), &of(new, is.settings));
    let others = [
        (was.given != is.given, "another script"),
        (was.expected != is.expected, "another expected result"),
    ];
    for (_, other) in others.iter().filter(|(is_changed, _)| *is_changed) {
        words = if words.is_empty() { (*other).to_owned() } else { format!("{words}, {other}") };
    }
    words
}

/// For each case of a criterion its own comparison; none where the case's own verdict counts.
fn settings_of(
    scheme: &Scheme,
    criterion: &Criterion<usize>,
) -> BTreeMap<String, Option<Settings>> {
    let judged = judged_cases(criterion).iter().filter_map(|judged| {
        let id = scheme.cases.get(judged.index)?.id.clone();
        let own = judged.comparison.and_then(|place| scheme.settings.get(place)).cloned();
        Some((id, own))
    });
    judged.collect()
}
