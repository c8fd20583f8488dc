//! Any bytes as a rubric.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| grader_fuzz::bodies::rubric(bytes));
