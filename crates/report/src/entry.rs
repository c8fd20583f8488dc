//! One submission as whatever tells of a whole class sees it: a row of the table and of `grades.csv`, and its share of what is
//! counted. It holds no more than that, because a class may be larger than memory.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::causes::{self, FailureCause};
use super::names::SharedNames;
use super::{audience, counted, problem, undefined, visible};
use model::{
    BuildVerdict, CaseReport, CriterionKind, CriterionState, Grade, GroupMember, HandIn, Judgement,
    Points, SubmissionName,
};
use support::printable::to_printable;

/// What is kept of a grade whose reports are written.
#[derive(Debug, Clone)]
pub struct ReportEntry {
    /// The student's printable name.
    pub student: String,
    /// The assignment's id.
    pub assignment: String,
    /// The course's name; empty if it has none.
    pub(super) course: Arc<str>,
    /// The assignment's name.
    pub(super) title: Arc<str>,
    /// The revision of the rubric.
    pub(super) revision: Arc<str>,
    /// Whether the points are a grade.
    pub graded: bool,
    /// The points earned.
    pub points: Points,
    /// The points that could be earned.
    pub max_points: Points,
    pub(super) build: BuildVerdict,
    /// How many cases were accepted by their own comparison.
    pub(super) accepted: usize,
    pub(super) cases: usize,
    /// The cases of a program of which something is known, and whether each is right.
    pub(super) outcomes: CaseOutcomes,
    pub(super) right: usize,
    /// What an instructor would ask about first.
    pub(super) problem: Option<String>,
    /// Why there is nothing to grade.
    pub(super) obstacle: Option<String>,
    pub(super) criteria: Box<[EarnedPoints]>,
    /// Why points are missing.
    pub(super) causes: Box<[FailureCause]>,
    /// The verdicts of cases that cost points.
    pub(super) verdicts: Box<[&'static str]>,
    /// Who handed it in: several if that was a group.
    pub(super) authors: Box<[SubmissionAuthor]>,
    /// Whether its student sees less than staff do.
    pub(super) is_limited: bool,
    /// Choices that the grader made, for staff to check.
    pub(super) to_check: Box<[String]>,
    /// The first undefined behaviour that was found, in a sentence with its place.
    pub(super) undefined: Option<String>,
    /// Each mistake that explains failed cases, with how many it explains.
    pub(super) mistakes: BTreeMap<&'static str, usize>,
}

/// Cases, and whether each is right. The names are shared: of a class of many thousands they would be most of what is kept.
#[derive(Debug, Clone, Default)]
pub(super) struct CaseOutcomes {
    names: Arc<[Arc<str>]>,
    are_right: Box<[bool]>,
}

impl CaseOutcomes {
    /// The outcomes of a program's cases.
    fn new(grade: &Grade, names: &SharedNames) -> CaseOutcomes {
        // Cases with one name that students hand in have nothing to do with each other.
        if grade.build.verdict != BuildVerdict::Ok || grade.scoring.case_set.is_some() {
            return CaseOutcomes::default();
        }
        let is_decided = |case: &&CaseReport| !case.judgement.verdict.is_undecided();
        let decided = || grade.cases.iter().filter(is_decided);
        CaseOutcomes {
            names: names.intern_list(decided().map(|case| case.case.id.as_str())),
            are_right: decided()
                .map(|case| counted::is_right(grade, case))
                .collect(),
        }
    }

    /// Each case's name, and whether it is right.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&Arc<str>, bool)> {
        self.names.iter().zip(self.are_right.iter().copied())
    }
}

/// One of a group, or whoever handed in alone, as far as the download or the roster says who that is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct SubmissionAuthor {
    pub(super) name: String,
    pub(super) id: Option<String>,
    pub(super) email: Option<String>,
}

/// The points of one criterion that can have some.
#[derive(Debug, Clone)]
pub(super) struct EarnedPoints {
    pub(super) id: Arc<str>,
    pub(super) points: Points,
    pub(super) max_points: Points,
    pub(super) state: CriterionState,
}

