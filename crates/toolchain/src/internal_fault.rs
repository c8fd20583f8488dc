//! Whether a failed build is ours: a full disk, or a compiler that fails at anything would otherwise be a student's zero.

use super::BuildError;
use super::compiler::{Compiler, OUT};
use super::files::write_file;
use crate::runner::InterruptibleRunner;

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
