//! The two things that may differ from run to run of one game.

/// How a game is played, besides who plays it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct PlaySetting {
    /// Which of their answers the program's own questions get; none if they are left alone.
    pub(super) answers: Option<usize>,
    /// Whether the program runs on a terminal even if the assignment's programs do not.
    pub(super) on_terminal: bool,
}
