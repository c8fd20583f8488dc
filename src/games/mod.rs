//! What the grader knows of each built-in game beyond its rules, one folder for each.

pub(crate) mod cpu;
pub(crate) mod domineering;
pub(crate) mod rowcol;
pub(crate) mod shared;
