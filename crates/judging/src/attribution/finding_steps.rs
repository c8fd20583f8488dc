//! Steps that bring other findings: where a verdict is found otherwise, the new grade has the new one.

use std::collections::{BTreeMap, BTreeSet};

use super::cause::{self, CauseKind, quote_id};
use super::draft::{GradeSide, judged_cases};
use super::steps::SchemeDiff;
use model::{Criterion, CriterionEvidence, MarkingScheme, SchemeCase, SchemeSettings};

impl SchemeDiff<'_> {
    /// A criterion that looks at something else now.
    pub(super) fn apply_evidence_changes(&mut self) {
        for (place, old, new) in self.shared_criteria() {
            let is_other = match (&old.evidence, &new.evidence) {
                (CriterionEvidence::Cases { .. }, CriterionEvidence::Cases { .. })
                | (CriterionEvidence::Rule(_), CriterionEvidence::Rule(_)) => false,
                (was, is) => was != is,
            };
            if is_other {
                let was = cause::describe_evidence(&old.evidence);
                let is = cause::describe_evidence(&new.evidence);
                let drafted = &mut self.draft.criteria[place];
                drafted.criterion.evidence = new.evidence.clone();
                drafted.from = GradeSide::New;
                let what = quote_id("criterion", &new.id);
                self.record_step(CauseKind::Evidence, what, format!("{was} → {is}"));
            }
        }
    }

    /// Cases whose verdicts are found otherwise, all together that have changed in the same way.
    pub(super) fn apply_verdict_changes(&mut self) {
        let mut changed: BTreeMap<String, Vec<&SchemeCase>> = BTreeMap::new();
        for new in &self.new.cases {
            let Some(old) = self.old.cases.iter().find(|old| old.id == new.id) else {
                continue;
            };
            let change = describe_verdict_change(self.old, old, self.new, new);
            if !change.is_empty() {
                changed.entry(change).or_default().push(new);
            }
        }
        for (change, cases) in changed {
            for case in &cases {
                if let Some(drafted) = self.draft.cases.get_mut(&case.id) {
                    drafted.from = GradeSide::New;
                }
                self.follow_case_change(&case.id);
            }
            let what = match cases.as_slice() {
                [one] => quote_id("case", &one.id),
                many => format!("{} cases", many.len()),
            };
            self.record_step(CauseKind::Verdicts, what, change);
        }
    }

    /// Where a case is run otherwise, criteria that compare it as ever judge another run.
    fn follow_case_change(&mut self, case: &str) {
        for (place, old, new) in self.shared_criteria() {
            let was = case_comparisons(self.old, &old);
            let is = case_comparisons(self.new, &new);
            let is_as_ever = was
                .get(case)
                .is_some_and(|was| was.is_some() && is.get(case) == Some(was));
            if let (true, Some(side)) = (is_as_ever, self.draft.criteria[place].cases.get_mut(case))
            {
                *side = Some(GradeSide::New);
            }
        }
    }

    /// Comparisons of criteria's own, all cases of a criterion together that have changed in the same way.
    pub(super) fn apply_comparison_changes(&mut self) {
        for (place, old, new) in self.shared_criteria() {
            let was = case_comparisons(self.old, &old);
            let is = case_comparisons(self.new, &new);
            let mut changed: BTreeMap<String, BTreeSet<&String>> = BTreeMap::new();
            for (case, is) in &is {
                let change = match (was.get(case), is) {
                    (None | Some(None), None) | (None, Some(_)) => continue,
                    (Some(Some(_)), None) => "the cases' own verdicts".to_owned(),
                    (Some(None), Some(_)) => "a comparison of its own".to_owned(),
                    (Some(Some(was)), Some(is)) => cause::describe_settings(was, is),
                };
                if !change.is_empty() {
                    changed.entry(change).or_default().insert(case);
                }
            }
            for (change, cases) in changed {
                for case in cases {
                    if let Some(side) = self.draft.criteria[place].cases.get_mut(case) {
                        *side = is
                            .get(case)
                            .and_then(Option::as_ref)
                            .map(|_| GradeSide::New);
                    }
                }
                let what = format!("comparison of criterion `{}`", new.id);
                self.record_step(CauseKind::CriterionComparison, what, change);
            }
        }
    }

    pub(super) fn apply_rule_changes(&mut self) {
        for (place, old, new) in self.shared_criteria() {
            let (CriterionEvidence::Rule(was), CriterionEvidence::Rule(is)) =
                (&old.evidence, &new.evidence)
            else {
                continue;
            };
            if was != is {
                let drafted = &mut self.draft.criteria[place];
                drafted.criterion.evidence = new.evidence.clone();
                drafted.from = GradeSide::New;
                let what = format!("rule of criterion `{}`", new.id);
                self.record_step(CauseKind::Rule, what, is.id());
            }
        }
    }
}

/// How the verdict of a case is found otherwise; empty where it is not.
fn describe_verdict_change(
    old: &MarkingScheme,
    was: &SchemeCase,
    new: &MarkingScheme,
    is: &SchemeCase,
) -> String {
    let mut words = cause::describe_settings(
        &settings_at(old, was.settings),
        &settings_at(new, is.settings),
    );
    let others = [
        (was.given != is.given, "another script"),
        (was.expected != is.expected, "another expected result"),
    ];
    for (_, other) in others.iter().filter(|(is_changed, _)| *is_changed) {
        words = if words.is_empty() {
            (*other).to_owned()
        } else {
            format!("{words}, {other}")
        };
    }
    words
}

fn settings_at(scheme: &MarkingScheme, place: usize) -> SchemeSettings {
    scheme.settings.get(place).cloned().unwrap_or_default()
}

/// For each case of a criterion its own comparison; none where the case's own verdict counts.
fn case_comparisons(
    scheme: &MarkingScheme,
    criterion: &Criterion<usize>,
) -> BTreeMap<String, Option<SchemeSettings>> {
    let judged = judged_cases(criterion).iter().filter_map(|judged| {
        let id = scheme.cases.get(judged.index)?.id.clone();
        let own = judged
            .comparison
            .and_then(|place| scheme.settings.get(place))
            .cloned();
        Some((id, own))
    });
    judged.collect()
}
