//! Everything a child needs, made before it exists: once it shares our memory it may allocate nothing.

use std::ffi::CString;
use std::io;
use std::ops::Range;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use libc::sock_filter;
use rustix::fs::{Mode, OFlags};
use rustix::process::Resource;
use rustix::thread::CapabilitySet;

use super::super::filter;
use super::super::protocol::{Answer, Run, Walls};
use super::launch::Launcher;
use crate::model::Tier;

/// The account without rights, by the number that systems use for it.
pub(in super::super) const NOBODY: u32 = 65534;

/// Accounts of checkers, by numbers that systems give to nobody. Each checker has one for itself while it runs, so that
/// none can use up the processes of another, or signal a student's program.
pub(in super::super) const CHECKERS: Range<u32> = 65000..65534;

/// What is executed.
pub(super) enum Executable {
    /// A student's program, opened before the account changes: the folders above it need not be open to anybody.
    Opened(OwnedFd),
    /// A tool of the system or of the instructor's, by its name: scripts need one.
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
    /// None if the run stays under ours, which is not root's then, or is trusted.
    fn of(run: &Run, tier: Tier, tools: u32) -> io::Result<Option<Account>> {
        let other = |number, keeps| Some(Account { number, keeps });
        Ok(match run.walls {
            _ if !rustix::process::geteuid().is_root() => None,
            Walls::Trusted => None,
            Walls::Program | Walls::Instrumented | Walls::Simulator => {
                other(NOBODY, CapabilitySet::empty())
            }
            Walls::Compiler => other(tools, CapabilitySet::empty()),
            Walls::Checker => other(tools, passes_permissions(tier)?),
        })
    }
}

/// A course may be open to its owner alone. So a checker may read and execute whatever permission bits say; what it
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
    pub(super) rights: Option<BorrowedFd<'a>>,
    pub(super) reads: Option<Vec<sock_filter>>,
    pub(super) wall: Option<Vec<sock_filter>>,
    pub(super) socket: BorrowedFd<'a>,
    pub(super) word: Vec<u8>,
    /// Written by the child: which step failed, and how.
    pub(super) failure: Option<(&'static str, i32)>,
}

/// The filters that a child may need, the same for every run.
pub(super) struct Filters {
    reads: Vec<sock_filter>,
    program: Vec<sock_filter>,
    compiler: Vec<sock_filter>,
    checker: Vec<sock_filter>,
}

impl Filters {
    pub(super) fn all() -> Filters {
        let (reads, program) = (filter::reads(), filter::program());
        Filters { reads, program, compiler: filter::compiler(), checker: filter::checker() }
    }

    fn of(&self, walls: Walls) -> Option<Vec<sock_filter>> {
        match walls {
            // A simulator needs no more than the programs it runs.
            Walls::Program | Walls::Instrumented | Walls::Simulator => Some(self.program.clone()),
            Walls::Compiler => Some(self.compiler.clone()),
            Walls::Checker => Some(self.checker.clone()),
            Walls::Trusted => None,
        }
    }
}

impl<'a> Plan<'a> {
    /// Makes it; opens nothing that the run must not have.
    pub(super) fn of(
        run: &Run,
        launcher: &Launcher<'a>,
        streams: Vec<OwnedFd>,
    ) -> io::Result<Plan<'a>> {
        let Launcher { tier, account, rights, socket, filters, .. } = launcher;
        if streams.len() != 3 {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let arguments = std::iter::once(run.program.to_string_lossy().into_owned())
            .chain(run.arguments.clone());
        let account = Account::of(run, *tier, *account)?;
        let threads = most_threads(run.walls, account.is_some() || tier.has_namespaces());
        Ok(Plan {
            executable: executable(run)?,
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
            rights: rights.of(run.walls),
            reads: run.shows_reads.then(|| filters.reads.clone()),
            wall: filters.of(run.walls),
            socket: *socket,
            word: serde_json::to_vec(&Answer::Reads)?,
            failure: None,
        })
    }
}

/// What to execute; of a student's, nothing but a regular file.
fn executable(run: &Run) -> io::Result<Executable> {
    if !run.walls.are_for_programs() {
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

/// How many threads and processes a run's account may have, if that is limited. Students' programs share one account. Where
/// it is the user's own account, everything the user runs counts as well; that is no more than the whole machine runs.
fn most_threads(walls: Walls, own_account: bool) -> Option<u64> {
    let threads = match walls {
        Walls::Program | Walls::Instrumented | Walls::Simulator => 512,
        Walls::Checker => 128,
        Walls::Compiler | Walls::Trusted => return None,
    };
    let others = if own_account { 0 } else { u64::from(rustix::system::sysinfo().procs) };
    Some(threads + others)
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

fn resources(run: &Run, threads: Option<u64>) -> Vec<(Resource, u64)> {
    const MEBIBYTE: u64 = 1 << 20;
    let addresses = (run.walls != Walls::Instrumented).then_some((Resource::As, run.memory));
    let limits = [
        (Resource::Cpu, run.cpu_seconds),
        (Resource::Fsize, run.file_size),
        (Resource::Core, 0),
        (Resource::Stack, 8 * MEBIBYTE),
        (Resource::Nofile, 256),
    ];
    let threads = threads.map(|most| (Resource::Nproc, most));
    // Timers as well: the kernel keeps a signal ready for each.
    let signals = run.walls.hold_a_student().then(|| at_most(Resource::Sigpending, 1024));
    limits.into_iter().chain(addresses).chain(threads).chain(signals).collect()
}

/// A limit that is not larger than our own, which nobody but root can raise.
fn at_most(resource: Resource, wanted: u64) -> (Resource, u64) {
    let own = rustix::process::getrlimit(resource).maximum;
    (resource, own.map_or(wanted, |own| own.min(wanted)))
}
