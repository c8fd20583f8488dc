//! What a build results in: its files, its verdict with the sentences for the report, and whether a failure is the grader's.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;

use super::compiler::CompilerOutput;
use crate::BuildError;
use crate::compile::{read_output_object, write_file};
use crate::compiler::{Compiler, OUT};
use crate::runner::InterruptibleRunner;
use model::{BuildReport, BuildSettings, BuildVerdict, Exit, Toolchain};

pub(super) fn build_verdict(
    settings: &BuildSettings,
    said: &CompilerOutput,
    made: bool,
) -> BuildVerdict {
    match said.exit {
        Exit::Code(0) if made => BuildVerdict::Ok,
        _ if said.hit_limit(&settings.limits) => BuildVerdict::CompileLimit,
        _ => BuildVerdict::CompileError,
    }
}

/// A report that says no more than this.
pub(super) fn verdict_report(verdict: BuildVerdict) -> BuildReport {
    BuildReport {
        reason: verdict_reason(verdict),
        ..BuildReport::new(verdict)
    }
}

fn verdict_reason(verdict: BuildVerdict) -> Option<String> {
    match verdict {
        BuildVerdict::CompileError => Some(BuildReport::COMPILER_ERRORS.to_owned()),
        BuildVerdict::CompileLimit => {
            Some("The compiler needed too much time, memory or room for its files.".to_owned())
        }
        _ => None,
    }
}

pub(super) fn refusal_report(reason: String, toolchain: &Toolchain) -> BuildReport {
    let toolchain = Some(toolchain.name.clone());
    BuildReport {
        reason: Some(reason),
        toolchain,
        ..verdict_report(BuildVerdict::Refused)
    }
}

/// Makes sure that it is the sources which do not compile: the smallest program must, here and now.
pub(super) fn check_compiler(compiler: &mut Compiler<'_>) -> Result<(), BuildError> {
    const NAME: &str = "the-smallest-program.cpp";
    let path = compiler.runner.path_outside("source").join(NAME);
    write_file(path, b"int main() { return 0; }\n")?;
    let program = format!("{OUT}/smallest");
    let arguments = ["-x", "c++", NAME, "-o", &program].map(str::to_owned);
    let name = compiler.command;
    // Nothing of a student's is in this, so it is waited for, whatever was waited for before.
    let has_waited = std::mem::take(&mut compiler.has_waited);
    let said = compiler.run(name, arguments.to_vec())?;
    compiler.has_waited = has_waited;
    match said.is_success() {
        true => Ok(()),
        false if said.reports_missing_resources() => Err(BuildError::Missing(name.to_owned())),
        false => Err(BuildError::Compiler(name.to_owned())),
    }
}

/// Makes sure that there is as much room as the smallest program needs. What a compiler wrote and failed over is gone
/// again, so too little is not the student's doing; the compiler's own words are not asked, because a student can put words
/// in them.
pub(super) fn check_disk(runner: &InterruptibleRunner) -> Result<(), BuildError> {
    const LEAST: u64 = 1 << 20;
    let is_full = rustix::fs::statvfs(runner.path_outside("out"))
        .is_ok_and(|disk| disk.f_bavail.saturating_mul(disk.f_frsize) < LEAST);
    if is_full {
        Err(BuildError::DiskFull)
    } else {
        Ok(())
    }
}

/// What was made under this name.
///
/// # Errors
///
/// If it cannot be read.
pub fn read_output(name: &str, runner: &InterruptibleRunner) -> Result<Vec<u8>, BuildError> {
    read_output_object(runner, name)
}

/// Puts a program where a linker would have put it. Its path is returned, as the grader sees it.
///
/// # Errors
///
/// If it cannot be written.
pub fn write_program(
    name: &str,
    bytes: &[u8],
    runner: &InterruptibleRunner,
) -> Result<PathBuf, BuildError> {
    let path = runner.path_outside("out").join(name);
    write_file(path.clone(), bytes)?;
    fs::set_permissions(&path, Permissions::from_mode(0o755)).map_err(|source| {
        BuildError::Write {
            path: path.clone(),
            source,
        }
    })?;
    Ok(path)
}
