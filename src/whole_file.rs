//! Files that others wait for or go on with: each is whole or not there, even if the machine goes down.

use std::io::{self, Write as _};
use std::path::Path;

use crate::write_error::WriteError;

/// Writes a file beside its place, has the disk keep it, and moves it there. Only its owner can read it.
///
/// # Errors
///
/// If the disk does not let us; what was in its place is as it was.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    let put = || -> io::Result<()> {
        let mut file = tempfile::NamedTempFile::new_in(path.parent().unwrap_or(Path::new(".")))?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        file.persist(path)?;
        Ok(())
    };
    put().map_err(WriteError::at(path))
}
