//! What a referee must understand of a program's words; its rules are the game's and need no setting.

use regex::Regex;

/// The words by which a referee follows a game against a CPU that plays at random.
#[derive(Debug, Clone)]
pub struct Referee {
    /// A line that announces what the CPU chose; its group `square` is the number.
    pub choice: Regex,
    /// The human has won.
    pub won: Regex,
    /// The CPU has won.
    pub lost: Regex,
    /// Nobody has won.
    pub drawn: Regex,
}
