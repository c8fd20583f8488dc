//! Reads the entries of zip and tar archives.

use std::cell::Cell;
use std::fs::File;
use std::io::{BufReader, Read};
use std::rc::Rc;

use super::format::{ArchiveError, damage_error, oversize_error, refusal_error};
use super::name::decode_name;
use super::target::{Allowance, LimitedReader, UnpackTarget};
use support::printable::to_printable;
use tar::{Archive, EntryType, PaxExtensions};
use zip::ZipArchive;
use zip::result::ZipError;

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

/// The longest description of an entry, in bytes: a name, and what systems note beside it.
const LONGEST_DESCRIPTION: u64 = 64 << 10;

/// How many times as many bytes as it may unpack an archive may have: what is left out has to be read as well.
const READ: u64 = 4;

/// Entries are read one by one (`raw`): the library would keep long names in memory, however long they claim to be.
pub(super) fn unpack_tar(
    archive: impl Read,
    target: &mut UnpackTarget<'_>,
) -> Result<(), ArchiveError> {
    let most = target
        .bounds
        .all
        .saturating_mul(READ)
        .saturating_add(target.bounds.max_name_bytes());
    let allowance: Allowance = Rc::new(Cell::new(Some(most)));
    let limited = LimitedReader {
        inner: archive,
        allowance: Rc::clone(&allowance),
    };
    unpack_entries(limited, target).map_err(|error| match allowance.get() {
        // What it unpacks to has no end: it is not damaged.
        Some(0) => oversize_error(format!("unpacks to more than {} MiB", most >> 20)),
        _ => error,
    })
}

fn unpack_entries(archive: impl Read, target: &mut UnpackTarget<'_>) -> Result<(), ArchiveError> {
    let mut archive = Archive::new(archive);
    let entries = archive.entries().map_err(|error| damage_error(&error))?;
    let mut long_name: Option<Vec<u8>> = None;
    for entry in entries.raw(true) {
        let mut entry = entry.map_err(|error| damage_error(&error))?;
        let kind = entry.header().entry_type();
        match kind {
            EntryType::GNULongName => {
                let mut name = read_description(&mut entry)?;
                name.retain(|byte| *byte != 0);
                long_name = Some(name);
                continue;
            }
            EntryType::XHeader => {
                long_name = parse_pax_name(&read_description(&mut entry)?).or(long_name);
                continue;
            }
            EntryType::GNULongLink | EntryType::XGlobalHeader => continue,
            _ => {}
        }
        let name = long_name
            .take()
            .unwrap_or_else(|| entry.path_bytes().into_owned());
        let Some(path) = target.register_entry(&name)? else {
            continue;
        };
        match kind {
            EntryType::Directory => target.make_folder(&path)?,
            EntryType::Regular | EntryType::Continuous if name.ends_with(b"/") => {
                target.make_folder(&path)?;
            }
            EntryType::Regular | EntryType::Continuous => target.make_file(&path, &mut entry)?,
            _ => target.skip_entry(&path, "it is a link or a device"),
        }
    }
    Ok(())
}

fn read_description(entry: &mut impl Read) -> Result<Vec<u8>, ArchiveError> {
    let mut bytes = Vec::new();
    let read = entry.take(LONGEST_DESCRIPTION + 1).read_to_end(&mut bytes);
    match read.map_err(|error| damage_error(&error))? as u64 {
        0..=LONGEST_DESCRIPTION => Ok(bytes),
        _ => Err(refusal_error("holds a name that is too long")),
    }
}

fn parse_pax_name(description: &[u8]) -> Option<Vec<u8>> {
    let fields = PaxExtensions::new(description).filter_map(Result::ok);
    fields
        .filter(|field| field.key_bytes() == b"path")
        .map(|it| it.value_bytes().to_vec())
        .last()
}
