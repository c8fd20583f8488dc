//! One record among bytes: its length and a checksum before it, so that what a stopped run has half written, and what a disk
//! has changed, is no record.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;

/// The bytes before each record: its length, and the beginning of its BLAKE3 checksum.
pub(super) const HEAD: u64 = 4 + CHECKSUM as u64;

const CHECKSUM: usize = 16;

/// A larger record than any that this program makes.
const MOST: u32 = 256 << 20;

/// A record with what stands before it.
///
/// # Errors
///
/// If it is too large to be one.
pub(crate) fn encode_frame(record: &[u8]) -> io::Result<Vec<u8>> {
    let length = u32::try_from(record.len())
        .ok()
        .filter(|length| *length <= MOST);
    let length = length.ok_or(io::ErrorKind::FileTooLarge)?;
    let mut frame = Vec::with_capacity(record.len() + HEAD as usize);
    frame.extend(length.to_le_bytes());
    frame.extend(&blake3::hash(record).as_bytes()[..CHECKSUM]);
    frame.extend(record);
    Ok(frame)
}

/// The record that begins there; none if no whole one does.
pub(super) fn read_frame(file: &File, at: u64, end: u64) -> io::Result<Option<Vec<u8>>> {
    if end.saturating_sub(at) < HEAD {
        return Ok(None);
    }
    let mut head = [0; HEAD as usize];
    file.read_exact_at(&mut head, at)?;
    let (length, checksum) = head.split_at(4);
    let length = u32::from_le_bytes(length.try_into().unwrap_or_default());
    if length > MOST || end - at - HEAD < u64::from(length) {
        return Ok(None);
    }
    let mut record = vec![0; length as usize];
    file.read_exact_at(&mut record, at + HEAD)?;
    let is_whole = blake3::hash(&record).as_bytes()[..CHECKSUM] == *checksum;
    Ok(is_whole.then_some(record))
}

/// Where the record ends that begins there, by its head alone: enough to count records, whatever is in them. None if no whole one
/// can begin there.
pub(crate) fn find_frame_end(file: &File, at: u64, end: u64) -> io::Result<Option<u64>> {
    if end.saturating_sub(at) < HEAD {
        return Ok(None);
    }
    let mut length = [0; 4];
    file.read_exact_at(&mut length, at)?;
    let length = u32::from_le_bytes(length);
    let is_whole = length <= MOST && end - at - HEAD >= u64::from(length);
    Ok(is_whole.then(|| at + HEAD + u64::from(length)))
}
