//! What a person is asked: criteria that wait for a person, and students' objections.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::path::Path;
use std::rc::Rc;

use crate::cli::failure::CliFailure;
use crate::cli::overrides::load_if_present;
use crate::cli::summary::load_last_records;
use judging::score::OverriddenGradebook;
use model::{
    CriterionReport, CriterionState, Grade, GradeOverride, Gradebook as _, OverrideKind, Points,
    SubmissionName,
};
use rubric::{OverrideChange, OverrideSubject, SubjectKind, digest_override, index_overrides};

/// What a person is asked.
pub(super) struct ReviewQuestion {
    pub(super) name: SubmissionName,
    /// The system's number of the student, if it has one.
    pub(super) id: Option<String>,
    pub(super) kind: QuestionKind,
    /// What was found out by running the program, for the terminal.
    pub(super) results: Rc<str>,
    /// The digest of the row that was there when the question was found.
    pub(super) seen: String,
}

/// What a question is about.
pub(super) enum QuestionKind {
    /// A criterion that a person judges.
    Criterion(ReviewedCriterion),
    /// What a student objects to: the row, what it is about, and the criteria whose points could change.
    Objection {
        row: Box<GradeOverride>,
        subject: String,
        criteria: Vec<(ReviewedCriterion, String)>,
    },
}

/// A criterion with its points.
pub(super) struct ReviewedCriterion {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) points: Points,
    pub(super) max: Points,
}

/// The comments of a program by file and line.
pub(super) type ProgramComments = BTreeMap<(String, usize), GradeOverride>;

/// The comments of all programs.
pub(super) type KnownComments = BTreeMap<SubmissionName, ProgramComments>;

/// What is still to be decided, and all comments.
pub(super) fn collect_questions(
    reports: &Path,
    overrides: &Path,
) -> Result<(Vec<ReviewQuestion>, KnownComments), CliFailure> {
    let decided = load_if_present(overrides)?;
    let records = load_last_records(reports, "--reports")?;
    let overridden = OverriddenGradebook::new(&records, &decided)?;
    let rows = index_overrides(&decided);
    let mut decided_by_name: BTreeMap<SubmissionName, Vec<&GradeOverride>> = BTreeMap::new();
    for one in &decided {
        decided_by_name.entry(one.name()).or_default().push(one);
    }
    let mut comments = KnownComments::new();
    let mut questions = Vec::new();
    for place in 0..overridden.count() {
        let grade = overridden
            .grade(place)
            .map_err(CliFailure::internal_error)?;
        let criteria = grade.criteria.iter();
        let awaiting: Vec<&CriterionReport> = criteria
            .filter(|it| it.state == CriterionState::AwaitsInstructor)
            .collect();
        let mut objections = Vec::new();
        let about = decided_by_name.remove(&grade.name()).unwrap_or_default();
        for one in about.into_iter().filter(|one| one.is_about(&grade)) {
            match &one.kind {
                OverrideKind::Request { .. } if one.reason.is_empty() => objections.push(one),
                OverrideKind::Comment(line) => {
                    let known = comments.entry(one.name()).or_default();
                    known.insert((line.file.clone(), line.number), one.clone());
                }
                _ => {}
            }
        }
        if awaiting.is_empty() && objections.is_empty() {
            continue;
        }
        let results = render_results(&grade).map_err(CliFailure::internal_error)?;
        let id = grade.system_id().map(str::to_owned);
        let seen = |one: &CriterionReport| {
            let subject = OverrideSubject {
                student: grade.student.clone(),
                id: id.clone(),
                assignment: grade.assignment.clone(),
                criterion: Some(one.id.clone()),
                kind: SubjectKind::Decision,
            };
            digest_override(rows.find(&subject).copied())
        };
        for row in objections {
            let criteria = grade.criteria.iter();
            let criteria = criteria.map(|one| (ReviewedCriterion::new(one), seen(one)));
            let request = row.to_request();
            let subject = request.and_then(|it| report::describe_request(&it, &grade));
            questions.push(ReviewQuestion {
                name: grade.name(),
                id: id.clone(),
                kind: QuestionKind::Objection {
                    row: Box::new(row.clone()),
                    subject: subject.unwrap_or_else(|| "the whole".to_owned()),
                    criteria: criteria.collect(),
                },
                results: Rc::clone(&results),
                seen: digest_override(Some(row)),
            });
        }
        for one in awaiting {
            questions.push(ReviewQuestion {
                name: grade.name(),
                id: id.clone(),
                kind: QuestionKind::Criterion(ReviewedCriterion::new(one)),
                results: Rc::clone(&results),
                seen: seen(one),
            });
        }
    }
    // Objections first. Then one question for all programs, then the next: so a person judges alike.
    questions.sort_by(|one, other| {
        (&one.name.assignment, one.criterion_id(), &one.name.student).cmp(&(
            &other.name.assignment,
            other.criterion_id(),
            &other.name.student,
        ))
    });
    Ok((questions, comments))
}

