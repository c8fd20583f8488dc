//! Everything a child needs, made before it exists: once it shares our memory it may allocate nothing.

use std::ffi::CString;
use std::io;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use libc::sock_filter;
use rustix::fs::{Mode, OFlags};
use rustix::process::Resource;
use rustix::thread::CapabilitySet;

use super::landlock_rules::LandlockRules;
use crate::accounts::Accounts;
use crate::filter;
use crate::limits::MOST_THREADS;
use crate::profile::Profile;
use crate::protocol::{Answer, RunRequest, Shown};
use crate::tier::Tier;

/// What is executed.
pub(super) enum Executable {
    /// An untrusted program, or the supervisor's own, opened before the account changes: the folders above it need not be open to anybody.
    Opened(OwnedFd),
    /// A tool that is trusted, by its name: scripts need one.
    Named(CString),
}

/// The account that a child changes to.
#[derive(Clone, Copy)]
pub(super) struct Account {
    pub(super) number: u32,
    /// What it keeps of root's power.
    pub(super) keeps: CapabilitySet,
}

impl Account {
    /// None if the run stays under ours: that is not root's then, or the run is trusted.
    fn for_run(
        run: &RunRequest,
        tier: Tier,
        accounts: Option<Accounts>,
    ) -> io::Result<Option<Account>> {
        let Some(Accounts { tools, programs }) = accounts else { return Ok(None) };
        let other = |number, keeps| Some(Account { number, keeps });
        Ok(match run.profile {
            Profile::Trusted => None,
            Profile::Program | Profile::Instrumented | Profile::Simulator | Profile::Analysis => {
                other(programs, CapabilitySet::empty())
            }
            Profile::Compiler | Profile::BuildSystem => other(tools, CapabilitySet::empty()),
            Profile::Consumer => other(tools, passes_permissions(tier)?),
        })
    }
}

/// What a consumer works on may be open to the user alone. So it may read and execute whatever permission bits say; what it
/// reaches at all is for Landlock to say, which leaves it nothing to write, and without Landlock it gets no such power.
fn passes_permissions(tier: Tier) -> io::Result<CapabilitySet> {
    if !tier.has_landlock() {
        return Ok(CapabilitySet::empty());
    }
    let ours = rustix::thread::capabilities(None)?.permitted;
    // Plain containers have the first; with the second alone, programs must be executable by everybody.
    let enough = [CapabilitySet::DAC_OVERRIDE, CapabilitySet::DAC_READ_SEARCH];
    Ok(enough.into_iter().find(|one| ours.contains(*one)).unwrap_or(CapabilitySet::empty()))
}

/// Everything the child needs, made before it exists.
pub(super) struct Plan<'a> {
    pub(super) executable: Executable,
    pub(super) arguments: Vec<CString>,
    pub(super) environment: Vec<CString>,
    pub(super) folder: CString,
    pub(super) streams: Vec<OwnedFd>,
    pub(super) limits: Vec<(Resource, u64)>,
    pub(super) account: Option<Account>,
    pub(super) landlock_rules: Option<BorrowedFd<'a>>,
    pub(super) reads: Option<Vec<sock_filter>>,
    pub(super) wall: Option<Vec<sock_filter>>,
    pub(super) socket: BorrowedFd<'a>,
    pub(super) word: Vec<u8>,
    /// Written by the child: which step failed, and how.
    pub(super) failure: Option<(&'static str, i32)>,
}

/// What is the same for every run of a supervisor.
pub(super) struct Surroundings<'a> {
    pub(super) tier: Tier,
    /// What runs under other accounts than ours.
    pub(super) accounts: Option<Accounts>,
    pub(super) landlock_rules: &'a LandlockRules,
    pub(super) socket: BorrowedFd<'a>,
    pub(super) filters: Filters,
    /// The owner's executable.
    pub(super) own: &'a OwnedFd,
}

/// The filters that a child may need, the same for every run.
pub(super) struct Filters {
    reads: Vec<sock_filter>,
    threads: Vec<sock_filter>,
    reads_and_threads: Vec<sock_filter>,
    program: Vec<sock_filter>,
    compiler: Vec<sock_filter>,
    consumer: Vec<sock_filter>,
    build_system: Vec<sock_filter>,
}

impl Filters {
    pub(super) fn all() -> Filters {
        Filters {
            reads: filter::reads(),
            threads: filter::threads(),
            reads_and_threads: filter::reads_and_threads(),
            program: filter::program(),
            compiler: filter::compiler(),
            consumer: filter::consumer(),
            build_system: filter::build_system(),
        }
    }

    /// What shows the owner what is asked for, as far as it is needed.
    fn shown(&self, shown: Shown, profile: Profile, own_account: bool) -> Option<Vec<sock_filter>> {
        let counted = profile.holds_untrusted_code() && !profile.starts_processes() && !own_account;
        match (shown, counted) {
            (Shown::Nothing, _) | (Shown::Threads, false) => None,
            (Shown::Threads, true) => Some(self.threads.clone()),
            (Shown::Reads, false) => Some(self.reads.clone()),
            (Shown::Reads, true) => Some(self.reads_and_threads.clone()),
        }
    }

    /// What this profile may not call.
    fn against(&self, profile: Profile) -> Option<Vec<sock_filter>> {
        match profile {
            // A simulator needs no more than the programs it runs, and neither do we.
            Profile::Program | Profile::Instrumented | Profile::Simulator | Profile::Analysis => {
                Some(self.program.clone())
            }
            Profile::Compiler => Some(self.compiler.clone()),
            Profile::Consumer => Some(self.consumer.clone()),
            Profile::BuildSystem => Some(self.build_system.clone()),
            Profile::Trusted => None,
        }
    }
}

