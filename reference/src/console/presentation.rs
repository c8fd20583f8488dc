//! Plain for programs, made up for people.

/// For whom the output is made up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presentation {
    /// For a program: the game's own bytes and nothing else.
    Plain,
    /// For a person: coloured boards, the numbers that can be entered, and a remark when a game ends without
    /// a word. Colours are ANSI sequences; wrap the output in an [`anstream::AutoStream`] to drop them.
    Terminal,
}
