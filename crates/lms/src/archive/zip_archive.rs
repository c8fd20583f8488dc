//! Entries of zip archives.

use std::cell::Cell;
use std::fs::File;
use std::io::BufReader;
use std::rc::Rc;

use zip::ZipArchive;
use zip::result::ZipError;

use super::error::{ArchiveError, damage_error, oversize_error, refusal_error};
use super::limited::{Allowance, LimitedReader};
use super::name::decode_name;
use super::target::UnpackTarget;
use support::printable::to_printable;

/// What a zip archive may have before its list of names, in bytes: a comment, and the marks where the list begins.
const DIRECTORY_OVERHEAD: u64 = 1 << 20;

pub(super) fn unpack_zip(archive: File, target: &mut UnpackTarget<'_>) -> Result<(), ArchiveError> {
    // The list of names is kept in memory, so how much of the file is read for it is bounded.
    let allowance: Allowance = Rc::new(Cell::new(Some(
        target.bounds.max_name_bytes() + DIRECTORY_OVERHEAD,
    )));
    let reader = LimitedReader {
        inner: archive,
        allowance: Rc::clone(&allowance),
    };
    let mut archive =
        ZipArchive::new(BufReader::new(reader)).map_err(|error| to_archive_error(&error))?;
    allowance.set(None);
    if archive.has_duplicate_names() {
        return Err(refusal_error(
            "holds a name twice, so it is not clear which file is meant",
        ));
    }
    if archive.len() > target.bounds.entries {
        return Err(oversize_error("holds too many files and folders"));
    }
    // A small archive becomes a very large one where its files share their bytes.
    if archive
        .has_overlapping_entries()
        .map_err(|error| to_archive_error(&error))?
    {
        return Err(refusal_error(
            "is made so that its files share their bytes, as no program packs them",
        ));
    }
    for index in 0..archive.len() {
        let (raw, is_folder, is_link) = {
            let entry = archive
                .by_index_raw(index)
                .map_err(|error| to_archive_error(&error))?;
            if entry.encrypted() {
                let name = to_printable(decode_name(entry.name_raw()));
                return Err(refusal_error(format!(
                    "is encrypted with a password (`{name}` is)"
                )));
            }
            let raw = entry.name_raw().to_vec();
            let is_folder = raw.ends_with(b"/") || raw.ends_with(b"\\");
            (raw, is_folder, is_special(entry.unix_mode()))
        };
        let Some(path) = target.register_entry(&raw)? else {
            continue;
        };
        if is_link {
            target.skip_entry(&path, "it is a link or a device");
        } else if is_folder {
            target.make_folder(&path)?;
        } else {
            let mut entry = archive
                .by_index(index)
                .map_err(|error| to_archive_error(&error))?;
            target.make_file(&path, &mut entry)?;
        }
    }
    Ok(())
}

/// Whether a mode of Unix says something else than a file or a folder. Other systems write none.
fn is_special(mode: Option<u32>) -> bool {
    const KIND: u32 = 0o170_000;
    !matches!(
        mode.map(|mode| mode & KIND),
        None | Some(0 | 0o100_000 | 0o040_000)
    )
}

fn to_archive_error(error: &ZipError) -> ArchiveError {
    match error {
        ZipError::UnsupportedArchive(what) => refusal_error(format!(
            "is packed in another way than an ordinary zip ({what})"
        )),
        error => damage_error(error),
    }
}
