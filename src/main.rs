//! The command `grader`: everything it does is in the library, where tests can call it.

use std::process::ExitCode;

use clap::Parser;
use grader::cli::{self, Arguments};
use grader::sandbox;

fn main() -> ExitCode {
    if std::env::args_os().nth(1).is_some_and(|first| first == sandbox::ARGUMENT) {
        return sandbox::supervise();
    }
    cli::run(&Arguments::parse())
}
