//! `--only FILE`: just the submissions that a file names, as `missing.txt` does.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::failure::CliFailure;
use model::{Submission, SubmissionName};
use support::nearest;

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
