//! Everything a child needs, made before it exists: once it shares our memory it may allocate nothing.

use std::ffi::CString;
use std::io;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use super::landlock_rules::LandlockRules;
use crate::accounts::AccountPair;
use crate::command::MOST_THREADS;
use crate::filter;
use crate::protocol::{ObservedCalls, RunRequest, SandboxProfile, SupervisorReply};
use crate::tier::Tier;
use libc::sock_filter;
use rustix::fs::{Mode, OFlags};
use rustix::process::Resource;
use rustix::thread::CapabilitySet;

/// What is executed.
pub(super) enum ExecTarget {
    /// An untrusted program, or the supervisor's own, opened before the account changes: the folders above it need not be open to anybody.
    Opened(OwnedFd),
    /// A tool that is trusted, by its name: scripts need one.
    Named(CString),
}

/// The account that a child changes to.
#[derive(Clone, Copy)]
pub(super) struct RunAccount {
    pub(super) number: u32,
    /// What it keeps of root's power.
    pub(super) keeps: CapabilitySet,
}

impl RunAccount {
    /// None if the run stays under ours: that is not root's then, or the run is trusted.
    fn for_run(
        run: &RunRequest,
        tier: Tier,
        accounts: Option<AccountPair>,
    ) -> io::Result<Option<RunAccount>> {
        let Some(AccountPair { tools, programs }) = accounts else {
            return Ok(None);
        };
        let other = |number, keeps| Some(RunAccount { number, keeps });
        Ok(match run.profile {
            SandboxProfile::Trusted => None,
            SandboxProfile::Program
            | SandboxProfile::Instrumented
            | SandboxProfile::Simulator
            | SandboxProfile::Analysis => other(programs, CapabilitySet::empty()),
            SandboxProfile::Compiler | SandboxProfile::BuildSystem => {
                other(tools, CapabilitySet::empty())
            }
            SandboxProfile::Consumer => other(tools, consumer_capabilities(tier)?),
        })
    }
}

/// What a consumer works on may be open to the user alone. So it may read and execute whatever permission bits say; what it
/// reaches at all is for Landlock to say, which leaves it nothing to write, and without Landlock it gets no such power.
fn consumer_capabilities(tier: Tier) -> io::Result<CapabilitySet> {
    if !tier.has_landlock() {
        return Ok(CapabilitySet::empty());
    }
    let ours = rustix::thread::capabilities(None)?.permitted;
    // Plain containers have the first; with the second alone, programs must be executable by everybody.
    let enough = [CapabilitySet::DAC_OVERRIDE, CapabilitySet::DAC_READ_SEARCH];
    Ok(enough
        .into_iter()
        .find(|one| ours.contains(*one))
        .unwrap_or(CapabilitySet::empty()))
}

/// Everything the child needs, made before it exists.
pub(super) struct LaunchPlan<'a> {
    pub(super) executable: ExecTarget,
    pub(super) arguments: Vec<CString>,
    pub(super) environment: Vec<CString>,
    pub(super) folder: CString,
    pub(super) streams: Vec<OwnedFd>,
    pub(super) limits: Vec<(Resource, u64)>,
    pub(super) account: Option<RunAccount>,
    pub(super) landlock_rules: Option<BorrowedFd<'a>>,
    pub(super) reads: Option<Vec<sock_filter>>,
    pub(super) syscall_filter: Option<Vec<sock_filter>>,
    pub(super) socket: BorrowedFd<'a>,
    pub(super) word: Vec<u8>,
    /// Written by the child: which step failed, and how.
    pub(super) failure: Option<(&'static str, i32)>,
}

/// What is the same for every run of a supervisor.
pub(super) struct LaunchContext<'a> {
    pub(super) tier: Tier,
    /// What runs under other accounts than ours.
    pub(super) accounts: Option<AccountPair>,
    pub(super) landlock_rules: &'a LandlockRules,
    pub(super) socket: BorrowedFd<'a>,
    pub(super) filters: SyscallFilters,
    /// The owner's executable.
    pub(super) owner_executable: &'a OwnedFd,
}

