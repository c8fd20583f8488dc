//! Builds checkers of imported packages like submissions: in the sandbox and within limits, because anybody may have written them.

use std::path::PathBuf;

use crate::PipelineError;
use crate::references::ReferenceError;
use crate::session::Session;
use model::{Assignment, SourceFile};
use toolchain::{Attempt, BuildExtras, BuiltProgram, read_object};

/// Builds the program of an assignment's checker from these sources and headers, with these flags. The bytes of the program,
/// or what the compiler said.
///
/// # Errors
///
/// If the grader fails.
pub fn build_tool(
    assignment: &Assignment,
    sources: &[PathBuf],
    flags: &[String],
    session: Session<'_>,
) -> Result<Attempt<Vec<u8>>, PipelineError> {
    compile_tool(assignment, sources, flags, session).map_err(PipelineError::Reference)
}

fn compile_tool(
    assignment: &Assignment,
    sources: &[PathBuf],
    flags: &[String],
    session: Session<'_>,
) -> Result<Attempt<Vec<u8>>, ReferenceError> {
    let sources: Vec<SourceFile> = sources.iter().cloned().map(SourceFile::from_path).collect();
    let toolchain = assignment.choose_toolchain(&sources);
    toolchain::probe_toolchain(toolchain, session.interrupt())?;
    let mut runner = session.start_runner(toolchain, false)?;
    let mut settings = assignment.build_settings(toolchain);
    settings.flags = flags.to_vec();
    let built =
        toolchain::build_program(&settings, &sources, &BuildExtras::default(), &mut runner)?;
    let Some(BuiltProgram::Executable(program)) = &built.program else {
        let reason = built.report.reason.unwrap_or_default();
        return Ok(Attempt::Rejected(format!(
            "{reason}\n{}",
            built.report.diagnostics
        )));
    };
    let path = runner
        .path_outside("out")
        .join(program.file_name().unwrap_or_default());
    let bytes = read_object(&path).map_err(ReferenceError::Folder)?;
    Ok(Attempt::Done(bytes))
}
