//! One answer of a run, with what was printed after it, and what came of following it.

use super::fault::GameFault;
use super::move_evidence::MoveEvidence;
use ::reference::cpu::CpuPosition;

/// An answer, with what the program printed after it.
#[derive(Debug, Clone, Copy)]
pub(super) struct AnswerStep<'e> {
    /// Its number, from 0.
    pub(super) number: usize,
    pub(super) answer: i64,
    pub(super) evidence: &'e MoveEvidence,
    pub(super) is_last: bool,
}

/// As many lines without a word may be a board that was not recognised.
const WORDLESS_LINES_OF_A_BOARD: usize = 3;

impl AnswerStep<'_> {
    /// Whether a board may have been drawn that was not recognised.
    pub(super) fn may_have_board(&self) -> bool {
        self.evidence.wordless_lines >= WORDLESS_LINES_OF_A_BOARD
    }
}

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
