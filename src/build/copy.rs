//! Copies a submission's files to where the compiler finds them, and nothing that is no regular file.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Read};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;

use super::BuildError;
use crate::model::SourceFile;

/// Copies `sources` under their names into `folder`. Returns why a file is refused: it may have changed since intake.
pub(super) fn copy(
    sources: &[SourceFile],
    folder: &Path,
    limit: u64,
) -> Result<Option<String>, BuildError> {
    for source in sources {
        let target = folder.join(&source.name);
        let read = |error| BuildError::Read { path: source.path.clone(), source: error };
        let Some(file) = open(&source.path).map_err(read)? else {
            return Ok(Some(format!("`{}` is not a regular file", source.name)));
        };
        let Some(bytes) = whole(file, limit).map_err(read)? else {
            return Ok(Some(format!("`{}` is larger than {limit} bytes", source.name)));
        };
        write(folder, &target, &bytes).map_err(|error| BuildError::folder(&target, error))?;
    }
    Ok(None)
}

/// A regular file's bytes; none if it is something else or larger than the limit.
pub(super) fn read(path: &Path, limit: u64) -> io::Result<Option<Vec<u8>>> {
    open(path)?.map_or(Ok(None), |file| whole(file, limit))
}

fn whole(file: File, limit: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    file.take(limit + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= limit).then_some(bytes))
}

/// Opens a regular file; never follows a link, never waits for a pipe's other end.
fn open(path: &Path) -> io::Result<Option<File>> {
    let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK;
    let file = match OpenOptions::new().read(true).custom_flags(flags).open(path) {
        Ok(file) => file,
        Err(error) if error.raw_os_error() == Some(libc::ELOOP) => return Ok(None),
        Err(error) => return Err(error),
    };
    Ok(file.metadata()?.is_file().then_some(file))
}

/// Writes a file that everybody may read, whatever the user's mask: the compiler may run under another account.
fn write(folder: &Path, target: &Path, bytes: &[u8]) -> io::Result<()> {
    let inner = target.ancestors().skip(1).take_while(|parent| *parent != folder);
    let mut parents: Vec<&Path> = inner.collect();
    parents.reverse();
    for parent in parents.into_iter().filter(|parent| !parent.is_dir()) {
        fs::create_dir(parent)?;
        fs::set_permissions(parent, Permissions::from_mode(0o755))?;
    }
    fs::write(target, bytes)?;
    fs::set_permissions(target, Permissions::from_mode(0o644))
}
