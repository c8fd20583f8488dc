//! Files that are whole or not there: each is written beside its place and then moved into it. A file that says the same
//! already is left as it is, which spares the disk most of its work where little has changed.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, BufWriter, Read as _, Seek as _, Write};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::Path;

use rustix::fs::OFlags;
use tempfile::NamedTempFile;

use super::folders::{folders_between, is_folder};
use support::write_error::WriteError;

/// How much is compared, or written, at a time.
const CHUNK: usize = 64 << 10;

/// Puts `bytes` where `path` says, somewhere below `out`, replacing what was there in one step. No link is followed: that was
/// so before the work began, and is asked again.
pub(super) fn replace_file(out: &Path, path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    let put = |folder: &Path| -> io::Result<()> {
        // All of it is there already, so no buffer is needed.
        let mut file = FileReplacement::new(path, folder)?;
        file.write_all(bytes)?;
        file.finish()
    };
    put(make_folders(out, path)?).map_err(WriteError::for_path(path))
}

/// The same with whatever `fill` writes.
pub(super) fn replace_file_with(
    out: &Path,
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), WriteError> {
    let folder = make_folders(out, path)?;
    let put = || -> io::Result<()> {
        let mut file = BufWriter::with_capacity(CHUNK, FileReplacement::new(path, folder)?);
        fill(&mut file)?;
        file.into_inner()?.finish()
    };
    put().map_err(WriteError::for_path(path))
}

/// Makes the folders between `out` and the file `path` where there are none. The file's folder is the value.
fn make_folders<'p>(out: &'p Path, path: &'p Path) -> Result<&'p Path, WriteError> {
    let folder = path.parent().unwrap_or(out);
    for part in folders_between(out, folder) {
        make_folder(&part).map_err(WriteError::for_path(&part))?;
    }
    Ok(folder)
}

/// Makes a folder where there is none.
fn make_folder(path: &Path) -> io::Result<()> {
    if is_folder(path)? {
        return Ok(());
    }
    match fs::create_dir(path) {
        // Another thread had the same in mind.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && is_folder(path)? => Ok(()),
        made => made,
    }
}

/// A file in the making.
struct FileReplacement<'p> {
    path: &'p Path,
    folder: &'p Path,
    state: ReplacementState,
}

enum ReplacementState {
    /// So far it says what the file in its place says, up to where that was read.
    Same(File),
    /// It is another.
    New(NamedTempFile),
}

impl<'p> FileReplacement<'p> {
    fn new(path: &'p Path, folder: &'p Path) -> io::Result<FileReplacement<'p>> {
        let state = match regular_file(path) {
            Some(old) => ReplacementState::Same(old),
            None => ReplacementState::New(new_temp_file(folder)?),
        };
        Ok(FileReplacement {
            path,
            folder,
            state,
        })
    }

    fn finish(mut self) -> io::Result<()> {
        if let ReplacementState::Same(old) = &mut self.state {
            let length = old.stream_position()?;
            if old.metadata()?.len() == length {
                return Ok(());
            }
            self.state = ReplacementState::New(copy_beginning(old, length, self.folder)?);
        }
        if let ReplacementState::New(new) = self.state {
            new.persist(self.path)?;
        }
        Ok(())
    }
}

impl Write for FileReplacement<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let bytes = &bytes[..bytes.len().min(CHUNK)];
        if let ReplacementState::Same(old) = &mut self.state {
            let length = old.stream_position()?;
            if continues_with(old, bytes)? {
                return Ok(bytes.len());
            }
            self.state = ReplacementState::New(copy_beginning(old, length, self.folder)?);
        }
        match &mut self.state {
            ReplacementState::New(new) => new.write(bytes),
            ReplacementState::Same(_) => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The file in this place, if it is one that can be read; a link is none.
fn regular_file(path: &Path) -> Option<File> {
    // Whatever else has that name must not keep us waiting.
    let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits();
    let flags = i32::try_from(flags).ok()?;
    let file = OpenOptions::new()
        .read(true)
        .custom_flags(flags)
        .open(path)
        .ok()?;
    file.metadata()
        .is_ok_and(|found| found.is_file())
        .then_some(file)
}

/// Whether these bytes come next.
fn continues_with(file: &mut File, bytes: &[u8]) -> io::Result<bool> {
    let mut found = vec![0; bytes.len()];
    match file.read_exact(&mut found) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        read => read.map(|()| found == bytes),
    }
}

