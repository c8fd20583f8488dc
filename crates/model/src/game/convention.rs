//! How programs may number and read their input.

use reference::GameOptions;

/// One way in which a program may number and read its input. A submission is graded in the one that suits it best.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct InputConvention {
    /// The game's options for programs that read so.
    pub options: GameOptions,
    /// What stands between the numbers of a move that are read from one line; none where each has its own line, or as
    /// the program asks.
    pub joined_by: Option<&'static str>,
    /// What such a program does, for its report: "numbers rows and columns from 1". None where it does as the scripts do.
    pub description: Option<String>,
    /// Whether few programs read so without saying it: tried only where nothing else made a program right anywhere.
    pub is_last_resort: bool,
}
