//! A system's file with the points of an assignment in it.

use std::path::Path;

use super::column::ColumnWish;
use super::error::{Complaint, UploadError};
use super::filling::{Filled, Filling};
use super::recipient::Uploaded;
use super::scale::Scale;
use super::system::System;
use super::table::Table;
use super::{blackboard, brightspace, canvas, moodle};
use crate::identity::Identity;
use crate::whole_file;

/// What the user wants of a file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted<'w> {
    /// Whose file it is.
    pub(crate) system: System,
    /// The column, as the user typed it.
    pub(crate) column: Option<&'w str>,
    /// What the rubric calls the assignment.
    pub(crate) title: &'w str,
    /// The assignment's id.
    pub(crate) assignment: &'w str,
    /// Whether points are scaled to what the system counts.
    pub(crate) scale: bool,
    /// Whether whoever handed nothing in gets no points, in place of no grade.
    pub(crate) missing_as_zero: bool,
}

/// Fills the points of these submissions, which are all of an assignment, into the system's file, or into a new one if there
/// is none.
///
/// # Errors
///
/// If the file is not what was expected, or does not go with the grades, or nobody would get points.
pub(crate) fn fill(
    file: Option<(&Path, &[u8])>,
    uploads: &[Uploaded],
    wanted: Wanted<'_>,
) -> Result<Filled, UploadError> {
    let path = file.map_or(Path::new("the new file"), |(path, _)| path);
    let named =
        |Complaint { line, what }| UploadError::Content { path: path.to_owned(), line, what };
    let table = match file {
        Some((_, bytes)) => Table::read(bytes).map_err(named)?,
        None => made(uploads, wanted)?,
    };
    let wish = ColumnWish { asked: wanted.column, title: wanted.title, id: wanted.assignment };
    let sheet = match wanted.system {
        System::Canvas => canvas::read(&table, wish),
        System::Moodle => moodle::read(&table, wish),
        System::Blackboard => blackboard::read(&table, wish),
        System::Brightspace => brightspace::read(&table, wish),
    }
    .map_err(named)?;
    let scale = Scale::of(&sheet, uploads, wanted.scale)?;
    let mut filling = Filling::new(&table, &sheet);
    filling.place(uploads);
    filling.points(uploads, scale)?;
    filling.without(wanted.missing_as_zero)?;
    filling.finish(path)
}

/// Puts it in its place, whole or not at all.
///
/// # Errors
///
/// If the disk does not let us.
pub(crate) fn write(path: &Path, filled: &Filled) -> Result<(), UploadError> {
    Ok(whole_file::write(path, &filled.bytes)?)
}

/// A table of those whom the system would know by what their download says.
fn made(uploads: &[Uploaded], wanted: Wanted<'_>) -> Result<Table, UploadError> {
    let present = uploads.iter().filter(|one| !one.is_absent);
    let recipients: Vec<&Identity> = present.flat_map(|one| &one.recipients).collect();
    if wanted.missing_as_zero {
        let what = "--missing-as-zero needs the file of the system, which says who is in the class";
        return Err(UploadError::Refused(what.to_owned()));
    }
    match wanted.system {
        System::Canvas => canvas::made(&recipients, wanted.column),
        System::Brightspace => brightspace::made(&recipients, wanted.column),
        System::Moodle => Err(UploadError::Refused(
            "Moodle takes back only the file that it lets you download; give it: the assignment → Submissions → Download grading \
             worksheet"
                .to_owned(),
        )),
        System::Blackboard => Err(UploadError::Refused(
            "Blackboard takes back only the file that it lets you download; give it: Grade Center → Work Offline → Download"
                .to_owned(),
        )),
    }
}
