//! From sources to a program, with one toolchain and nothing but the given flags.

#![forbid(unsafe_code)]

mod ascii;
mod build_system;
pub mod cache;
mod compile;
mod compiler;
mod contents;
mod copy;
mod drivers;
mod error;
mod import_libraries;
mod installation;
mod kept;
mod link;
mod locate;
mod missing_includes;
mod not_compiled;
mod precompiled;
mod recipe;
mod report;
pub mod runner;
mod syntax_check;
mod test_program;
mod toolchain;
mod warnings;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::link::CompiledSources;
use crate::runner::InterruptibleRunner;
pub use ascii::invisible_cause;
pub use compile::read_object;
use compiler::Compiler;
pub use compiler::PROGRAM;
pub use copy::{read_head, read_source};
pub use drivers::{
    LinkableObjects, OBJCOPY, compile_driver, compile_with_sources, prepare_objects, remove_program,
};
pub use error::{Attempt, BuildError};
pub use import_libraries::prepare_import_libraries;
pub use installation::{ToolchainInstallation, ToolchainInstallations};
pub use kept::{BuildCache, CachedRepair};
pub use link::link_with_wrapped_main;
pub use locate::locate_addresses;
pub use missing_includes::{find_missing_lines, is_added_header, write_added_header};
use model::{
    BuildMethod, BuildReport, BuildSettings, BuildVerdict, Simulator, SourceFile,
    has_header_ending, has_source_ending,
};
pub use not_compiled::missing_definitions;
pub use precompiled::{
    MakingTime, PlannedPrefix, PrecompiledHeaders, PrecompiledStore, PrecompilingSupport,
    expected_cost, plan_prefixes, plan_usual_prefixes, try_precompiling,
};
pub use report::{read_output, write_program};
use report::{refusal_report, verdict_report};
pub use syntax_check::{SyntaxChecker, SyntaxVerdict, check_headers};
pub use test_program::TestProgram;
pub use toolchain::{ToolchainError, probe_toolchain, required_tools};
pub use warnings::{CapturedDiagnostics, collect_warnings};

/// What a student's `main` is called in programs that only test what else there is.
const STUDENTS_MAIN: &str = "grader_students_main";

/// What building came to, and the program if there is one.
#[derive(Debug)]
pub struct BuildOutput {
    /// What the report says.
    pub report: BuildReport,
    /// How the program is run.
    pub program: Option<BuiltProgram>,
    /// The names of the objects that it was linked from, one for each source.
    pub objects: Vec<String>,
    /// The names of the sources, without headers.
    pub names: Vec<String>,
    /// The names and bytes of all files, headers too.
    pub files: Vec<(String, Vec<u8>)>,
    /// What its compilations said that may hold warnings: nobody has read it yet.
    pub told: Vec<CapturedDiagnostics>,
}

/// A program, as it is seen from inside the walls.
#[derive(Debug, Clone)]
pub enum BuiltProgram {
    /// An executable.
    Executable(PathBuf),
    /// Sources, or what was made of them, with the command that runs them in the folder of the sources.
    Simulated(Vec<String>, PathBuf, Box<Simulator>),
}

/// What a build is given besides its sources.
#[derive(Default)]
pub struct BuildExtras<'a> {
    /// Objects of ours, linked into a program that is linked from objects.
    pub ours: &'a [Arc<Vec<u8>>],
    /// What sources may begin with, which the runner must show to compilers.
    pub precompiled: Option<&'a PrecompiledHeaders>,
    /// Where builds are kept, and found again.
    pub kept: Option<BuildCache<'a>>,
}

/// Builds `sources` through a runner that has built nothing yet.
///
/// # Errors
///
/// If something of ours fails; what the compiler says of the sources is a value.
pub fn build_program(
    settings: &BuildSettings,
    sources: &[SourceFile],
    extras: &BuildExtras<'_>,
    runner: &mut InterruptibleRunner,
) -> Result<BuildOutput, BuildError> {
    let has_added_lines = sources.iter().any(is_added_header);
    let with_header = has_added_lines.then(|| missing_includes::with_added_header(settings));
    let settings = with_header.as_ref().unwrap_or(settings);
    let names: Vec<&str> = sources
        .iter()
        .filter(|source| !source.is_header())
        .map(|source| source.name.as_str())
        .collect();
    let source_folder = runner.path_outside("source");
    if let Some(report) = lay_out_sources(settings, sources, &names, &source_folder)? {
        return Ok(BuildOutput::without_program(report));
    }
    let mut files = compile::read_sources(sources, &source_folder);
    // A file that could not be read makes it another build.
    let kept = extras.kept.filter(|_| files.len() == sources.len());
    let digest =
        kept.and_then(|kept| Some((kept, kept.build_digest(settings, &files, extras.ours)?)));
    let known = digest
        .map(|(kept, digest)| kept.restore_build(digest, runner))
        .transpose()?
        .flatten();
    let compiled = match known {
        Some(known) => known,
        None => {
            let compiled = run_toolchain(settings, &names, extras, has_added_lines, runner)?;
            digest.map_or(Ok(()), |(kept, digest)| {
                kept.save_build(digest, &compiled, runner)
            })?;
            compiled
        }
    };
    let mut report = compiled.report;
    report.toolchain = Some(settings.toolchain.name.clone());
    let is_provided = |source: &&SourceFile| source.is_provided && !is_added_header(source);
    let provided = sources.iter().filter(is_provided);
    report.provided = provided.map(|source| source.name.clone()).collect();
    let at_home = format!("./{}", settings.program);
    report.run = recipe::run_command(settings, &names, &at_home).unwrap_or_default();
    if has_added_lines {
        report.command = missing_includes::without_added_header(report.command);
    }
    retain_program_text(&mut files, sources, settings);
    let program = program_to_run(settings, &names, runner);
    let program = (report.verdict == BuildVerdict::Ok).then_some(program);
    Ok(BuildOutput {
        report,
        program,
        objects: compiled.objects,
        names: names.into_iter().map(str::to_owned).collect(),
        files,
        told: compiled.captured,
    })
}

