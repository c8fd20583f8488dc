//! The owner's executable, ready to be started again under an account without rights: so what reads untrusted files can be
//! the owner itself, in a process of its own.

use std::fs::{File, Permissions};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create};

/// The executable, opened once for all supervisors: in a root of their own they could not find it.
#[derive(Debug)]
pub(super) struct OwnerExecutable {
    file: OwnedFd,
    /// Whether it is a copy in memory, which has no place in any folder.
    pub(super) is_copy: bool,
}

impl OwnerExecutable {
    /// Opens it. Root starts it under another account; where that may not execute the file, it is copied to memory, where
    /// nobody can change it.
    pub(super) fn open(path: &Path) -> io::Result<OwnerExecutable> {
        const FOR_OTHERS: u32 = 0o001;
        let file = File::open(path)?;
        let is_for_others = file.metadata()?.permissions().mode() & FOR_OTHERS != 0;
        if is_for_others || !rustix::process::geteuid().is_root() {
            return Ok(OwnerExecutable {
                file: file.into(),
                is_copy: false,
            });
        }
        Ok(OwnerExecutable {
            file: copy_to_memory(file)?,
            is_copy: true,
        })
    }
}

impl AsFd for OwnerExecutable {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.file.as_fd()
    }
}

/// A copy in memory that everybody may execute, closed to every change.
fn copy_to_memory(mut file: File) -> io::Result<OwnedFd> {
    const NAME: &str = "own";
    let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
    // Before Linux 6.3 there is no flag for files that may be executed: all may.
    let memory =
        memfd_create(NAME, flags | MemfdFlags::EXEC).or_else(|_| memfd_create(NAME, flags))?;
    let mut memory = File::from(memory);
    io::copy(&mut file, &mut memory)?;
    memory.set_permissions(Permissions::from_mode(0o555))?;
    let seals = SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL;
    fcntl_add_seals(&memory, seals)?;
    Ok(memory.into())
}
