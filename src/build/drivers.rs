//! Programs that call a student's functions, linked from the very objects that the student's program was made of.
//!
//! In a copy of each object `main` gets another name, so the driver's `main` is the only one and the student's never runs.
//! A function that is `static` is made visible in the copy. Nothing of the student's is compiled again.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::compiler::{Compiler, OUT};
use super::files::{object, put, remove, was_made};
use super::internal_fault::{check_compiler, check_disk};
use super::link::link;
use super::{BuildError, KeptBuilds};
use crate::model::BuildSettings;
use crate::runner::InterruptibleRunner;
use sandbox::SandboxError;

/// The tool that renames it; it comes with every compiler's assembler and linker.
pub(crate) const OBJCOPY: &str = "objcopy";

/// Compiles a driver's source to an object, which is returned: it does not depend on any submission, and is kept.
///
/// # Errors
///
/// If something of ours fails, which includes a source that does not compile: its prototype may be at fault.
pub(crate) fn driver(
    settings: &BuildSettings,
    source: &str,
    kept: Option<KeptBuilds<'_>>,
    runner: impl FnOnce() -> Result<InterruptibleRunner, SandboxError>,
) -> Result<Arc<Vec<u8>>, BuildError> {
    let digest = kept.and_then(|kept| Some((kept, kept.object_digest(settings, source)?)));
    if let Some(object) = digest.and_then(|(kept, digest)| kept.store.find(digest)) {
        return Ok(Arc::new(object));
    }
    let object = compiled_driver(settings, source, &mut runner()?)?;
    if let Some((kept, digest)) = digest {
        kept.store.keep(digest, &object);
    }
    Ok(Arc::new(object))
}

fn compiled_driver(
    settings: &BuildSettings,
    source: &str,
    runner: &mut InterruptibleRunner,
) -> Result<Vec<u8>, BuildError> {
    const SOURCE: &str = "driver.cpp";
    const OBJECT: &str = "driver.o";
    put(runner.outside("source").join(SOURCE), source.as_bytes())?;
    let mut compiler = Compiler::new(settings, runner);
    // The generated source is ours, and no warning about it concerns anybody.
    let mut arguments = settings.flags.clone();
    arguments.extend(["-w", "-x", "c++", "-c", "-o"].map(str::to_owned));
    arguments.extend([format!("{OUT}/{OBJECT}"), SOURCE.to_owned()]);
    let said = compiler.run(compiler.command, arguments)?;
    if said.succeeded() && was_made(compiler.runner, OBJECT) {
        return object(compiler.runner, OBJECT);
    }
    check_disk(compiler.runner)?;
    check_compiler(&mut compiler)?;
    Err(BuildError::Driver { diagnostics: said.diagnostics })
}

/// The copies of a submission's objects, ready to be linked with drivers.
#[derive(Debug)]
pub(crate) struct Linkable<'a> {
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
/// If something of ours fails. What makes an object unfit is the inner error, in a sentence.
pub(crate) fn linkable<'a>(
    settings: &'a BuildSettings,
    objects: &[String],
    locals: &[(usize, String)],
    renamed: &[(String, String)],
    runner: &mut InterruptibleRunner,
) -> Result<Result<Linkable<'a>, String>, BuildError> {
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
        if !said.succeeded() || !was_made(compiler.runner, &copy) {
            fail_if_ours(&mut compiler)?;
            let said = first_line(&said.diagnostics);
            return Ok(Err(format!("Its object could not be prepared for testing code: {said}")));
        }
        copies.push(copy);
    }
    let log = compiler.log;
    Ok(Ok(Linkable { settings, copies, log }))
}

