//! The file that a system let somebody download.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use super::error::UploadError;

/// The largest file that is read, in bytes: a line for each of 100,000 students, with 600 bytes.
const LARGEST: u64 = 64 << 20;

/// The bytes of a file, if they are not too many.
///
/// # Errors
///
/// If it is too large, no regular file, or cannot be read.
pub fn read_upload_file(path: &Path) -> Result<Vec<u8>, UploadError> {
    let failed = |source| UploadError::Read {
        path: path.to_owned(),
        source,
    };
    let is_file = path.metadata().map_err(failed)?.is_file();
    if !is_file {
        let what = format!(
            "{} is no file; expected the file of grades that the system lets you download",
            path.display()
        );
        return Err(UploadError::Refused(what));
    }
    let mut bytes = Vec::new();
    let read =
        || -> io::Result<usize> { File::open(path)?.take(LARGEST + 1).read_to_end(&mut bytes) };
    let mut read = read;
    read().map_err(failed)?;
    if bytes.len() as u64 > LARGEST {
        let what = format!(
            "{} has more than {} MiB, and no file of grades is as large; give the file that the system lets you download",
            path.display(),
            LARGEST >> 20
        );
        return Err(UploadError::Refused(what));
    }
    Ok(bytes)
}
