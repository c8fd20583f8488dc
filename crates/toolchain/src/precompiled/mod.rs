//! The headers that sources begin with, compiled once for many of them.
//!
//! Most of a small program's compilation is the library's headers. GCC can keep what it has read of them, and begin with
//! that (`-include` of a precompiled header). A prefix is made of names alone, from a list of ours, in the compiler's sandbox,
//! and it is read-only for the compilers that use it. What is compiled with one has the same functions and variables (decision 0086).
//! After an error, or a message that would name the prefix, the source is compiled once more without: see `../compile.rs`.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `headers` | the standard headers, and what each costs |
//! | `leading` | which of them a source begins with |
//! | `choose` | which prefixes are worth it |
//! | `settings` | which compilers and flags can have them |
//! | `identity` | which compiler it is |
//! | `drained` | headers with their templates instantiated |
//! | `plan` | what a class needs, and how it is made |
//! | `history` | with which headers the sources of earlier runs began |
//! | `store` | what is kept between runs |
//! | `private_folder` | folders that nobody else can write into |
//! | `ready` | what is there, for whoever compiles |

mod choose;
mod drained;
mod headers;
mod history;
mod identity;
mod leading;
mod plan;
mod private_folder;
mod ready;
mod settings;
mod store;

pub use choose::MakingTime;
pub use plan::{
    PlannedPrefix, PrecompilingSupport, expected_cost, plan_prefixes, plan_usual_prefixes,
    try_precompiling,
};
pub use ready::PrecompiledHeaders;
pub use store::PrecompiledStore;