/// Compiles testing code that includes the student's sources, for a function that their objects do not have. The inner error,
/// with the commands that were run, says that it does not compile: then the sources do not have the function either.
///
/// # Errors
///
/// If something of ours fails.
pub(crate) fn together<'a>(
    settings: &'a BuildSettings,
    source: &str,
    name: &str,
    runner: &mut InterruptibleRunner,
) -> Result<Result<Linkable<'a>, Vec<String>>, BuildError> {
    let (source_name, object) = (format!("{name}.cpp"), format!("{name}.o"));
    put(runner.outside("source").join(&source_name), source.as_bytes())?;
    let mut compiler = Compiler::new(settings, runner);
    let mut arguments = settings.flags.clone();
    arguments.extend(["-w", "-c", "-o"].map(str::to_owned));
    arguments.extend([format!("{OUT}/{object}"), source_name.clone()]);
    let said = compiler.run(compiler.command, arguments)?;
    remove(compiler.runner.outside("source").join(&source_name))?;
    if said.succeeded() && was_made(compiler.runner, &object) {
        let log = compiler.log;
        return Ok(Ok(Linkable { settings, copies: vec![object], log }));
    }
    fail_if_ours(&mut compiler)?;
    Ok(Err(compiler.log))
}

impl Linkable<'_> {
    /// Removes testing code that was compiled together with the student's sources, once it is linked: the objects of other
    /// cases are made beside it.
    ///
    /// # Errors
    ///
    /// If it cannot be removed.
    pub(crate) fn remove(&self, runner: &InterruptibleRunner) -> Result<(), BuildError> {
        self.copies.iter().try_for_each(|name| remove(runner.outside("out").join(name)))
    }

    /// Links the copies with `drivers` to a program of this name, which is returned as it is seen from inside the walls.
    ///
    /// # Errors
    ///
    /// If something of ours fails. What the linker has against the objects is the inner error, in a sentence.
    pub(crate) fn link(
        &mut self,
        program: &str,
        drivers: &[Arc<Vec<u8>>],
        runner: &mut InterruptibleRunner,
    ) -> Result<Result<PathBuf, String>, BuildError> {
        let linked = self.link_as_told(program, drivers, runner)?;
        Ok(linked.map_err(|said| {
            let said = first_line(&said);
            format!("Your program could not be linked with the testing code: {said}")
        }))
    }

    /// The same; the inner error is all that the linker says.
    ///
    /// # Errors
    ///
    /// If something of ours fails.
    pub(super) fn link_as_told(
        &mut self,
        program: &str,
        drivers: &[Arc<Vec<u8>>],
        runner: &mut InterruptibleRunner,
    ) -> Result<Result<PathBuf, String>, BuildError> {
        let mut objects = Vec::new();
        for (number, driver) in drivers.iter().enumerate() {
            let name = format!("driver-{number}.o");
            put(runner.outside("out").join(&name), driver)?;
            objects.push(name);
        }
        objects.extend(self.copies.iter().cloned());
        let mut compiler = Compiler::new(self.settings, runner);
        let said = link(&mut compiler, &objects, program)?;
        self.log.append(&mut compiler.log);
        for driver in objects.iter().take(drivers.len()) {
            remove(compiler.runner.outside("out").join(driver))?;
        }
        if said.succeeded() && was_made(compiler.runner, program) {
            return Ok(Ok(compiler.runner.inside("out").join(program)));
        }
        fail_if_ours(&mut compiler)?;
        Ok(Err(said.diagnostics))
    }
}

/// Removes a program that was made of drivers, given as it is seen from inside the walls.
///
/// # Errors
///
/// If it cannot be removed: then a student's program could read it.
pub(crate) fn remove_made(program: &Path, runner: &InterruptibleRunner) -> Result<(), BuildError> {
    remove(runner.outside("out").join(program.file_name().unwrap_or_default()))
}

/// Makes sure that it is the student's object which does not do: others must, here and now.
pub(super) fn fail_if_ours(compiler: &mut Compiler<'_>) -> Result<(), BuildError> {
    check_disk(compiler.runner)?;
    check_compiler(compiler)?;
    let arguments = ["smallest", "smallest-copy"].map(|name| format!("{OUT}/{name}"));
    if compiler.run(OBJCOPY, arguments.to_vec())?.succeeded() {
        Ok(())
    } else {
        Err(BuildError::Compiler(OBJCOPY.to_owned()))
    }
}

/// The first line that says what is wrong, without the tool's path.
fn first_line(diagnostics: &str) -> String {
    let line =
        diagnostics.lines().find(|line| !line.trim().is_empty()).unwrap_or("no reason given");
    format!("`{}`", line.rsplit(".o: ").next().unwrap_or(line).replace('`', "'"))
}
