//! What came of following one answer.

use ::reference::cpu::Position;

use super::fault::Fault;

/// What became of one answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FollowedRound {
    /// Whether the answer was a free square.
    pub(super) accepted: bool,
    /// Whether a board showed how the game stands after the round.
    pub(super) drawn: bool,
}

/// Why a round cannot be followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Lost {
    /// The program broke a rule; the board that it drew, if it drew any, and the right one.
    Fault(Fault, Option<TwoBoards>),
    /// Nothing that was understood tells what the CPU did.
    Untold,
}

/// The board that should have been drawn, and the lines that were.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TwoBoards {
    pub(super) right: Position,
    pub(super) drawn: Vec<String>,
}

impl Lost {
    /// The fault that a board shows.
    pub(super) fn at_board(fault: Fault, right: &Position, drawn: &[String]) -> Lost {
        let boards = TwoBoards { right: right.clone(), drawn: drawn.to_vec() };
        Lost::Fault(fault, Some(boards))
    }
}

impl From<Fault> for Lost {
    fn from(fault: Fault) -> Lost {
        Lost::Fault(fault, None)
    }
}
