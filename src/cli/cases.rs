//! The cases that `grader run --case ID` names.

use std::collections::BTreeSet;

use super::failure::Failure;
use crate::model::{Course, Submission};
use crate::nearest;

/// The cases that were `typed`, each with its assignment's id, of these `assignments`; of all if none is named.
///
/// # Errors
///
/// If there is no such case, or several assignments have one of that name.
pub(super) fn named(
    course: &Course,
    typed: &[String],
    assignments: &[String],
) -> Result<BTreeSet<(String, String)>, Failure> {
    let selected = course.assignments.iter();
    let selected = selected.filter(|one| assignments.is_empty() || assignments.contains(&one.id));
    let pairs = selected.flat_map(|assignment| {
        let id = &assignment.id;
        assignment.cases.iter().map(move |case| (id.clone(), case.id.clone()))
    });
    let all: Vec<(String, String)> = pairs.collect();
    typed.iter().map(|typed| one(course, typed, &all)).collect()
}

/// Only the submissions of assignments that these cases belong to.
pub(super) fn keep_those_with(
    cases: &BTreeSet<(String, String)>,
    submissions: &mut Vec<Submission>,
) -> Result<(), Failure> {
    let is_asked =
        |one: &Submission| cases.iter().any(|(assignment, _)| *assignment == one.assignment);
    submissions.retain(is_asked);
    if !submissions.is_empty() {
        return Ok(());
    }
    let assignments: BTreeSet<&str> =
        cases.iter().map(|(assignment, _)| assignment.as_str()).collect();
    let assignments: Vec<&str> = assignments.into_iter().collect();
    Err(Failure::usage(anyhow::anyhow!(
        "--case: nothing that was selected is for {}, which has the case; name others, or leave `--case` away",
        assignments.join(" or ")
    )))
}

fn one(
    course: &Course,
    typed: &str,
    all: &[(String, String)],
) -> Result<(String, String), Failure> {
    let in_full = |(assignment, case): &(String, String)| format!("{assignment}/{case}");
    let is_it = |pair: &&(String, String)| pair.1 == typed || in_full(pair) == typed;
    let found: Vec<&(String, String)> = all.iter().filter(is_it).collect();
    match found.as_slice() {
        [only] => Ok((*only).clone()),
        [] => {
            let full: Vec<String> = all.iter().map(in_full).collect();
            let short = all.iter().map(|(_, case)| case.as_str());
            let names: Vec<&str> = short.chain(full.iter().map(String::as_str)).collect();
            let found = format!("{}: there is no case `{typed}`", course.rubric.display());
            let expected = match nearest::hint(typed, &names) {
                hint if hint.is_empty() => {
                    "; expected a case's name, as reports show it, or ASSIGNMENT/CASE".to_owned()
                }
                hint => hint,
            };
            Err(Failure::usage(anyhow::anyhow!("{found}{expected}")))
        }
        several => {
            let names: Vec<String> = several.iter().map(|pair| in_full(pair)).collect();
            Err(Failure::usage(anyhow::anyhow!(
                "{}: several assignments have a case `{typed}`; expected one of {}",
                course.rubric.display(),
                names.join(", ")
            )))
        }
    }
}