/// How many test cases are accepted, and what failed.
fn render_results(grade: &Grade) -> io::Result<Rc<str>> {
    let mut text = Vec::new();
    document::blocks_to_terminal(&report::build_case_results(grade), &mut text)?;
    let (accepted, all) = (grade.count_accepted(), grade.cases.len());
    writeln!(text, "{accepted} of {all} test cases accepted")?;
    let text = String::from_utf8_lossy(&text);
    Ok(match console::colors_enabled() {
        true => text.into(),
        false => console::strip_ansi_codes(&text).into(),
    })
}

impl ReviewedCriterion {
    fn new(one: &CriterionReport) -> ReviewedCriterion {
        ReviewedCriterion {
            id: one.id.clone(),
            title: one.title.clone(),
            points: one.points,
            max: one.max_points,
        }
    }
}

impl ReviewQuestion {
    /// The criterion that is judged; none if an objection is to be answered.
    pub(super) fn criterion(&self) -> Option<&ReviewedCriterion> {
        match &self.kind {
            QuestionKind::Criterion(criterion) => Some(criterion),
            QuestionKind::Objection { .. } => None,
        }
    }

    /// The id of the criterion that is judged.
    pub(super) fn criterion_id(&self) -> Option<&str> {
        self.criterion().map(|one| one.id.as_str())
    }

    pub(super) fn has_same_criterion(&self, other: &ReviewQuestion) -> bool {
        let id = self.criterion_id();
        let is_same = id == other.criterion_id() && self.name.assignment == other.name.assignment;
        id.is_some() && is_same
    }

    pub(super) fn to_change(
        &self,
        points: Points,
        reason: &str,
        by: &str,
    ) -> Option<OverrideChange> {
        let criterion = self.criterion()?;
        let new = self.to_decision(criterion, points, reason, by);
        Some(OverrideChange {
            subject: OverrideSubject::from_override(&new),
            seen: self.seen.clone(),
            new: Some(new),
        })
    }

    fn to_decision(
        &self,
        criterion: &ReviewedCriterion,
        points: Points,
        reason: &str,
        by: &str,
    ) -> GradeOverride {
        GradeOverride {
            student: self.name.student.clone(),
            id: self.id.clone(),
            assignment: self.name.assignment.clone(),
            kind: OverrideKind::Decision,
            criterion: Some(criterion.id.clone()),
            points: Some(points),
            above_maximum: false,
            was: Some(criterion.points),
            reason: reason.to_owned(),
            by: by.to_owned(),
            grader: None,
            place: String::new(),
        }
    }

    /// An answer to the objection, and the points that change with it.
    pub(super) fn to_reply(
        &self,
        answer: &str,
        points: Option<(String, Points)>,
        by: &str,
    ) -> Vec<OverrideChange> {
        let QuestionKind::Objection { row, criteria, .. } = &self.kind else {
            return Vec::new();
        };
        let answered = GradeOverride {
            reason: answer.to_owned(),
            by: by.to_owned(),
            ..(**row).clone()
        };
        let mut changes = vec![OverrideChange {
            subject: OverrideSubject::from_override(row),
            seen: self.seen.clone(),
            new: Some(answered),
        }];
        let changed = points.and_then(|(id, points)| {
            let (criterion, seen) = criteria.iter().find(|(one, _)| one.id == id)?;
            Some((self.to_decision(criterion, points, answer, by), seen))
        });
        changes.extend(changed.map(|(new, seen)| OverrideChange {
            subject: OverrideSubject::from_override(&new),
            seen: seen.clone(),
            new: Some(new),
        }));
        changes
    }
}
