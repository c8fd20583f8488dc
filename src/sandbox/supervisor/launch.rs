//! From a request to a running program: what happens between clone and exec.
//!
//! The child shares the supervisor's memory until it becomes the program (`CLONE_VM | CLONE_VFORK`), so starting it
//! copies nothing. Everything it needs is made before; it only makes system calls, and reports the first that fails in
//! a variable that both see.

use std::ffi::CString;
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use rustix::fs::{Mode, OFlags};
use rustix::process::{Pid, Resource, Rlimit, Signal};

use super::super::filter;
use super::super::protocol::{self, Answer, Run, Walls};
use super::rights::Rights;
use crate::model::Tier;

/// The account without rights, by the number that systems use for it.
pub(in super::super) const NOBODY: u32 = 65534;

/// A program that runs.
pub(super) struct Launched {
    pub(super) pid: Pid,
    pub(super) descriptor: OwnedFd,
}

/// What is executed.
enum Executable {
    /// A student's program, opened before the account changes: the folders above it need not be open to anybody.
    Opened(OwnedFd),
    /// A tool of the system or of the instructor's, by its name: scripts need one.
    Named(CString),
}

/// Everything the child needs, made before it exists.
struct Plan<'a> {
    executable: Executable,
    arguments: Vec<CString>,
    environment: Vec<CString>,
    folder: CString,
    streams: Vec<OwnedFd>,
    limits: Vec<(Resource, u64)>,
    account: Option<u32>,
    rights: Option<BorrowedFd<'a>>,
    reads: Option<Vec<libc::sock_filter>>,
    wall: Option<Vec<libc::sock_filter>>,
    socket: BorrowedFd<'a>,
    word: Vec<u8>,
    /// Written by the child: which step failed, and how.
    failure: Option<(&'static str, i32)>,
}

/// Starts the program of `run`; the failure is what to answer.
pub(super) fn launch(
    run: &Run,
    tier: Tier,
    rights: &Rights,
    socket: BorrowedFd<'_>,
    streams: Vec<OwnedFd>,
) -> Result<Launched, Answer> {
    let answer = |step: &str, error: &io::Error| super::failed(step, error);
    let mut plan = Plan::of(run, tier, rights, socket, streams)
        .map_err(|error| answer("prepare the program", &error))?;
    let launched = clone(&mut plan).map_err(|error| answer("clone", &error))?;
    match plan.failure {
        None => Ok(launched),
        Some((step, errno)) => {
            while reap().is_some() {}
            Err(Answer::Failed { step: step.to_owned(), errno })
        }
    }
}

