//! One link with import libraries: what the objects name, libraries trimmed to that, and the linker's word.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;

use super::named::{self, ObjectSymbols, READELF, SYMBOLS};
use super::trimmed;
use crate::compile::{is_output_file, write_file};
use crate::compiler::{Compiler, CompilerOutput, OUT};
use model::{Exit, ImportLibraries};
use sandbox::SandboxError;

/// Where they are, in the folder with the sources: there nothing that is run for a submission can write.
const FOLDER: &str = ".import-libraries";

/// How many names a program may have. A linker's table grows with them, and must not grow once more than it did for the
/// largest program that was tried.
pub(super) const MOST_NAMES: usize = 4000;

/// How much `readelf` may print; more is cut off.
const MOST_PRINTED: usize = 500 << 10;

/// Links `objects` with import libraries as `arguments` say. None if they are to be linked plainly.
pub(crate) fn try_link(
    compiler: &mut Compiler<'_>,
    arguments: &[String],
    objects: &[String],
    program: &str,
) -> Result<Option<CompilerOutput>, SandboxError> {
    let settings = compiler.settings;
    let is_for_these = |one: &&Arc<ImportLibraries>| {
        one.command == compiler.command
            && one.flags == settings.flags
            && one.trailing_arguments == settings.libraries
    };
    let mut all = compiler.runner.import_libraries().iter();
    let Some(libraries) = all.find(is_for_these).map(Arc::clone) else {
        return Ok(None);
    };
    let Some(named) = read_named_symbols(compiler, objects)? else {
        return Ok(None);
    };
    if named.all_names().len() > MOST_NAMES {
        return Ok(None);
    }
    link_with_libraries(&libraries, &named, compiler, arguments, program)
}

/// What objects in the folder for output name.
pub(super) fn read_named_symbols(
    compiler: &mut Compiler<'_>,
    objects: &[String],
) -> Result<Option<ObjectSymbols>, SandboxError> {
    let mut arguments = SYMBOLS.map(str::to_owned).to_vec();
    arguments.extend(objects.iter().map(|object| format!("{OUT}/{object}")));
    match compiler.run_for_output(READELF, arguments) {
        Ok(printed) if printed.len() < MOST_PRINTED => Ok(ObjectSymbols::parse(&printed)),
        Ok(_) | Err(SandboxError::Step { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Links with libraries trimmed to what is `named`, if that suits. A linker that has anything to say says it once more
/// where the libraries are whole.
pub(super) fn link_with_libraries(
    libraries: &ImportLibraries,
    named: &ObjectSymbols,
    compiler: &mut Compiler<'_>,
    arguments: &[String],
    program: &str,
) -> Result<Option<CompilerOutput>, SandboxError> {
    let Some(names) = named::select_names(libraries, named) else {
        return Ok(None);
    };
    let folder = compiler.runner.path_outside("source").join(FOLDER);
    let mut trimmed = Vec::new();
    for (name, bytes) in &libraries.libraries {
        let Some(bytes) = trimmed::trim_library(bytes, &names) else {
            return Ok(None);
        };
        trimmed.push((name, bytes));
    }
    // A name that a student's folder has is left alone; a full disk shows in the plain link.
    if create_folder(&folder).is_err() {
        return Ok(None);
    }
    let written = trimmed
        .iter()
        .try_for_each(|(name, bytes)| write_file(folder.join(name), bytes));
    let linked = match written {
        Ok(()) => {
            let options = [
                format!("-L{FOLDER}"),
                format!("-Wl,--hash-size={}", libraries.table_size),
            ];
            let said = compiler.run(compiler.command, [&options, arguments].concat())?;
            let is_silent = said.diagnostics.is_empty() && said.output.is_empty();
            let is_made = said.exit == Exit::Code(0) && is_output_file(compiler.runner, program);
            (is_silent && is_made).then_some(said)
        }
        Err(_) => None,
    };
    // The folder is ours: whoever links next makes it anew.
    let _ = fs::remove_dir_all(&folder);
    Ok(linked)
}

/// Makes a folder that the compiler may read, whatever the user's mask.
fn create_folder(folder: &Path) -> io::Result<()> {
    fs::create_dir(folder)?;
    fs::set_permissions(folder, Permissions::from_mode(0o755))
}
