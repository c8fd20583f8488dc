//! Programs with all points of a criterion, played on games that no case plays: what do the cases miss?
//!
//! Such a game is judged as a case is: by the case that is most like it, with the comparisons of the criteria in which the
//! program has all its points. What differs is told by fault and not by student, with the shortest game that shows it. No
//! grade depends on it.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `class` | all programs of a class, beside each other |
//! | `answers` | what the reference does in a game, and which games there are |
//! | `game` | one game, and what is right in it |
//! | `table` | a game as a case of an assignment |
//! | `hunted` | which criteria a program is hunted in |
//! | `player` | one program playing games, and what they come to |
//! | `program` | the order of it all for one program |
//! | `smaller` | the shortest game that shows the same |
//! | `found` | what was found, fault by fault |

mod answers;
mod class;
mod found;
mod game;
mod hunted;
mod player;
mod program;
mod smaller;

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
