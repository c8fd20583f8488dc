//! What is run, under which limits, and what it reads; which file a command is, and which others are executed with it: what
//! [`ToolPaths`](crate::ToolPaths) must name.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::protocol::SandboxProfile;
use crate::scarcity::RunStress;

/// What to run, and where, as it is seen from inside the walls.
#[derive(Debug, Clone)]
pub struct SandboxCommand {
    /// The executable.
    pub program: PathBuf,
    /// What it is called with, as `argv[0]`; its path if this is none.
    pub name: Option<OsString>,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// The folder it starts in.
    pub folder: PathBuf,
    /// Its whole environment.
    pub environment: Vec<(OsString, OsString)>,
    /// Which walls stand around it.
    pub profile: SandboxProfile,
    /// Whether its input and output are a terminal where they are lines, see
    /// [`Supervisor::use_terminal`](crate::Supervisor::use_terminal), which does so for all programs.
    pub terminal: bool,
    /// What is done to it that it may not notice; nothing, as a rule.
    pub stress: RunStress,
}

impl SandboxCommand {
    /// A program with these walls, in the folder `/`, without arguments or variables.
    pub fn new(program: PathBuf, profile: SandboxProfile) -> SandboxCommand {
        SandboxCommand {
            program,
            name: None,
            arguments: Vec::new(),
            folder: PathBuf::from("/"),
            environment: Vec::new(),
            profile,
            terminal: false,
            stress: RunStress::None,
        }
    }

    /// An untrusted program, as it is seen from inside the walls. Its environment is the same for every run, so that nothing it
    /// prints depends on who runs it. It is called with `./` and its file name, because its path differs from tier to tier and
    /// from run to run.
    pub fn for_program(
        path: PathBuf,
        arguments: impl IntoIterator<Item = OsString>,
    ) -> SandboxCommand {
        let mut name = OsString::from("./");
        name.push(path.file_name().unwrap_or_default());
        SandboxCommand {
            name: Some(name),
            arguments: arguments.into_iter().collect(),
            environment: SandboxCommand::minimal_environment(
                "/usr/bin:/bin".into(),
                Path::new("/"),
            ),
            ..SandboxCommand::new(path, SandboxProfile::Program)
        }
    }

    /// An environment of no more than a program needs: where commands are, which language is spoken, and a home.
    pub fn minimal_environment(path: OsString, home: &Path) -> Vec<(OsString, OsString)> {
        vec![
            ("PATH".into(), path),
            ("LANG".into(), "C.UTF-8".into()),
            ("HOME".into(), home.as_os_str().to_owned()),
        ]
    }
}

/// Standard input of a run.
pub enum StdinSource<'a> {
    /// Nothing: the first read is told of the end.
    Empty,
    /// These lines, each handed over when the program reads it.
    Lines(&'a [String]),
    /// These bytes at once, as a file that the program reads without ever waiting for us. Where it reads is not seen.
    File(&'a [u8]),
    /// Lines made while the program waits for them: given what was printed since the last one, the next line, or none for
    /// the end. Where reads cannot be seen nobody can answer them, and this is empty: ask
    /// [`LinuxSandbox::shows_reads`](crate::LinuxSandbox::shows_reads) before.
    Callback(&'a mut LineCallback<'a>),
    /// What another program says meanwhile: given what was printed since the last reply, the next one. Whoever waits for it uses up
    /// no time of the run's own. As with answers, reads must be seen; only those of this input count, and not those of
    /// processes that read something else.
    Conversation(&'a mut ReplyCallback<'a>),
    /// The same, where each reply is a question of its own: what the run may use is counted anew for each.
    Questions(&'a mut ReplyCallback<'a>),
}

/// What answers a program, see [`StdinSource::Callback`].
pub type LineCallback<'a> = dyn FnMut(&[u8]) -> Option<String> + 'a;

/// Whom a program speaks with, see [`StdinSource::Conversation`].
pub type ReplyCallback<'a> = dyn FnMut(&[u8]) -> InputReply + 'a;

/// What a program is given when it reads in a conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InputReply {
    /// A line, without its newline.
    Line(String),
    /// Bytes as they are, and no more for now.
    Bytes(Vec<u8>),
    /// The end of input.
    End,
    /// Nothing, ever: the program is stopped, as if it had waited until its time was up.
    Never,
}

