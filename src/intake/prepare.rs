//! An entry of a plain folder, with a copy in its place where it cannot be taken as it lies.

use std::path::PathBuf;

use super::arrange::{arrange, needs_conversion};
use super::entries::{Entry, Known, is_archive};
use super::error::IntakeError;
use super::files::{self, File, LookError, SubmissionPath};
use super::sentences::shortened_names;
use super::source::Source;
use crate::model::Found;

/// The entry, or the same with a copy. What cannot be looked into, or is too much, stays as it is: whoever looks for sources says
/// so.
pub(super) fn prepared(
    mut entry: Entry,
    is_enough: &dyn Fn(&[File]) -> bool,
    source: &Source<'_>,
) -> Result<Entry, IntakeError> {
    let place = entry.place.clone();
    if !place.kind.is_dir() && !place.kind.is_file() {
        return Ok(entry);
    }
    let Ok(seen) = files::look(&place) else { return Ok(entry) };
    entry.known.remarks.extend(shortened_names(&seen.files));
    let has_to_unpack =
        seen.files.iter().any(|file| file.kind.is_file() && is_archive(&file.inside))
            && !is_enough(&seen.files);
    if seen.too_much.is_some() || !(has_to_unpack || needs_conversion(&place.folder, &seen.files)) {
        return Ok(entry);
    }
    if (source.stop)() {
        return Err(IntakeError::Interrupted);
    }
    let arranged = match arrange(&place.folder, &seen.files, is_enough, source) {
        Err(IntakeError::Unreadable { folder, source }) => {
            let sentence = LookError::at(&folder, source).sentence(&entry.student);
            let known = Known { found: Some(Found::Unreadable(sentence)), ..entry.known };
            return Ok(Entry { known, ..entry });
        }
        arranged => arranged?,
    };
    let found = arranged.refused.map(Found::Refused);
    entry.known.remarks.extend(arranged.remarks);
    let known = Known { found, ..entry.known };
    let place = match place.kind.is_file() && !has_to_unpack {
        // A file in place of a folder is the program, whatever it is called.
        true => {
            let below = PathBuf::from(place.below.file_name().unwrap_or_default());
            SubmissionPath { below, kind: place.kind, folder: arranged.place.folder }
        }
        false => arranged.place,
    };
    Ok(Entry { place, known, ..entry })
}
