//! An executable that is a supervisor when it is started as one, and nothing else: for tests, whose own `main` is their
//! harness's.

use std::process::ExitCode;

fn main() -> ExitCode {
    sandbox::supervise_if_requested().unwrap_or(ExitCode::FAILURE)
}
