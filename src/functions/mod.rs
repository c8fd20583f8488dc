//! Functions that are graded one by one: everything about them that needs no file and no process.
//!
//! A case of kind `call` names a prototype and lists calls. What is built for it, and in which order, is the business of
//! [`crate::build`] and [`crate::pipeline`]; here is what they are told:
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
pub(crate) mod driver;
mod example;
mod matching;
mod notation;
mod prototype;
pub(crate) mod record;
mod symbols;

pub(crate) use call::{brief_call, call, can_be_made, places};
pub(crate) use demangled::{MOST_SYMBOLS, demangled, short};
pub(crate) use example::example;
pub(crate) use matching::{Linkage, Match, find, hidden, may_be_hidden};
pub(crate) use notation::render;
pub(crate) use prototype::{parse, scalar};
pub(crate) use symbols::{Defined, defined};
