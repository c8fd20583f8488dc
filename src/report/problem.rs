//! What is wrong with a submission, in a few words for a table of many.

use super::first_error::FirstError;
use super::{failure, summary, visible};
use crate::model::{BuildVerdict, Grade};

/// How many characters are shown.
const LONGEST: usize = 56;

/// What an instructor would ask about first; none if all is well.
pub(super) fn of_grade(grade: &Grade) -> Option<String> {
    whole(grade).map(|text| shortened(&text))
}

fn whole(grade: &Grade) -> Option<String> {
    if grade.is_ungraded() {
        return Some(summary::failure(grade).unwrap_or_else(|| "the grader failed".to_owned()));
    }
    if grade.build.verdict != BuildVerdict::Ok {
        let error = FirstError::find(&grade.build.diagnostics)
            .filter(|_| grade.build.verdict == BuildVerdict::CompileError);
        return error.map(|error| error.brief()).or_else(|| grade.build.reason.clone());
    }
    failure::first(grade).or_else(|| {
        let short =
            grade.criteria.iter().find(|criterion| criterion.points < criterion.max_points)?;
        let reason = short.reason.as_deref()?;
        Some(format!("{}: {reason}", short.title))
    })
}

fn shortened(text: &str) -> String {
    let text = visible::one_line(text);
    if text.chars().count() <= LONGEST {
        return text;
    }
    let kept: String = text.chars().take(LONGEST - 3).collect();
    format!("{}...", kept.trim_end())
}
