//! Which tier this machine gives: each is tried from the strongest on, by running a program in it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::own::OwnExecutable;
use super::scarcity::{Scarcity, patiently};
use super::stale_dirs;
use super::supervisor;
use super::{
    Command, Input, Interrupt, Limits, Overflow, Profile, SandboxError, Supervisor, Tools,
};
use crate::{Exit, Observation, Tier};

/// How programs are confined on this machine.
#[derive(Debug, Clone)]
pub struct Sandbox {
    executable: PathBuf,
    /// The same, opened.
    own: Arc<OwnExecutable>,
    tier: Tier,
    shows_reads: bool,
    interrupt: Arc<Interrupt>,
    /// The tiers that did not work, with what stopped them.
    refused: Vec<(Tier, String)>,
    /// Folders that no submission may read, wherever they are.
    private: Vec<PathBuf>,
}

/// This machine does not confine programs as it was demanded.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// The strongest tier that works is weaker than the one that is required.
    #[error(
        "this machine confines programs in tier {found} ({}), and the rubric requires tier {required} ({}); \
         `grader doctor` says what is missing", found.summary(), required.summary()
    )]
    TooWeak {
        /// What works.
        found: Tier,
        /// What is demanded.
        required: Tier,
    },
    /// Nothing guards files.
    #[error(
        "this machine has no Landlock (Linux 5.13), so a submission could read your files; use another machine, or \
         take the risk with `--allow-unconfined`"
    )]
    Unconfined,
    /// Not even limits and filters work.
    #[error("no program can be confined here: {0}")]
    Nothing(String),
    /// It cannot be found out what works, because something is missing that has nothing to do with walls.
    #[error(transparent)]
    Trouble(SandboxError),
}

impl Sandbox {
    /// Finds the strongest tier that works, and sweeps away what killed graders left. `executable` is the grader's own,
    /// and only `allow_unconfined` lets the tier be one without Landlock. `strongest` leaves stronger ones out, for tests.
    /// Whoever waits here, or later for a supervisor, stops waiting when `interrupt` is raised.
    ///
    /// # Errors
    ///
    /// If no tier works, or only one that was not allowed.
    pub fn find(
        executable: &Path,
        strongest: Tier,
        required: Option<Tier>,
        allow_unconfined: bool,
        interrupt: &Arc<Interrupt>,
    ) -> Result<Sandbox, Refusal> {
        stale_dirs::sweep(&std::env::temp_dir());
        let root = rustix::process::geteuid().is_root();
        let unopened = |error| Refusal::Nothing(format!("the grader's own file: {error}"));
        let own = Arc::new(OwnExecutable::open(executable).map_err(unopened)?);
        let mut refused = Vec::new();
        for tier in Tier::ALL.into_iter().filter(|&tier| tier >= strongest && fits(tier, root)) {
            match attempt((executable, &own), tier, interrupt).map_err(Refusal::Trouble)? {
                Ok(shows_reads) => {
                    let (executable, interrupt) = (executable.to_owned(), Arc::clone(interrupt));
                    let private = Vec::new();
                    let sandbox =
                        Sandbox { executable, own, tier, shows_reads, interrupt, refused, private };
                    return sandbox.demanding(required, allow_unconfined);
                }
                Err(reason) => refused.push((tier, reason)),
            }
        }
        let reasons: Vec<String> =
            refused.iter().map(|(tier, reason)| format!("tier {tier}: {reason}")).collect();
        Err(Refusal::Nothing(reasons.join("; ")))
    }

    fn demanding(self, required: Option<Tier>, allow_unconfined: bool) -> Result<Sandbox, Refusal> {
        match required {
            _ if self.tier == Tier::E && !allow_unconfined => Err(Refusal::Unconfined),
            Some(required) if self.tier > required => {
                Err(Refusal::TooWeak { found: self.tier, required })
            }
            _ => Ok(self),
        }
    }

    /// Hides folders from compilers and programs, also where they are among the system's own. Tools that are in one can be
    /// named as such. What is not there hides nothing, and a folder that the system is in cannot be hidden.
    #[must_use]
    pub fn hiding(mut self, folders: impl IntoIterator<Item = PathBuf>) -> Sandbox {
        let folders = folders.into_iter().filter_map(|folder| folder.canonicalize().ok());
        self.private.extend(folders.filter(|folder| !supervisor::holds_the_system(folder)));
        self
    }

    /// The tier that was found.
    pub fn tier(&self) -> Tier {
        self.tier
    }

    /// Whether programs' reads are seen.
    pub fn shows_reads(&self) -> bool {
        self.shows_reads
    }

    /// The stronger tiers that did not work, with what stopped them.
    pub fn refused(&self) -> &[(Tier, String)] {
        &self.refused
    }

    /// A supervisor for one submission, whose toolchain is read from `tools`.
    ///
    /// # Errors
    ///
    /// If the supervisor cannot be started or its walls cannot be built.
    pub fn supervisor(&self, tools: &Tools) -> Result<Supervisor, SandboxError> {
        let executable = (self.executable.as_path(), self.own.as_ref());
        let (reads, private) = (self.shows_reads, self.private.as_slice());
        patiently(&self.interrupt, || {
            Supervisor::start(executable, self.tier, reads, tools, private)
        })
    }

    /// A supervisor for an instructor's own command, which may use all that the instructor may.
    ///
    /// # Errors
    ///
    /// If the supervisor cannot be started.
    pub fn supervisor_without_walls(&self) -> Result<Supervisor, SandboxError> {
        let executable = (self.executable.as_path(), self.own.as_ref());
        let tools = Tools::default();
        let start = || Supervisor::start(executable, Tier::E, self.shows_reads, &tools, &[]);
        patiently(&self.interrupt, start)
    }
}

/// Root's tiers are for root, the others for everybody else. E is for both.
fn fits(tier: Tier, root: bool) -> bool {
    match tier {
        Tier::A | Tier::C => root,
        Tier::B | Tier::D => !root,
        Tier::E => true,
    }
}

/// The whole sequence, with a program of the system's that copies a line: does it run, and are its reads seen? Then the grader
/// itself, as it reads a student's files. The inner error says what stopped it.
///
/// # Errors
///
/// If something is missing that says nothing about the tier, or the user wants to stop.
fn attempt(
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
        Ok((copied, own)) => Ok(judge(&copied, &own)),
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

/// The grader itself, which says its version: so it can be started to read a student's files, too.
fn our_own(supervisor: &Supervisor) -> Command {
    let arguments = vec!["--version".into()];
    Command {
        program: "grader".into(),
        arguments,
        profile: Profile::Analysis,
        ..copier(supervisor)
    }
}

fn judge(copied: &Observation, own: &Observation) -> Result<bool, String> {
    if copied.exit != Exit::Code(0) || copied.stdout() != b"a line\n" {
        return Err(format!("a program that copies a line ended with {:?}", copied.exit));
    }
    if own.exit != Exit::Code(0) {
        return Err(format!("the grader behind its own walls ended with {:?}", own.exit));
    }
    Ok(copied.synchronised)
}

fn copier(supervisor: &Supervisor) -> Command {
    Command {
        program: "/bin/cat".into(),
        arguments: Vec::new(),
        folder: supervisor.inside("source"),
        environment: vec![("PATH".into(), "/usr/bin:/bin".into())],
        profile: Profile::Compiler,
    }
}

const LIMITS: Limits = Limits {
    cpu: Duration::from_secs(2),
    wall: Duration::from_secs(10),
    memory: 1 << 30,
    output: 1 << 16,
    overflow: Overflow::Stop,
    file_size: 1 << 16,
};
