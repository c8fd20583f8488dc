//! One student's reports, from the records of a run.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use super::places::folder_name;
use super::{audience, student, visible};
use document::Block;
use model::{Gradebook, GradingEnvironment};
use support::nearest;

/// Why no report can be shown.
#[derive(Debug, thiserror::Error)]
pub enum ShowError {
    /// Nobody has that name.
    #[error("there is no report for `{student}` in {}; {hint}", folder.display())]
    NoStudent {
        /// The name that was asked for.
        student: String,
        /// Where it was looked for.
        folder: PathBuf,
        /// The nearest name, or which names there are.
        hint: String,
    },
    /// A grade could not be read.
    #[error("cannot read the grades in {}", folder.display())]
    Read {
        /// The folder of the reports.
        folder: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// Who looks at a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportAudience {
    /// Somebody who may see everything.
    Instructor,
    /// The student, from whom the rubric may withhold something.
    Student,
}

/// Whose reports are shown, and to whom.
#[derive(Debug, Clone, Copy)]
pub struct ReportQuery<'a> {
    /// The student's name, or that of the student's folder.
    pub student: &'a str,
    /// Who looks at them.
    pub audience: ReportAudience,
    /// The folder of the reports, for messages.
    pub folder: &'a Path,
}

/// All reports on one student, in the order of the gradebook.
///
/// # Errors
/// If there is none, or a grade cannot be read.
pub fn build_student_reports(
    gradebook: &(impl Gradebook + ?Sized),
    environment: &GradingEnvironment,
    query: ReportQuery<'_>,
) -> Result<Vec<Block>, ShowError> {
    let read_error = |source| ShowError::Read {
        folder: query.folder.to_owned(),
        source,
    };
    let mut blocks = Vec::new();
    let mut others = BTreeSet::new();
    for place in 0..gradebook.count() {
        let name = gradebook
            .submission_name(place)
            .map_err(read_error)?
            .student;
        if name != query.student && folder_name(&name) != query.student {
            others.insert(name);
            continue;
        }
        let grade = gradebook.grade(place).map_err(read_error)?;
        let shown = match query.audience {
            ReportAudience::Instructor => Cow::Borrowed(&*grade),
            ReportAudience::Student => audience::for_student(&grade),
        };
        blocks.extend(student::build_report(&shown, &environment.toolchains));
    }
    if blocks.is_empty() {
        return Err(ShowError::NoStudent {
            student: visible::one_line(query.student),
            folder: query.folder.to_owned(),
            hint: suggest_student(query.student, &others),
        });
    }
    Ok(blocks)
}

fn suggest_student(student: &str, students: &BTreeSet<String>) -> String {
    let names: Vec<&str> = students.iter().map(String::as_str).collect();
    // Who types a surname alone means whoever's folder begins with it.
    let begins = |name: &&str| name.to_lowercase().starts_with(&student.to_lowercase());
    let begun = names
        .iter()
        .copied()
        .find(begins)
        .filter(|_| !student.is_empty());
    match begun.or_else(|| nearest::closest_match(student, &names)) {
        Some(name) => format!("did you mean `{}`?", visible::one_line(name)),
        None => {
            let first: Vec<String> = names
                .iter()
                .take(5)
                .map(|name| visible::one_line(name))
                .collect();
            let more = if names.len() > 5 { ", …" } else { "" };
            format!(
                "there are {} students: {}{more}",
                names.len(),
                first.join(", ")
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use model::Grade;

    fn build_reports(student: &str, audience: ReportAudience) -> Result<Vec<Block>, ShowError> {
        let query = ReportQuery {
            student,
            audience,
            folder: Path::new("reports"),
        };
        let class: Vec<Grade> = fixture::class();
        build_student_reports(class.as_slice(), &fixture::environment(), query)
    }

    #[test]
    fn a_report_is_shown_with_its_diff_in_colour() {
        let blocks = build_reports("student-02", ReportAudience::Student).unwrap();
        let mut out = Vec::new();
        document::blocks_to_terminal(&blocks, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.contains("\u{1b}[31m-"), "{text}");
        assert!(text.contains("\u{1b}[32m+"), "{text}");
        assert!(
            text.contains("\u{1b}[1m<-- first difference\u{1b}[0m"),
            "{text}"
        );
        assert!(!text.contains("```") && !text.contains("**"), "{text}");
        insta::assert_snapshot!(text.replace('\u{1b}', "␛"));
    }

    #[test]
    fn an_unknown_name_gets_the_nearest_one() {
        for (name, says) in [
            ("studnet-02", "did you mean `student-02`?"),
            ("Stud", "did you mean `student-01`?"),
            ("../..", "in reports; there are 5 students: student-01,"),
        ] {
            let error = build_reports(name, ReportAudience::Instructor).unwrap_err();
            assert!(error.to_string().contains(says), "{error}");
        }
    }
}
