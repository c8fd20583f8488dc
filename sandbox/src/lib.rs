//! Running a program that nobody trusts.
//!
//! A [`LinuxSandbox`] knows how much this machine can confine. It gives a [`Supervisor`] to programs that belong together, which runs
//! one [`SandboxCommand`] after the other under [`SandboxLimits`] and returns an [`Observation`]: what was seen, not what it means. The ideas:
//!
//! * **One supervisor for programs that belong together.** Walls are built once and inherited, so a run inside them costs
//!   little more than a run without.
//! * **Reading is the clock.** A seccomp filter tells us the instant the program reads standard input while it
//!   has none left. Everything it flushed is then in the pipe: we drain it, note a turn, write the next line and
//!   let the read go on. A kernel without that feature gets the whole script at once, and the observation says so.
//! * **Nobody is waited for.** The program's end is an event on its process descriptor, never the end of its
//!   output, which a stray child could keep open.
//! * **Processor time is the limit that counts**; time on the clock only catches programs that sleep.
//!
//! Supervisors are this executable, started again. So its `main` begins with [`supervise_if_requested`], and a [`LinuxSandbox`] is
//! given the path of such an executable, usually `/proc/self/exe`.
//!
//! ```no_run
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use std::path::Path;
//! use std::sync::Arc;
//!
//! use sandbox::{Interrupt, LinuxSandbox, SandboxCommand, SandboxLimits, StdinSource, TierRequirements, ToolPaths};
//!
//! let interrupt = Arc::new(Interrupt::on_signals()?);
//! let requirements = TierRequirements::default();
//! let sandbox = LinuxSandbox::find_strongest(Path::new("/proc/self/exe"), &requirements, &interrupt)?;
//! let mut supervisor = sandbox.start_supervisor(&ToolPaths::default())?;
//! std::fs::copy("./untrusted", supervisor.path_outside("out").join("program"))?;
//! let command = SandboxCommand::for_program(supervisor.path_inside("out").join("program"), []);
//! let lines = ["first line".to_owned()];
//! let seen = supervisor.run(&command, &SandboxLimits::default(), StdinSource::Lines(&lines), &interrupt)?;
//! println!("{:?} after {:?}", seen.exit, seen.usage.cpu);
//! # Ok(())
//! # }
//! ```

mod accounts;
mod bpf;
mod calls;
mod command;
mod error;
mod filter;
mod interrupt;
mod observation;
mod own_folder;
mod own_limits;
mod process;
mod protocol;
mod reads;
mod refused;
mod run_loop;
mod sandbox;
mod scarcity;
mod script;
mod silence;
mod stopped_tree;
mod streams;
mod supervised;
mod supervisor;
mod thread_state;
mod tier;
mod trial;
mod workplace;

pub use command::{
    DEFAULT_STACK, InputReply, LineCallback, OutputOverflow, ReplyCallback, SandboxCommand,
    SandboxLimits, StdinSource, ToolPaths, find_executable, list_executed_files,
};
pub use error::SandboxError;
pub use interrupt::Interrupt;
pub use interrupt::{retry_on_exhaustion, retry_while};
pub use observation::{Exit, LimitKind, Observation, ObservedTurn, ProgramActivity, ResourceUsage};
pub use own_folder::RunFile;
pub use own_limits::reset_inherited_signals;
pub use own_limits::{LimitTooLow, ResourceNeeds, max_workers, raise_process_limits};
pub use protocol::SandboxProfile;
pub use sandbox::{LinuxSandbox, TierRequirements};
pub use scarcity::ExhaustedResource;
pub use scarcity::RunStress;
pub use supervised::Supervisor;
pub use supervisor::supervise_if_requested;
pub use tier::ConfinementError;
pub use tier::Tier;

/// The example in the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
