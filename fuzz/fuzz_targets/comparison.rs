//! Any output against any expected transcript.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| grader_fuzz::bodies::comparison(bytes));
