//! Programs that are linked from objects: one object for each source, and objects of ours where something is to be watched.

use std::path::PathBuf;
use std::sync::Arc;

use super::compiler::{Compiler, CompilerOutput, PROGRAM};
use super::files::{put, was_made};
use super::internal_fault::{check_compiler, check_disk};
use super::link::link;
use super::report::{report, verdict};
use super::{BuildError, Told};
use crate::model::{BuildReport, BuildSettings, BuildVerdict};
use crate::runner::InterruptibleRunner;

/// What a compiler made of all sources.
pub(super) struct Compiled {
    pub(super) report: BuildReport,
    /// The names of the objects, one for each source.
    pub(super) objects: Vec<String>,
    /// What it said that may hold warnings.
    pub(super) told: Vec<Told>,
    /// Whether nothing that it said may be the machine's doing.
    pub(super) is_sure: bool,
}

impl Compiled {
    /// What no compiler had a part in.
    pub(super) fn nothing_but(report: BuildReport) -> Compiled {
        Compiled { report, objects: Vec::new(), told: Vec::new(), is_sure: true }
    }
}

/// Makes an object of each source, and links them.
pub(super) fn compiled(
    names: &[&str],
    ours: &[Arc<Vec<u8>>],
    compiler: &mut Compiler<'_>,
) -> Result<Compiled, BuildError> {
    let (mut said, mut objects) = compiled_and_linked(names, ours, compiler)?;
    if said.says_something_was_missing() {
        // Where the smallest program can be made, the sources have their chance, too; what is said then is theirs.
        check_compiler(compiler)?;
        (said, objects) = compiled_and_linked(names, ours, compiler)?;
    }
    if !said.succeeded() {
        check_disk(compiler.runner)?;
    }
    let made = was_made(compiler.runner, PROGRAM);
    let verdict = verdict(compiler.settings, &said, made);
    if verdict == BuildVerdict::CompileError {
        check_compiler(compiler)?;
    }
    let command = shown_command(compiler, names);
    let is_sure = !said.says_something_was_missing();
    let CompilerOutput { diagnostics, told, .. } = said;
    let report = BuildReport { diagnostics, command, ..report(verdict) };
    Ok(Compiled { report, objects, told, is_sure })
}

fn compiled_and_linked(
    names: &[&str],
    ours: &[Arc<Vec<u8>>],
    compiler: &mut Compiler<'_>,
) -> Result<(CompilerOutput, Vec<String>), BuildError> {
    let (said, objects) = compiler.compile(names)?;
    if !said.succeeded() {
        return Ok((said, objects));
    }
    let linked = link_with(compiler, &objects, ours, PROGRAM)?;
    Ok((said.and(linked), objects))
}

/// Links objects that were built before, and are still there, with objects of ours to another program, with the
/// settings' flags. Returns it, unless the linker has something against that, and the commands that were run.
///
/// # Errors
///
/// If something of ours fails.
pub(crate) fn relink(
    settings: &BuildSettings,
    objects: &[String],
    ours: &[Arc<Vec<u8>>],
    program: &str,
    runner: &mut InterruptibleRunner,
) -> Result<(Option<PathBuf>, Vec<String>), BuildError> {
    let mut compiler = Compiler::new(settings, runner);
    let said = link_with(&mut compiler, objects, ours, program)?;
    let made = said.succeeded() && was_made(compiler.runner, program);
    let path = compiler.runner.inside("out").join(program);
    Ok((made.then_some(path), compiler.log))
}

/// Links objects of the submission with objects of ours.
fn link_with(
    compiler: &mut Compiler<'_>,
    objects: &[String],
    ours: &[Arc<Vec<u8>>],
    program: &str,
) -> Result<CompilerOutput, BuildError> {
    let mut linked = objects.to_vec();
    for (number, object) in ours.iter().enumerate() {
        let name = format!("ours-{number}.o");
        put(compiler.runner.outside("out").join(&name), object)?;
        linked.push(name);
    }
    Ok(link(compiler, &linked, program)?)
}

/// The command with which a student makes the program at home: all in one step.
fn shown_command(compiler: &Compiler<'_>, names: &[&str]) -> Vec<String> {
    let BuildSettings { flags, libraries, program, .. } = compiler.settings;
    let output = ["-o", program].map(str::to_owned);
    let names = names.iter().map(|&name| name.to_owned());
    let command = std::iter::once(compiler.command.to_owned());
    command.chain(flags.clone()).chain(output).chain(names).chain(libraries.clone()).collect()
}
