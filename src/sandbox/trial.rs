//! Which tier this machine gives: each is tried from the strongest on, by running a program in it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::leftovers;
use super::supervisor;
use super::{Command, Input, Interrupt, Limits, Overflow, SandboxError, Supervisor, Tools, Walls};
use crate::model::{Exit, Observation, Tier};

/// How programs are confined on this machine.
#[derive(Debug, Clone)]
pub struct Sandbox {
    executable: PathBuf,
    tier: Tier,
    shows_reads: bool,
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
}

impl Sandbox {
    /// Finds the strongest tier that works, and sweeps away what killed graders left. `executable` is the grader's own,
    /// and only `allow_unconfined` lets the tier be one without Landlock. `strongest` leaves stronger ones out, for tests.
    ///
    /// # Errors
    ///
    /// If no tier works, or only one that was not allowed.
    pub fn find(
        executable: &Path,
        strongest: Tier,
        required: Option<Tier>,
        allow_unconfined: bool,
    ) -> Result<Sandbox, Refusal> {
        leftovers::sweep(&std::env::temp_dir());
        let root = rustix::process::geteuid().is_root();
        let mut refused = Vec::new();
        for tier in Tier::ALL.into_iter().filter(|&tier| tier >= strongest && fits(tier, root)) {
            match attempt(executable, tier) {
                Ok(shows_reads) => {
                    let (executable, private) = (executable.to_owned(), Vec::new());
                    let sandbox = Sandbox { executable, tier, shows_reads, refused, private };
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
        Supervisor::start(&self.executable, self.tier, self.shows_reads, tools, &self.private)
    }

    /// A supervisor for an instructor's own command, which may use all that the instructor may.
    ///
    /// # Errors
    ///
    /// If the supervisor cannot be started.
    pub fn supervisor_without_walls(&self) -> Result<Supervisor, SandboxError> {
        Supervisor::start(&self.executable, Tier::E, self.shows_reads, &Tools::default(), &[])
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

/// The whole sequence, with a program of the system's that copies a line: does it run, and are its reads seen?
fn attempt(executable: &Path, tier: Tier) -> Result<bool, String> {
    let chain = |error: &SandboxError| match std::error::Error::source(error) {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    };
    let interrupt = Interrupt::never().map_err(|error| error.to_string())?;
    let mut supervisor = Supervisor::start(executable, tier, false, &Tools::default(), &[])
        .map_err(|error| chain(&error))?;
    let line = ["a line".to_owned()];
    let seen = supervisor
        .run(&copier(&supervisor), &LIMITS, Input::Lines(&line), &interrupt)
        .map_err(|error| chain(&error))?;
    judge(&seen)
}

fn judge(seen: &Observation) -> Result<bool, String> {
    if seen.exit != Exit::Code(0) || seen.stdout() != b"a line\n" {
        return Err(format!("a program that copies a line ended with {:?}", seen.exit));
    }
    Ok(seen.synchronised)
}

fn copier(supervisor: &Supervisor) -> Command {
    Command {
        program: "/bin/cat".into(),
        arguments: Vec::new(),
        folder: supervisor.inside("source"),
        environment: vec![("PATH".into(), "/usr/bin:/bin".into())],
        walls: Walls::Compiler,
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
