//! How programs are confined on this machine: found once, then asked for supervisors.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::command::ToolPaths;
use crate::error::SandboxError;
use crate::interrupt::{Interrupt, retry_on_exhaustion};
use crate::own_folder::OwnerExecutable;
use crate::supervised::Supervisor;
use crate::tier::{ConfinementError, Tier};
use crate::trial::{TierTrial, try_tier};
use crate::{supervisor, workplace};

/// Which tiers are good enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TierRequirements {
    /// Stronger tiers are left out, for tests.
    pub strongest: Tier,
    /// Weaker tiers are refused.
    pub required: Option<Tier>,
    /// Whether the tier may be the one without Landlock, where files can be read.
    pub allow_unconfined: bool,
}

impl Default for TierRequirements {
    /// Whatever guards files.
    fn default() -> TierRequirements {
        TierRequirements {
            strongest: Tier::A,
            required: None,
            allow_unconfined: false,
        }
    }
}

/// How programs are confined on this machine.
#[derive(Debug, Clone)]
pub struct LinuxSandbox {
    executable: PathBuf,
    /// The same, opened.
    own: Arc<OwnerExecutable>,
    tier: Tier,
    shows_reads: bool,
    interrupt: Arc<Interrupt>,
    /// The tiers that did not work, with what stopped them.
    refused: Vec<(Tier, String)>,
    /// Folders that no program may read, wherever they are.
    private: Vec<PathBuf>,
}

impl LinuxSandbox {
    /// Finds the strongest tier that works, and sweeps away what killed owners left. `executable` is one whose `main` calls
    /// [`supervise_if_requested`](crate::supervise_if_requested) first, usually `/proc/self/exe`.
    /// Whoever waits here, or later for a supervisor, stops waiting when `interrupt` is raised.
    ///
    /// # Errors
    ///
    /// If no tier works, or only one that was not allowed.
    pub fn find_strongest(
        executable: &Path,
        demands: &TierRequirements,
        interrupt: &Arc<Interrupt>,
    ) -> Result<LinuxSandbox, ConfinementError> {
        if supervisor::is_supervisor_process() {
            // Each supervisor would start another one, without end.
            return Err(ConfinementError::NoWorkingTier(
                "`main` did not call `supervise_if_requested`".to_owned(),
            ));
        }
        workplace::remove_stale_dirs(&std::env::temp_dir());
        let root = rustix::process::geteuid().is_root();
        let unopened = |error| {
            ConfinementError::NoWorkingTier(format!("the sandbox's own executable: {error}"))
        };
        let own = Arc::new(OwnerExecutable::open(executable).map_err(unopened)?);
        let mut refused = Vec::new();
        for tier in Tier::ALL
            .into_iter()
            .filter(|&tier| tier >= demands.strongest && is_tier_for_user(tier, root))
        {
            match try_tier((executable, &own), tier, interrupt)
                .map_err(ConfinementError::Sandbox)?
            {
                TierTrial::Works { shows_reads } => {
                    let executable = executable.to_owned();
                    let interrupt = Arc::clone(interrupt);
                    let private = Vec::new();
                    let sandbox = LinuxSandbox {
                        executable,
                        own,
                        tier,
                        shows_reads,
                        interrupt,
                        refused,
                        private,
                    };
                    return sandbox.check_requirements(demands);
                }
                TierTrial::Fails(reason) => refused.push((tier, reason)),
            }
        }
        let reasons: Vec<String> = refused
            .iter()
            .map(|(tier, reason)| format!("tier {tier}: {reason}"))
            .collect();
        Err(ConfinementError::NoWorkingTier(reasons.join("; ")))
    }

    fn check_requirements(
        self,
        demands: &TierRequirements,
    ) -> Result<LinuxSandbox, ConfinementError> {
        match demands.required {
            _ if self.tier == Tier::E && !demands.allow_unconfined => {
                Err(ConfinementError::Unconfined)
            }
            Some(required) if self.tier > required => Err(ConfinementError::TooWeak {
                found: self.tier,
                required,
            }),
            _ => Ok(self),
        }
    }

    /// Hides folders from compilers and programs, also where they are among the system's own. Tools that are in one can be
    /// named as such. What is not there hides nothing, and a folder that the system is in cannot be hidden.
    #[must_use]
    pub fn with_hidden_folders(
        mut self,
        folders: impl IntoIterator<Item = PathBuf>,
    ) -> LinuxSandbox {
        let folders = folders
            .into_iter()
            .filter_map(|folder| folder.canonicalize().ok());
        self.private
            .extend(folders.filter(|folder| !supervisor::contains_system_folder(folder)));
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
    pub fn refused_tiers(&self) -> &[(Tier, String)] {
        &self.refused
    }

    /// A supervisor for programs that belong together, whose tools are read from `tools`.
    ///
    /// # Errors
    ///
    /// If the supervisor cannot be started or its walls cannot be built.
    pub fn start_supervisor(&self, tools: &ToolPaths) -> Result<Supervisor, SandboxError> {
        let executable = (self.executable.as_path(), self.own.as_ref());
        let reads = self.shows_reads;
        let private = self.private.as_slice();
        retry_on_exhaustion(&self.interrupt, || {
            Supervisor::start(executable, self.tier, reads, tools, private)
        })
    }

    /// A supervisor for trusted commands, which may use all that the user may.
    ///
    /// # Errors
    ///
    /// If the supervisor cannot be started.
    pub fn start_unconfined_supervisor(&self) -> Result<Supervisor, SandboxError> {
        let executable = (self.executable.as_path(), self.own.as_ref());
        let tools = ToolPaths::default();
        let start = || Supervisor::start(executable, Tier::E, self.shows_reads, &tools, &[]);
        retry_on_exhaustion(&self.interrupt, start)
    }
}

/// Root's tiers are for root, the others for everybody else. E is for both.
fn is_tier_for_user(tier: Tier, root: bool) -> bool {
    match tier {
        Tier::A | Tier::C => root,
        Tier::B | Tier::D => !root,
        Tier::E => true,
    }
}
