//! Test cases that students hand in: whether the reference agrees with them, and which faults they notice. The roles are exchanged: the
//! programs are the instructor's and the same for all, and the cases are a student's.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `files` | the files of a case, and when they are none |
//! | `faults` | mutants of the solution and programs with faults, built once for a class |
//! | `bench` | the cases of one student on the reference and the faults |

mod bench;
mod faults;
mod files;

pub(crate) use bench::CaseSetBench;
