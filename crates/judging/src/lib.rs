//! What a program did becomes a verdict, points and hints. Pure: no file is opened, no process started.

#![forbid(unsafe_code)]

pub mod agreement;
pub mod attribution;
pub mod case_lints;
pub mod compare;
pub mod feedback;
pub mod judge;
pub mod score;
pub mod undefined;
