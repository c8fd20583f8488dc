//! From a request to a running program: what happens between clone and exec.
//!
//! The child shares the supervisor's memory until it becomes the program (`CLONE_VM | CLONE_VFORK`), so starting it
//! copies nothing. Everything it needs is made before; it only makes system calls, and reports the first that fails in
//! a variable that both see.

use std::ffi::CString;
use std::io;
use std::os::fd::{AsFd, AsRawFd, FromRawFd, OwnedFd, RawFd};

use super::ending::reap_child;
use super::plan::{ExecTarget, LaunchContext, LaunchPlan, RunAccount};
use crate::protocol::{self, EXEC_STEP, RunRequest, SupervisorReply};
use crate::{bpf, filter};
use rustix::fs::Mode;
use rustix::process::{Gid, Pid, Rlimit, Signal, Uid};
use rustix::thread::CapabilitySets;

/// Which step failed, and with which number of an error.
type ChildFailure = (&'static str, i32);

impl LaunchPlan<'_> {
    /// In the child: makes it the program. Returns only if a step fails.
    fn become_program(&mut self) -> ChildFailure {
        match self.run_steps() {
            Ok(never) => match never {},
            Err(failure) => failure,
        }
    }

    fn run_steps(&mut self) -> Result<std::convert::Infallible, ChildFailure> {
        // A group of its own, in the supervisor's session, which has no terminal that it could be stopped by.
        rustix::process::setpgid(None, None).map_err(step_error("setpgid"))?;
        self.take_streams()?;
        rustix::process::chdir(self.folder.as_c_str()).map_err(step_error("chdir"))?;
        for &(resource, limit) in &self.limits {
            let both = Rlimit {
                current: Some(limit),
                maximum: Some(limit),
            };
            rustix::process::setrlimit(resource, both).map_err(step_error("setrlimit"))?;
        }
        self.change_account()?;
        // After the account: changing it clears this.
        rustix::process::set_parent_process_death_signal(Some(Signal::KILL))
            .map_err(step_error("prctl"))?;
        rustix::thread::set_no_new_privs(true).map_err(step_error("no_new_privs"))?;
        self.restrict_files()?;
        self.install_read_listener()?;
        self.install_syscall_filter()?;
        Err(self.execute_program())
    }

    fn take_streams(&self) -> Result<(), ChildFailure> {
        let [stdin, stdout, stderr] = self.streams.as_slice() else {
            return Err(("dup", libc::EINVAL));
        };
        rustix::stdio::dup2_stdin(stdin).map_err(step_error("dup"))?;
        rustix::stdio::dup2_stdout(stdout).map_err(step_error("dup"))?;
        rustix::stdio::dup2_stderr(stderr).map_err(step_error("dup"))?;
        let flags = libc::CLOSE_RANGE_CLOEXEC;
        #[expect(unsafe_code, reason = "close_range has no safe wrapper")]
        // SAFETY: with this flag nothing is closed as long as we run, so no descriptor that somebody owns becomes invalid.
        let result = unsafe { libc::syscall(libc::SYS_close_range, 3, libc::c_uint::MAX, flags) };
        check_result("close_range", result)
    }

    fn change_account(&self) -> Result<(), ChildFailure> {
        let Some(RunAccount { number, keeps }) = self.account else {
            return Ok(());
        };
        let user = Uid::from_raw(number);
        let group = Gid::from_raw(number);
        if !keeps.is_empty() {
            rustix::thread::set_keep_capabilities(true).map_err(step_error("keep capabilities"))?;
        }
        // Of this thread alone: the C library would look for the supervisor's other threads.
        rustix::thread::set_thread_groups(&[]).map_err(step_error("setgroups"))?;
        rustix::thread::set_thread_res_gid(group, group, group).map_err(step_error("setresgid"))?;
        rustix::thread::set_thread_res_uid(user, user, user).map_err(step_error("setresuid"))?;
        // What a compiler makes, another account executes, whatever the user's own mask.
        rustix::process::umask(Mode::WGRP | Mode::WOTH);
        if !keeps.is_empty() {
            // What is inheritable and ambient is still there after exec.
            let sets = CapabilitySets {
                effective: keeps,
                permitted: keeps,
                inheritable: keeps,
            };
            rustix::thread::set_capabilities(None, sets).map_err(step_error("capset"))?;
            rustix::thread::configure_capability_in_ambient_set(keeps, true)
                .map_err(step_error("ambient capability"))?;
        }
        Ok(())
    }

    fn restrict_files(&self) -> Result<(), ChildFailure> {
        let Some(landlock_rules) = self.landlock_rules else {
            return Ok(());
        };
        #[expect(
            unsafe_code,
            reason = "the call has no safe wrapper that allocates nothing"
        )]
        // SAFETY: the call takes numbers only, and can but take rights from this thread.
        let result = unsafe {
            libc::syscall(
                libc::SYS_landlock_restrict_self,
                landlock_rules.as_raw_fd(),
                0,
            )
        };
        check_result("landlock", result)
    }

    /// The notifying filter first, and its listener to the owner, while nothing forbids to send it.
    fn install_read_listener(&self) -> Result<(), ChildFailure> {
        let Some(program) = &self.reads else {
            return Ok(());
        };
        let listener = match bpf::install_filter(program, true) {
            Ok(Some(listener)) => listener,
            // Another attempt may have what was missing now.
            Err(errno @ (libc::ENOMEM | libc::EMFILE | libc::ENFILE)) => {
                return Err(("listen to reads", errno));
            }
            // An old kernel, or one where somebody listens already.
            Ok(None) | Err(_) => return Ok(()),
        };
        let sent = protocol::send_bytes(self.socket, &self.word, &[listener.as_fd()]);
        sent.map_err(|error| ("send", error.raw_os_error().unwrap_or(libc::EIO)))
    }

    fn install_syscall_filter(&mut self) -> Result<(), ChildFailure> {
        let Some(wall) = &mut self.syscall_filter else {
            return Ok(());
        };
        filter::fill_in_process_id(
            wall,
            rustix::process::getpid()
                .as_raw_nonzero()
                .get()
                .unsigned_abs(),
        );
        bpf::install_filter(wall, false)
            .map(drop)
            .map_err(|errno| ("seccomp", errno))
    }

    /// Returns only if the program cannot be executed.
    fn execute_program(&self) -> ChildFailure {
        let mut arguments = NO_WORDS;
        let mut environment = NO_WORDS;
        if !fill_pointers(&self.arguments, &mut arguments)
            || !fill_pointers(&self.environment, &mut environment)
        {
            return (EXEC_STEP, libc::E2BIG);
        }
        let arguments = arguments.as_ptr();
        let environment = environment.as_ptr();
        #[expect(unsafe_code, reason = "no safe wrapper executes without allocating")]
        // SAFETY: both lists are arrays of this frame that end with a null pointer, as `fill_pointers` made sure; their words, and
        // the path, are strings of the plan that end with a zero byte.
        let result = unsafe {
            match &self.executable {
                ExecTarget::Named(path) => {
                    libc::syscall(libc::SYS_execve, path.as_ptr(), arguments, environment)
                }
                ExecTarget::Opened(file) => libc::syscall(
                    libc::SYS_execveat,
                    file.as_raw_fd(),
                    c"".as_ptr(),
                    arguments,
                    environment,
                    libc::AT_EMPTY_PATH,
                ),
            }
        };
        check_result(EXEC_STEP, result)
            .err()
            .unwrap_or((EXEC_STEP, libc::EINVAL))
    }
}