impl ReportEntry {
    /// Which submission it is of.
    pub fn name(&self) -> SubmissionName {
        SubmissionName {
            assignment: self.assignment.clone(),
            student: self.student.clone(),
        }
    }

    /// What is kept of a grade; names that others have as well are kept once.
    pub(super) fn new(grade: &Grade, names: &SharedNames) -> ReportEntry {
        // A remark has no points to put into a column.
        let criteria = grade
            .criteria
            .iter()
            .filter(|one| one.kind != CriterionKind::Remark);
        let earned = criteria.map(|one| EarnedPoints {
            id: names.intern_name(&one.id),
            points: one.points,
            max_points: one.max_points,
            state: one.state,
        });
        ReportEntry {
            student: grade.student.clone(),
            assignment: grade.assignment.clone(),
            course: names.intern_name(&visible::one_line(&grade.outline.course)),
            title: names.intern_name(&visible::one_line(&grade.outline.title)),
            revision: names.intern_name(&grade.outline.revision),
            graded: !grade.is_ungraded(),
            points: grade.points,
            max_points: grade.max_points,
            build: grade.build.verdict,
            accepted: grade.count_accepted(),
            cases: grade.cases.len(),
            right: counted::count_right(grade),
            outcomes: CaseOutcomes::new(grade, names),
            problem: problem::describe_problem(grade),
            obstacle: problem::describe_obstacle(grade),
            criteria: earned.collect(),
            causes: causes::collect_causes(grade, names),
            verdicts: list_verdicts(grade),
            authors: list_authors(grade),
            to_check: grade.to_check.clone().into(),
            undefined: undefined::describe_first(grade),
            is_limited: audience::is_limited(grade),
            mistakes: count_mistakes(grade),
        }
    }
}

fn list_authors(grade: &Grade) -> Box<[SubmissionAuthor]> {
    let alone = || SubmissionAuthor {
        name: grade.student.clone(),
        ..SubmissionAuthor::default()
    };
    let Some(HandIn {
        name,
        id,
        email,
        members,
        ..
    }) = &grade.hand_in
    else {
        return [alone()].into();
    };
    if members.is_empty() {
        let name = if name.is_empty() {
            grade.student.clone()
        } else {
            to_printable(name)
        };
        return [SubmissionAuthor {
            name,
            id: id.clone(),
            email: email.clone(),
        }]
        .into();
    }
    members
        .iter()
        .map(|GroupMember { name, id, email }| SubmissionAuthor {
            name: to_printable(name),
            id: id.clone(),
            email: email.clone(),
        })
        .collect()
}

fn list_verdicts(grade: &Grade) -> Box<[&'static str]> {
    let failures = counted::collect_failures(grade);
    let found: BTreeSet<&str> = failures
        .iter()
        .map(|one| one.judgement.verdict.name())
        .collect();
    found.into_iter().collect()
}

fn count_mistakes(grade: &Grade) -> BTreeMap<&'static str, usize> {
    let own = grade
        .cases
        .iter()
        .map(|case| (&case.case.id, &case.judgement));
    let stricter = grade
        .criteria
        .iter()
        .flat_map(|criterion| &criterion.judgements);
    let stricter = stricter.map(|(id, judgement)| (id, judgement));
    let mut failed: BTreeMap<&String, Option<&'static str>> = BTreeMap::new();
    let is_failure = |(_, judgement): &(&String, &Judgement)| judgement.verdict.is_failure();
    for (id, judgement) in own.chain(stricter).filter(is_failure) {
        let known = failed.entry(id).or_default();
        *known = known.or(judgement.hints.first().map(|hint| hint.mistake));
    }
    let mut mistakes = BTreeMap::new();
    for mistake in failed.into_values().flatten() {
        *mistakes.entry(mistake).or_default() += 1;
    }
    mistakes
}
