//! Grades after a person's word: what a person says is the last.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io;
use std::sync::{Mutex, PoisonError};

use model::{
    AdjustmentCause, CommentedLine, CriterionState, Grade, GradeAdjustment, GradeOverride,
    Gradebook, OverrideKind, Points, RunOutline, SubmissionName,
};
use support::nearest;

/// A gradebook with overrides. The grades below it stay what programs have earned.
pub struct OverriddenGradebook<'a, G: ?Sized> {
    gradebook: &'a G,
    /// By assignment and student.
    overrides: BTreeMap<SubmissionName, Vec<&'a GradeOverride>>,
    /// What to tell of each that was looked at, in the order of the file.
    looked_at: Mutex<BTreeMap<&'a str, Option<String>>>,
}

/// Why overrides cannot be applied.
#[derive(Debug, thiserror::Error)]
pub enum OverrideError {
    /// Some give more points than can be earned; a sentence for each.
    #[error("{}", .0.join("\n"))]
    AboveMaximum(Vec<String>),
    /// A grade cannot be read.
    #[error("cannot read the grades")]
    Grade(#[from] io::Error),
}

/// Refuses overrides that give more than `maximum` says can be earned, unless they say that this is meant. What has no maximum is looked
/// at elsewhere.
pub fn check_maximum<'o>(
    overrides: impl IntoIterator<Item = &'o GradeOverride>,
    maximum: impl Fn(&GradeOverride) -> Option<Points>,
) -> Result<(), OverrideError> {
    let mut mistakes = Vec::new();
    for one in overrides {
        let Some((given, maximum)) = one.points.zip(maximum(one)) else {
            continue;
        };
        if given > maximum && !one.above_maximum {
            mistakes.push(format!(
                "{}: it gives {given} points where {maximum} can be earned; add `above_maximum = true` if that is meant",
                one.place
            ));
        }
    }
    if mistakes.is_empty() {
        Ok(())
    } else {
        Err(OverrideError::AboveMaximum(mistakes))
    }
}

impl<'a, G: Gradebook + ?Sized> OverriddenGradebook<'a, G> {
    /// The grades with these overrides.
    ///
    /// # Errors
    ///
    /// If overrides give more than can be earned and do not say that this is meant, or a grade cannot be read.
    pub fn new(
        gradebook: &'a G,
        all: &'a [GradeOverride],
    ) -> Result<OverriddenGradebook<'a, G>, OverrideError> {
        let mut overrides: BTreeMap<SubmissionName, Vec<&GradeOverride>> = BTreeMap::new();
        for one in all {
            overrides.entry(one.name()).or_default().push(one);
        }
        let mut maxima: HashMap<&str, Points> = HashMap::new();
        for place in (0..gradebook.count()).filter(|_| !overrides.is_empty()) {
            let Some(about) = overrides.get(&gradebook.submission_name(place)?) else {
                continue;
            };
            let grade = gradebook.grade(place)?;
            for one in about.iter().filter(|one| one.is_about(&grade)) {
                let maximum = max_points_of(&grade, one);
                maxima.extend(maximum.map(|points| (one.place.as_str(), points)));
            }
        }
        check_maximum(all, |one| maxima.get(one.place.as_str()).copied())?;
        Ok(OverriddenGradebook {
            gradebook,
            overrides,
            looked_at: Mutex::default(),
        })
    }

    /// Which overrides changed nothing, or were written for other points; known when all grades have been asked for.
    pub fn stale_overrides(&self) -> Vec<String> {
        let looked_at = self
            .looked_at
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let mut stale = Vec::new();
        for one in self.overrides.values().flatten() {
            match looked_at.get(one.place.as_str()) {
                None => stale.push(format!(
                    "{}: there is no submission of `{}` for `{}`, so this override changes nothing{}",
                    one.place,
                    one.student,
                    one.assignment,
                    self.suggest_submission(one)
                )),
                Some(said) => stale.extend(said.clone()),
            }
        }
        stale.sort();
        stale
    }

    /// ``; did you mean `ann`?``: the student or the assignment that is likely meant; nothing if none is.
    fn suggest_submission(&self, one: &GradeOverride) -> String {
        let mut students = BTreeSet::new();
        let mut assignments = BTreeSet::new();
        for place in 0..self.gradebook.count() {
            // The grades were read before; a suggestion is worth no error.
            let Ok(name) = self.gradebook.submission_name(place) else {
                return String::new();
            };
            if name.assignment == one.assignment {
                students.insert(name.student);
            }
            assignments.insert(name.assignment);
        }
        if students.is_empty() {
            let names: Vec<&str> = assignments.iter().map(String::as_str).collect();
            return nearest::describe_suggestion(&one.assignment, &names);
        }
        let names: Vec<&str> = students.iter().map(String::as_str).collect();
        nearest::describe_person_suggestion(&one.student, &names)
    }

    fn apply_overrides(&self, grade: &mut Grade, overrides: &[&'a GradeOverride]) {
        let is_decision = |one: &&GradeOverride| one.decides_grade() && one.is_about(grade);
        let is_grade_decided = overrides.iter().any(is_decision);
        for one in overrides {
            let said = match one.find_other_person(grade) {
                Some(numbers) => Some(describe_other_person(one, numbers)),
                None => apply_override(grade, one, is_grade_decided),
            };
            let mut looked_at = self
                .looked_at
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            looked_at.insert(&one.place, said);
        }
    }
}

