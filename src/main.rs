//! The command `grader`: everything it does is in the library, where tests can call it.

#![forbid(unsafe_code)]

use std::process::ExitCode;

use clap::Parser;
use grader::cli::{self, Arguments};

fn main() -> ExitCode {
    match sandbox::supervise_if_asked().or_else(cli::analyse_if_asked) {
        Some(code) => code,
        None => cli::run(&Arguments::parse()),
    }
}
