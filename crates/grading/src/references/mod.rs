//! The program that defines correct, ready to be asked: a built-in game, or an instructor's own.

mod error;
mod external;
mod oracle;

pub use error::ReferenceError;
pub(super) use error::script_too_short;
pub use external::checked_turns;
pub use oracle::{ReferenceAnswer, ReferenceOracle};