impl<G: Gradebook + ?Sized> Gradebook for OverriddenGradebook<'_, G> {
    fn count(&self) -> usize {
        self.gradebook.count()
    }

    fn run_outline(&self) -> RunOutline {
        self.gradebook.run_outline()
    }

    fn submission_name(&self, place: usize) -> io::Result<SubmissionName> {
        self.gradebook.submission_name(place)
    }

    fn grade(&self, place: usize) -> io::Result<Cow<'_, Grade>> {
        let grade = self.gradebook.grade(place)?;
        match self.overrides.get(&grade.name()) {
            None => Ok(grade),
            Some(overrides) => {
                let mut grade = grade.into_owned();
                self.apply_overrides(&mut grade, overrides);
                Ok(Cow::Owned(grade))
            }
        }
    }
}

/// Applies one override; `is_grade_decided` says whether another gives points for the whole. What an instructor should know of it is the
/// value.
fn apply_override(
    grade: &mut Grade,
    one: &GradeOverride,
    is_grade_decided: bool,
) -> Option<String> {
    match &one.kind {
        OverrideKind::Decision => {}
        OverrideKind::Comment(line) => {
            grade.comments.extend(one.to_comment());
            return apply_comment_points(grade, one, line, is_grade_decided);
        }
        OverrideKind::Second => return None,
        OverrideKind::Request { .. } => {
            grade.requests.extend(one.to_request());
            return None;
        }
    }
    let cause = AdjustmentCause::Override { by: one.by.clone() };
    let (title, before) = match &one.criterion {
        None => (None, grade.points),
        Some(id) => {
            let Some(criterion) = grade.criteria.iter_mut().find(|known| known.id == *id) else {
                return Some(describe_unknown(grade, one, id));
            };
            let before = criterion.points;
            if let Some(points) = one.points {
                criterion.points = points;
                criterion.state = CriterionState::Decided;
                criterion.reason = Some(one.reason.clone());
            }
            (Some(criterion.title.clone()), before)
        }
    };
    let after = one.points.unwrap_or(before);
    grade.points = match title {
        None => after,
        Some(_) => (grade.points + after - before).max(Points::ZERO),
    };
    let reason = one.reason.clone();
    grade.adjustments.push(GradeAdjustment {
        cause,
        criterion: title,
        before,
        after,
        reason,
    });
    let was = one.was.filter(|was| *was != before);
    was.map(|was| {
        format!(
            "{}: it was written when there were {was} points, and there are {before} now",
            one.place
        )
    })
}

/// What is said of an override for another person with the same name.
fn describe_other_person(one: &GradeOverride, (noted, graded): (&str, &str)) -> String {
    format!(
        "{}: it is for `{}` with the number {noted}. The submission is of another person, with the number {graded}, so this \
         override changes nothing. If it is the same person, correct or remove its `id`",
        one.place, one.student
    )
}

/// What is said of an override of a criterion that the assignment does not have.
fn describe_unknown(grade: &Grade, one: &GradeOverride, id: &str) -> String {
    let known = grade.criteria.iter().map(|known| known.id.as_str());
    let known: Vec<&str> = known.collect();
    format!(
        "{}: `{}` has no criterion `{id}`, so this override changes nothing{}",
        one.place,
        one.assignment,
        nearest::describe_suggestion(id, &known)
    )
}

