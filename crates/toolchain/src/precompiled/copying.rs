//! Copies with a checksum: what was copied is what was summed, whatever becomes of the file.

use std::fs::{File, OpenOptions, Permissions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;

/// The sum of bytes, as text. It tells damage, not forgery: who could forge a file could as well forge its sum.
pub(super) fn hash_bytes(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

/// How much room must be left on a disk, in bytes: submissions are built there, too.
const SPARE: u64 = 256 << 20;

fn has_room(folder: &Path, length: u64) -> bool {
    rustix::fs::statvfs(folder).is_ok_and(|disk| {
        disk.f_bavail.saturating_mul(disk.f_frsize) > length.saturating_add(SPARE)
    })
}

/// Copies a file to a new one that everybody may read and nobody may write. Returns the sum of what was copied.
///
/// # Errors
///
/// If it is longer than `longest`, if there is little room, or if it cannot be read or written.
pub(super) fn copy_with_checksum(from: &Path, to: &Path, longest: u64) -> io::Result<String> {
    let file = File::open(from)?;
    if !has_room(to.parent().unwrap_or(to), file.metadata()?.len()) {
        return Err(io::ErrorKind::StorageFull.into());
    }
    let mut source = file.take(longest + 1);
    let mut target = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o444)
        .open(to)?;
    let mut sum = blake3::Hasher::new();
    let mut bytes = vec![0; 1 << 20];
    let mut copied = 0;
    loop {
        let count = match source.read(&mut bytes) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let part = bytes.get(..count).unwrap_or_default();
        sum.update(part);
        target.write_all(part)?;
        copied += count as u64;
    }
    if copied > longest {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    // Whatever the user's mask: the compiler may run under another account.
    target.set_permissions(Permissions::from_mode(0o444))?;
    Ok(sum.finalize().to_hex().to_string())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_copy_has_the_sum_of_what_is_in_it() {
        let folder = tempfile::tempdir().unwrap();
        let [from, to] = ["from", "to"].map(|name| folder.path().join(name));
        let bytes = b"0123456789".repeat(1 << 18);
        fs::write(&from, &bytes).unwrap();
        assert_eq!(
            copy_with_checksum(&from, &to, 1 << 30).unwrap(),
            hash_bytes(&bytes)
        );
        assert!(fs::read(&to).unwrap() == bytes);
        assert_eq!(
            fs::metadata(&to).unwrap().permissions().mode() & 0o777,
            0o444
        );
        fs::remove_file(&to).unwrap();
        assert!(copy_with_checksum(&from, &to, 1 << 20).is_err());
    }
}
