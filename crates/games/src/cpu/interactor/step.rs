//! One answer of a run, with what was printed after it.

use super::move_evidence::MoveEvidence;

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
