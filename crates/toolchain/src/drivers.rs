//! Programs that call a student's functions, linked from the very objects that the student's program was made of.
//!
//! In a copy of each object `main` gets another name, so the driver's `main` is the only one and the student's never runs.
//! A function that is `static` is made visible in the copy. Nothing of the student's is compiled again.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::compiler::{Compiler, OUT};
use super::link::link_objects;
use super::{Attempt, BuildCache, BuildError};
use crate::compile::{is_output_file, read_output_object, remove_file, write_file};
use crate::report::{check_compiler, check_disk};
use crate::runner::InterruptibleRunner;
use model::BuildSettings;
use sandbox::SandboxError;

/// The tool that renames it; it comes with every compiler's assembler and linker.
pub const OBJCOPY: &str = "objcopy";

/// Compiles a driver's source to an object, which is returned: it does not depend on any submission, and is kept.
///
/// # Errors
///
/// If something of ours fails, which includes a source that does not compile: its prototype may be at fault.
pub fn compile_driver(
    settings: &BuildSettings,
    source: &str,
    kept: Option<BuildCache<'_>>,
    runner: impl FnOnce() -> Result<InterruptibleRunner, SandboxError>,
) -> Result<Arc<Vec<u8>>, BuildError> {
    let digest = kept.and_then(|kept| Some((kept, kept.object_digest(settings, source)?)));
    if let Some(object) = digest.and_then(|(kept, digest)| kept.store.get(digest)) {
        return Ok(Arc::new(object));
    }
    let object = compile_driver_source(settings, source, &mut runner()?)?;
    if let Some((kept, digest)) = digest {
        kept.store.insert(digest, &object);
    }
    Ok(Arc::new(object))
}

fn compile_driver_source(
    settings: &BuildSettings,
    source: &str,
    runner: &mut InterruptibleRunner,
) -> Result<Vec<u8>, BuildError> {
    const SOURCE: &str = "driver.cpp";
    const OBJECT: &str = "driver.o";
    write_file(
        runner.path_outside("source").join(SOURCE),
        source.as_bytes(),
    )?;
    let mut compiler = Compiler::new(settings, runner);
    // The generated source is ours, and no warning about it concerns anybody.
    let mut arguments = settings.flags.clone();
    arguments.extend(["-w", "-x", "c++", "-c", "-o"].map(str::to_owned));
    arguments.extend([format!("{OUT}/{OBJECT}"), SOURCE.to_owned()]);
    let said = compiler.run(compiler.command, arguments)?;
    if said.is_success() && is_output_file(compiler.runner, OBJECT) {
        return read_output_object(compiler.runner, OBJECT);
    }
    check_disk(compiler.runner)?;
    check_compiler(&mut compiler)?;
    Err(BuildError::Driver {
        diagnostics: said.diagnostics,
    })
}

/// The copies of a submission's objects, ready to be linked with drivers.
#[derive(Debug)]
pub struct LinkableObjects<'a> {
    settings: &'a BuildSettings,
    copies: Vec<String>,
    /// Every command that was run for it.
    pub log: Vec<String>,
}

/// Copies `objects` with other names for some of their symbols, each given with its new name, such as `main`. `locals` are
/// symbols to make visible, each in the object with that place.
///
/// # Errors
///
/// If something of ours fails. It is rejected, with a sentence, if an object is unfit.
pub fn prepare_objects<'a>(
    settings: &'a BuildSettings,
    objects: &[String],
    locals: &[(usize, String)],
    renamed: &[(String, String)],
    runner: &mut InterruptibleRunner,
) -> Result<Attempt<LinkableObjects<'a>>, BuildError> {
    let mut compiler = Compiler::new(settings, runner);
    let mut copies = Vec::new();
    for (place, object) in objects.iter().enumerate() {
        let copy = format!("functions-{object}");
        let rename = |(old, new): &(String, String)| format!("--redefine-sym={old}={new}");
        let mut arguments: Vec<String> = renamed.iter().map(rename).collect();
        let own = locals.iter().filter(|(owner, _)| *owner == place);
        arguments.extend(own.map(|(_, symbol)| format!("--globalize-symbol={symbol}")));
        arguments.extend([format!("{OUT}/{object}"), format!("{OUT}/{copy}")]);
        let said = compiler.run(OBJCOPY, arguments)?;
        if !said.is_success() || !is_output_file(compiler.runner, &copy) {
            check_build_tools(&mut compiler)?;
            let said = first_line(&said.diagnostics);
            return Ok(Attempt::Rejected(format!(
                "Its object could not be prepared for testing code: {said}"
            )));
        }
        copies.push(copy);
    }
    let log = compiler.log;
    Ok(Attempt::Done(LinkableObjects {
        settings,
        copies,
        log,
    }))
}

