//! From sources to a program, with the assignment's toolchain and nothing but the rubric's flags.

mod ascii;
mod compiler;
mod copy;
mod drivers;
mod error;
mod hint;
mod locate;
mod recipe;
mod toolchain;
mod warnings;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use drivers::{Linkable, OBJCOPY, driver, linkable, object, together};
pub use error::BuildError;
pub use locate::locate;
pub use toolchain::{ToolchainError, probe, tools};

use crate::model::{
    Assignment, Build, BuildReport, BuildVerdict, Exit, Simulator, SourceFile, Toolchain, Warnings,
};
use crate::sandbox::{Interrupt, Supervisor};
use compiler::{Compiler, OUT, Said};

/// The program's name in the folder for output.
const PROGRAM: &str = "program";

/// What building came to, and the program if there is one.
#[derive(Debug)]
pub struct Built {
    /// What the report says.
    pub report: BuildReport,
    /// How the program is run.
    pub program: Option<Runnable>,
    /// The names of the objects that it was linked from, one for each source.
    pub objects: Vec<String>,
    /// The names of the sources, without headers.
    pub names: Vec<String>,
    /// The names and bytes of all files, headers too.
    pub files: Vec<(String, Vec<u8>)>,
}

/// A program, as it is seen from inside the walls.
#[derive(Debug, Clone)]
pub enum Runnable {
    /// An executable.
    Executable(PathBuf),
    /// Sources, or what was made of them, with the command that runs them in the folder of the sources.
    Simulated(Vec<String>, PathBuf, Box<Simulator>),
}

/// Builds `sources` through a supervisor that has built nothing yet.
///
/// # Errors
///
/// If something of ours fails; what the compiler says of the sources is a value.
pub fn build(
    assignment: &Assignment,
    sources: &[SourceFile],
    supervisor: &mut Supervisor,
    interrupt: &Interrupt,
) -> Result<Built, BuildError> {
    build_with(assignment, sources, &[], supervisor, interrupt)
}

/// The same, with objects of ours linked into a program that is linked from objects.
///
/// # Errors
///
/// As [`build`].
pub fn build_with(
    assignment: &Assignment,
    sources: &[SourceFile],
    ours: &[Arc<Vec<u8>>],
    supervisor: &mut Supervisor,
    interrupt: &Interrupt,
) -> Result<Built, BuildError> {
    let toolchain = assignment.toolchain_of(sources);
    let source_folder = supervisor.outside("source");
    if let Some(reason) = copy::copy(sources, &source_folder, assignment.build_limits.source)? {
        return Ok(Built::without_program(refused(reason, toolchain)));
    }
    let names: Vec<&str> = sources
        .iter()
        .filter(|source| !source.is_header())
        .map(|source| source.name.as_str())
        .collect();
    if toolchain.takes_one_source() && names.len() != 1 {
        let reason = format!("`{}` runs one file, and these are several", toolchain.name);
        return Ok(Built::without_program(refused(reason, toolchain)));
    }
    if let Some(comment) = &toolchain.ascii
        && let Some(reason) = make_ascii(&names, &source_folder, comment)?
    {
        let toolchain = Some(toolchain.name.clone());
        let report = report(BuildVerdict::CompileError);
        let report = BuildReport { reason: Some(reason), toolchain, ..report };
        return Ok(Built::without_program(report));
    }
    let command = toolchain.compiler_command().unwrap_or_default();
    let files = files(sources, &source_folder);
    let mut compiler = Compiler::new(assignment, command, supervisor, interrupt);
    let (mut report, objects) = match &toolchain.build {
        Build::Compiler(_) => compiled(&names, &files, ours, &mut compiler)?,
        Build::Command(recipe) => {
            let report = recipe::build(recipe, &names, &mut compiler)?;
            let command = recipe::shown(recipe, assignment, &names);
            (BuildReport { command, ..report }, Vec::new())
        }
        Build::Nothing => (report(BuildVerdict::Ok), Vec::new()),
    };
    if report.verdict == BuildVerdict::CompileError {
        report.reason = Some(with_hints(report.reason, sources, &source_folder));
    }
    report.log = compiler.log;
    report.toolchain = Some(toolchain.name.clone());
    let at_home = format!("./{}", assignment.program);
    report.run = recipe::run_command(toolchain, assignment, &names, &at_home).unwrap_or_default();
    let program = runnable(toolchain, assignment, &names, supervisor);
    let program = (report.verdict == BuildVerdict::Ok).then_some(program);
    let names = names.into_iter().map(str::to_owned).collect();
    Ok(Built { report, program, objects, names, files })
}

