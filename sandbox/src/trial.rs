//! Whether a tier works on this machine: tried by running a program in it.

use std::path::Path;
use std::time::Duration;

use crate::command::{Command, Input};
use crate::error::SandboxError;
use crate::interrupt::Interrupt;
use crate::limits::{Limits, Overflow, STACK};
use crate::observation::{Exit, Observation};
use crate::own::OwnExecutable;
use crate::patience::patiently;
use crate::profile::Profile;
use crate::scarcity::Scarcity;
use crate::supervised::Supervisor;
use crate::supervisor::PROBE;
use crate::tier::Tier;
use crate::tools::Tools;

/// The whole sequence, with a program of the system's that copies a line: does it run, and are its reads seen? Then the
/// owner's executable, as it reads untrusted files. The inner error says what stopped it.
///
/// # Errors
///
/// If something is missing that says nothing about the tier, or the user wants to stop.
pub(crate) fn attempt(
    executable: (&Path, &OwnExecutable),
    tier: Tier,
    interrupt: &Interrupt,
) -> Result<Result<bool, String>, SandboxError> {
    let ran = || {
        let mut supervisor = patiently(interrupt, || {
            match Supervisor::start(executable, tier, false, &Tools::default(), &[]) {
                // On many machines a user may have none, and that will not pass.
                Err(error) if error.scarcity() == Some(Scarcity::Namespaces) => Ok(Err(error)),
                started => started.map(Ok),
            }
        })??;
        let line = ["a line".to_owned()];
        let copied =
            supervisor.run(&copier(&supervisor), &LIMITS, Input::Lines(&line), interrupt)?;
        let own = supervisor.run(&our_own(&supervisor), &LIMITS, Input::Empty, interrupt)?;
        Ok((copied, own))
    };
    match ran() {
        Ok((copied, own)) => Ok(conclusion(&copied, &own)),
        Err(error @ (SandboxError::Interrupted | SandboxError::Scarce { .. })) => Err(error),
        Err(error) => Ok(Err(chain(&error))),
    }
}

fn chain(error: &SandboxError) -> String {
    match std::error::Error::source(error) {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    }
}

/// This executable itself, which ends at once: so it can also be started to read untrusted files.
fn our_own(supervisor: &Supervisor) -> Command {
    let arguments = vec![PROBE.into()];
    let program = "own".into();
    Command { program, arguments, profile: Profile::Analysis, ..copier(supervisor) }
}

fn conclusion(copied: &Observation, own: &Observation) -> Result<bool, String> {
    if copied.exit != Exit::Code(0) || copied.stdout() != b"a line\n" {
        return Err(format!("a program that copies a line ended with {:?}", copied.exit));
    }
    if own.exit != Exit::Code(0) {
        return Err(format!(
            "the sandbox's own executable ended behind its walls with {:?}",
            own.exit
        ));
    }
    Ok(copied.synchronised)
}

fn copier(supervisor: &Supervisor) -> Command {
    Command {
        folder: supervisor.inside("source"),
        environment: vec![("PATH".into(), "/usr/bin:/bin".into())],
        ..Command::new("/bin/cat".into(), Profile::Compiler)
    }
}

const LIMITS: Limits = Limits {
    cpu: Duration::from_secs(2),
    after_end: None,
    wall: Duration::from_secs(10),
    memory: 1 << 30,
    output: 1 << 16,
    overflow: Overflow::Stop,
    stack: STACK,
    file_size: 1 << 16,
};