/// Compiles testing code that includes the student's sources, for a function that their objects do not have. It is rejected, with the
/// commands that were run, if it does not compile: then the sources do not have the function either.
///
/// # Errors
///
/// If something of ours fails.
pub fn compile_with_sources<'a>(
    settings: &'a BuildSettings,
    source: &str,
    name: &str,
    runner: &mut InterruptibleRunner,
) -> Result<Attempt<LinkableObjects<'a>, Vec<String>>, BuildError> {
    let source_name = format!("{name}.cpp");
    let object = format!("{name}.o");
    write_file(
        runner.path_outside("source").join(&source_name),
        source.as_bytes(),
    )?;
    let mut compiler = Compiler::new(settings, runner);
    let mut arguments = settings.flags.clone();
    arguments.extend(["-w", "-c", "-o"].map(str::to_owned));
    arguments.extend([format!("{OUT}/{object}"), source_name.clone()]);
    let said = compiler.run(compiler.command, arguments)?;
    remove_file(compiler.runner.path_outside("source").join(&source_name))?;
    if said.is_success() && is_output_file(compiler.runner, &object) {
        let log = compiler.log;
        return Ok(Attempt::Done(LinkableObjects {
            settings,
            copies: vec![object],
            log,
        }));
    }
    check_build_tools(&mut compiler)?;
    Ok(Attempt::Rejected(compiler.log))
}

impl LinkableObjects<'_> {
    /// Removes testing code that was compiled together with the student's sources, once it is linked: the objects of other
    /// cases are made beside it.
    ///
    /// # Errors
    ///
    /// If it cannot be removed.
    pub fn remove_copies(&self, runner: &InterruptibleRunner) -> Result<(), BuildError> {
        self.copies
            .iter()
            .try_for_each(|name| remove_file(runner.path_outside("out").join(name)))
    }

    /// Links the copies with `drivers` to a program of this name, which is returned as it is seen from inside the walls.
    ///
    /// # Errors
    ///
    /// If something of ours fails. It is rejected, with a sentence, if the linker does not take the objects.
    pub fn link_program(
        &mut self,
        program: &str,
        drivers: &[Arc<Vec<u8>>],
        runner: &mut InterruptibleRunner,
    ) -> Result<Attempt<PathBuf>, BuildError> {
        let linked = self.link_with_diagnostics(program, drivers, runner)?;
        Ok(match linked {
            Attempt::Done(program) => Attempt::Done(program),
            Attempt::Rejected(diagnostics) => {
                let said = first_line(&diagnostics);
                Attempt::Rejected(format!(
                    "Your program could not be linked with the testing code: {said}"
                ))
            }
        })
    }

    /// The same; it is rejected with all that the linker says.
    ///
    /// # Errors
    ///
    /// If something of ours fails.
    pub fn link_with_diagnostics(
        &mut self,
        program: &str,
        drivers: &[Arc<Vec<u8>>],
        runner: &mut InterruptibleRunner,
    ) -> Result<Attempt<PathBuf>, BuildError> {
        let mut objects = Vec::new();
        for (number, driver) in drivers.iter().enumerate() {
            let name = format!("driver-{number}.o");
            write_file(runner.path_outside("out").join(&name), driver)?;
            objects.push(name);
        }
        objects.extend(self.copies.iter().cloned());
        let mut compiler = Compiler::new(self.settings, runner);
        let said = link_objects(&mut compiler, &objects, &[], program)?;
        self.log.append(&mut compiler.log);
        for driver in objects.iter().take(drivers.len()) {
            remove_file(compiler.runner.path_outside("out").join(driver))?;
        }
        if said.is_success() && is_output_file(compiler.runner, program) {
            let path = compiler.runner.path_inside("out").join(program);
            return Ok(Attempt::Done(path));
        }
        check_build_tools(&mut compiler)?;
        Ok(Attempt::Rejected(said.diagnostics))
    }
}

/// Removes a program that was made of drivers, given as it is seen from inside the walls.
///
/// # Errors
///
/// If it cannot be removed: then a student's program could read it.
pub fn remove_program(program: &Path, runner: &InterruptibleRunner) -> Result<(), BuildError> {
    remove_file(
        runner
            .path_outside("out")
            .join(program.file_name().unwrap_or_default()),
    )
}

/// Makes sure that it is the student's object which does not do: others must, here and now.
pub(super) fn check_build_tools(compiler: &mut Compiler<'_>) -> Result<(), BuildError> {
    check_disk(compiler.runner)?;
    check_compiler(compiler)?;
    let arguments = ["smallest", "smallest-copy"].map(|name| format!("{OUT}/{name}"));
    if compiler.run(OBJCOPY, arguments.to_vec())?.is_success() {
        Ok(())
    } else {
        Err(BuildError::Compiler(OBJCOPY.to_owned()))
    }
}

/// The first line that says what is wrong, without the tool's path.
fn first_line(diagnostics: &str) -> String {
    let line = diagnostics
        .lines()
        .find(|line| !line.trim().is_empty())
        .unwrap_or("no reason given");
    format!(
        "`{}`",
        line.rsplit(".o: ").next().unwrap_or(line).replace('`', "'")
    )
}
