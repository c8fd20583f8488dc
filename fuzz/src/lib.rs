//! What is fuzzed, and with what it begins. The tests of the grader include this file too, so that it holds
//! what it says also where nobody fuzzes.

pub mod bodies;
pub mod seeds;
