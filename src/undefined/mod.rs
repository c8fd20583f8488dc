//! Undefined behaviour: everything about it that needs no file and no process.
//!
//! A program is built once more in other ways (`flavour`) and run on the same cases. In the flavour with sanitizers a small
//! object of ours is linked in (`WATCHER`), which reports what they find (`record`); `kinds` says it in plain words. Two other
//! flavours start with different bytes in memory that nobody has set, and differ in how much the compiler optimises; a right
//! program prints the same in both (`sameness`).

mod excerpt;
mod flavour;
mod kinds;
pub mod record;
pub mod sameness;

pub use excerpt::place;
pub use flavour::{Flavour, flavoured};
pub use kinds::{Named, named};

/// The source of the object that is linked with a program in the flavour [`Flavour::Sanitized`].
pub const WATCHER: &str = include_str!("watcher.cpp");
