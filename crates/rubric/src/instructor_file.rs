//! Files of the instructor's that a rubric or a case names.

use std::io::{ErrorKind, Read as _};
use std::path::Path;

use model::has_header_ending;
use support::beneath::OpenFolder;

/// What a regular file in a folder or below it holds, reached through no link; its length is taken off `left`. The error is what is
/// wrong with it, in words that follow its name.
pub(super) fn read_instructor_file(
    folder: &Path,
    path: &str,
    left: &mut u64,
    too_large: &str,
) -> Result<Vec<u8>, String> {
    let file = match OpenFolder::open_trusted(folder)
        .and_then(|folder| folder.open_file(Path::new(path)))
    {
        Ok(Some(file)) => file,
        Ok(None) => return Err("is a link or no file, or leads out of the folder".to_owned()),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Err("does not exist".to_owned());
        }
        Err(error) => return Err(format!("cannot be read ({error})")),
    };
    let mut bytes = Vec::new();
    file.take(*left + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| format!("cannot be read ({error})"))?;
    *left = left
        .checked_sub(bytes.len() as u64)
        .ok_or_else(|| format!("is too large: {too_large}"))?;
    Ok(bytes)
}

/// Whether a name stands for itself in an `#include` and on a command line, and a compiler takes the file for a header, or for a
/// source with one of these endings, and for nothing else.
pub(super) fn is_source_name(name: &str, endings: &[&str]) -> bool {
    const LONGEST: usize = 100;
    let is_part = |it: char| it.is_ascii_alphanumeric() || "._+-".contains(it);
    let starts = name.starts_with(|it: char| it.is_ascii_alphanumeric() || it == '_');
    let path = Path::new(name);
    let is_source = path
        .extension()
        .is_some_and(|it| endings.iter().any(|known| it == *known));
    let is_known = is_source || has_header_ending(path);
    starts && name.len() <= LONGEST && name.chars().all(is_part) && is_known
}
