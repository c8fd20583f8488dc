//! A row of the table: one submission, with what the filter looks at.

use super::causes::CauseGroup;
use super::link::page_of;
use crate::entry::ReportEntry;
use crate::visible;
use document::Prose;
use model::{BuildVerdict, CriterionState, Points};

/// One submission.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ClassPageRow {
    pub(super) student: String,
    /// Its page, from the folder of the reports.
    pub(super) page: String,
    pub(super) assignment: String,
    /// None where the points are no grade.
    pub(super) points: Option<String>,
    pub(super) max_points: String,
    /// What part of the points it has; below zero where there is none.
    pub(super) percent: String,
    pub(super) right: usize,
    pub(super) cases: usize,
    pub(super) build: &'static str,
    pub(super) problem: String,
    /// What `s:` finds, `c:`, `m:` and `f:`.
    pub(super) states: String,
    pub(super) failed: String,
    pub(super) mistakes: String,
    pub(super) causes: String,
    /// `id=points/max`, a line each.
    pub(super) criteria: String,
}

impl ClassPageRow {
    /// The problem as prose, in which backticks mark code.
    pub(super) fn render_problem(&self) -> Prose {
        Prose::text(&self.problem)
    }

    pub(super) fn from_entry(entry: &ReportEntry, groups: &[CauseGroup<'_>]) -> ClassPageRow {
        let is_own = |group: &CauseGroup<'_>| {
            group.assignment == entry.assignment
                && entry.causes.iter().any(|cause| *cause.name == *group.name)
        };
        let causes = groups.iter().enumerate().filter(|(_, group)| is_own(group));
        let failed = entry.outcomes.iter().filter(|(_, is_right)| !*is_right);
        let criteria = entry.criteria.iter();
        let percent = entry.points.percent_of(entry.max_points);
        ClassPageRow {
            student: visible::one_line(&entry.student),
            page: page_of(entry),
            assignment: entry.assignment.clone(),
            points: entry.graded.then(|| entry.points.to_string()),
            max_points: entry.max_points.to_string(),
            percent: match entry.graded && percent.is_finite() {
                true => format!("{percent:.2}"),
                false => "-1".to_owned(),
            },
            right: entry.right,
            cases: entry.cases,
            build: entry.build.name(),
            problem: entry.problem.clone().unwrap_or_default(),
            states: list_states(entry).join(" "),
            failed: join_words(failed.map(|(id, _)| id.as_ref()), " "),
            mistakes: join_words(entry.mistakes.keys().copied(), " "),
            causes: join_words(causes.map(|(number, _)| (number + 1).to_string()), " "),
            criteria: join_words(
                criteria.map(|one| format!("{}={}/{}", one.id, one.points, one.max_points)),
                "\n",
            ),
        }
    }
}

fn list_states(entry: &ReportEntry) -> Vec<&'static str> {
    let mut states = entry.verdicts.to_vec();
    if entry.verdicts.contains(&"runtime-error") {
        states.push("crash");
    }
    if entry.build != BuildVerdict::Ok {
        states.push(entry.build.name());
    }
    match entry.points {
        _ if !entry.graded => states.push("ungraded"),
        points if points >= entry.max_points => states.push("full"),
        points if points <= Points::ZERO => states.push("none"),
        _ => {}
    }
    if entry
        .criteria
        .iter()
        .any(|one| one.state == CriterionState::AwaitsInstructor)
    {
        states.push("awaiting");
    }
    if !entry.to_check.is_empty() {
        states.push("check");
    }
    if entry.undefined.is_some() {
        states.push("undefined");
    }
    states
}

fn join_words<T: AsRef<str>>(words: impl Iterator<Item = T>, between: &str) -> String {
    let mut all = String::new();
    for word in words {
        if !all.is_empty() {
            all.push_str(between);
        }
        all.push_str(word.as_ref());
    }
    all
}
