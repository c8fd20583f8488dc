//! What is run, and what it reads.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::pressure::Pressure;
use crate::profile::Profile;

/// What to run, and where, as it is seen from inside the walls.
#[derive(Debug, Clone)]
pub struct Command {
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
    pub profile: Profile,
    /// Whether its input and output are a terminal where they are lines, see
    /// [`Supervisor::use_terminal`](crate::Supervisor::use_terminal), which does so for all programs.
    pub terminal: bool,
    /// What is done to it that it may not notice; nothing, as a rule.
    pub pressure: Pressure,
}

impl Command {
    /// A program with these walls, in the folder `/`, without arguments or variables.
    pub fn new(program: PathBuf, profile: Profile) -> Command {
        Command {
            program,
            name: None,
            arguments: Vec::new(),
            folder: PathBuf::from("/"),
            environment: Vec::new(),
            profile,
            terminal: false,
            pressure: Pressure::None,
        }
    }

    /// An untrusted program, as it is seen from inside the walls. Its environment is the same for every run, so that nothing it
    /// prints depends on who runs it. It is called with `./` and its file name, because its path differs from tier to tier and
    /// from run to run.
    pub fn program(path: PathBuf, arguments: impl IntoIterator<Item = OsString>) -> Command {
        let mut name = OsString::from("./");
        name.push(path.file_name().unwrap_or_default());
        Command {
            name: Some(name),
            arguments: arguments.into_iter().collect(),
            environment: Command::environment("/usr/bin:/bin".into(), Path::new("/")),
            ..Command::new(path, Profile::Program)
        }
    }

    /// An environment of no more than a program needs: where commands are, which language is spoken, and a home.
    pub fn environment(path: OsString, home: &Path) -> Vec<(OsString, OsString)> {
        vec![
            ("PATH".into(), path),
            ("LANG".into(), "C.UTF-8".into()),
            ("HOME".into(), home.as_os_str().to_owned()),
        ]
    }
}

/// Standard input of a run.
pub enum Input<'a> {
    /// Nothing: the first read is told of the end.
    Empty,
    /// These lines, each handed over when the program reads it.
    Lines(&'a [String]),
    /// These bytes at once, as a file that the program reads without ever waiting for us. Where it reads is not seen.
    Whole(&'a [u8]),
    /// Lines made while the program waits for them: given what was printed since the last one, the next line, or none for
    /// the end. Where reads cannot be seen nobody can answer them, and this is empty: ask
    /// [`Sandbox::shows_reads`](crate::Sandbox::shows_reads) before.
    Answers(&'a mut Answer<'a>),
    /// What another program says meanwhile: given what was printed since the last reply, the next one. Whoever waits for it uses up
    /// no time of the run's own. As with answers, reads must be seen; only those of this input count, and not those of
    /// processes that read something else.
    Conversation(&'a mut Partner<'a>),
    /// The same, where each reply is a question of its own: what the run may use is counted anew for each.
    Questions(&'a mut Partner<'a>),
}

/// What answers a program, see [`Input::Answers`].
pub type Answer<'a> = dyn FnMut(&[u8]) -> Option<String> + 'a;

/// Whom a program speaks with, see [`Input::Conversation`].
pub type Partner<'a> = dyn FnMut(&[u8]) -> Reply + 'a;

/// What a program is given when it reads in a conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// A line, without its newline.
    Line(String),
    /// Bytes as they are, and no more for now.
    Bytes(Vec<u8>),
    /// The end of input.
    End,
    /// Nothing, ever: the program is stopped, as if it had waited until its time was up.
    Never,
}