/// The most words that a command or an environment may have, with the null pointer at the end.
const WORDS: usize = 512;

const NO_WORDS: [*const libc::c_char; WORDS] = [std::ptr::null(); WORDS];

/// Fills a list with pointers into memory that was allocated before the child existed: it makes none itself. False if there is
/// no room for all, and a null pointer behind them.
fn fill_pointers(words: &[CString], list: &mut [*const libc::c_char; WORDS]) -> bool {
    for (slot, word) in list.iter_mut().zip(words) {
        *slot = word.as_ptr();
    }
    words.len() < WORDS
}

/// For `map_err`: names the step.
fn step_error(step: &'static str) -> impl Fn(rustix::io::Errno) -> ChildFailure {
    move |error| (step, error.raw_os_error())
}

/// What a system call returned.
fn check_result(step: &'static str, result: libc::c_long) -> Result<(), ChildFailure> {
    if result < 0 {
        Err((
            step,
            io::Error::last_os_error()
                .raw_os_error()
                .unwrap_or(libc::EINVAL),
        ))
    } else {
        Ok(())
    }
}

/// A program that runs.
pub(super) struct LaunchedProgram {
    pub(super) pid: Pid,
    pub(super) descriptor: OwnedFd,
}

/// Starts programs, with all that one run can leave to the next.
pub(super) struct ProgramLauncher<'a> {
    surroundings: LaunchContext<'a>,
    stack: ChildStack,
}

