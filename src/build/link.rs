//! From objects to a program.

use super::compiler::{Compiler, CompilerOutput, OUT};
use super::import_libraries;
use sandbox::SandboxError;

/// Links `objects`, which are in the folder for output, to a program there.
pub(super) fn link(
    compiler: &mut Compiler<'_>,
    objects: &[String],
    program: &str,
) -> Result<CompilerOutput, SandboxError> {
    let mut arguments = compiler.settings.flags.clone();
    arguments.extend(["-o".to_owned(), format!("{OUT}/{program}")]);
    arguments.extend(objects.iter().map(|object| format!("{OUT}/{object}")));
    match import_libraries::link(compiler, &arguments, objects, program)? {
        Some(linked) => Ok(linked),
        None => compiler.run(compiler.command, arguments),
    }
}