/// The filters that a child may need, the same for every run.
pub(super) struct SyscallFilters {
    reads: Vec<sock_filter>,
    threads: Vec<sock_filter>,
    reads_and_threads: Vec<sock_filter>,
    program: Vec<sock_filter>,
    compiler: Vec<sock_filter>,
    consumer: Vec<sock_filter>,
    build_system: Vec<sock_filter>,
}

impl SyscallFilters {
    pub(super) fn compile_all() -> SyscallFilters {
        SyscallFilters {
            reads: filter::reads_filter(),
            threads: filter::threads_filter(),
            reads_and_threads: filter::reads_and_threads_filter(),
            program: filter::program_filter(),
            compiler: filter::compiler_filter(),
            consumer: filter::consumer_filter(),
            build_system: filter::build_system_filter(),
        }
    }

    /// What shows the owner what is asked for, as far as it is needed.
    fn listener_filter(
        &self,
        shown: ObservedCalls,
        profile: SandboxProfile,
        own_account: bool,
    ) -> Option<Vec<sock_filter>> {
        let counted = profile.holds_untrusted_code() && !profile.starts_processes() && !own_account;
        match (shown, counted) {
            (ObservedCalls::Nothing, _) | (ObservedCalls::Threads, false) => None,
            (ObservedCalls::Threads, true) => Some(self.threads.clone()),
            (ObservedCalls::Reads, false) => Some(self.reads.clone()),
            (ObservedCalls::Reads, true) => Some(self.reads_and_threads.clone()),
        }
    }

    /// What this profile may not call.
    fn profile_filter(&self, profile: SandboxProfile) -> Option<Vec<sock_filter>> {
        match profile {
            // A simulator needs no more than the programs it runs, and neither do we.
            SandboxProfile::Program
            | SandboxProfile::Instrumented
            | SandboxProfile::Simulator
            | SandboxProfile::Analysis => Some(self.program.clone()),
            SandboxProfile::Compiler => Some(self.compiler.clone()),
            SandboxProfile::Consumer => Some(self.consumer.clone()),
            SandboxProfile::BuildSystem => Some(self.build_system.clone()),
            SandboxProfile::Trusted => None,
        }
    }
}

impl<'a> LaunchPlan<'a> {
    /// Makes it; opens nothing that the run must not have.
    pub(super) fn new(
        run: &RunRequest,
        surroundings: &LaunchContext<'a>,
        streams: Vec<OwnedFd>,
    ) -> io::Result<LaunchPlan<'a>> {
        let LaunchContext {
            tier,
            accounts,
            landlock_rules,
            socket,
            filters,
            owner_executable: own,
        } = surroundings;
        if streams.len() != 3 {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let arguments = std::iter::once(run.name.clone()).chain(run.arguments.clone());
        let account = RunAccount::for_run(run, *tier, *accounts)?;
        let own_account = account.is_some() || tier.has_namespaces();
        let threads = max_threads(run.profile, own_account);
        Ok(LaunchPlan {
            executable: open_executable(run, own)?,
            arguments: arguments
                .map(|word| CString::new(word).map_err(io::Error::from))
                .collect::<Result<_, _>>()?,
            environment: run
                .environment
                .iter()
                .map(|word| CString::new(word.as_str()).map_err(io::Error::from))
                .collect::<Result<_, _>>()?,
            folder: CString::new(run.folder.as_os_str().as_bytes())?,
            streams: move_to_high_descriptors(streams, account.map(|it| it.number))?,
            limits: resource_limits(run, threads),
            account,
            landlock_rules: landlock_rules.ruleset_for(run.profile),
            reads: filters.listener_filter(run.shown, run.profile, own_account),
            syscall_filter: filters.profile_filter(run.profile),
            socket: *socket,
            word: serde_json::to_vec(&SupervisorReply::Reads)?,
            failure: None,
        })
    }
}