impl<'a> Plan<'a> {
    /// Makes it; opens nothing that the run must not have.
    pub(super) fn new(
        run: &RunRequest,
        surroundings: &Surroundings<'a>,
        streams: Vec<OwnedFd>,
    ) -> io::Result<Plan<'a>> {
        let Surroundings { tier, accounts, landlock_rules, socket, filters, own } = surroundings;
        if streams.len() != 3 {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let arguments = std::iter::once(run.name.clone()).chain(run.arguments.clone());
        let account = Account::for_run(run, *tier, *accounts)?;
        let own_account = account.is_some() || tier.has_namespaces();
        let threads = most_threads(run.profile, own_account);
        Ok(Plan {
            executable: executable(run, own)?,
            arguments: arguments
                .map(|word| CString::new(word).map_err(io::Error::from))
                .collect::<Result<_, _>>()?,
            environment: run
                .environment
                .iter()
                .map(|word| CString::new(word.as_str()).map_err(io::Error::from))
                .collect::<Result<_, _>>()?,
            folder: CString::new(run.folder.as_os_str().as_bytes())?,
            streams: out_of_the_way(streams, account.map(|it| it.number))?,
            limits: resources(run, threads),
            account,
            landlock_rules: landlock_rules.ruleset(run.profile),
            reads: filters.shown(run.shown, run.profile, own_account),
            wall: filters.against(run.profile),
            socket: *socket,
            word: serde_json::to_vec(&Answer::Reads)?,
            failure: None,
        })
    }
}

/// What to execute; if it is untrusted, nothing but a regular file. `own` is the supervisor's.
fn executable(run: &RunRequest, own: &OwnedFd) -> io::Result<Executable> {
    if run.profile == Profile::Analysis {
        return Ok(Executable::Opened(rustix::io::fcntl_dupfd_cloexec(own, 3)?));
    }
    if !run.profile.executes_untrusted_code() {
        let path = resolve(&run.program, &run.environment)?;
        return Ok(Executable::Named(CString::new(path.as_os_str().as_bytes())?));
    }
    let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let file = rustix::fs::open(&run.program, flags, Mode::empty())?;
    let kind = rustix::fs::FileType::from_raw_mode(rustix::fs::fstat(&file)?.st_mode);
    if kind == rustix::fs::FileType::RegularFile {
        Ok(Executable::Opened(file))
    } else {
        Err(io::ErrorKind::PermissionDenied.into())
    }
}

/// How many threads and processes a run's account may have, if that is limited. Where it is the user's own account,
/// everything the user runs counts as well. That is no more than the whole machine runs now, and what programs beside this one
/// make meanwhile; each of them is counted by the owner, see [`filter::reads_and_threads`].
fn most_threads(profile: Profile, own_account: bool) -> Option<u64> {
    const BESIDE: u64 = 16 * MOST_THREADS;
    let threads = match profile {
        Profile::Program | Profile::Instrumented | Profile::Simulator | Profile::Analysis => {
            MOST_THREADS
        }
        Profile::Consumer | Profile::BuildSystem => 128,
        Profile::Compiler | Profile::Trusted => return None,
    };
    let others = if own_account { 0 } else { u64::from(rustix::system::sysinfo().procs) };
    let beside = if own_account || profile.starts_processes() { 0 } else { BESIDE };
    Some(threads + others + beside)
}

/// A bare name is looked for in the run's own `PATH`.
fn resolve(program: &Path, environment: &[String]) -> io::Result<std::path::PathBuf> {
    if program.components().count() > 1 {
        return Ok(program.to_owned());
    }
    let path = environment.iter().find_map(|word| word.strip_prefix("PATH=")).unwrap_or_default();
    let found =
        std::env::split_paths(path).map(|folder| folder.join(program)).find(|path| path.is_file());
    found.ok_or_else(|| io::ErrorKind::NotFound.into())
}

/// Streams with numbers that the child's own 0, 1 and 2 cannot collide with. They belong to the account, so that a
/// program can also open them by name, as `/dev/stdin`.
fn out_of_the_way(streams: Vec<OwnedFd>, account: Option<u32>) -> io::Result<Vec<OwnedFd>> {
    let moved = |stream: OwnedFd| {
        if let Some(account) = account {
            std::os::unix::fs::fchown(&stream, Some(account), Some(account))?;
        }
        Ok(rustix::io::fcntl_dupfd_cloexec(&stream, 10)?)
    };
    streams.into_iter().map(moved).collect()
}

fn resources(run: &RunRequest, threads: Option<u64>) -> Vec<(Resource, u64)> {
    let addresses = (run.profile != Profile::Instrumented).then_some((Resource::As, run.memory));
    let limits = [
        (Resource::Cpu, run.cpu_seconds),
        (Resource::Fsize, run.file_size),
        (Resource::Core, 0),
        (Resource::Stack, run.stack),
        (Resource::Nofile, 256),
    ];
    let threads = threads.map(|most| (Resource::Nproc, most));
    // Timers as well: the kernel keeps a signal ready for each.
    let signals = run.profile.holds_untrusted_code().then_some((Resource::Sigpending, 1024));
    let all = limits.into_iter().chain(addresses).chain(threads).chain(signals);
    all.map(allowed).collect()
}

/// No more than we may set. `make_room` has made sure that this is enough where it matters.
fn allowed((resource, limit): (Resource, u64)) -> (Resource, u64) {
    let most = rustix::process::getrlimit(resource).maximum.unwrap_or(u64::MAX);
    (resource, limit.min(most))
}
