//! Options of `grader run` that grade less than the class: `--case`, and `--only FILE`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::failure::CliFailure;
use model::{Course, Submission, SubmissionName};
use support::nearest;

/// The cases that were `typed`, each with its assignment's id, of these `assignments`; of all if none is named.
///
/// # Errors
///
/// If there is no such case, or several assignments have one of that name.
pub(super) fn select_cases(
    course: &Course,
    typed: &[String],
    assignments: &[String],
) -> Result<BTreeSet<(String, String)>, CliFailure> {
    let selected = course.assignments.iter();
    let selected = selected.filter(|one| assignments.is_empty() || assignments.contains(&one.id));
    let pairs = selected.flat_map(|assignment| {
        let id = &assignment.id;
        assignment
            .cases
            .iter()
            .map(move |case| (id.clone(), case.id.clone()))
    });
    let all: Vec<(String, String)> = pairs.collect();
    typed
        .iter()
        .map(|typed| find_case(course, typed, &all))
        .collect()
}

/// Only the submissions of assignments that these cases belong to.
pub(super) fn retain_submissions_with(
    cases: &BTreeSet<(String, String)>,
    submissions: &mut Vec<Submission>,
) -> Result<(), CliFailure> {
    let is_asked = |one: &Submission| {
        cases
            .iter()
            .any(|(assignment, _)| *assignment == one.assignment)
    };
    submissions.retain(is_asked);
    if !submissions.is_empty() {
        return Ok(());
    }
    let assignments: BTreeSet<&str> = cases
        .iter()
        .map(|(assignment, _)| assignment.as_str())
        .collect();
    let assignments: Vec<&str> = assignments.into_iter().collect();
    Err(CliFailure::usage_error(anyhow::anyhow!(
        "--case: nothing that was selected is for {}, which has the case; name others, or leave `--case` away",
        assignments.join(" or ")
    )))
}

fn find_case(
    course: &Course,
    typed: &str,
    all: &[(String, String)],
) -> Result<(String, String), CliFailure> {
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
            let expected = match nearest::describe_suggestion(typed, &names) {
                hint if hint.is_empty() => {
                    "; expected a case's name, as reports show it, or ASSIGNMENT/CASE".to_owned()
                }
                hint => hint,
            };
            Err(CliFailure::usage_error(anyhow::anyhow!(
                "{found}{expected}"
            )))
        }
        several => {
            let names: Vec<String> = several.iter().map(|pair| in_full(pair)).collect();
            Err(CliFailure::usage_error(anyhow::anyhow!(
                "{}: several assignments have a case `{typed}`; expected one of {}",
                course.rubric.display(),
                names.join(", ")
            )))
        }
    }
}

/// Those of the submissions that the file names, `assignment/student` on each line.
pub(super) fn filter_listed(
    file: &Path,
    found: Vec<Submission>,
) -> Result<Vec<Submission>, CliFailure> {
    let text = fs::read_to_string(file).map_err(|error| {
        let about = format!(
            "cannot read {}; name another file with --only FILE",
            file.display()
        );
        CliFailure::usage_error(anyhow::Error::from(error).context(about))
    })?;
    let names: BTreeSet<SubmissionName> = found.iter().map(Submission::name).collect();
    let mut wanted = BTreeSet::new();
    for (number, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let name = parse_name(line, &names).map_err(|reason| {
            let place = format!("{}:{}", file.display(), number + 1);
            CliFailure::usage_error(anyhow::anyhow!("{place}: {reason}"))
        })?;
        wanted.insert(name);
    }
    Ok(found
        .into_iter()
        .filter(|one| wanted.contains(&one.name()))
        .collect())
}

/// The submission that a line names. Blanks at its end may be an editor's, or the student's.
fn parse_name(line: &str, names: &BTreeSet<SubmissionName>) -> Result<SubmissionName, String> {
    let typed = SubmissionName::parse(line);
    let typed = typed
        .filter(|name| names.contains(name))
        .or(SubmissionName::parse(line.trim()));
    let typed = typed.ok_or_else(|| {
        format!(
            "found `{line}`; expected `assignment/student`, such as `{}`",
            example_name(names)
        )
    })?;
    if names.contains(&typed) {
        return Ok(typed);
    }
    let known: Vec<String> = names.iter().map(ToString::to_string).collect();
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    let hint = nearest::describe_suggestion(&typed.to_string(), &known);
    Err(format!(
        "there is no submission `{typed}` among those that were found{hint}"
    ))
}

fn example_name(names: &BTreeSet<SubmissionName>) -> String {
    names
        .first()
        .map_or_else(|| "sums/anna".to_owned(), ToString::to_string)
}
