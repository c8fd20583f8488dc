//! Running a program that nobody trusts: the whole surface is on this page.
//!
//! A [`Sandbox`] knows how much this machine can confine. It gives each submission a [`Supervisor`], which runs one
//! [`Command`] after the other under [`Limits`] and returns what was seen. Nothing here knows about grading. The ideas:
//!
//! * **One supervisor per submission.** Walls are built once and inherited, so a run inside them costs little more
//!   than a run without.
//! * **Reading is the clock.** A seccomp filter tells us the instant the program reads standard input while it
//!   has none left. Everything it flushed is then in the pipe: we drain it, note a turn, write the next line and
//!   let the read go on. A kernel without that feature gets the whole script at once, and the observation says so.
//! * **Nobody is waited for.** The program's end is an event on its process descriptor, never the end of its
//!   output, which a stray child could keep open.
//! * **Processor time is the limit that counts**; time on the clock only catches programs that sleep.

mod accounts;
mod bpf;
mod calls;
mod capture;
mod channel;
mod executables;
mod exit;
mod filter;
mod glances;
mod interrupt;
mod looks;
mod observation;
mod own;
mod own_limits;
mod process;
mod protocol;
mod reads;
mod refused;
mod run_loop;
mod scarcity;
mod script;
mod stale_dirs;
mod streams;
mod supervised;
mod supervisor;
mod terminal;
mod tier;
mod trial;
mod workplace;

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

pub use executables::{executables, find};
pub use interrupt::Interrupt;
pub use observation::{Activity, Exit, Limit, Observation, ObservedTurn, Usage};
pub use own_limits::{Needs, TooLow, make_room, workers};
pub use protocol::Profile;
pub use scarcity::{Scarcity, again, patiently};
pub use supervised::Supervisor;
pub use supervisor::{ARGUMENT, supervise};
pub use tier::Tier;
pub use trial::{Refusal, Sandbox};

/// How many threads a student's program may have at a time.
const MOST_THREADS: u64 = 512;
/// The first argument that makes the executable read a student's files, behind [`Profile::Analysis`].
pub const ANALYSE: &str = "__analyse";

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

/// What programs are read from, beside the system's libraries.
#[derive(Debug, Clone, Default)]
pub struct Tools {
    /// Files and folders outside the system's own that compilers are read from.
    pub compilers: Vec<PathBuf>,
    /// All that a simulator is read from: its executable, and what it needs.
    pub simulators: Vec<PathBuf>,
    /// All that a checker is read from: the folder that it works on, then its executables.
    pub checkers: Vec<PathBuf>,
}

/// What a run may use.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Processor time.
    pub cpu: Duration,
    /// Time on the clock.
    pub wall: Duration,
    /// Address space, in bytes; of a program with sanitizers, what it holds in memory.
    pub memory: u64,
    /// Bytes of standard output, and as many of standard error.
    pub output: u64,
    /// What happens at the output limit.
    pub overflow: Overflow,
    /// Size of the largest file it may write, in bytes.
    pub file_size: u64,
}

/// What happens to a program that prints more than its limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overflow {
    /// It is stopped.
    Stop,
    /// It goes on, and the rest is thrown away.
    Discard,
}

/// Standard input of a run.
pub enum Input<'a> {
    /// Nothing: the first read is told of the end.
    Empty,
    /// These lines, each handed over when the program reads it.
    Lines(&'a [String]),
    /// Lines made while the program waits for them: given what was printed since the last one, the next line, or none for
    /// the end. Where reads cannot be seen nobody can answer them, and this is empty: ask [`Sandbox::shows_reads`] before.
    Answers(&'a mut Answer<'a>),
}

/// What answers a program, see [`Input::Answers`].
pub type Answer<'a> = dyn FnMut(&[u8]) -> Option<String> + 'a;

/// Something of ours failed, or the user wants to stop. Never the program's fault.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// The user asked to stop.
    #[error("interrupted")]
    Interrupted,
    /// A call to the system failed.
    #[error("cannot {action}")]
    System {
        /// What was tried.
        action: &'static str,
        /// What the system said.
        source: io::Error,
    },
    /// The supervisor could not do one step of starting a program.
    #[error("cannot start the program: step `{step}` failed")]
    Step {
        /// Which step.
        step: String,
        /// What the system said.
        source: io::Error,
    },
    /// Something was missing for a start-up, and did not come back.
    #[error("{failure}, and was tried again for 6 seconds; {}", .scarcity.advice())]
    Scarce {
        /// What failed.
        failure: String,
        /// What was missing.
        scarcity: Scarcity,
        /// What the system said.
        source: io::Error,
    },
    /// Neither a student's program nor one of the system's own can be executed.
    #[error(
        "no program can be executed in `{}`, not even one of the system's own; if that disk is mounted with `noexec`, name \
         another place with `TMPDIR`", folder.display()
    )]
    CannotExecute {
        /// Where they are.
        folder: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The supervisor is not there any more: somebody killed it, or memory ran out.
    #[error("the supervisor of this submission is gone")]
    SupervisorGone,
}

impl SandboxError {
    /// For `map_err`: names what was tried.
    pub fn during<E: Into<io::Error>>(action: &'static str) -> impl FnOnce(E) -> SandboxError {
        move |source| SandboxError::System { action, source: source.into() }
    }

    /// What a start-up failed for want of; none if it failed for something else.
    fn scarcity(&self) -> Option<Scarcity> {
        match self {
            SandboxError::System { source, .. } => scarcity::of(source),
            // The limits on namespaces, in `/proc/sys/user`, are told as a full disk is.
            SandboxError::Step { step, source } if step == supervisor::WALLS => {
                scarcity::of(source).map(|it| match it {
                    Scarcity::Disk => Scarcity::Namespaces,
                    other => other,
                })
            }
            SandboxError::Step { source, .. } => scarcity::of(source),
            _ => None,
        }
    }

    /// The same failure once no patience is left.
    fn after_patience(self) -> SandboxError {
        let Some(scarcity) = self.scarcity() else { return self };
        let failure = self.to_string();
        match self {
            SandboxError::System { source, .. } | SandboxError::Step { source, .. } => {
                SandboxError::Scarce { failure, scarcity, source }
            }
            other => other,
        }
    }
}
