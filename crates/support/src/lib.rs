//! Small tools for text, files and threads that know nothing of grading.

#![forbid(unsafe_code)]

pub mod beneath;
pub mod count;
pub mod digest;
pub mod excerpt;
pub mod file_lock;
pub mod file_writing;
pub mod formula;
pub mod junk;
pub mod line_pair;
pub mod logged;
pub mod nearest;
pub mod ownership;
pub mod parallel;
pub mod printable;
pub mod random;
pub mod raw_text;
pub mod shrink;
pub mod write_error;
