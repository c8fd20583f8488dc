//! Unit tests of a student's own types: everything about them that needs no file and no process.
//!
//! A case of kind `tests` names files of tests. The crates `toolchain` and `grading` build and run
//! what this module generates.
//!
//! | file | what it answers |
//! | --- | --- |
//! | `runner` | the C++ that runs a test, for each framework |
//! | `record` | what a test has told |
//! | `sentences` | what did not hold, in words |
//! | `bodies` | where tests stand in a file, and the file without some of them |
//! | `blame` | which tests the compiler's errors are about |
//! | `chosen` | which tests count |

mod blame;
mod bodies;
mod chosen;
mod record;
pub mod runner;
mod sentences;

pub use blame::{error_message, find_blamed_tests};
pub use bodies::{TestBody, blank_bodies, find_bodies};
pub use chosen::select_tests;
pub use record::{TestLog, read_test_list, split_records};
