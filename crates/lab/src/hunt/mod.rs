//! Which buggy submissions got full marks? Programs with all points of a criterion play games that no case plays.
//!
//! Such a game is judged like a case: by the case that is most like it, with the comparisons of the criteria in which the program has
//! all points. The report lists bugs and not students, each with the shortest game that shows it. No grade depends on it.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `class` | all programs of a class, in parallel |
//! | `games` | which criteria have games, which games there are, and what the reference does in them |
//! | `player` | one program playing games, and what they come to |
//! | `program` | the order of it all for one program, and the shortest game that shows the same |
//! | `found` | what was found, bug by bug |

mod class;
mod found;
mod games;
mod player;
mod program;

pub use class::hunt_class;
pub use found::{HuntFault, HuntReport, NondeterministicProgram, SkippedHunt};

/// The options of a hunt.
#[derive(Debug, Clone, Copy)]
pub struct HuntOptions {
    /// How many games each program plays.
    pub games: usize,
    /// The seed of the games.
    pub seed: u64,
    /// Whether criteria count in which a program has lost points.
    pub all: bool,
}
