//! Programs that were linked before, put where others find them.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;

use super::BuildError;
use super::files::{read_output_object, write_file};
use crate::runner::InterruptibleRunner;

/// What was made under this name.
///
/// # Errors
///
/// If it cannot be read.
pub fn read_output(name: &str, runner: &InterruptibleRunner) -> Result<Vec<u8>, BuildError> {
    read_output_object(runner, name)
}

/// Puts a program where a linker would have put it. Its path is returned, as the grader sees it.
///
/// # Errors
///
/// If it cannot be written.
pub fn write_program(
    name: &str,
    bytes: &[u8],
    runner: &InterruptibleRunner,
) -> Result<PathBuf, BuildError> {
    let path = runner.path_outside("out").join(name);
    write_file(path.clone(), bytes)?;
    fs::set_permissions(&path, Permissions::from_mode(0o755)).map_err(|source| {
        BuildError::Write {
            path: path.clone(),
            source,
        }
    })?;
    Ok(path)
}
