//! What is run, and what it reads.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::profile::Profile;

/// What to run, and where, as it is seen from inside the walls.
#[derive(Debug, Clone)]
pub struct Command {
    /// The executable.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// The folder it starts in.
    pub folder: PathBuf,
    /// Its whole environment.
    pub environment: Vec<(OsString, OsString)>,
    /// Which walls stand around it.
    pub profile: Profile,
}

impl Command {
    /// An untrusted program, as it is seen from inside the walls. Its environment is the same for every run, so that nothing it
    /// prints depends on who runs it.
    pub fn program(path: PathBuf, arguments: impl IntoIterator<Item = OsString>) -> Command {
        Command {
            program: path,
            arguments: arguments.into_iter().collect(),
            folder: PathBuf::from("/"),
            environment: Command::environment("/usr/bin:/bin".into(), Path::new("/")),
            profile: Profile::Program,
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
}

/// What answers a program, see [`Input::Answers`].
pub type Answer<'a> = dyn FnMut(&[u8]) -> Option<String> + 'a;