impl<'a> Plan<'a> {
    fn of(
        run: &Run,
        tier: Tier,
        rights: &'a Rights,
        socket: BorrowedFd<'a>,
        streams: Vec<OwnedFd>,
    ) -> io::Result<Plan<'a>> {
        if streams.len() != 3 {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let arguments = std::iter::once(run.program.to_string_lossy().into_owned())
            .chain(run.arguments.clone());
        let wall = match run.walls {
            Walls::Program => Some(filter::program()),
            Walls::Compiler => Some(filter::compiler()),
            Walls::Trusted => None,
        };
        let changes = rustix::process::geteuid().is_root() && run.walls != Walls::Trusted;
        let account = changes.then_some(NOBODY);
        let threads = most_threads(changes || tier.has_namespaces());
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
            streams: out_of_the_way(streams, account)?,
            limits: resources(run, threads),
            account,
            rights: rights.of(run.walls),
            reads: run.shows_reads.then(filter::reads),
            wall,
            socket,
            word: serde_json::to_vec(&Answer::Reads)?,
            failure: None,
        })
    }

    /// In the child: makes it the program. Returns only if a step fails.
    fn become_program(&mut self) -> (&'static str, i32) {
        match self.steps() {
            Ok(never) => match never {},
            Err(failure) => failure,
        }
    }

    fn steps(&mut self) -> Result<std::convert::Infallible, (&'static str, i32)> {
        let at = |step: &'static str| move |error: rustix::io::Errno| (step, error.raw_os_error());
        rustix::process::setsid().map_err(at("setsid"))?;
        self.take_streams()?;
        rustix::process::chdir(self.folder.as_c_str()).map_err(at("chdir"))?;
        for &(resource, limit) in &self.limits {
            let both = Rlimit { current: Some(limit), maximum: Some(limit) };
            rustix::process::setrlimit(resource, both).map_err(at("setrlimit"))?;
        }
        self.change_account()?;
        // After the account: changing it clears this.
        rustix::process::set_parent_process_death_signal(Some(Signal::KILL))
            .map_err(at("prctl"))?;
        rustix::thread::set_no_new_privs(true).map_err(at("no_new_privs"))?;
        self.restrict_files()?;
        self.show_reads()?;
        self.build_wall()?;
        Err(("exec", self.execute()))
    }

    fn take_streams(&self) -> Result<(), (&'static str, i32)> {
        for (target, stream) in self.streams.iter().enumerate() {
            check("dup", |()| {
                unsafe_call(libc::SYS_dup3, [raw(stream.as_raw_fd()), target, 0, 0, 0])
            })?;
        }
        check("close_range", |()| {
            unsafe_call(
                libc::SYS_close_range,
                [3, u32::MAX as usize, libc::CLOSE_RANGE_CLOEXEC as usize, 0, 0],
            )
        })
    }

    fn change_account(&self) -> Result<(), (&'static str, i32)> {
        let Some(account) = self.account else { return Ok(()) };
        let id = account as usize;
        check("setgroups", |()| unsafe_call(libc::SYS_setgroups, [0, 0, 0, 0, 0]))?;
        check("setresgid", |()| unsafe_call(libc::SYS_setresgid, [id, id, id, 0, 0]))?;
        check("setresuid", |()| unsafe_call(libc::SYS_setresuid, [id, id, id, 0, 0]))
    }

    fn restrict_files(&self) -> Result<(), (&'static str, i32)> {
        let Some(rights) = self.rights else { return Ok(()) };
        let descriptor = raw(rights.as_raw_fd());
        check("landlock", |()| {
            unsafe_call(libc::SYS_landlock_restrict_self, [descriptor, 0, 0, 0, 0])
        })
    }

    /// The notifying filter first, and its listener to the grader, while nothing forbids to send it.
    fn show_reads(&self) -> Result<(), (&'static str, i32)> {
        let Some(program) = &self.reads else { return Ok(()) };
        let Ok(Some(listener)) = filter::install(program, true) else { return Ok(()) };
        #[expect(unsafe_code, reason = "the kernel has just handed us this descriptor as a number")]
        // SAFETY: the number is a descriptor that nobody else owns.
        let listener = unsafe { OwnedFd::from_raw_fd(listener) };
        let sent = protocol::send_bytes(self.socket, &self.word, &[listener.as_fd()]);
        sent.map_err(|error| ("send", error.raw_os_error().unwrap_or(libc::EIO)))
    }

    fn build_wall(&mut self) -> Result<(), (&'static str, i32)> {
        let Some(wall) = &mut self.wall else { return Ok(()) };
        filter::name_own_process(
            wall,
            rustix::process::getpid().as_raw_nonzero().get().unsigned_abs(),
        );
        filter::install(wall, false).map(drop).map_err(|errno| ("seccomp", errno))
    }

    fn execute(&self) -> i32 {
        // Pointers into memory that was allocated before the child existed: it makes none itself.
        let mut arguments = [std::ptr::null(); WORDS];
        let mut environment = [std::ptr::null(); WORDS];
        if self.arguments.len() >= WORDS || self.environment.len() >= WORDS {
            return libc::E2BIG;
        }
        for (slot, word) in arguments.iter_mut().zip(&self.arguments) {
            *slot = word.as_ptr();
        }
        for (slot, word) in environment.iter_mut().zip(&self.environment) {
            *slot = word.as_ptr();
        }
        let (arguments, environment) = (arguments.as_ptr() as usize, environment.as_ptr() as usize);
        let result = match &self.executable {
            Executable::Named(path) => unsafe_call(
                libc::SYS_execve,
                [path.as_ptr() as usize, arguments, environment, 0, 0],
            ),
            Executable::Opened(file) => unsafe_call(
                libc::SYS_execveat,
                [
                    raw(file.as_raw_fd()),
                    c"".as_ptr() as usize,
                    arguments,
                    environment,
                    libc::AT_EMPTY_PATH.unsigned_abs() as usize,
                ],
            ),
        };
        result.err().unwrap_or(libc::EINVAL)
    }
}

/// The most words that a command or an environment may have.
const WORDS: usize = 512;

