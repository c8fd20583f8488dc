//! Grades for other systems, each in the form that its documentation asks for.
//!
//! | file | for |
//! | --- | --- |
//! | `junit` | Jenkins, GitLab and all else that shows tests |
//! | `ctrf`, `tap` | the same in newer and in older words |
//! | `sarif` | what stands at lines of source: GitHub's code scanning, editors |
//! | `github` | annotations and the summary of a job of GitHub Actions |
//! | `ndjson` | what happens, while it happens |
//! | `gradescope`, `prairielearn`, `classroom50`, `vpl` | one student's submission, graded where it was handed in |
//! | `test_result`, `annotation` | what these make of a grade |
//! | `format`, `error`, `every_grade` | what all of them need |
//!
//! What goes back to a student is made of what students may see (`audience`), and of nothing else.

mod annotation;
mod classroom50;
mod ctrf;
mod error;
mod every_grade;
mod format;
mod github;
mod gradescope;
mod junit;
mod ndjson;
mod prairielearn;
mod sarif;
mod tap;
mod test_result;
mod vpl;

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

pub use error::FormatError;
pub use format::{FormatTarget, ReportFormat};
pub use github::write_github_report;
pub use ndjson::EventLines;

use super::audience;
use model::{Grade, Gradebook, GradingEnvironment};
use support::file_writing;
use support::write_error::WriteError;

/// Makes sure that targets go with so many submissions, and that this place says what they need.
///
/// # Errors
///
/// If that is not so.
pub fn check_formats(targets: &[FormatTarget], submissions: usize) -> Result<(), FormatError> {
    for FormatTarget { format, .. } in targets {
        if format.is_single_submission() && submissions != 1 {
            return Err(FormatError::NotOne {
                format: format.name(),
                found: submissions,
            });
        }
        if *format == ReportFormat::Classroom50 {
            classroom50::Classroom50Environment::from_environment()?;
        }
    }
    Ok(())
}

/// Writes the grades of a class to each target.
///
/// # Errors
///
/// If one does not go with the class, or cannot be written.
pub fn write_formats(
    gradebook: &(impl Gradebook + ?Sized),
    environment: &GradingEnvironment,
    targets: &[FormatTarget],
) -> Result<(), FormatError> {
    // Of what happens, lines were written while it happened.
    for FormatTarget { format, path } in targets
        .iter()
        .filter(|it| it.format != ReportFormat::Ndjson)
    {
        let shown = path.clone().unwrap_or_else(|| "standard output".into());
        let named = |error| match error {
            FormatError::Write(source) => FormatError::Disk {
                path: shown.clone(),
                source,
            },
            error => error,
        };
        match path {
            Some(path) => write_file(gradebook, environment, *format, path).map_err(named)?,
            None => {
                write_to(gradebook, environment, *format, io::stdout().lock()).map_err(named)?
            }
        }
    }
    Ok(())
}

fn write_file(
    gradebook: &(impl Gradebook + ?Sized),
    environment: &GradingEnvironment,
    format: ReportFormat,
    path: &Path,
) -> Result<(), FormatError> {
    let is_special = path
        .metadata()
        .is_ok_and(|about| !about.is_file() && !about.is_dir());
    if is_special {
        // A pipe or a device cannot be replaced.
        return write_to(
            gradebook,
            environment,
            format,
            File::options().append(true).open(path)?,
        );
    }
    if let Some(folder) = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
    {
        fs::create_dir_all(folder).map_err(WriteError::for_path(folder))?;
    }
    file_writing::write_file_with(path, |file| write_to(gradebook, environment, format, file))
}

fn write_to(
    gradebook: &(impl Gradebook + ?Sized),
    environment: &GradingEnvironment,
    format: ReportFormat,
    out: impl Write,
) -> Result<(), FormatError> {
    let mut out = BufWriter::with_capacity(64 << 10, out);
    match format {
        ReportFormat::Junit => junit::write_grades(gradebook, &mut out)?,
        ReportFormat::Ctrf => ctrf::write_grades(gradebook, &mut out)?,
        ReportFormat::Tap => tap::write_grades(gradebook, &mut out)?,
        ReportFormat::Sarif => sarif::write_grades(gradebook, &mut out)?,
        ReportFormat::Ndjson => {}
        ReportFormat::Github => github::write_grades(gradebook, environment, &mut out)?,
        ReportFormat::Gradescope => {
            gradescope::write_grade(&only_grade(gradebook, format)?, environment, &mut out)?;
        }
        ReportFormat::Prairielearn => {
            prairielearn::write_grade(&only_grade(gradebook, format)?, environment, &mut out)?;
        }
        ReportFormat::Classroom50 => {
            classroom50::write_grade(&only_grade(gradebook, format)?, &mut out)?
        }
        ReportFormat::Vpl => {
            vpl::write_grade(&only_grade(gradebook, format)?, environment, &mut out)?
        }
    }
    Ok(out.flush()?)
}

/// The only grade there is, as its student may see it.
fn only_grade(
    gradebook: &(impl Gradebook + ?Sized),
    format: ReportFormat,
) -> Result<Grade, FormatError> {
    match gradebook.count() {
        1 => Ok(audience::for_student(&*gradebook.grade(0)?).into_owned()),
        found => Err(FormatError::NotOne {
            format: format.name(),
            found,
        }),
    }
}
