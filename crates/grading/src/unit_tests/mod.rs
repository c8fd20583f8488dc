//! Unit tests of a submission's own types, each in a process of its own.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `kit` | objects of ours that programs of tests need, each compiled once for a class |
//! | `made` | a program of a case's tests, with what does not compile left out |
//! | `one_test` | one test, run and judged; a case: all of its tests, and its verdict |
//! | `reference` | what the instructor's own solution must do |

mod kit;
mod made;
mod one_test;
mod reference;

pub use kit::TestKit;
pub use one_test::{UnitTestResults, run_sanitized, run_tests};