impl<'a> ProgramLauncher<'a> {
    pub(super) fn new(surroundings: LaunchContext<'a>) -> ProgramLauncher<'a> {
        ProgramLauncher {
            surroundings,
            stack: ChildStack::new(),
        }
    }

    /// Starts the program of `run`; the failure is what to answer.
    pub(super) fn launch(
        &mut self,
        run: &RunRequest,
        streams: Vec<OwnedFd>,
    ) -> Result<LaunchedProgram, SupervisorReply> {
        let answer = |step: &str, error: &io::Error| SupervisorReply::from_failed_step(step, error);
        let mut plan = LaunchPlan::new(run, &self.surroundings, streams)
            .map_err(|error| answer("prepare the program", &error))?;
        let launched =
            clone_child(&mut plan, &mut self.stack).map_err(|error| answer("clone", &error))?;
        match plan.failure {
            None => Ok(launched),
            Some((step, errno)) => {
                while reap_child().is_some() {}
                Err(SupervisorReply::Failed {
                    step: step.to_owned(),
                    errno,
                })
            }
        }
    }
}

/// What a child stands on until it is the program.
struct ChildStack(Vec<u8>);

impl ChildStack {
    /// Many times what the child's few calls were seen to need.
    const SIZE: usize = 256 << 10;

    fn new() -> ChildStack {
        ChildStack(vec![0; ChildStack::SIZE])
    }

    /// Its upper end, from which it grows down, aligned as a function expects it.
    fn stack_top(&mut self) -> *mut libc::c_void {
        const ALIGNMENT: usize = 16;
        let end = self.0.as_mut_ptr_range().end;
        end.wrapping_sub(end.addr() % ALIGNMENT).cast()
    }
}

/// Starts a child that shares our memory; we sleep until it has become the program or failed.
fn clone_child(plan: &mut LaunchPlan<'_>, stack: &mut ChildStack) -> io::Result<LaunchedProgram> {
    /// Nothing but `clone` below may call it: whatever it is given, it takes for a plan.
    extern "C" fn child_main(plan: *mut libc::c_void) -> libc::c_int {
        #[expect(unsafe_code, reason = "clone hands over an untyped pointer")]
        // SAFETY: the pointer is the plan that `clone` was given, and our parent sleeps while we use it.
        let plan = unsafe { &mut *plan.cast::<LaunchPlan<'_>>() };
        plan.failure = Some(plan.become_program());
        #[expect(
            unsafe_code,
            reason = "the child must not run the parent's destructors"
        )]
        // SAFETY: ends this process at once; nothing of the parent's is touched.
        unsafe {
            libc::_exit(127)
        }
    }
    let mut descriptor: RawFd = -1;
    let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::CLONE_PIDFD | libc::SIGCHLD;
    #[expect(
        unsafe_code,
        reason = "a child that shares our memory has no safe wrapper"
    )]
    // SAFETY: the child runs `child_main` on a stack of its own, large enough and aligned, which we hold until the child has
    // become the program, because `CLONE_VFORK` makes us sleep that long; so nobody else uses the plan meanwhile. The child
    // allocates nothing and leaves by `_exit` alone. The kernel writes the descriptor into a variable of this frame.
    let pid = unsafe {
        libc::clone(
            child_main,
            stack.stack_top(),
            flags,
            std::ptr::from_mut(plan).cast(),
            &raw mut descriptor,
        )
    };
    if pid < 0 {
        return Err(io::Error::last_os_error());
    }
    let pid = Pid::from_raw(pid).ok_or(io::ErrorKind::Other)?;
    #[expect(
        unsafe_code,
        reason = "the kernel has just handed us this descriptor as a number"
    )]
    // SAFETY: clone succeeded, so `CLONE_PIDFD` has stored a new descriptor, which nobody else owns.
    let descriptor = unsafe { OwnedFd::from_raw_fd(descriptor) };
    Ok(LaunchedProgram { pid, descriptor })
}
