//! How programs are confined on this machine: found once, then asked for supervisors.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::error::SandboxError;
use crate::interrupt::Interrupt;
use crate::own::OwnExecutable;
use crate::patience::patiently;
use crate::refusal::Refusal;
use crate::stale_dirs;
use crate::supervised::Supervisor;
use crate::supervisor;
use crate::tier::Tier;
use crate::tools::Tools;
use crate::trial;

/// Which tiers are good enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Demands {
    /// Stronger tiers are left out, for tests.
    pub strongest: Tier,
    /// Weaker tiers are refused.
    pub required: Option<Tier>,
    /// Whether the tier may be the one without Landlock, where files can be read.
    pub allow_unconfined: bool,
}

impl Default for Demands {
    /// Whatever guards files.
    fn default() -> Demands {
        Demands { strongest: Tier::A, required: None, allow_unconfined: false }
    }
}

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
    /// Folders that no program may read, wherever they are.
    private: Vec<PathBuf>,
}

impl Sandbox {
    /// Finds the strongest tier that works, and sweeps away what killed owners left. `executable` is one whose `main` calls
    /// [`supervise_if_asked`](crate::supervise_if_asked) first, usually `/proc/self/exe`.
    /// Whoever waits here, or later for a supervisor, stops waiting when `interrupt` is raised.
    ///
    /// # Errors
    ///
    /// If no tier works, or only one that was not allowed.
    pub fn find(
        executable: &Path,
        demands: &Demands,
        interrupt: &Arc<Interrupt>,
    ) -> Result<Sandbox, Refusal> {
        if supervisor::is_asked() {
            // Each supervisor would start another one, without end.
            return Err(Refusal::Nothing("`main` did not call `supervise_if_asked`".to_owned()));
        }
        stale_dirs::sweep(&std::env::temp_dir());
        let root = rustix::process::geteuid().is_root();
        let unopened = |error| Refusal::Nothing(format!("the sandbox's own executable: {error}"));
        let own = Arc::new(OwnExecutable::open(executable).map_err(unopened)?);
        let mut refused = Vec::new();
        for tier in
            Tier::ALL.into_iter().filter(|&tier| tier >= demands.strongest && fits(tier, root))
        {
            match trial::attempt((executable, &own), tier, interrupt).map_err(Refusal::Trouble)? {
                Ok(shows_reads) => {
                    let (executable, interrupt) = (executable.to_owned(), Arc::clone(interrupt));
                    let private = Vec::new();
                    let sandbox =
                        Sandbox { executable, own, tier, shows_reads, interrupt, refused, private };
                    return sandbox.checked(demands);
                }
                Err(reason) => refused.push((tier, reason)),
            }
        }
        let reasons: Vec<String> =
            refused.iter().map(|(tier, reason)| format!("tier {tier}: {reason}")).collect();
        Err(Refusal::Nothing(reasons.join("; ")))
    }

    fn checked(self, demands: &Demands) -> Result<Sandbox, Refusal> {
        match demands.required {
            _ if self.tier == Tier::E && !demands.allow_unconfined => Err(Refusal::Unconfined),
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

    /// A supervisor for programs that belong together, whose tools are read from `tools`.
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

    /// A supervisor for trusted commands, which may use all that the user may.
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
