//! C++ that students write: its text is read, and sources that test it are generated.

#![forbid(unsafe_code)]

pub mod colouring;
pub mod functions;
pub mod mutants;
pub mod schema;
pub mod source;
pub mod standard_names;
pub mod unit_tests;