/// What to execute; if it is untrusted, nothing but a regular file. `own` is the supervisor's.
fn open_executable(run: &RunRequest, own: &OwnedFd) -> io::Result<ExecTarget> {
    if run.profile == SandboxProfile::Analysis {
        return Ok(ExecTarget::Opened(rustix::io::fcntl_dupfd_cloexec(own, 3)?));
    }
    if !run.profile.executes_untrusted_code() {
        let path = resolve_program(&run.program, &run.environment)?;
        return Ok(ExecTarget::Named(CString::new(
            path.as_os_str().as_bytes(),
        )?));
    }
    let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let file = rustix::fs::open(&run.program, flags, Mode::empty())?;
    let kind = rustix::fs::FileType::from_raw_mode(rustix::fs::fstat(&file)?.st_mode);
    if kind == rustix::fs::FileType::RegularFile {
        Ok(ExecTarget::Opened(file))
    } else {
        Err(io::ErrorKind::PermissionDenied.into())
    }
}

/// How many threads and processes a run's account may have, if that is limited. Where it is the user's own account,
/// everything the user runs counts as well. That is no more than the whole machine runs now, and what programs beside this one
/// make meanwhile; each of them is counted by the owner, see [`filter::reads_and_threads_filter`].
fn max_threads(profile: SandboxProfile, own_account: bool) -> Option<u64> {
    const BESIDE: u64 = 16 * MOST_THREADS;
    let threads = match profile {
        SandboxProfile::Program
        | SandboxProfile::Instrumented
        | SandboxProfile::Simulator
        | SandboxProfile::Analysis => MOST_THREADS,
        SandboxProfile::Consumer | SandboxProfile::BuildSystem => 128,
        SandboxProfile::Compiler | SandboxProfile::Trusted => return None,
    };
    let others = if own_account {
        0
    } else {
        u64::from(rustix::system::sysinfo().procs)
    };
    let beside = if own_account || profile.starts_processes() {
        0
    } else {
        BESIDE
    };
    Some(threads + others + beside)
}

/// A bare name is looked for in the run's own `PATH`.
fn resolve_program(program: &Path, environment: &[String]) -> io::Result<std::path::PathBuf> {
    if program.components().count() > 1 {
        return Ok(program.to_owned());
    }
    let path = environment
        .iter()
        .find_map(|word| word.strip_prefix("PATH="))
        .unwrap_or_default();
    let found = std::env::split_paths(path)
        .map(|folder| folder.join(program))
        .find(|path| path.is_file());
    found.ok_or_else(|| io::ErrorKind::NotFound.into())
}

/// Streams with numbers that the child's own 0, 1 and 2 cannot collide with. They belong to the account, so that a
/// program can also open them by name, as `/dev/stdin`.
fn move_to_high_descriptors(
    streams: Vec<OwnedFd>,
    account: Option<u32>,
) -> io::Result<Vec<OwnedFd>> {
    let moved = |stream: OwnedFd| {
        if let Some(account) = account {
            std::os::unix::fs::fchown(&stream, Some(account), Some(account))?;
        }
        Ok(rustix::io::fcntl_dupfd_cloexec(&stream, 10)?)
    };
    streams.into_iter().map(moved).collect()
}

fn resource_limits(run: &RunRequest, threads: Option<u64>) -> Vec<(Resource, u64)> {
    let addresses =
        (run.profile != SandboxProfile::Instrumented).then_some((Resource::As, run.memory));
    // A stack that may take all of the memory needs no limit of its own. With one, each thread would ask for as much at its start, and
    // get none.
    let stack = match addresses {
        Some(_) if run.stack >= run.memory => u64::MAX,
        _ => run.stack,
    };
    let limits = [
        (Resource::Cpu, run.cpu_seconds),
        (Resource::Fsize, run.file_size),
        (Resource::Core, 0),
        (Resource::Stack, stack),
        (Resource::Nofile, 256),
    ];
    let threads = threads.map(|most| (Resource::Nproc, most));
    // Timers as well: the kernel keeps a signal ready for each.
    let signals = run
        .profile
        .holds_untrusted_code()
        .then_some((Resource::Sigpending, 1024));
    let all = limits
        .into_iter()
        .chain(addresses)
        .chain(threads)
        .chain(signals);
    all.map(cap_to_maximum).collect()
}

/// No more than we may set. `raise_process_limits` has made sure that this is enough where it matters.
fn cap_to_maximum((resource, limit): (Resource, u64)) -> (Resource, u64) {
    let most = rustix::process::getrlimit(resource)
        .maximum
        .unwrap_or(u64::MAX);
    (resource, limit.min(most))
}
