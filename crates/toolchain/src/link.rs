//! From objects to a program.

use std::path::PathBuf;
use std::sync::Arc;

use super::compiler::{Compiler, CompilerOutput, OUT};
use super::import_libraries;
use crate::compile::{is_output_file, write_file};
use crate::compiler::PROGRAM;
use crate::report::{build_verdict, check_compiler, check_disk, verdict_report};
use crate::runner::InterruptibleRunner;
use crate::{BuildError, CapturedDiagnostics};
use model::{BuildReport, BuildSettings, BuildVerdict};
use sandbox::SandboxError;

/// Links `objects`, which are in the folder for output, to a program there.
///
/// The log of a build lists the plain command, however it was linked: whether there are import libraries depends on how many
/// programs are graded together, and a class in pieces is to write what one run of it writes. The program is the same in any case.
///
/// `extra_flags` go to the linker besides the settings' flags. They must name no library.
pub(super) fn link_objects(
    compiler: &mut Compiler<'_>,
    objects: &[String],
    extra_flags: &[&str],
    program: &str,
) -> Result<CompilerOutput, SandboxError> {
    let mut arguments = compiler.settings.flags.clone();
    arguments.extend(extra_flags.iter().map(|&flag| flag.to_owned()));
    arguments.extend(["-o".to_owned(), format!("{OUT}/{program}")]);
    arguments.extend(objects.iter().map(|object| format!("{OUT}/{object}")));
    arguments.extend(compiler.settings.libraries.iter().cloned());
    let logged = compiler.log.len();
    let linked = import_libraries::try_link(compiler, &arguments, objects, program)?;
    compiler.log.truncate(logged);
    match linked {
        Some(linked) => {
            tracing::debug!(program, "linked with import libraries");
            compiler.log_command(compiler.command, &arguments);
            Ok(linked)
        }
        None => compiler.run(compiler.command, arguments),
    }
}

/// What a compiler made of all sources.
pub(super) struct CompiledSources {
    pub(super) report: BuildReport,
    /// The names of the objects, one for each source.
    pub(super) objects: Vec<String>,
    /// What it said that may hold warnings.
    pub(super) captured: Vec<CapturedDiagnostics>,
    /// Whether nothing that it said may be the machine's doing.
    pub(super) is_sure: bool,
}

impl CompiledSources {
    /// What no compiler had a part in.
    pub(super) fn from_report(report: BuildReport) -> CompiledSources {
        CompiledSources {
            report,
            objects: Vec::new(),
            captured: Vec::new(),
            is_sure: true,
        }
    }
}

/// Makes an object of each source, and links them.
pub(super) fn compile_and_link(
    names: &[&str],
    ours: &[Arc<Vec<u8>>],
    compiler: &mut Compiler<'_>,
) -> Result<CompiledSources, BuildError> {
    let (mut said, mut objects) = try_compile_and_link(names, ours, compiler)?;
    if said.reports_missing_resources() {
        // Where the smallest program can be made, the sources have their chance, too; what is said then is theirs.
        check_compiler(compiler)?;
        (said, objects) = try_compile_and_link(names, ours, compiler)?;
    }
    if !said.is_success() {
        check_disk(compiler.runner)?;
    }
    let made = is_output_file(compiler.runner, PROGRAM);
    let verdict = build_verdict(compiler.settings, &said, made);
    if verdict == BuildVerdict::CompileError {
        check_compiler(compiler)?;
    }
    let command = display_command(compiler, names);
    let is_sure = !said.reports_missing_resources();
    let CompilerOutput {
        diagnostics,
        captured: told,
        ..
    } = said;
    let report = BuildReport {
        diagnostics,
        command,
        ..verdict_report(verdict)
    };
    Ok(CompiledSources {
        report,
        objects,
        captured: told,
        is_sure,
    })
}

fn try_compile_and_link(
    names: &[&str],
    ours: &[Arc<Vec<u8>>],
    compiler: &mut Compiler<'_>,
) -> Result<(CompilerOutput, Vec<String>), BuildError> {
    let (said, objects) = compiler.compile_sources(names)?;
    if !said.is_success() {
        return Ok((said, objects));
    }
    let linked = link_support_objects(compiler, &objects, ours, &[], PROGRAM)?;
    Ok((said.merge_later(linked), objects))
}

/// Has the linker enter `main` through `__wrap_main`, which calls it as `__real_main`.
const WRAP_MAIN: &str = "-Wl,--wrap=main";

/// Links objects that were built before, and are still there, to another program, with objects of ours through which `main` is
/// entered: one of them defines `__wrap_main` and calls `__real_main`. Returns the program, unless the linker has something against
/// that, and the commands that were run.
///
/// # Errors
///
/// If something of ours fails.
pub fn link_with_wrapped_main(
    settings: &BuildSettings,
    objects: &[String],
    ours: &[Arc<Vec<u8>>],
    program: &str,
    runner: &mut InterruptibleRunner,
) -> Result<(Option<PathBuf>, Vec<String>), BuildError> {
    let mut compiler = Compiler::new(settings, runner);
    let said = link_support_objects(&mut compiler, objects, ours, &[WRAP_MAIN], program)?;
    let made = said.is_success() && is_output_file(compiler.runner, program);
    let path = compiler.runner.path_inside("out").join(program);
    Ok((made.then_some(path), compiler.log))
}

/// Links objects of the submission with objects of ours.
fn link_support_objects(
    compiler: &mut Compiler<'_>,
    objects: &[String],
    ours: &[Arc<Vec<u8>>],
    extra_flags: &[&str],
    program: &str,
) -> Result<CompilerOutput, BuildError> {
    let mut linked = objects.to_vec();
    for (number, object) in ours.iter().enumerate() {
        let name = format!("ours-{number}.o");
        write_file(compiler.runner.path_outside("out").join(&name), object)?;
        linked.push(name);
    }
    Ok(link_objects(compiler, &linked, extra_flags, program)?)
}

/// The command with which a student makes the program at home: all in one step.
fn display_command(compiler: &Compiler<'_>, names: &[&str]) -> Vec<String> {
    let BuildSettings {
        flags,
        libraries,
        program,
        ..
    } = compiler.settings;
    let output = ["-o", program].map(str::to_owned);
    let names = names.iter().map(|&name| name.to_owned());
    let command = std::iter::once(compiler.command.to_owned());
    command
        .chain(flags.clone())
        .chain(output)
        .chain(names)
        .chain(libraries.clone())
        .collect()
}
