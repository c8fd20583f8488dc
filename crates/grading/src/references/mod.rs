//! The program that defines correct, ready to be asked: a built-in game, or an instructor's own.

mod checks;
mod error;
mod external;
mod oracle;

pub use checks::checked_turns;
pub use error::ReferenceError;
pub(super) use error::script_too_short;
pub use oracle::{ReferenceAnswer, ReferenceOracle};
