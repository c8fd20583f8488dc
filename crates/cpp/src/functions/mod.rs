//! Functions that are graded one by one: everything about them that needs no file and no process.
//!
//! A case of kind `call` names a prototype and lists calls. The crates `toolchain` and `grading` build and run
//! what this module generates.
//!
//! | file | what it answers |
//! | --- | --- |
//! | `prototype` | what a declaration says |
//! | `demangled` | what a symbol is called in C++ |
//! | `symbols` | which functions an object has |
//! | `matching` | which of them is the one that was asked for, and which only looks like it |
//! | `call` | how a call is written, and which prototype can make it |
//! | `driver` | the C++ that makes the calls |
//! | `record` | what a driver wrote about a call |
//! | `example` | how a student repeats a call at home |
//! | `notation` | calls as people read them, in `.expected` files |

mod call;
mod demangled;
pub mod driver;
mod example;
mod matching;
mod notation;
mod prototype;
pub mod record;
mod symbols;

pub use call::{argument_places, render_brief_call, render_call, supports_call};
pub(crate) use demangled::{MOST_SYMBOLS, demangle_symbol, symbol_name};
pub use example::render_example;
pub use matching::{FunctionMatch, Linkage, match_function, match_hidden, may_be_hidden};
pub use notation::render_expectations;
pub use prototype::parse_prototype;
pub(crate) use prototype::parse_scalar;
pub use symbols::DefinedFunction;
pub(crate) use symbols::defined_functions;