/// Takes letters out of the copies' comments that the tool cannot read. Returns why a source is beyond that.
fn make_ascii(names: &[&str], folder: &Path, comment: &str) -> Result<Option<String>, BuildError> {
    for name in names {
        let path = folder.join(name);
        let source =
            fs::read(&path).map_err(|source| BuildError::Read { path: path.clone(), source })?;
        match ascii::of(&source, comment) {
            Ok(plain) => {
                fs::write(&path, plain).map_err(|error| BuildError::folder(&path, error))?;
            }
            Err(line) => {
                return Ok(Some(format!(
                    "Line {line} of `{name}` has a character that is not ASCII outside a comment, such as an accented \
                     letter, a curly quote or a blank that is none: type it anew."
                )));
            }
        }
    }
    Ok(None)
}

/// Makes an object of each source, and links them.
fn compiled(
    names: &[&str],
    files: &[(String, Vec<u8>)],
    ours: &[Arc<Vec<u8>>],
    compiler: &mut Compiler<'_>,
) -> Result<(BuildReport, Vec<String>), BuildError> {
    let (mut said, objects) = compiler.compile(names)?;
    if said.succeeded() {
        let linked = link_with(compiler, &objects, ours, PROGRAM)?;
        said = said.and(linked);
    }
    if !said.succeeded() && is_disk_full(&compiler.supervisor.outside("out")) {
        return Err(BuildError::DiskFull);
    }
    let made = was_made(compiler.supervisor, PROGRAM);
    let verdict = verdict(compiler.assignment, &said, made);
    if verdict == BuildVerdict::CompileError {
        check_compiler(compiler)?;
    }
    let command = shown_command(compiler, names);
    let warnings = warnings::gathered(said.warnings, files);
    let diagnostics = said.diagnostics;
    Ok((BuildReport { warnings, diagnostics, command, ..report(verdict) }, objects))
}

fn runnable(
    toolchain: &Toolchain,
    assignment: &Assignment,
    names: &[&str],
    supervisor: &Supervisor,
) -> Runnable {
    let program = supervisor.inside("out").join(PROGRAM);
    let path = program.to_string_lossy();
    let words = recipe::run_command(toolchain, assignment, names, &path);
    match (words, &toolchain.run) {
        (Some(mut words), Some(run)) => {
            if let Some(first) = words.first_mut()
                && let Some(found) = toolchain::find(first)
            {
                *first = found.to_string_lossy().into_owned();
            }
            Runnable::Simulated(words, supervisor.inside("source"), Box::new(run.clone()))
        }
        _ => Runnable::Executable(program),
    }
}

/// Links objects that were built before, and are still there, with objects of ours to another program, with the
/// assignment's flags. Returns it, unless the linker has something against that, and the commands that were run.
///
/// # Errors
///
/// If something of ours fails.
pub fn relink(
    assignment: &Assignment,
    objects: &[String],
    ours: &[Arc<Vec<u8>>],
    program: &str,
    supervisor: &mut Supervisor,
    interrupt: &Interrupt,
) -> Result<(Option<PathBuf>, Vec<String>), BuildError> {
    let mut compiler = Compiler::of(assignment, supervisor, interrupt);
    let said = link_with(&mut compiler, objects, ours, program)?;
    let made = said.succeeded() && was_made(compiler.supervisor, program);
    let path = compiler.supervisor.inside("out").join(program);
    Ok((made.then_some(path), compiler.log))
}

/// Links objects of the submission with objects of ours.
fn link_with(
    compiler: &mut Compiler<'_>,
    objects: &[String],
    ours: &[Arc<Vec<u8>>],
    program: &str,
) -> Result<Said, BuildError> {
    let mut linked = objects.to_vec();
    for (number, object) in ours.iter().enumerate() {
        let name = format!("ours-{number}.o");
        drivers::put(compiler.supervisor.outside("out").join(&name), object)?;
        linked.push(name);
    }
    Ok(compiler.link(&linked, program)?)
}

impl Built {
    fn without_program(report: BuildReport) -> Built {
        let (objects, names, files) = (Vec::new(), Vec::new(), Vec::new());
        Built { report, program: None, objects, names, files }
    }

    /// The texts of all files, as far as they are text.
    pub fn texts(&self) -> Vec<String> {
        let texts = self.files.iter().map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned());
        texts.collect()
    }
}

