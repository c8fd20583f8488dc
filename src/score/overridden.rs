//! Grades after a person's word: what a person says is the last.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
use std::sync::{Mutex, PoisonError};

use crate::model::{
    Adjustment, AdjustmentCause, CriterionState, Grade, Gradebook, Override, Points, SubmissionName,
};
use crate::nearest;

/// A gradebook with overrides. The grades below it stay what programs have earned.
pub(crate) struct Overridden<'a, G: ?Sized> {
    gradebook: &'a G,
    /// By assignment and student.
    overrides: BTreeMap<SubmissionName, Vec<&'a Override>>,
    /// What to tell of each that was looked at, in the order of the file.
    looked_at: Mutex<BTreeMap<&'a str, Option<String>>>,
}

impl<'a, G: Gradebook + ?Sized> Overridden<'a, G> {
    /// The grades with these overrides.
    pub(crate) fn new(gradebook: &'a G, all: &'a [Override]) -> Overridden<'a, G> {
        let mut overrides: BTreeMap<SubmissionName, Vec<&Override>> = BTreeMap::new();
        for one in all {
            let (assignment, student) = (one.assignment.clone(), one.student.clone());
            overrides.entry(SubmissionName { assignment, student }).or_default().push(one);
        }
        Overridden { gradebook, overrides, looked_at: Mutex::default() }
    }

    /// Which overrides changed nothing, or were written for other points; known when all grades have been asked for.
    pub(crate) fn stale(&self) -> Vec<String> {
        let looked_at = self.looked_at.lock().unwrap_or_else(PoisonError::into_inner);
        let mut stale = Vec::new();
        for one in self.overrides.values().flatten() {
            match looked_at.get(one.place.as_str()) {
                None => stale.push(format!(
                    "{}: there is no submission of `{}` for `{}`, so this override changes nothing",
                    one.place, one.student, one.assignment
                )),
                Some(said) => stale.extend(said.clone()),
            }
        }
        stale.sort();
        stale
    }

    fn apply(&self, grade: &mut Grade, overrides: &[&'a Override]) {
        for one in overrides {
            let said = apply(grade, one);
            let mut looked_at = self.looked_at.lock().unwrap_or_else(PoisonError::into_inner);
            looked_at.insert(&one.place, said);
        }
    }
}

impl<G: Gradebook + ?Sized> Gradebook for Overridden<'_, G> {
    fn count(&self) -> usize {
        self.gradebook.count()
    }

    fn grade(&self, place: usize) -> io::Result<Cow<'_, Grade>> {
        let grade = self.gradebook.grade(place)?;
        let (assignment, student) = (grade.assignment.clone(), grade.student.clone());
        match self.overrides.get(&SubmissionName { assignment, student }) {
            None => Ok(grade),
            Some(overrides) => {
                let mut grade = grade.into_owned();
                self.apply(&mut grade, overrides);
                Ok(Cow::Owned(grade))
            }
        }
    }
}

/// Applies one override. What an instructor should know of it is the value.
fn apply(grade: &mut Grade, one: &Override) -> Option<String> {
    let cause = AdjustmentCause::Override { by: one.by.clone() };
    let (title, before, max) = match &one.criterion {
        None => (None, grade.points, grade.max_points),
        Some(id) => {
            let Some(criterion) = grade.criteria.iter_mut().find(|known| known.id == *id) else {
                let known: Vec<&str> =
                    grade.criteria.iter().map(|known| known.id.as_str()).collect();
                return Some(format!(
                    "{}: `{}` has no criterion `{id}`, so this override changes nothing{}",
                    one.place,
                    one.assignment,
                    nearest::hint(id, &known)
                ));
            };
            let before = criterion.points;
            if let Some(points) = one.points {
                criterion.points = points;
                criterion.state = CriterionState::Decided;
                criterion.reason = Some(one.reason.clone());
            }
            (Some(criterion.title.clone()), before, criterion.max_points)
        }
    };
    let after = one.points.unwrap_or(before);
    grade.points = match title {
        None => after,
        Some(_) => (grade.points + after - before).max(Points::ZERO),
    };
    let reason = one.reason.clone();
    grade.adjustments.push(Adjustment { cause, criterion: title, before, after, reason });
    let was = one.was.filter(|was| *was != before);
    let outdated = was.map(|was| {
        format!(
            "{}: it was written when there were {was} points, and there are {before} now",
            one.place
        )
    });
    let too_many = (after > max)
        .then(|| format!("{}: it gives {after} points where {max} can be earned", one.place));
    outdated.or(too_many)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn an_override(criterion: Option<&str>, points: f64) -> Override {
        Override {
            student: "ann".to_owned(),
            assignment: "sum".to_owned(),
            criterion: criterion.map(str::to_owned),
            points: Some(Points::from_number(points)),
            was: None,
            reason: "Asked in person.".to_owned(),
            by: "Kim".to_owned(),
            place: "overrides.toml:1".to_owned(),
        }
    }

    #[test]
    fn an_override_of_nobody_is_told_of() {
        let grades: [Grade; 0] = [];
        let all = [an_override(None, 3.0)];
        let overridden = Overridden::new(&grades[..], &all);
        assert_eq!(overridden.count(), 0);
        assert!(overridden.stale()[0].contains("no submission of `ann`"));
    }
}
