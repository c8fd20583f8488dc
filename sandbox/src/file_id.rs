//! Which file something is.

/// A file, whatever it is called and from wherever it is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FileId {
    device: u64,
    number: u64,
}

impl FileId {
    pub(super) fn new(device: u64, number: u64) -> FileId {
        FileId { device, number }
    }
}
