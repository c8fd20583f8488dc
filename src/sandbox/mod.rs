//! Running a program that nobody trusts: the whole surface is on this page.
//!
//! [`run`] starts a [`Command`] in a session of its own under [`Limits`], feeds it a script, and returns what was
//! seen. It knows nothing about grading. The ideas behind it:
//!
//! * **Reading is the clock.** A seccomp filter tells us the instant the program reads standard input while it
//!   has none left. Everything it flushed is then in the pipe: we drain it, note a turn, write the next line and
//!   let the read go on. A kernel without that feature gets the whole script at once, and the observation says so.
//! * **Nobody is waited for.** The program's end is an event on its process descriptor, never the end of its
//!   output, which a stray child could keep open.
//! * **Processor time is the limit that counts**; time on the clock only catches programs that sleep.
//! * **A student's program cannot start another one**, so nothing of it survives the run.

mod capture;
mod child;
mod filter;
mod interrupt;
mod process;
mod reads;
mod script;
mod watch;

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

pub use interrupt::Interrupt;

use crate::model::Observation;

/// What to run, and where.
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
}

/// What a run may use.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Processor time.
    pub cpu: Duration,
    /// Time on the clock.
    pub wall: Duration,
    /// Address space, in bytes.
    pub memory: u64,
    /// Bytes of standard output, and as many of standard error.
    pub output: u64,
    /// What happens at the output limit.
    pub overflow: Overflow,
    /// Size of the largest file it may write, in bytes.
    pub file_size: u64,
    /// Whether it may start other processes, as a compiler must.
    pub may_fork: bool,
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
#[derive(Debug, Clone, Copy)]
pub enum Input<'a> {
    /// Nothing: the first read is told of the end.
    Empty,
    /// These lines, each handed over when the program reads it.
    Lines(&'a [String]),
}

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
}

impl SandboxError {
    /// For `map_err`: names what was tried.
    fn during<E: Into<io::Error>>(action: &'static str) -> impl FnOnce(E) -> SandboxError {
        move |source| SandboxError::System { action, source: source.into() }
    }
}

/// Runs `command` to its end or to a limit, whichever comes first, and leaves nothing of it running.
///
/// # Errors
///
/// Only if something of ours fails or `interrupt` is raised. Whatever the program does is a value.
pub fn run(
    command: &Command,
    limits: &Limits,
    input: Input<'_>,
    interrupt: &Interrupt,
) -> Result<Observation, SandboxError> {
    let running = child::start(command, limits, input)?;
    watch::Watch::new(running, limits, input, interrupt).until_the_end()
}

/// Whether this kernel shows us a program's reads.
pub fn reads_are_visible() -> bool {
    filter::is_supported()
}
