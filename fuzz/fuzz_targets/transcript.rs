//! Any text as an expected transcript.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| grader_fuzz::bodies::transcript(bytes));
