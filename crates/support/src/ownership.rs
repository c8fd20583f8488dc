//! Whose files and folders are.

use std::fs::Metadata;
use std::os::unix::fs::MetadataExt as _;

/// Whether a file or folder belongs to the user, and nobody else can write to it.
pub fn belongs_to_user(found: &Metadata) -> bool {
    found.uid() == rustix::process::geteuid().as_raw() && found.mode() & 0o022 == 0
}