/// A new file in `folder` that begins as the old one does.
fn copy_beginning(old: &mut File, length: u64, folder: &Path) -> io::Result<NamedTempFile> {
    let mut new = new_temp_file(folder)?;
    old.rewind()?;
    io::copy(&mut old.take(length), new.as_file_mut())?;
    Ok(new)
}

fn new_temp_file(folder: &Path) -> io::Result<NamedTempFile> {
    // The usual permissions of a new file: reports are there to be read by others.
    let usual = Permissions::from_mode(0o666);
    tempfile::Builder::new()
        .permissions(usual)
        .tempfile_in(folder)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{MetadataExt as _, symlink};
    use std::sync::Barrier;
    use std::thread;

    use super::*;

    /// What a file with `old` in its place says when `new` has been put there, and whether it is still that file.
    fn replaced(old: &[u8], new: &[u8]) -> (Vec<u8>, bool) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, old).unwrap();
        let kept = File::open(&path).unwrap();
        // In pieces, as whoever has much to say does.
        let pieces =
            |file: &mut dyn Write| new.chunks(100_000).try_for_each(|it| file.write_all(it));
        replace_file_with(folder.path(), &path, pieces).unwrap();
        assert_eq!(
            fs::read_dir(folder.path()).unwrap().count(),
            1,
            "nothing is left beside it"
        );
        let is_same = fs::metadata(&path).unwrap().ino() == kept.metadata().unwrap().ino();
        (fs::read(&path).unwrap(), is_same)
    }

    #[test]
    fn a_file_that_says_the_same_is_left_and_any_other_is_replaced() {
        let text: Vec<u8> = (0..300_000_u32)
            .flat_map(|number| number.to_le_bytes())
            .collect();
        let mut others = vec![text[1..].to_vec(), text[..CHUNK].to_vec(), Vec::new()];
        for place in [0, 1, CHUNK - 1, CHUNK, 3 * CHUNK + 7, text.len() - 1] {
            let mut other = text.clone();
            other[place] ^= 1;
            others.push(other);
        }
        others.push([&text[..], b"."].concat());
        for other in others {
            assert!(
                replaced(&text, &other) == (other.clone(), false),
                "{} bytes",
                other.len()
            );
            assert!(
                replaced(&other, &text) == (text.clone(), false),
                "{} bytes",
                other.len()
            );
            assert!(
                replaced(&other, &other) == (other.clone(), true),
                "{} bytes",
                other.len()
            );
        }
    }

    #[test]
    fn threads_that_need_the_same_folder_do_not_mind_each_other() {
        let folder = tempfile::tempdir().unwrap();
        for round in 0..50 {
            let out = folder.path();
            let inner = folder.path().join(round.to_string()).join("inner");
            let together = Barrier::new(4);
            let write = |name: usize| {
                together.wait();
                replace_file(out, &inner.join(name.to_string()), b"text").unwrap();
            };
            thread::scope(|scope| (0..4).for_each(|name| drop(scope.spawn(move || write(name)))));
            assert_eq!(fs::read_dir(&inner).unwrap().count(), 4);
        }
    }

    #[test]
    fn a_link_in_its_place_is_replaced_and_what_it_leads_to_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let other = folder.path().join("other");
        fs::write(&other, "same").unwrap();
        symlink(&other, &path).unwrap();
        replace_file(folder.path(), &path, b"same").unwrap();
        assert!(fs::symlink_metadata(&path).unwrap().is_file());
        assert_eq!(fs::read(&other).unwrap(), b"same");
    }
}
