//! `rubric.toml` and the test cases: text that an instructor wrote → a [`Course`].
//!
//! Two kinds of types meet here. [`raw`] is what is in the files: every key that may be absent is optional, words
//! are strings, and everything remembers where in the file it is. [`model`] is what was meant:
//! defaults filled in, words resolved, regular expressions compiled. The other files of this module each
//! take one piece across. Programs that write a rubric or a case fill the types of [`raw`], and `toml_writing` renders them. Nothing stops at the first mistake: every piece marks what is wrong on the
//! `config_file::ConfigFile` it was read from and goes on, so an instructor sees all mistakes of a rubric in one go.
//! An entry that cannot be read is left out (`toml_reading`). Only a file that is no TOML ends at once: what follows would be guessed.

#![forbid(unsafe_code)]

mod answers;
mod assignment;
mod calibration;
mod calibration_edit;
mod case_files;
mod case_input;
mod case_set;
mod cases;
mod checker;
mod choices;
mod comparison;
mod config_file;
mod criteria;
mod criterion_kind;
mod csv_line;
mod diagnostic;
mod functions;
mod game;
mod generators;
mod graders;
mod hints;
mod input_line;
mod input_text;
mod instructor_file;
mod interaction;
mod invocation;
#[cfg(test)]
mod key_tables;
mod keywords;
mod kit;
mod late;
mod libraries;
mod limits;
mod mutants;
mod new_case;
mod override_edit;
mod overrides;
mod own_files;
mod paths;
mod pattern;
mod player;
mod points;
mod provided;
mod quantity;
pub mod raw;
mod referee;
mod reference;
mod requests;
mod requirements;
mod roster;
mod rows;
mod rubric;
mod rules;
mod schema;
#[cfg(test)]
mod shipped;
#[cfg(test)]
mod shipped_answers;
#[cfg(test)]
mod shipped_words;
mod spanned;
mod table_text;
#[cfg(test)]
mod tests;
mod toml_reading;
mod toml_writing;
mod toolchains;
pub mod transcript;
mod undefined;
mod unit_tests;
mod values;
mod vocabulary;
mod words;
mod worksheet;

use std::path::{Path, PathBuf};

use model::{Course, GameRegistry, Roster};
use support::printable::to_printable;

pub use calibration_edit::{CalibrationCorrection, correct_calibrations};
pub use case_set::parse_student_case;
pub use diagnostic::{ConfigDiagnostic, DiagnosticList, DiagnosticPosition, SourceExcerpt};
pub use generators::load_generators;
pub use graders::GraderTable;
pub use invocation::is_reserved_variable;
pub use kit::{KitAnswer, KitCourse, KitError, pack_kit_course};
pub use new_case::write_case_like;
pub use override_edit::{
    OverrideChange, OverrideChangeError, OverrideChanges, OverrideIndex, OverrideSubject,
    SubjectKind, change_overrides, digest_override, index_overrides, write_overrides,
};
pub use overrides::{OverrideFile, load_override_file, load_overrides, load_overrides_if_present};
pub use requests::{RequestClass, RequestSubjects, load_requests};
pub use schema::{case_schema, rubric_schema, schema_files};
pub use toml_writing::{CASE_SCHEMA_LINE, RUBRIC_SCHEMA_LINE, render_case, render_rubric};
pub use worksheet::load_worksheet;

/// The file that makes a folder a course.
const RUBRIC: &str = "rubric.toml";

/// The `rubric.toml` in `start` or in its nearest parent that has one.
pub fn find_rubric(start: &Path) -> Option<PathBuf> {
    let here = start.strip_prefix(".").unwrap_or(start).join(RUBRIC);
    if here.is_file() {
        return Some(here);
    }
    let absolute = std::path::absolute(start).ok()?;
    absolute
        .ancestors()
        .skip(1)
        .map(|folder| folder.join(RUBRIC))
        .find(|path| path.is_file())
}

/// Reads a `roster.csv` in place of the one beside the rubric of `course`.
///
/// # Errors
///
/// Everything that is wrong, each with its line.
pub fn load_roster(path: &Path, course: &Course) -> Result<Roster, DiagnosticList> {
    let diagnostics = config_file::DiagnosticCollector::default();
    let ids: Vec<&str> = course
        .assignments
        .iter()
        .map(|one| one.id.as_str())
        .collect();
    let roster = roster::parse_roster(path, &ids, &diagnostics);
    diagnostics.into_result(path, roster)
}

/// Reads the rubric and every case it names. `games` are those that can be its references.
///
/// Paths in the result, other than the names of a submission's files, start at the rubric's folder as
/// `rubric` gives it, so they can be opened from the working directory.
///
/// # Errors
///
/// Everything that is wrong, each with its file and line.
pub fn load_course(rubric: &Path, games: &GameRegistry) -> Result<Course, DiagnosticList> {
    let diagnostics = config_file::DiagnosticCollector::default();
    if let Some(mistake) = find_path_mistake(rubric) {
        diagnostics.report_file(rubric, mistake);
        return diagnostics.into_result(rubric, None);
    }
    let course = config_file::ConfigFile::read(rubric, &diagnostics)
        .and_then(|config| rubric::parse_course(&config, games));
    diagnostics.into_result(rubric, course)
}

/// What is wrong with the place of a course whose path is not UTF-8: records, and what the sandbox is sent, hold paths as text.
fn find_path_mistake(rubric: &Path) -> Option<String> {
    let path = std::path::absolute(rubric).ok()?;
    let is_text = path.to_str().is_some();
    (!is_text).then(|| {
        format!(
            "the path of the course is not UTF-8 (`{}`): rename the folder",
            to_printable(&path)
        )
    })
}
