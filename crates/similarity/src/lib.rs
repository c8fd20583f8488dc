//! How alike the programs of a class are. A ranking of pairs for a person who reads the programs: never a grade.
//!
//! | file | what it does |
//! | --- | --- |
//! | `canonical` | a program as tokens that renaming, layout and the usual disguises do not change |
//! | `shape` | hashes of small syntax subtrees: a second view |
//! | `program` | reads a program once for all comparisons, and takes base code out |
//! | `features` | what each pair shares, weighted by how rare it is |
//! | `background` | how often an honest class has so high a pair |
//! | `ranking` | all of it for one assignment |
//! | `alignment` | why two programs are alike |
//! | `structures` | which programs have the same structure, and neighbours for whoever reads all |
//! | `explained` | pairs that a person has explained |
//!
//! No file is opened and no process started here, and nothing depends on the order of the programs, on names or on threads.

#![forbid(unsafe_code)]

mod alignment;
mod background;
mod canonical;
mod codes;
mod explained;
mod features;
mod grouping;
mod program;
mod ranking;
#[cfg(test)]
mod sample;
mod shape;
mod structures;
#[cfg(test)]
mod tests;

pub use alignment::{AlignedFragment, ConsistentRenaming, LineRange, PairExplanation};
pub use background::{FEWEST_PROGRAMS, SimilarityBackground};
pub use explained::{ExplainedPair, ExplainedPairs, ExplainedPairsError};
pub use program::{BaseCode, ProgramSource, ReadProgram, SourceListing, read_program};
pub use ranking::{
    ComparedProgram, LeftOutReason, RankedPair, RankingOptions, SimilarityRanking, rank_programs,
};
pub use structures::order_structures;
