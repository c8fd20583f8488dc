//! Unpacks archives that nobody trusts into a folder of ours.
//!
//! An archive is a list of names and bytes that its author chose, and each choice may be an attack: a name that leads out of
//! the folder, a link that a later name goes through, a kilobyte that becomes a terabyte, a hundred thousand names. So here
//! an archive only ever adds new regular files and folders below one folder that was empty, nothing in it can be executed,
//! and what it may cost is bounded before it is read ([`UnpackBounds`]).
//!
//! | file | what it knows |
//! | --- | --- |
//! | `format` | which archives are understood, and why one is not unpacked |
//! | `name` | the bytes of a name: their encoding, and whether they stay below |
//! | `target` | the folder: new files and folders only, as many and as large as the bounds say |
//! | `zip_archive` | what a format says of its entries |

mod format;
mod name;
mod target;
#[cfg(test)]
mod tests;
mod zip_archive;

use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

pub use self::format::ArchiveError;
use flate2::read::MultiGzDecoder;
pub use format::ArchiveFormat;
pub(crate) use name::{decode_name, is_shortened, parse_entry_path};
pub use target::UnpackBounds;
pub(crate) use target::UnpackReport;

/// Unpacks an archive into `folder`, which is empty. What systems and editors leave behind is not unpacked; what else was left
/// out is in the value. `stop` says whether the user wants to stop.
///
/// # Errors
///
/// If the archive is damaged, encrypted, beyond a bound or dangerous; if the folder cannot be written; if the user wants to stop.
/// What was unpacked until then stays in the folder.
pub fn unpack_archive(
    archive: File,
    format: ArchiveFormat,
    folder: &Path,
    bounds: &UnpackBounds,
    stop: &dyn Fn() -> bool,
) -> Result<UnpackReport, ArchiveError> {
    let unpack = || {
        let mut target = target::UnpackTarget::new(folder, bounds, stop);
        match format {
            ArchiveFormat::Zip => zip_archive::unpack_zip(archive, &mut target)?,
            ArchiveFormat::Tar => zip_archive::unpack_tar(archive, &mut target)?,
            // A file of several streams is what `cat a.gz b.gz` and `pigz` make.
            ArchiveFormat::TarGz => {
                zip_archive::unpack_tar(MultiGzDecoder::new(archive), &mut target)?
            }
        }
        Ok(target.into_report())
    };
    // Should a library give up on an archive in the only way that it knows, this is still one student's and not the whole class's.
    // Nothing is used afterwards that it may have left half done.
    let result = catch_unwind(AssertUnwindSafe(unpack));
    result.unwrap_or_else(|_| Err(format::damage_error(&"it cannot be understood")))
}
