//! A system's file with the points of an assignment in it.

use std::path::Path;

use super::file::{TableError, UploadError, UploadSystem};
use super::filling::{FilledFile, SheetFiller};
use super::sheet::{ColumnRequest, PointScale, UploadGrade};
use super::table::UploadTable;
use super::{blackboard, brightspace, canvas, moodle};
use crate::identity::PersonIdentity;
use support::file_writing;

/// What the user wants of a file.
#[derive(Debug, Clone, Copy)]
pub struct UploadRequest<'w> {
    /// Whose file it is.
    pub system: UploadSystem,
    /// The column, as the user typed it.
    pub column: Option<&'w str>,
    /// What the rubric calls the assignment.
    pub title: &'w str,
    /// The assignment's id.
    pub assignment: &'w str,
    /// Whether points are scaled to what the system counts.
    pub scale: bool,
    /// Whether students who handed in nothing, or no program, get 0 in place of no grade.
    pub missing_as_zero: bool,
}

/// Fills the points of these submissions, which are all of an assignment, into the system's file, or into a new one if there
/// is none.
///
/// # Errors
///
/// If the file is not what was expected, or does not go with the grades, or nobody would get points.
pub fn fill_table(
    file: Option<(&Path, &[u8])>,
    uploads: &[UploadGrade],
    wanted: UploadRequest<'_>,
) -> Result<FilledFile, UploadError> {
    let path = file.map_or(Path::new("the new file"), |(path, _)| path);
    let named = |TableError { line, what }| UploadError::Content {
        path: path.to_owned(),
        line,
        what,
    };
    let table = match file {
        Some((_, bytes)) => UploadTable::parse_table(bytes).map_err(named)?,
        None => build_new_table(uploads, wanted)?,
    };
    let wish = ColumnRequest {
        requested: wanted.column,
        title: wanted.title,
        id: wanted.assignment,
    };
    let sheet = match wanted.system {
        UploadSystem::Canvas => canvas::read_sheet(&table, wish),
        UploadSystem::Moodle => moodle::read_sheet(&table, wish),
        UploadSystem::Blackboard => blackboard::read_sheet(&table, wish),
        UploadSystem::Brightspace => brightspace::read_sheet(&table, wish),
    }
    .map_err(named)?;
    let scale = PointScale::from_sheet(&sheet, uploads, wanted.scale)?;
    let mut filling = SheetFiller::new(&table, &sheet);
    filling.claim_rows(uploads);
    filling.fill_points(uploads, scale, wanted.missing_as_zero)?;
    filling.fill_missing(wanted.missing_as_zero)?;
    filling.finish_file(path)
}

/// Puts it in its place, whole or not at all.
///
/// # Errors
///
/// If the disk does not let us.
pub fn write_filled(path: &Path, filled: &FilledFile) -> Result<(), UploadError> {
    Ok(file_writing::write_file(path, &filled.bytes)?)
}

/// A table of those whom the system would know by what their download says.
fn build_new_table(
    uploads: &[UploadGrade],
    wanted: UploadRequest<'_>,
) -> Result<UploadTable, UploadError> {
    let present = uploads.iter().filter(|one| !one.is_absent);
    let recipients: Vec<&PersonIdentity> = present.flat_map(|one| &one.recipients).collect();
    if wanted.missing_as_zero {
        let what = "--missing-as-zero needs the file of the system, which says who is in the class";
        return Err(UploadError::Refused(what.to_owned()));
    }
    match wanted.system {
        UploadSystem::Canvas => canvas::build_table(&recipients, wanted.column),
        UploadSystem::Brightspace => brightspace::build_table(&recipients, wanted.column),
        UploadSystem::Moodle => Err(UploadError::Refused(
            "Moodle takes back only the file that it lets you download; give it: the assignment → Submissions → Download grading \
             worksheet"
                .to_owned(),
        )),
        UploadSystem::Blackboard => Err(UploadError::Refused(
            "Blackboard takes back only the file that it lets you download; give it: Grade Center → Work Offline → Download"
                .to_owned(),
        )),
    }
}
