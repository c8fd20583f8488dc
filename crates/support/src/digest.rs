//! The digest of all that something was made of: where two are equal, so is what was made.

use std::fmt;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::MetadataExt as _;

use serde::{Deserialize, Serialize};

/// A digest: BLAKE3.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Digest([u8; 32]);

impl fmt::Display for Digest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&blake3::Hash::from(self.0).to_hex())
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

/// Takes in what something is made of, piece by piece. Where one piece ends and the next begins makes a difference.
#[derive(Default)]
pub struct DigestBuilder(blake3::Hasher);

impl DigestBuilder {
    /// Something that is made by this program: its version, and when it was built, because two builds of a version may differ.
    ///
    /// # Errors
    ///
    /// If the program's own file cannot be looked at.
    pub fn for_this_program() -> io::Result<DigestBuilder> {
        let built = fs::metadata("/proc/self/exe")?;
        let size = built.size();
        let seconds = built.mtime();
        let nanoseconds = built.mtime_nsec();
        let build = format!(
            "{} {size} {seconds} {nanoseconds}",
            env!("CARGO_PKG_VERSION")
        );
        Ok(DigestBuilder::default().with_piece(build.as_bytes()))
    }

    /// The same with one piece more.
    #[must_use]
    pub fn with_piece(mut self, piece: &[u8]) -> DigestBuilder {
        self.0.update(&(piece.len() as u64).to_le_bytes());
        self.0.update(piece);
        self
    }

    /// The same with what a file holds.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn with_file(self, file: File) -> io::Result<DigestBuilder> {
        let mut held = blake3::Hasher::new();
        held.update_reader(file)?;
        Ok(self.with_piece(held.finalize().as_bytes()))
    }

    /// The same with several texts, of which there may be none.
    #[must_use]
    pub fn with_all<T: AsRef<str>>(self, pieces: &[T]) -> DigestBuilder {
        let counted = self.with_piece(&(pieces.len() as u64).to_le_bytes());
        pieces.iter().fold(counted, |digester, piece| {
            digester.with_piece(piece.as_ref().as_bytes())
        })
    }

    /// The same with settings as they are serialised: every field that is added to them makes a difference at once. Keys of maps must be
    /// strings.
    #[must_use]
    pub fn with_serialised(self, settings: &impl Serialize) -> DigestBuilder {
        let mut hasher = blake3::Hasher::new();
        let written = serde_json::to_writer(&mut hasher, settings);
        debug_assert!(written.is_ok(), "{written:?}");
        self.with_piece(hasher.finalize().as_bytes())
    }

    /// The digest of all pieces.
    pub fn finish(&self) -> Digest {
        Digest(*self.0.finalize().as_bytes())
    }
}

impl Digest {
    /// A fingerprint of what it is the digest of.
    pub fn leading_u64(&self) -> u64 {
        let first = self.0.iter().take(8);
        first.fold(0, |all, byte| all << 8 | u64::from(*byte))
    }

    /// Its bytes, for another digest.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}