/// Writes the sources where the toolchain works. A report is the value if it cannot build such sources.
fn lay_out_sources(
    settings: &BuildSettings,
    sources: &[SourceFile],
    names: &[&str],
    folder: &Path,
) -> Result<Option<BuildReport>, BuildError> {
    let toolchain = &settings.toolchain;
    if let Some(reason) = copy::copy_sources(sources, folder, &settings.limits)? {
        return Ok(Some(refusal_report(reason, toolchain)));
    }
    if toolchain.takes_one_source() && names.len() != 1 {
        let reason = format!("`{}` runs one file, and these are several", toolchain.name);
        return Ok(Some(refusal_report(reason, toolchain)));
    }
    let Some(comment) = &toolchain.ascii else {
        return Ok(None);
    };
    let refused = ascii::rewrite_sources(names, folder, comment)?;
    Ok(refused.map(|reason| BuildReport {
        reason: Some(reason),
        toolchain: Some(toolchain.name.clone()),
        ..verdict_report(BuildVerdict::CompileError)
    }))
}

/// Leaves what is text of the program: no header that the grader added, and nothing that directs a build system.
fn retain_program_text(
    files: &mut Vec<(String, Vec<u8>)>,
    sources: &[SourceFile],
    settings: &BuildSettings,
) {
    let is_added = |name: &str| {
        sources
            .iter()
            .any(|it| it.name == name && is_added_header(it))
    };
    files.retain(|(name, _)| !is_added(name));
    if settings.toolchain.is_build_system() {
        files.retain(|(name, _)| {
            has_header_ending(Path::new(name)) || has_source_ending(Path::new(name))
        });
    }
}

fn run_toolchain(
    settings: &BuildSettings,
    names: &[&str],
    extras: &BuildExtras<'_>,
    has_added_lines: bool,
    runner: &mut InterruptibleRunner,
) -> Result<CompiledSources, BuildError> {
    let precompiled = extras.precompiled.filter(|_| !has_added_lines);
    let mut compiler = Compiler::new(settings, runner).with_precompiled(precompiled);
    let mut compiled = match &settings.toolchain.build {
        BuildMethod::Compiler(_) => link::compile_and_link(names, extras.ours, &mut compiler)?,
        BuildMethod::Command(recipe) => {
            let report = recipe::build_program(recipe, names, &mut compiler)?;
            let command = recipe::display_command(recipe, settings, names);
            CompiledSources::from_report(BuildReport { command, ..report })
        }
        BuildMethod::BuildSystem(system) => {
            let report = build_system::build_program(system, names, &mut compiler)?;
            CompiledSources::from_report(report)
        }
        BuildMethod::Nothing => CompiledSources::from_report(verdict_report(BuildVerdict::Ok)),
    };
    compiled.report.log = compiler.log;
    Ok(compiled)
}

fn program_to_run(
    settings: &BuildSettings,
    names: &[&str],
    runner: &InterruptibleRunner,
) -> BuiltProgram {
    let program = runner.path_inside("out").join(PROGRAM);
    let path = program.to_string_lossy();
    let words = recipe::run_command(settings, names, &path);
    match (words, &settings.toolchain.run) {
        (Some(mut words), Some(run)) => {
            if let Some(first) = words.first_mut()
                && let Some(found) = toolchain::find_command(first)
            {
                *first = found.to_string_lossy().into_owned();
            }
            BuiltProgram::Simulated(words, runner.path_inside("source"), Box::new(run.clone()))
        }
        _ => BuiltProgram::Executable(program),
    }
}

impl BuildOutput {
    fn without_program(report: BuildReport) -> BuildOutput {
        let objects = Vec::new();
        let names = Vec::new();
        let files = Vec::new();
        BuildOutput {
            report,
            program: None,
            objects,
            names,
            files,
            told: Vec::new(),
        }
    }
}
