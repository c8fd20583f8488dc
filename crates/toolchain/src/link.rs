//! From objects to a program.

use super::compiler::{Compiler, CompilerOutput, OUT};
use super::import_libraries;
use sandbox::SandboxError;

/// Links `objects`, which are in the folder for output, to a program there.
///
/// The log of a build lists the plain command, however it was linked: whether there are import libraries depends on how many
/// programs are graded together, and a class in pieces is to write what one run of it writes. The program is the same in any case.
pub(super) fn link_objects(
    compiler: &mut Compiler<'_>,
    objects: &[String],
    program: &str,
) -> Result<CompilerOutput, SandboxError> {
    let mut arguments = compiler.settings.flags.clone();
    arguments.extend(["-o".to_owned(), format!("{OUT}/{program}")]);
    arguments.extend(objects.iter().map(|object| format!("{OUT}/{object}")));
    arguments.extend(compiler.settings.libraries.iter().cloned());
    let logged = compiler.log.len();
    let linked = import_libraries::try_link(compiler, &arguments, objects, program)?;
    compiler.log.truncate(logged);
    match linked {
        Some(linked) => {
            tracing::debug!(program, "linked with import libraries");
            compiler.log.push(
                [&[compiler.command.to_owned()], arguments.as_slice()]
                    .concat()
                    .join(" "),
            );
            Ok(linked)
        }
        None => compiler.run(compiler.command, arguments),
    }
}
