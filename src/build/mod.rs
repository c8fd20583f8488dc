//! From sources to a program, with the assignment's compiler and nothing but the rubric's flags.

mod copy;
mod hint;
mod toolchain;
mod warnings;

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

pub use toolchain::{ToolchainError, folders, probe};

use crate::model::{Assignment, BuildReport, BuildVerdict, Exit, Observation, SourceFile};
use crate::sandbox::{
    Command, Input, Interrupt, Limits, Overflow, SandboxError, Supervisor, Walls,
};

/// How much of the compiler's diagnostics is kept, in bytes.
const DIAGNOSTICS: u64 = 256 << 10;

/// The largest file that a compiler may write, in bytes.
const LARGEST_FILE: u64 = 64 << 20;

/// What building came to, and the program if there is one.
#[derive(Debug)]
pub struct Built {
    /// What the report says.
    pub report: BuildReport,
    /// The executable, as it is seen from inside the walls.
    pub program: Option<PathBuf>,
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
    let source_folder = supervisor.outside("source");
    if let Some(reason) = copy::copy(sources, &source_folder, assignment.build_limits.source)? {
        return Ok(Built { report: refused(reason), program: None });
    }
    let names: Vec<&str> = sources
        .iter()
        .filter(|source| !source.is_header())
        .map(|source| source.name.as_str())
        .collect();
    let program = supervisor.inside("out").join("program");
    let command = Command {
        program: PathBuf::from(&assignment.compiler),
        arguments: arguments(assignment, program.as_os_str().to_owned(), &names),
        folder: supervisor.inside("source"),
        environment: environment(&supervisor.inside("tmp")),
        walls: Walls::Compiler,
    };
    let observation = supervisor.run(&command, &limits(assignment), Input::Empty, interrupt)?;
    // Never through a link: a compiler may have been talked into making one.
    let made = fs::symlink_metadata(supervisor.outside("out").join("program"))
        .is_ok_and(|data| data.is_file());
    if observation.exit != Exit::Code(0) && is_disk_full(&supervisor.outside("out")) {
        return Err(BuildError::DiskFull);
    }
    let mut report = report(assignment, &names, &observation, made);
    if report.verdict == BuildVerdict::CompileError {
        check_compiler(assignment, supervisor, interrupt)?;
        report.reason = Some(with_hints(report.reason, sources, &source_folder));
    }
    let program = (report.verdict == BuildVerdict::Ok).then_some(program);
    Ok(Built { report, program })
}

/// Something of ours failed while building.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The compiler could not be run.
    #[error("cannot run the compiler")]
    Sandbox(#[from] SandboxError),
    /// The compiler does not even compile the smallest program.
    #[error("the compiler `{0}` does not work here: it does not compile the smallest program")]
    Compiler(String),
    /// The compiler failed, and there is no room for what it writes.
    #[error("the disk that holds temporary files is full; `TMPDIR` names another place")]
    DiskFull,
    /// A folder or file for the build could not be made.
    #[error("cannot write `{}` for the build", path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A student's file could not be read.
    #[error("cannot read `{}`", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl BuildError {
    fn folder(path: &Path, source: io::Error) -> BuildError {
        BuildError::Write { path: path.to_owned(), source }
    }
}

/// Makes sure that it is the sources which do not compile: the smallest program must, here and now. A compiler that is
/// broken, was removed or cannot write would otherwise be a student's zero.
fn check_compiler(
    assignment: &Assignment,
    supervisor: &mut Supervisor,
    interrupt: &Interrupt,
) -> Result<(), BuildError> {
    const NAME: &str = "the-smallest-program.cpp";
    let path = supervisor.outside("source").join(NAME);
    fs::write(&path, "int main() { return 0; }\n")
        .map_err(|source| BuildError::folder(&path, source))?;
    let readable = fs::Permissions::from_mode(0o644);
    fs::set_permissions(&path, readable).map_err(|source| BuildError::folder(&path, source))?;
    let program = supervisor.inside("out").join("smallest");
    let command = Command {
        program: PathBuf::from(&assignment.compiler),
        arguments: ["-x", "c++", NAME, "-o"]
            .map(OsString::from)
            .into_iter()
            .chain([program.into()])
            .collect(),
        folder: supervisor.inside("source"),
        environment: environment(&supervisor.inside("tmp")),
        walls: Walls::Compiler,
    };
    let seen = supervisor.run(&command, &limits(assignment), Input::Empty, interrupt)?;
    if seen.exit == Exit::Code(0) {
        Ok(())
    } else {
        Err(BuildError::Compiler(assignment.compiler.clone()))
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

/// The command's arguments: the rubric's flags, the program's name, and the sources.
fn arguments(assignment: &Assignment, program: OsString, names: &[&str]) -> Vec<OsString> {
    let flags = assignment.flags.iter().map(OsString::from);
    flags.chain(["-o".into(), program]).chain(names.iter().map(OsString::from)).collect()
}

/// The command as a student repeats it at home.
fn shown_command(assignment: &Assignment, names: &[&str]) -> Vec<String> {
    let arguments = arguments(assignment, OsString::from(&assignment.program), names);
    let arguments = arguments.into_iter().map(|argument| argument.to_string_lossy().into_owned());
    std::iter::once(assignment.compiler.clone()).chain(arguments).collect()
}

/// English messages, and temporary files where they disappear with the build.
fn environment(temporary: &Path) -> Vec<(OsString, OsString)> {
    let path = std::env::var_os("PATH").unwrap_or_else(|| "/usr/local/bin:/usr/bin:/bin".into());
    vec![
        ("PATH".into(), path),
        ("LC_ALL".into(), "C".into()),
        ("TMPDIR".into(), temporary.as_os_str().to_owned()),
    ]
}

fn limits(assignment: &Assignment) -> Limits {
    Limits {
        cpu: assignment.build_limits.cpu,
        wall: assignment.build_limits.wall,
        memory: assignment.build_limits.memory,
        output: DIAGNOSTICS,
        overflow: Overflow::Discard,
        file_size: LARGEST_FILE,
    }
}

fn report(assignment: &Assignment, names: &[&str], seen: &Observation, made: bool) -> BuildReport {
    let diagnostics = String::from_utf8_lossy(&seen.stderr).into_owned();
    let verdict = match seen.exit {
        Exit::Code(0) if made => BuildVerdict::Ok,
        Exit::Stopped(_) => BuildVerdict::CompileLimit,
        _ if seen.usage.cpu >= assignment.build_limits.cpu => BuildVerdict::CompileLimit,
        _ if warnings::says_a_part_was_killed(&diagnostics) => BuildVerdict::CompileLimit,
        Exit::Code(_) | Exit::Signal(_) | Exit::NotStarted => BuildVerdict::CompileError,
    };
    BuildReport {
        verdict,
        warnings: warnings::count(&diagnostics),
        reason: reason(verdict),
        diagnostics,
        command: shown_command(assignment, names),
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

fn refused(reason: String) -> BuildReport {
    BuildReport {
        verdict: BuildVerdict::Refused,
        warnings: 0,
        diagnostics: String::new(),
        reason: Some(reason),
        command: Vec::new(),
    }
}
