//! What came of following one answer.

use ::reference::cpu::CpuPosition;

use super::fault::GameFault;

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
pub(super) enum UnfollowedRound {
    /// The program broke a rule; the board that it drew, if it drew any, and the right one.
    Fault(GameFault, Option<TwoBoards>),
    /// Nothing that was understood tells what the CPU did.
    Unknown,
}

/// The board that should have been drawn, and the lines that were.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TwoBoards {
    pub(super) right: CpuPosition,
    pub(super) drawn: Vec<String>,
}

impl UnfollowedRound {
    /// The fault that a board shows.
    pub(super) fn at_board(
        fault: GameFault,
        right: &CpuPosition,
        drawn: &[String],
    ) -> UnfollowedRound {
        let boards = TwoBoards {
            right: right.clone(),
            drawn: drawn.to_vec(),
        };
        UnfollowedRound::Fault(fault, Some(boards))
    }
}

impl From<GameFault> for UnfollowedRound {
    fn from(fault: GameFault) -> UnfollowedRound {
        UnfollowedRound::Fault(fault, None)
    }
}
