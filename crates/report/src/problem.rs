//! What is wrong with a submission, in a few words for a table of many.

use super::first_error::FirstError;
use super::{failure, summary, visible};
use model::{BuildVerdict, Grade};

/// How many characters are shown.
const LONGEST: usize = 56;

/// How many characters are shown where there is room.
const LONGEST_IN_LIST: usize = 300;

/// What an instructor would ask about first; none if all is well.
pub(super) fn describe_problem(grade: &Grade) -> Option<String> {
    full_problem(grade).map(|text| shorten_text(&text, LONGEST))
}

/// Why there is nothing to grade, in full; none if there was a program or compiler errors.
pub(super) fn describe_obstacle(grade: &Grade) -> Option<String> {
    let is_student_code = matches!(
        grade.build.verdict,
        BuildVerdict::Ok | BuildVerdict::CompileError
    );
    let text = full_problem(grade).filter(|_| grade.is_ungraded() || !is_student_code)?;
    Some(shorten_text(&text, LONGEST_IN_LIST))
}

fn full_problem(grade: &Grade) -> Option<String> {
    if grade.is_ungraded() {
        return Some(
            summary::grader_failure(grade).unwrap_or_else(|| "the grader failed".to_owned()),
        );
    }
    if grade.build.verdict != BuildVerdict::Ok {
        let error = FirstError::parse(&grade.build.diagnostics)
            .filter(|_| grade.build.verdict == BuildVerdict::CompileError);
        return error
            .map(|error| error.short_text())
            .or_else(|| grade.build.reason.clone());
    }
    failure::describe_first(grade).or_else(|| {
        let short = grade
            .criteria
            .iter()
            .find(|criterion| criterion.points < criterion.max_points)?;
        let reason = short.reason.as_deref()?;
        Some(format!("{}: {reason}", short.title))
    })
}

fn shorten_text(text: &str, longest: usize) -> String {
    let text = visible::one_line(text);
    if text.chars().count() <= longest {
        return text;
    }
    let kept: String = text.chars().take(longest - 3).collect();
    let kept = kept.trim_end();
    // Code that is cut is still code.
    let is_open = kept.matches('`').count() % 2 == 1;
    let closing = if is_open { "`" } else { "" };
    format!("{kept}{closing}...")
}
