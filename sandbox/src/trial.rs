//! Whether a tier works on this machine: tried by running a program in it.

use std::path::Path;
use std::time::Duration;

use crate::command::{
    DEFAULT_STACK, OutputOverflow, SandboxCommand, SandboxLimits, StdinSource, ToolPaths,
};
use crate::error::SandboxError;
use crate::interrupt::{Interrupt, retry_on_exhaustion};
use crate::observation::{Exit, Observation};
use crate::own_folder::OwnerExecutable;
use crate::protocol::SandboxProfile;
use crate::scarcity::ExhaustedResource;
use crate::supervised::Supervisor;
use crate::supervisor::PROBE;
use crate::tier::Tier;

/// Whether a tier works on this machine.
pub(crate) enum TierTrial {
    /// It does; whether reads of standard input are seen in it.
    Works { shows_reads: bool },
    /// It does not, for this reason.
    Fails(String),
}

/// The whole sequence, with a program of the system's that copies a line: does it run, and are its reads seen? Then the
/// owner's executable, as it reads untrusted files.
///
/// # Errors
///
/// If something is missing that says nothing about the tier, or the user wants to stop.
pub(crate) fn try_tier(
    executable: (&Path, &OwnerExecutable),
    tier: Tier,
    interrupt: &Interrupt,
) -> Result<TierTrial, SandboxError> {
    let ran = || {
        let mut supervisor = retry_on_exhaustion(interrupt, || {
            match Supervisor::start(executable, tier, false, &ToolPaths::default(), &[]) {
                // On many machines a user may have none, and that will not pass.
                Err(error) if error.exhausted_resource() == Some(ExhaustedResource::Namespaces) => {
                    Ok(Err(error))
                }
                started => started.map(Ok),
            }
        })??;
        let line = ["a line".to_owned()];
        let copied = supervisor.run(
            &copy_command(&supervisor),
            &LIMITS,
            StdinSource::Lines(&line),
            interrupt,
        )?;
        let own = supervisor.run(
            &probe_command(&supervisor),
            &LIMITS,
            StdinSource::Empty,
            interrupt,
        )?;
        Ok((copied, own))
    };
    match ran() {
        Ok((copied, own)) => Ok(evaluate_trial(&copied, &own)),
        Err(error @ (SandboxError::Interrupted | SandboxError::ResourceExhausted { .. })) => {
            Err(error)
        }
        Err(error) => Ok(TierTrial::Fails(error_chain(&error))),
    }
}

fn error_chain(error: &SandboxError) -> String {
    match std::error::Error::source(error) {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    }
}

/// This executable itself, which ends at once: so it can also be started to read untrusted files.
fn probe_command(supervisor: &Supervisor) -> SandboxCommand {
    let arguments = vec![PROBE.into()];
    let program = "own".into();
    SandboxCommand {
        program,
        arguments,
        profile: SandboxProfile::Analysis,
        ..copy_command(supervisor)
    }
}

fn evaluate_trial(copied: &Observation, own: &Observation) -> TierTrial {
    if copied.exit != Exit::Code(0) || copied.stdout() != b"a line\n" {
        return TierTrial::Fails(format!(
            "a program that copies a line ended with {:?}",
            copied.exit
        ));
    }
    if own.exit != Exit::Code(0) {
        return TierTrial::Fails(format!(
            "the sandbox's own executable ended behind its walls with {:?}",
            own.exit
        ));
    }
    TierTrial::Works {
        shows_reads: copied.synchronised,
    }
}

fn copy_command(supervisor: &Supervisor) -> SandboxCommand {
    SandboxCommand {
        folder: supervisor.path_inside("source"),
        environment: vec![("PATH".into(), "/usr/bin:/bin".into())],
        ..SandboxCommand::new("/bin/cat".into(), SandboxProfile::Compiler)
    }
}

const LIMITS: SandboxLimits = SandboxLimits {
    cpu: Duration::from_secs(2),
    after_end: None,
    wall: Duration::from_secs(10),
    memory: 1 << 30,
    output: 1 << 16,
    overflow: OutputOverflow::Stop,
    stack: DEFAULT_STACK,
    file_size: 1 << 16,
};
