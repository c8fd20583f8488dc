//! Any bytes as a case.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| grader_fuzz::bodies::case(bytes));
