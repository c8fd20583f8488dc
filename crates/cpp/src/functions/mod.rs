//! Functions that are graded one by one: everything about them that needs no file and no process.
//!
//! A case of kind `call` names a prototype and lists calls. The crates `toolchain` and `grading` build and run
//! what this module generates.
//!
//! | file | what it answers |
//! | --- | --- |
//! | `prototype` | what a declaration says |
//! | `symbols` | which functions an object has, and what C++ calls them |
//! | `matching` | which of them is the one that was asked for, and which only looks like it |
//! | `call_text` | how calls are written: in C++, for a student, and in `.expected` files |
//! | `driver` | the C++ that makes the calls |
//! | `record` | what a driver wrote about a call |

mod call_text;
pub mod driver;
mod matching;
mod prototype;
pub mod record;
mod symbols;

pub use call_text::{
    argument_places, render_brief_call, render_call, render_example, render_expectations,
    supports_call,
};
pub use matching::{FunctionMatch, Linkage, match_function, match_hidden, may_be_hidden};
pub use prototype::parse_prototype;
pub(crate) use prototype::parse_scalar;
pub use symbols::DefinedFunction;
pub(crate) use symbols::{MOST_SYMBOLS, defined_functions, demangle_symbol, symbol_name};
