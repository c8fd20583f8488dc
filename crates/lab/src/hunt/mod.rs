//! Programs with all points of a criterion, played on games that no case plays: what do the cases miss?
//!
//! Such a game is judged as a case is: by the case that is most like it, with the comparisons of the criteria in which the
//! program has all its points. What differs is told by fault and not by student, with the shortest game that shows it. No
//! grade depends on it.
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

/// What is asked.
#[derive(Debug, Clone, Copy)]
pub struct HuntOptions {
    /// How many games each program plays.
    pub games: usize,
    /// What they follow from.
    pub seed: u64,
    /// Whether programs are hunted in criteria that they have lost points in, too.
    pub all: bool,
}
