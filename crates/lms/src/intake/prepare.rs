//! An entry of a plain folder, with a copy in its place where it cannot be taken as it lies.

use std::path::PathBuf;

use super::arrange::{copy_submission, needs_conversion};
use super::entries::{KnownHandIn, StudentEntry, is_archive};
use super::error::IntakeError;
use super::files::{self, ListingError, SubmissionFile, SubmissionPath};
use super::sentences::shortened_name_remarks;
use super::source::IntakeSource;
use model::SubmissionContent;

/// The entry, or the same with a copy. What cannot be looked into, or is too much, stays as it is: whoever looks for sources says
/// so.
pub(super) fn prepare_entry(
    mut entry: StudentEntry,
    is_enough: &dyn Fn(&[SubmissionFile]) -> bool,
    source: &IntakeSource<'_>,
) -> Result<StudentEntry, IntakeError> {
    let place = entry.place.clone();
    if !place.kind.is_dir() && !place.kind.is_file() {
        return Ok(entry);
    }
    let Ok(seen) = files::list_files(&place) else {
        return Ok(entry);
    };
    entry
        .known
        .remarks
        .extend(shortened_name_remarks(&seen.files));
    let has_to_unpack = seen
        .files
        .iter()
        .any(|file| file.kind.is_file() && is_archive(&file.inside))
        && !is_enough(&seen.files);
    if seen.too_much.is_some() || !(has_to_unpack || needs_conversion(&place.folder, &seen.files)) {
        return Ok(entry);
    }
    if (source.stop)() {
        return Err(IntakeError::Interrupted);
    }
    let arranged = match copy_submission(&place.folder, &seen.files, is_enough, source) {
        Err(IntakeError::Unreadable { folder, source }) => {
            let sentence = ListingError::for_folder(&folder, source).to_sentence(&entry.student);
            let known = KnownHandIn {
                outcome: Some(SubmissionContent::Unreadable(sentence)),
                ..entry.known
            };
            return Ok(StudentEntry { known, ..entry });
        }
        arranged => arranged?,
    };
    let found = arranged.refused.map(SubmissionContent::Refused);
    entry.known.remarks.extend(arranged.remarks);
    let known = KnownHandIn {
        outcome: found,
        ..entry.known
    };
    let place = match place.kind.is_file() && !has_to_unpack {
        // A file in place of a folder is the program, whatever it is called.
        true => {
            let below = PathBuf::from(place.below.file_name().unwrap_or_default());
            SubmissionPath {
                below,
                kind: place.kind,
                folder: arranged.place.folder,
            }
        }
        false => arranged.place,
    };
    Ok(StudentEntry {
        place,
        known,
        ..entry
    })
}
