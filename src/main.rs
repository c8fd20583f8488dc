//! The command `grader`: everything it does is in the library, where tests can call it.

#![forbid(unsafe_code)]

use std::process::ExitCode;

use grader::cli;

fn main() -> ExitCode {
    cli::main(&games::built_in_games())
}
