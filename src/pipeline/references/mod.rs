//! The program that defines correct, ready to be asked: a built-in game, or an instructor's own.

mod effects;
mod error;
mod external;
mod oracle;

pub(crate) use error::ReferenceError;
pub(super) use error::too_short;
pub(super) use external::turns;
pub(super) use oracle::{Answer, Oracle};
