//! Entries of tar archives.
//!
//! Entries are read as they stand in the archive (`raw`): the library would keep long names in memory whole, however long
//! they say that they are.

use std::cell::Cell;
use std::io::Read;
use std::rc::Rc;

use tar::{Archive, EntryType, PaxExtensions};

use super::error::{ArchiveError, damage_error, oversize_error, refusal_error};
use super::limited::{Allowance, LimitedReader};
use super::target::UnpackTarget;

/// The longest description of an entry, in bytes: a name, and what systems note beside it.
const LONGEST_DESCRIPTION: u64 = 64 << 10;

/// How many times as many bytes as it may unpack an archive may have: what is left out has to be read as well.
const READ: u64 = 4;

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
