//! Locks by which processes see that another one is at work. The system unlocks a file when its owner ends, however that comes.

use std::os::fd::AsFd;

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

/// What came of the attempt to lock a file or folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LockAttempt {
    /// It is locked until its descriptor is closed.
    Held,
    /// Another process holds it.
    InUse,
    /// Its file system has no locks, so nobody knows whether another process is at work.
    Unsupported,
}

/// Locks a file or folder, unless another process holds it.
pub fn try_lock(file: impl AsFd) -> LockAttempt {
    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => LockAttempt::Held,
        Err(Errno::WOULDBLOCK) => LockAttempt::InUse,
        Err(_) => LockAttempt::Unsupported,
    }
}

/// Waits until no other process holds a file or folder, and locks it. Where its file system has no locks, nobody waits.
pub fn lock_if_supported(file: impl AsFd) {
    while flock(&file, FlockOperation::LockExclusive) == Err(Errno::INTR) {}
}
