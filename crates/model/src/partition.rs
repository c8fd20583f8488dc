//! A class cut into pieces, each for a machine of its own.

use std::fmt;

use serde::{Deserialize, Serialize};

/// One piece of a class. Which submissions are in it follows from their names and nothing else, so machines need not talk to
/// each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Partition {
    /// Its number, from 1 on.
    pub piece: u32,
    /// How many pieces there are.
    pub pieces: u32,
    /// How the class is cut.
    pub cut: PartitionMethod,
}

/// How a class is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PartitionMethod {
    /// By student: whoever hands in late moves nobody else to another piece.
    Hash,
    /// By position among all submissions: pieces are of one size.
    Slice,
}

impl PartitionMethod {
    /// All of them, the usual one first.
    pub const ALL: [PartitionMethod; 2] = [PartitionMethod::Hash, PartitionMethod::Slice];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            PartitionMethod::Hash => "hash",
            PartitionMethod::Slice => "slice",
        }
    }
}

impl Partition {
    /// The piece that this student's submission belongs to, which stands at `position` among all of them.
    pub fn piece_of(&self, position: usize, student: &str) -> u32 {
        let pieces = u64::from(self.pieces.max(1));
        let number = match self.cut {
            PartitionMethod::Hash => {
                leading_u64(blake3::hash(student.as_bytes()).as_bytes()) % pieces
            }
            PartitionMethod::Slice => position as u64 % pieces,
        };
        // Less than `pieces`, which is a number of 32 bits.
        u32::try_from(number).unwrap_or_default() + 1
    }

    /// Whether that submission belongs to this piece.
    pub fn contains_submission(&self, position: usize, student: &str) -> bool {
        self.piece_of(position, student) == self.piece
    }

    /// The same cut, another piece.
    #[must_use]
    pub fn with_piece(self, piece: u32) -> Partition {
        Partition { piece, ..self }
    }
}

/// The first eight bytes of a checksum as a number.
fn leading_u64(checksum: &[u8; 32]) -> u64 {
    checksum
        .iter()
        .take(8)
        .fold(0, |number, byte| number << 8 | u64::from(*byte))
}

impl fmt::Display for Partition {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Partition { piece, pieces, cut } = self;
        write!(formatter, "{}:{piece}/{pieces}", cut.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_submission_belongs_to_one_piece_and_slices_are_of_one_size() {
        let names: Vec<String> = (0..100).map(|number| format!("student-{number}")).collect();
        for cut in PartitionMethod::ALL {
            for pieces in [1, 2, 3, 7, 150] {
                let of = |piece| Partition { piece, pieces, cut };
                let held = |piece: u32| {
                    names
                        .iter()
                        .enumerate()
                        .filter(|(at, name)| of(piece).contains_submission(*at, name))
                        .count()
                };
                let sizes: Vec<usize> = (1..=pieces).map(held).collect();
                assert_eq!(sizes.iter().sum::<usize>(), names.len(), "{cut:?} {pieces}");
                let most = names.len().div_ceil(pieces as usize);
                assert!(
                    cut == PartitionMethod::Hash || sizes.iter().all(|size| *size <= most),
                    "{sizes:?}"
                );
            }
        }
    }

    #[test]
    fn the_piece_of_a_student_is_the_same_on_every_machine_and_in_every_version() {
        let piece = |student| {
            Partition {
                piece: 1,
                pieces: 16,
                cut: PartitionMethod::Hash,
            }
            .piece_of(0, student)
        };
        assert_eq!(["ann", "bob", "Zoë"].map(piece), [15, 8, 6]);
    }
}
