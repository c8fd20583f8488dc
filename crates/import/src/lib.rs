//! Packages of other judges become courses.
//!
//! A package is somebody's data: it is read within bounds, no link leads out of it, and nothing of it is executed here. Each format makes a
//! [`ImportPlan`], which is plain data, and says of each part what became of it (`ImportNotes`); one writer makes a folder of it.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `package` | the files of a package, within bounds, and which of them no format read |
//! | `links` | links of a package that stay inside it |
//! | `document`, `comments`, `xml` | YAML, JSON and XML as a tree whose parts know their lines |
//! | `kattis/`, `dmoj/`, `submitty/`, `check50/`, `exercism`, `classroom/`, `vpl/`, `polygon/`, `cms/` | one format each |
//! | `command_line`, `compilation` | commands that need no shell, and what they compile |
//! | `python` | accepted programs in Python, where there is none in C or C++ |
//! | `programs` | which files are programs that can be built |
//! | `expected` | what packages expect of programs, as verdicts |
//! | `plan` | the course as plain data |
//! | `write` | the plan as files |
//! | `notes` | what was carried over, and what was not |

#![forbid(unsafe_code)]

mod check50;
mod classroom;
mod cms;
mod command_line;
mod comments;
mod compilation;
mod dmoj;
mod document;
mod error;
mod exercism;
mod expected;
mod format;
mod ids;
mod kattis;
mod links;
mod notes;
mod package;
mod plan;
mod polygon;
mod programs;
mod python;
mod submitty;
#[cfg(test)]
mod test_package;
mod vpl;
mod write;
mod xml;

use std::path::Path;

pub use error::ImportError;
pub use format::PackageFormat;
pub use notes::ImportNote;
pub use plan::{GeneratedCase, ImportPlan, ImportedTool, MeasuredLimit};
pub use write::{ImportDraft, render_import_report};

use notes::quote_word;
use package::{ImportPackage, list_top_level};

/// Reads a package of this format. `id` is the name that the assignment is to have; without it that of the package is taken.
///
/// # Errors
///
/// If it is no such package, or cannot be read as one.
pub fn read_package(
    format: PackageFormat,
    path: &Path,
    id: Option<&str>,
) -> Result<ImportPlan, ImportError> {
    let mut plan = ImportPlan::default();
    let package = ImportPackage::open(path, &mut plan.notes)?;
    if !format.matches_package(&package) {
        let others = PackageFormat::ALL
            .into_iter()
            .filter(|other| *other != format);
        let other = others
            .into_iter()
            .find(|other| other.matches_package(&package));
        let hint = other.map_or(String::new(), |other| {
            format!(
                "; it looks like one of {}: `grader import {}`",
                other.title(),
                other.name()
            )
        });
        return Err(ImportError::NotAPackage {
            package: path.to_owned(),
            format: format.title(),
            expected: format.expected_files(),
            found: list_top_level(&package),
            hint,
        });
    }
    plan.id = id.map_or_else(|| ids::to_assignment_id(&package.name), str::to_owned);
    if id.is_none() && plan.id != package.name {
        let text = format!(
            "its name is no name of an assignment and became {}",
            quote_word(&plan.id)
        );
        plan.notes.add_imported(quote_word(&package.name), text);
    }
    plan.assignment.title = Some(plan.id.clone());
    let filled = format.fill_plan(&package, &mut plan);
    filled.map_err(|error| error.with_dropped(&plan.notes.dropped))?;
    plan.adopt_spare_programs();
    package.report_unread(&mut plan.notes);
    if plan.calibration.is_empty() {
        let text = "the package has no program in C or C++ with a known result, so `grader check` proves nothing about grades";
        plan.notes.add_remark("calibration", text);
    }
    Ok(plan)
}
