//! What trials came to, kept from run to run: one small file for each linker, its libraries and flags.
//!
//! It holds a number and no code. Who changes it can have programs linked plainly, or with the order of symbols of another
//! linker; it is the user's own.

use std::fs::{self, DirBuilder, Permissions};
use std::hash::{DefaultHasher, Hash, Hasher as _};
use std::io::Write as _;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// Counts up when what is kept of the same linker would be another number.
const SCHEME: u32 = 1;

/// How large the linker's table becomes, as an earlier run found; 0 if import libraries are of no use there.
pub(super) fn read(folder: Option<&Path>, identity: &[String]) -> Option<u64> {
    let text = fs::read_to_string(file(folder?, identity)).ok()?;
    let (known, sum) = text.trim_end().rsplit_once('\n')?;
    let (known, size) = known.rsplit_once('\n')?;
    let size = size.parse().ok()?;
    // Another identity may have the same name, and a disk may forget.
    let is_whole = known == identity.join("\n") && sum == checksum(identity, size);
    is_whole.then_some(size)
}

/// Keeps it. Where it cannot be kept, the next run tries again.
pub(super) fn write(folder: Option<&Path>, identity: &[String], size: u64) {
    let Some(folder) = folder else { return };
    let path = file(folder, identity);
    let Some(parent) = path.parent() else { return };
    let text = format!("{}\n{size}\n{}\n", identity.join("\n"), checksum(identity, size));
    let write = || {
        DirBuilder::new().recursive(true).mode(0o700).create(parent)?;
        let mut beside = tempfile::NamedTempFile::new_in(parent)?;
        beside.write_all(text.as_bytes())?;
        beside.as_file().set_permissions(Permissions::from_mode(0o444))?;
        beside.persist(&path).map_err(|error| error.error)?;
        Ok(())
    };
    let written: std::io::Result<()> = write();
    if let Err(error) = written {
        tracing::debug!(%error, folder = %folder.display(), "import libraries are not kept");
    }
}

/// Each has a folder of its own.
fn file(folder: &Path, identity: &[String]) -> PathBuf {
    folder.join("import-libraries").join(hashed(&(SCHEME, identity))).join("table-size")
}

fn checksum(identity: &[String], size: u64) -> String {
    hashed(&(SCHEME, identity, size))
}

fn hashed(value: &impl Hash) -> String {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
