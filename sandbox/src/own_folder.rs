//! The folder of one run: files that a program finds where it starts, and files that it may write.
//!
//! All names in it are made before the run, by the owner, in a folder that belongs to the owner: a program changes what is in files
//! that are its own, and can make, remove or rename none. So whoever reads the files afterwards finds no link, no pipe and
//! no name that a program chose, and what a run can leave is as large as its files may become, and no larger.
//! (Without Landlock a program of the user's own account is held by nothing of that; what it leaves is removed all the same.)

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write as _};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt, fchown};
use std::path::{Component, Path, PathBuf};
use std::time::SystemTime;

use crate::accounts::AccountPair;
use rustix::fs::{
    FlockOperation, MemfdFlags, Mode, OFlags, SealFlags, fcntl_add_seals, flock, fstat,
    memfd_create, open,
};
use rustix::io::Errno;

/// A file that a run finds in its folder.
#[derive(Debug, Clone, Copy)]
pub struct RunFile<'a> {
    /// Its name, or its path below the folder.
    pub name: &'a str,
    /// What it holds.
    pub content: &'a [u8],
    /// Whether the program may write it.
    pub is_writable: bool,
}

/// Fills an owner's folder with these files and nothing else. They seem to have been written in 1970, so that whoever looks
/// afterwards knows which of them were written.
pub(super) fn fill_folder(
    folder: &Path,
    files: &[RunFile<'_>],
    accounts: Option<AccountPair>,
) -> io::Result<()> {
    empty_folder(folder)?;
    files
        .iter()
        .try_for_each(|file| create_file(folder, file, accounts))
}

fn create_file(folder: &Path, file: &RunFile<'_>, accounts: Option<AccountPair>) -> io::Result<()> {
    let name = Path::new(file.name);
    let mut parts = name.components();
    let is_below = parts.all(|part| matches!(part, Component::Normal(_)));
    // Neither nothing, nor one name written as if it were another.
    if !is_below
        || name.components().collect::<PathBuf>().as_os_str() != file.name
        || file.name.is_empty()
    {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    create_parent_folders(folder, name)?;
    let flags = libc::O_NOFOLLOW | libc::O_CLOEXEC;
    let mut options = OpenOptions::new();
    let mut made: File = options
        .write(true)
        .create_new(true)
        .custom_flags(flags)
        .open(folder.join(name))?;
    made.write_all(file.content)?;
    let mode = match (file.is_writable, accounts) {
        (false, _) => 0o444,
        (true, Some(AccountPair { programs, .. })) => {
            fchown(&made, Some(programs), Some(programs))?;
            0o644
        }
        (true, None) => 0o644,
    };
    made.set_permissions(Permissions::from_mode(mode))?;
    made.set_modified(SystemTime::UNIX_EPOCH)
}

/// Makes the folders above a file. They are ours, so that nothing can be made in them.
fn create_parent_folders(folder: &Path, name: &Path) -> io::Result<()> {
    let above = name.parent().into_iter().flat_map(Path::components);
    let mut path = folder.to_owned();
    for part in above {
        path.push(part);
        match fs::create_dir(&path) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => fs::set_permissions(&path, Permissions::from_mode(0o755))?,
        }
    }
    Ok(())
}

/// Removes all that is in the folder. Links are removed and never followed.
fn empty_folder(folder: &Path) -> io::Result<()> {
    make_accessible(folder)?;
    make_subfolders_accessible(folder)?;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())?;
        } else {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// A program of the owner's own account may have locked its folder.
pub(super) fn make_accessible(folder: &Path) -> io::Result<()> {
    fs::set_permissions(folder, Permissions::from_mode(0o755))
}

/// The same for the folders in it, however deep. Links are no folders.
fn make_subfolders_accessible(folder: &Path) -> io::Result<()> {
    let mut left = vec![folder.to_owned()];
    while let Some(folder) = left.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                make_accessible(&entry.path())?;
                left.push(entry.path());
            }
        }
    }
    Ok(())
}

/// The executable, opened once for all supervisors: in a root of their own they could not find it.
///
/// It is started again under an account without rights, so that the process that reads untrusted files is the owner itself.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_holds_what_it_is_given_and_nothing_of_before() {
        let folder = tempfile::tempdir().unwrap();
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("mine"), "").unwrap();
        fs::create_dir_all(folder.path().join("deep/deeper")).unwrap();
        std::os::unix::fs::symlink(outside.path(), folder.path().join("link")).unwrap();
        let file = RunFile {
            name: "in.txt",
            content: b"1\n",
            is_writable: false,
        };
        fill_folder(folder.path(), &[file], None).unwrap();
        let names = fs::read_dir(folder.path())
            .unwrap()
            .map(|it| it.unwrap().file_name());
        assert_eq!(names.collect::<Vec<_>>(), ["in.txt"]);
        assert!(outside.path().join("mine").exists());
        fill_folder(folder.path(), &[], None).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        let deep = RunFile {
            name: "data/small/in.txt",
            content: b"2\n",
            is_writable: false,
        };
        fill_folder(folder.path(), &[deep, file], None).unwrap();
        assert_eq!(
            fs::read(folder.path().join("data/small/in.txt")).unwrap(),
            b"2\n"
        );
        for locked in ["data/small", "data"] {
            let nothing = Permissions::from_mode(0o0);
            fs::set_permissions(folder.path().join(locked), nothing).unwrap();
        }
        fill_folder(folder.path(), &[], None).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        for name in ["../x", "a/../b", "", "..", "/x", "a//b", "./a", "a/"] {
            let file = RunFile {
                name,
                content: b"",
                is_writable: true,
            };
            fill_folder(folder.path(), &[file], None).unwrap_err();
        }
    }
}
