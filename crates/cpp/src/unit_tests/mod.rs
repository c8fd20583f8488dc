//! Unit tests of a student's own types: everything about them that needs no file and no process.
//!
//! A case of kind `tests` names files of tests. The crates `toolchain` and `grading` build and run
//! what this module generates.
//!
//! | file | what it answers |
//! | --- | --- |
//! | `runner` | the C++ that runs a test, for each framework, and what it writes about it |
//! | `sentences` | what did not hold, in words |
//! | `bodies` | where tests stand in a file, and the file without some of them |
//! | `selection` | which tests count, and which the compiler's errors are about |

mod bodies;
pub mod runner;
mod selection;
mod sentences;

pub use bodies::{TestBody, blank_bodies, blank_main, find_bodies};
pub use runner::{TestLog, read_test_list, split_records};
pub use selection::{error_message, find_blamed_tests, matches_pattern, select_tests};
