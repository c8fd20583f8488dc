//! Unit tests of a submission's own types, each in a process of its own.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `test_program` | a program of a case's tests, with what does not compile left out, and the objects of ours that it needs |
//! | `one_test` | one test, run and judged; a case: all of its tests, and its verdict |
//! | `reference` | what the instructor's own solution must do |

mod one_test;
mod reference;
mod test_program;

pub use one_test::{TestConditions, UnitTestResults, run_sanitized, run_tests};
pub use test_program::TestKit;