/// What to execute; of a student's, nothing but a regular file.
fn executable(run: &Run) -> io::Result<Executable> {
    if run.walls != Walls::Program {
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

/// How many threads a program's account may have. Where it is the user's own account, everything the user runs counts as
/// well; that is no more than the whole machine runs.
fn most_threads(own_account: bool) -> u64 {
    const THREADS: u64 = 512;
    if own_account { THREADS } else { THREADS + u64::from(rustix::system::sysinfo().procs) }
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

fn resources(run: &Run, threads: u64) -> Vec<(Resource, u64)> {
    const MEBIBYTE: u64 = 1 << 20;
    let threads = (run.walls == Walls::Program).then_some((Resource::Nproc, threads));
    let limits = [
        (Resource::Cpu, run.cpu_seconds),
        (Resource::As, run.memory),
        (Resource::Fsize, run.file_size),
        (Resource::Core, 0),
        (Resource::Stack, 8 * MEBIBYTE),
        (Resource::Nofile, 256),
    ];
    limits.into_iter().chain(threads).collect()
}

/// Starts a child that shares our memory; we sleep until it has become the program or failed.
fn clone(plan: &mut Plan<'_>) -> io::Result<Launched> {
    const STACK: usize = 256 << 10;
    let mut stack = vec![0_u8; STACK];
    let mut descriptor: RawFd = -1;
    let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::CLONE_PIDFD | libc::SIGCHLD;
    #[expect(unsafe_code, reason = "a child that shares our memory has no safe wrapper")]
    // SAFETY: the child runs `child_main` on a stack of its own, 16-byte aligned, which lives until it has become the
    // program, because we sleep that long; it allocates nothing and returns by `_exit` alone.
    let pid = unsafe {
        let top = stack.as_mut_ptr().add(STACK - (stack.as_ptr() as usize + STACK) % 16);
        libc::clone(
            child_main,
            top.cast(),
            flags,
            std::ptr::from_mut(plan).cast(),
            &raw mut descriptor,
        )
    };
    let pid = Pid::from_raw(pid).filter(|_| pid > 0).ok_or_else(io::Error::last_os_error)?;
    #[expect(unsafe_code, reason = "the kernel has just handed us this descriptor as a number")]
    // SAFETY: the number is a descriptor that nobody else owns.
    let descriptor = unsafe { OwnedFd::from_raw_fd(descriptor) };
    Ok(Launched { pid, descriptor })
}

extern "C" fn child_main(plan: *mut libc::c_void) -> libc::c_int {
    #[expect(unsafe_code, reason = "clone hands over an untyped pointer")]
    // SAFETY: the pointer is the plan that `clone` was given, and our parent sleeps while we use it.
    let plan = unsafe { &mut *plan.cast::<Plan<'_>>() };
    plan.failure = Some(plan.become_program());
    #[expect(unsafe_code, reason = "the child must not run the parent's destructors")]
    // SAFETY: ends this process at once.
    unsafe {
        libc::_exit(127)
    }
}

/// A system call by number, without the C library's wrappers, some of which talk to threads that we do not have.
fn unsafe_call(call: libc::c_long, arguments: [usize; 5]) -> Result<(), i32> {
    let [a, b, c, d, e] = arguments;
    #[expect(unsafe_code, reason = "these calls have no safe wrapper that a child may use")]
    // SAFETY: each caller passes numbers, or pointers that outlive the call.
    let result = unsafe { libc::syscall(call, a, b, c, d, e) };
    if result < 0 {
        Err(io::Error::last_os_error().raw_os_error().unwrap_or(libc::EINVAL))
    } else {
        Ok(())
    }
}

fn check(
    step: &'static str,
    call: impl FnOnce(()) -> Result<(), i32>,
) -> Result<(), (&'static str, i32)> {
    call(()).map_err(|errno| (step, errno))
}

/// A descriptor as a system call takes it.
fn raw(descriptor: RawFd) -> usize {
    usize::try_from(descriptor).unwrap_or(usize::MAX)
}

/// Waits for one child of ours; none if there is none.
pub(super) fn reap() -> Option<(i32, Answer)> {
    let mut status = 0;
    #[expect(
        unsafe_code,
        reason = "wait4 has no safe wrapper, and nothing else tells what a child used"
    )]
    // SAFETY: an all-zero `rusage` is valid; the call writes the two variables of this frame.
    let (pid, usage) = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        let pid = loop {
            let pid = libc::wait4(-1, &raw mut status, libc::__WALL, &raw mut usage);
            if pid >= 0 || io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
                break pid;
            }
        };
        (pid, usage)
    };
    (pid > 0).then(|| {
        (pid, Answer::Ended { status, cpu_microseconds: cpu(&usage), peak_memory: memory(&usage) })
    })
}

fn cpu(usage: &libc::rusage) -> u64 {
    let microseconds =
        |time: libc::timeval| time.tv_sec.saturating_mul(1_000_000).saturating_add(time.tv_usec);
    u64::try_from(microseconds(usage.ru_utime).saturating_add(microseconds(usage.ru_stime)))
        .unwrap_or(0)
}

fn memory(usage: &libc::rusage) -> u64 {
    u64::try_from(usage.ru_maxrss).unwrap_or(0).saturating_mul(1024)
}
