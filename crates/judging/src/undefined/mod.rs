//! Undefined behaviour: everything about it that needs no file and no process.
//!
//! A program is built once more in other ways (`build_variant`) and run on the same cases. In the variant with sanitizers a small
//! object of ours is linked in (`SANITIZER_HOOK`), which reports what they find (`record`); `kinds` says it in plain words. Two other
//! variants start with different bytes in memory that nobody has set, and differ in how much the compiler optimises; and the
//! ordinary objects are linked with one of ours that fills the stack (`STACK_FILLER`). A right program prints the same in all of
//! them.

pub mod build_variant;
mod kinds;
pub mod record;

pub use build_variant::{BuildVariant, stack_fill_environment};
pub use kinds::explain_record;
pub use record::find_source_location;

/// The source of the object that is linked with a program in the variant [`BuildVariant::Sanitized`].
pub const SANITIZER_HOOK: &str = include_str!("sanitizer_hook.cpp");

/// The source of the object that fills a program's stack: it defines `__wrap_main`, through which `main` is entered.
pub const STACK_FILLER: &str = include_str!("stack_filler.cpp");