/// What programs are read from, beside the system's libraries.
#[derive(Debug, Clone, Default)]
pub struct ToolPaths {
    /// Files and folders outside the system's own that compilers are read from.
    pub compilers: Vec<PathBuf>,
    /// All that a simulator is read from: its executable, and what it needs.
    pub simulators: Vec<PathBuf>,
    /// All that a consumer is read from: the folder that it works on, then its executables.
    pub consumers: Vec<PathBuf>,
    /// Whether one of the compilers is a build system, which untrusted files direct.
    pub build_system: bool,
}

/// How many threads an untrusted program may have at a time.
pub(crate) const MOST_THREADS: u64 = 512;

/// The stack of a program where nothing else is said, in bytes.
pub const DEFAULT_STACK: u64 = 8 << 20;

/// What a run may use.
#[derive(Debug, Clone, Copy)]
pub struct SandboxLimits {
    /// Processor time.
    pub cpu: Duration,
    /// Processor time that it may use at a stretch after it was told of the end of its input, without printing anything and
    /// without a call that is seen; none if only `cpu` counts. Where reads are not seen, nobody knows when it was told.
    pub after_end: Option<Duration>,
    /// Time on the clock.
    pub wall: Duration,
    /// Address space, in bytes; of a program with sanitizers, what it holds in memory.
    pub memory: u64,
    /// The stack of its first thread, in bytes.
    pub stack: u64,
    /// Bytes of standard output, and as many of standard error.
    pub output: u64,
    /// What happens at the output limit.
    pub overflow: OutputOverflow,
    /// Size of the largest file it may write, in bytes.
    pub file_size: u64,
}

impl Default for SandboxLimits {
    /// Enough for a small program: a second of processor time, whatever its input, five on the clock, 256 MiB of memory and
    /// 1 MiB of output; it is stopped there, and writes no file.
    fn default() -> SandboxLimits {
        SandboxLimits {
            cpu: Duration::from_secs(1),
            after_end: None,
            wall: Duration::from_secs(5),
            memory: 256 << 20,
            stack: DEFAULT_STACK,
            output: 1 << 20,
            overflow: OutputOverflow::Stop,
            file_size: 0,
        }
    }
}

/// What happens to a program that prints more than its limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutputOverflow {
    /// It is stopped.
    Stop,
    /// It goes on, and the rest is thrown away.
    Discard,
}

/// The file that a command is; a bare name is looked for in the folders of `path`, which is written as `PATH` is.
pub fn find_executable(command: &str, path: &OsStr) -> Option<PathBuf> {
    if command.contains('/') {
        return Some(PathBuf::from(command));
    }
    std::env::split_paths(path)
        .map(|folder| folder.join(command))
        .find(|path| path.is_file())
}

/// All that is executed with this file, by real names: it, and what its first line names if it is a script.
pub fn list_executed_files(file: &Path, path: &OsStr) -> Vec<PathBuf> {
    const LONGEST: u64 = 256;
    let mut all: Vec<PathBuf> = file.canonicalize().ok().into_iter().collect();
    let mut start = Vec::new();
    let read = File::open(file).map(|file| file.take(LONGEST).read_to_end(&mut start));
    let line = start.strip_prefix(b"#!").filter(|_| read.is_ok());
    let line = line
        .and_then(|rest| rest.split(|&byte| byte == b'\n').next())
        .unwrap_or_default();
    let named = String::from_utf8_lossy(line);
    let words = named.split_whitespace();
    // `env` starts what its first argument names.
    let by_name = words.clone().nth(1).filter(|_| named.contains("/env "));
    let others = words
        .take(1)
        .chain(by_name)
        .filter_map(|word| find_executable(word, path));
    all.extend(others.filter_map(|file| file.canonicalize().ok()));
    all
}