/// Adds the points of a comment to those of its criterion, which stay between 0 and what can be earned. What a person gave for the
/// whole stays as it is.
fn apply_comment_points(
    grade: &mut Grade,
    one: &GradeOverride,
    line: &CommentedLine,
    is_grade_decided: bool,
) -> Option<String> {
    let (id, change) = one.criterion.as_ref().zip(one.points)?;
    let Some(criterion) = grade.criteria.iter_mut().find(|known| known.id == *id) else {
        return Some(describe_unknown(grade, one, id));
    };
    let before = criterion.points;
    // A penalty is below zero before.
    let least = before.min(Points::ZERO);
    let most = before.max(criterion.max_points);
    let after = (before + change).clamp(least, most);
    if after == before {
        return None;
    }
    criterion.points = after;
    // A person's reason is about the points without comments.
    let size = (after - before).with_sign();
    let note = format!("Comment at {}:{}: {size}.", line.file, line.number);
    criterion.reason = Some(match criterion.reason.take() {
        None => note,
        Some(reason) => format!("{reason} {note}"),
    });
    let title = criterion.title.clone();
    if !is_grade_decided {
        grade.points = (grade.points + after - before).max(Points::ZERO);
    }
    grade.adjustments.push(GradeAdjustment {
        cause: AdjustmentCause::Override { by: one.by.clone() },
        criterion: Some(title),
        before,
        after,
        reason: format!("{}:{}: {}", line.file, line.number, one.reason),
    });
    None
}

/// The points that could be earned where an override gives some.
fn max_points_of(grade: &Grade, one: &GradeOverride) -> Option<Points> {
    let Some(id) = &one.criterion else {
        return Some(grade.max_points);
    };
    grade.criterion(id).map(|known| known.max_points)
}

#[cfg(test)]
mod tests {
    use super::super::test_grade::bare_grade;
    use super::*;
    use model::{CriterionKind, CriterionReport};

    fn an_override(criterion: Option<&str>, points: f64) -> GradeOverride {
        GradeOverride {
            student: "ann".to_owned(),
            id: None,
            assignment: "sum".to_owned(),
            criterion: criterion.map(str::to_owned),
            points: Some(Points::from_number(points)),
            above_maximum: false,
            was: None,
            kind: OverrideKind::Decision,
            grader: None,
            reason: "Asked in person.".to_owned(),
            by: "Kim".to_owned(),
            place: "overrides.toml:1".to_owned(),
        }
    }

    /// A grade with the criterion `sums`, which has 7 of 10 points.
    fn graded_criterion() -> Grade {
        let mut grade = bare_grade(7.0, 10.0);
        grade.criteria.push(CriterionReport {
            id: "sums".to_owned(),
            title: "Sums".to_owned(),
            points: grade.points,
            max_points: grade.max_points,
            kind: CriterionKind::Ordinary(grade.max_points),
            state: CriterionState::Decided,
            reason: None,
            looks_at: Vec::new(),
            judgements: Vec::new(),
            is_partial: false,
            rule: None,
        });
        grade
    }

    #[test]
    fn points_of_comments_are_added_between_zero_and_the_maximum() {
        let comment = |points: f64| GradeOverride {
            kind: OverrideKind::Comment(CommentedLine {
                file: "sum.cpp".to_owned(),
                number: 3,
                code: String::new(),
            }),
            points: Some(Points::from_number(points)),
            ..an_override(Some("sums"), 0.0)
        };
        // Of 10 points, with 7 earned: what a criterion and the whole come to.
        for (changes, given, expected) in [
            (&[-1.0][..], None, (6.0, 6.0)),
            (&[-1.0, -0.5], None, (5.5, 5.5)),
            (&[-9.0, 1.0], None, (1.0, 1.0)),
            (&[9.0], None, (10.0, 10.0)),
            (&[-1.0], Some(2.0), (6.0, 2.0)),
            // What was given may be what there was.
            (&[-1.0], Some(7.0), (6.0, 7.0)),
        ] {
            let whole = given.map(|points| an_override(None, points));
            let mut grade = graded_criterion();
            for one in whole
                .into_iter()
                .chain(changes.iter().map(|it| comment(*it)))
            {
                assert_eq!(apply_override(&mut grade, &one, given.is_some()), None);
            }
            let points = grade.criteria[0].points.as_number();
            assert_eq!((points, grade.points.as_number()), expected, "{changes:?}");
            assert_eq!(grade.comments.len(), changes.len());
        }
    }

    #[test]
    fn an_override_of_nobody_is_told_of() {
        let grades: [Grade; 0] = [];
        let all = [an_override(None, 3.0)];
        let overridden = OverriddenGradebook::new(&grades[..], &all).unwrap();
        assert_eq!(overridden.count(), 0);
        let said = "overrides.toml:1: there is no submission of `ann` for `sum`, so this override changes nothing";
        assert_eq!(overridden.stale_overrides(), [said]);
    }
}
