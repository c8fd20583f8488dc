//! Of what a grade was made.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The digest of all that a grade depends on: where two are equal, so are the grades.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Digest([u8; 32]);

impl fmt::Debug for Digest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.in_hexadecimal())
    }
}

/// Takes in what a grade depends on, piece by piece. Where one piece ends and the next begins makes a difference.
#[derive(Default)]
pub(crate) struct Digester(blake3::Hasher);

impl Digester {
    /// The same with one piece more.
    #[must_use]
    pub(crate) fn with(mut self, piece: &[u8]) -> Digester {
        self.0.update(&(piece.len() as u64).to_le_bytes());
        self.0.update(piece);
        self
    }

    /// The digest of all pieces.
    pub(crate) fn digest(&self) -> Digest {
        Digest(*self.0.finalize().as_bytes())
    }
}

impl Digest {
    /// As text files have it.
    pub(super) fn in_hexadecimal(&self) -> String {
        blake3::Hash::from(self.0).to_hex().to_string()
    }

    /// Its bytes, for another digest.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}
