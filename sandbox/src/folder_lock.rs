//! A lock on a folder, which the kernel takes from its holder when that dies, however it dies.

use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;

use rustix::fs::{FlockOperation, Mode, OFlags, flock, fstat, open};
use rustix::io::Errno;

/// What came of the wish to lock a folder.
pub(super) enum FolderLock {
    /// It is ours as long as the descriptor.
    Held(OwnedFd),
    /// Somebody else holds it, or has just removed the folder.
    Taken,
    /// There are no locks on this disk, so nobody sweeps here.
    Unknown,
}

/// Tries to lock a folder.
pub(super) fn lock_folder(folder: &Path) -> io::Result<FolderLock> {
    let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::RDONLY | OFlags::CLOEXEC;
    let descriptor = match open(folder, flags, Mode::empty()) {
        Err(Errno::NOENT) => return Ok(FolderLock::Taken),
        descriptor => descriptor?,
    };
    match flock(&descriptor, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) if fstat(&descriptor)?.st_nlink > 0 => Ok(FolderLock::Held(descriptor)),
        Ok(()) | Err(Errno::WOULDBLOCK) => Ok(FolderLock::Taken),
        Err(_) => Ok(FolderLock::Unknown),
    }
}
