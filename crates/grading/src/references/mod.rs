//! The program that defines correct: a built-in game, or the instructor's program.

mod checks;
mod error;
mod external;
mod oracle;

pub use checks::checked_turns;
pub use error::ReferenceError;
pub(super) use error::script_too_short;
pub use oracle::{ReferenceAnswer, ReferenceOracle};
