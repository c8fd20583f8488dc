//! Undefined behaviour: everything about it that needs no file and no process.
//!
//! A program is built once more in other ways (`flavour`) and run on the same cases. In the flavour with sanitizers a small
//! object of ours is linked in (`WATCHER`), which reports what they find (`record`); `kinds` says it in plain words. Two other
//! flavours start with different bytes in memory that nobody has set, and differ in how much the compiler optimises; and the
//! ordinary objects are linked with one of ours that fills the stack (`PAINTER`). A right program prints the same in all of
//! them (`sameness`).

mod excerpt;
mod flavour;
mod kinds;
pub(crate) mod record;
pub(crate) mod sameness;
pub(crate) mod watching;

pub(crate) use excerpt::place;
pub(crate) use flavour::{Flavour, flavoured, painted, plain};
pub(crate) use kinds::named;

/// The source of the object that is linked with a program in the flavour [`Flavour::Sanitized`].
pub(crate) const WATCHER: &str = include_str!("watcher.cpp");

/// The source of the object that fills a program's stack, see [`painted`].
pub(crate) const PAINTER: &str = include_str!("painter.cpp");

/// What the linker must be told with it: `main` is entered through it.
pub(crate) const THROUGH_PAINTER: &str = "-Wl,--wrap=main";
