//! The command `grader`: everything it does is in the library, where tests can call it.

use std::process::ExitCode;

use clap::Parser;
use grader::cli::{self, Arguments};

fn main() -> ExitCode {
    cli::run(&Arguments::parse())
}