fn files(sources: &[SourceFile], folder: &Path) -> Vec<(String, Vec<u8>)> {
    let read = |source: &SourceFile| {
        Some((source.name.clone(), fs::read(folder.join(&source.name)).ok()?))
    };
    sources.iter().filter_map(read).collect()
}

/// Whether the compiler made this file in the folder for output. Never through a link: a compiler may have been talked
/// into making one.
fn was_made(supervisor: &Supervisor, name: &str) -> bool {
    fs::symlink_metadata(supervisor.outside("out").join(name)).is_ok_and(|data| data.is_file())
}

/// Makes sure that it is the sources which do not compile: the smallest program must, here and now. A compiler that is
/// broken, was removed or cannot write would otherwise be a student's zero.
fn check_compiler(compiler: &mut Compiler<'_>) -> Result<(), BuildError> {
    const NAME: &str = "the-smallest-program.cpp";
    let path = compiler.supervisor.outside("source").join(NAME);
    fs::write(&path, "int main() { return 0; }\n")
        .map_err(|source| BuildError::folder(&path, source))?;
    let readable = fs::Permissions::from_mode(0o644);
    fs::set_permissions(&path, readable).map_err(|source| BuildError::folder(&path, source))?;
    let program = format!("{OUT}/smallest");
    let arguments = ["-x", "c++", NAME, "-o", &program].map(str::to_owned);
    let name = compiler.command;
    if compiler.run(name, arguments.to_vec())?.succeeded() {
        Ok(())
    } else {
        Err(BuildError::Compiler(name.to_owned()))
    }
}

/// Whether there is less room than the smallest program needs. What a compiler wrote and failed over is gone again, so
/// this is not the student's doing; the compiler's own words are not asked, because a student can put words in them.
fn is_disk_full(folder: &Path) -> bool {
    const LEAST: u64 = 1 << 20;
    rustix::fs::statvfs(folder)
        .is_ok_and(|disk| disk.f_bavail.saturating_mul(disk.f_frsize) < LEAST)
}

/// The reason, with what the author of the sources cannot see.
fn with_hints(reason: Option<String>, sources: &[SourceFile], folder: &Path) -> String {
    let hints = sources.iter().filter_map(|source| {
        let bytes = fs::read(folder.join(&source.name)).ok()?;
        hint::of(&source.name, &bytes)
    });
    reason.into_iter().chain(hints).collect::<Vec<_>>().join(" ")
}

/// The command with which a student makes the program at home: all in one step.
fn shown_command(compiler: &Compiler<'_>, names: &[&str]) -> Vec<String> {
    let Assignment { flags, program, .. } = compiler.assignment;
    let output = ["-o", program].map(str::to_owned);
    let names = names.iter().map(|&name| name.to_owned());
    let command = std::iter::once(compiler.command.to_owned());
    command.chain(flags.clone()).chain(output).chain(names).collect()
}

fn verdict(assignment: &Assignment, said: &Said, made: bool) -> BuildVerdict {
    match said.exit {
        Exit::Code(0) if made => BuildVerdict::Ok,
        Exit::Stopped(_) => BuildVerdict::CompileLimit,
        _ if said.cpu >= assignment.build_limits.cpu => BuildVerdict::CompileLimit,
        _ if warnings::says_a_part_was_killed(&said.diagnostics) => BuildVerdict::CompileLimit,
        Exit::Code(_) | Exit::Signal(_) | Exit::NotStarted => BuildVerdict::CompileError,
    }
}

/// A report that says no more than this.
fn report(verdict: BuildVerdict) -> BuildReport {
    BuildReport {
        verdict,
        warnings: Warnings::default(),
        diagnostics: String::new(),
        reason: reason(verdict),
        command: Vec::new(),
        run: Vec::new(),
        log: Vec::new(),
        toolchain: None,
    }
}

fn reason(verdict: BuildVerdict) -> Option<String> {
    match verdict {
        BuildVerdict::CompileError => Some("The compiler found errors.".to_owned()),
        BuildVerdict::CompileLimit => {
            Some("The compiler needed too much time, memory or room for its files.".to_owned())
        }
        _ => None,
    }
}

fn refused(reason: String, toolchain: &Toolchain) -> BuildReport {
    let toolchain = Some(toolchain.name.clone());
    BuildReport { reason: Some(reason), toolchain, ..report(BuildVerdict::Refused) }
}
