//! Opens what students handed in, and follows no link on the way.
//!
//! A path is looked up anew each time that it is opened, so a folder that was one when it was listed may have become a
//! link since, to somewhere that only the grader may read. Here every folder is opened by its name in the folder above,
//! which is open already, and a link is not opened: what is reached stands below the first folder. `openat2` does the
//! same in one call, from Linux 5.6 on and where a container's filter knows it; this way is the same on every system.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Component, Path};

use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags, open, openat, readlinkat, statat};
use rustix::io::Errno;

/// A folder that is open.
#[derive(Debug)]
pub struct OpenFolder(OwnedFd);

/// What a folder holds under one name.
#[derive(Debug, Clone, Copy)]
pub struct FolderEntry {
    /// Whether the entry is a file, a folder or something else.
    pub kind: FileType,
    /// In bytes, of a file.
    pub size: u64,
}

/// A folder is only passed through, which needs no right to list it.
const PASS: OFlags = OFlags::PATH.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);
const READ: OFlags = OFlags::RDONLY.union(OFlags::CLOEXEC);

impl OpenFolder {
    /// Opens the folder that an instructor named. Links on the way to it are the instructor's own.
    pub fn open_trusted(path: &Path) -> io::Result<OpenFolder> {
        Ok(OpenFolder(open(path, PASS, Mode::empty())?))
    }

    /// Opens a folder below this one; none if a link is on the way, or something that is no folder.
    pub fn open_folder(&self, below: &Path) -> io::Result<Option<OpenFolder>> {
        let mut folder = OpenFolder(self.0.try_clone()?);
        for name in below.components() {
            match folder.open_component(name)? {
                Some(next) => folder = next,
                None => return Ok(None),
            }
        }
        Ok(Some(folder))
    }

    fn open_component(&self, name: Component<'_>) -> io::Result<Option<OpenFolder>> {
        let name = match name {
            Component::Normal(name) => name,
            Component::CurDir => OsStr::new("."),
            // Up, or from the root: not below.
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => return Ok(None),
        };
        Ok(self.open_no_follow(name, PASS)?.map(OpenFolder))
    }

    /// Opens a regular file below this folder; none if a link is on the way, or it is something else. Never waits for the
    /// other end of a pipe.
    pub fn open_file(&self, below: &Path) -> io::Result<Option<File>> {
        let Some(name) = below.file_name() else {
            return Ok(None);
        };
        let Some(folder) = self.open_folder(below.parent().unwrap_or(Path::new("")))? else {
            return Ok(None);
        };
        let Some(file) = folder.open_no_follow(name, READ | OFlags::NONBLOCK)? else {
            return Ok(None);
        };
        let file = File::from(file);
        Ok(file.metadata()?.is_file().then_some(file))
    }

    fn open_no_follow(&self, name: &OsStr, flags: OFlags) -> io::Result<Option<OwnedFd>> {
        match openat(&self.0, name, OFlags::NOFOLLOW | flags, Mode::empty()) {
            Ok(opened) => Ok(Some(opened)),
            // A link; no folder; a socket or a device without a driver.
            Err(Errno::LOOP | Errno::NOTDIR | Errno::NXIO | Errno::NODEV) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// The names in this folder, one by one, in no order.
    pub fn list_names(&self) -> io::Result<impl Iterator<Item = io::Result<OsString>>> {
        let entries = Dir::new(openat(
            &self.0,
            ".",
            READ | OFlags::DIRECTORY,
            Mode::empty(),
        )?)?;
        Ok(entries.filter_map(|entry| match entry {
            Ok(entry) => {
                let name = entry.file_name().to_bytes();
                (name != b"." && name != b"..").then(|| Ok(OsStr::from_bytes(name).to_owned()))
            }
            Err(error) => Some(Err(error.into())),
        }))
    }

    /// Where a link in this folder leads, as it is written; none if that is not UTF-8.
    pub fn read_link(&self, name: &OsStr) -> io::Result<Option<String>> {
        Ok(readlinkat(&self.0, name, Vec::new())?.into_string().ok())
    }

    /// What has this name in the folder, which is a link if it is one; none if it has gone.
    pub fn stat_entry(&self, name: &OsStr) -> io::Result<Option<FolderEntry>> {
        let found = match statat(self.0.as_fd(), name, AtFlags::SYMLINK_NOFOLLOW) {
            Err(Errno::NOENT) => return Ok(None),
            found => found?,
        };
        let kind = FileType::from_raw_mode(found.st_mode);
        Ok(Some(FolderEntry {
            kind,
            size: u64::try_from(found.st_size).unwrap_or(0),
        }))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Read as _;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn nothing_is_reached_through_a_link_or_from_above() {
        let home = tempfile::tempdir().unwrap();
        let at = |name: &str| home.path().join(name);
        for folder in ["class/ann/src", "secret"] {
            fs::create_dir_all(at(folder)).unwrap();
        }
        for file in ["class/ann/src/a.cpp", "secret/a.cpp"] {
            fs::write(at(file), file).unwrap();
        }
        symlink("../../secret", at("class/ann/away")).unwrap();
        symlink("../ann/src/a.cpp", at("class/ann/a.cpp")).unwrap();
        symlink("src", at("class/ann/near")).unwrap();
        symlink("class", at("linked")).unwrap();
        // What the instructor named may be a link.
        let class = OpenFolder::open_trusted(&at("linked")).unwrap();
        let read = |name: &str| {
            let mut text = String::new();
            let file = class.open_file(Path::new(name)).unwrap();
            file.map(|mut file| file.read_to_string(&mut text).map(|_| text).unwrap())
        };
        assert_eq!(
            read("ann/src/a.cpp").as_deref(),
            Some("class/ann/src/a.cpp")
        );
        assert_eq!(
            read("./ann/src/a.cpp").as_deref(),
            Some("class/ann/src/a.cpp")
        );
        let absolute = at("secret/a.cpp");
        for name in [
            "ann/away/a.cpp",
            "ann/near/a.cpp",
            "ann/a.cpp",
            "../secret/a.cpp",
            "ann/../../secret/a.cpp",
            "ann/src",
            "ann/src/a.cpp/..",
            "ann/src/a.cpp/b.cpp",
            "",
            absolute.to_str().unwrap(),
        ] {
            assert_eq!(read(name), None, "{name}");
        }
        assert!(class.open_file(Path::new("ann/none.cpp")).is_err());
    }
}
