//! Unit tests of a submission's own types, each in a process of its own.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `kit` | objects of ours that programs of tests need, each compiled once for a class |
//! | `made` | a program of a case's tests, with what does not compile left out |
//! | `one_test` | one test, run and judged |
//! | `tested` | a case: all of its tests, and its verdict |
//! | `whole` | a program with all tests or none, and its tests up to the first that does not pass |
//! | `reference` | what the instructor's own solution must do |

mod kit;
mod made;
mod one_test;
mod reference;
mod tested;
mod whole;

pub(crate) use kit::TestKit;
pub(crate) use one_test::run_sanitized;
pub(crate) use tested::UnitTestResults;
pub(crate) use whole::run_tests;
