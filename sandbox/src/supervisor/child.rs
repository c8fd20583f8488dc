//! The child, from clone to exec. It shares our memory, so it only makes system calls.

use std::io;
use std::os::fd::{AsFd, AsRawFd, FromRawFd, OwnedFd, RawFd};

use rustix::fs::Mode;
use rustix::process::{Rlimit, Signal};
use rustix::thread::CapabilitySets;

use super::super::protocol;
use super::super::{bpf, filter};
use super::plan::{Account, Executable, Plan};

impl Plan<'_> {
    /// In the child: makes it the program. Returns only if a step fails.
    pub(super) fn become_program(&mut self) -> (&'static str, i32) {
        match self.steps() {
            Ok(never) => match never {},
            Err(failure) => failure,
        }
    }

    fn steps(&mut self) -> Result<std::convert::Infallible, (&'static str, i32)> {
        let at = |step: &'static str| move |error: rustix::io::Errno| (step, error.raw_os_error());
        // A group of its own, in the supervisor's session, which has no terminal that it could be stopped by.
        rustix::process::setpgid(None, None).map_err(at("setpgid"))?;
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
        let Some(Account { number, keeps }) = self.account else { return Ok(()) };
        let id = number as usize;
        let at = |step: &'static str| move |error: rustix::io::Errno| (step, error.raw_os_error());
        if !keeps.is_empty() {
            rustix::thread::set_keep_capabilities(true).map_err(at("keep capabilities"))?;
        }
        check("setgroups", |()| unsafe_call(libc::SYS_setgroups, [0, 0, 0, 0, 0]))?;
        check("setresgid", |()| unsafe_call(libc::SYS_setresgid, [id, id, id, 0, 0]))?;
        check("setresuid", |()| unsafe_call(libc::SYS_setresuid, [id, id, id, 0, 0]))?;
        // What a compiler makes, another account executes, whatever the user's own mask.
        rustix::process::umask(Mode::WGRP | Mode::WOTH);
        if !keeps.is_empty() {
            // What is inheritable and ambient is still there after exec.
            let sets = CapabilitySets { effective: keeps, permitted: keeps, inheritable: keeps };
            rustix::thread::set_capabilities(None, sets).map_err(at("capset"))?;
            rustix::thread::configure_capability_in_ambient_set(keeps, true)
                .map_err(at("ambient capability"))?;
        }
        Ok(())
    }

    fn restrict_files(&self) -> Result<(), (&'static str, i32)> {
        let Some(landlock_rules) = self.landlock_rules else { return Ok(()) };
        let descriptor = raw(landlock_rules.as_raw_fd());
        check("landlock", |()| {
            unsafe_call(libc::SYS_landlock_restrict_self, [descriptor, 0, 0, 0, 0])
        })
    }

    /// The notifying filter first, and its listener to the grader, while nothing forbids to send it.
    fn show_reads(&self) -> Result<(), (&'static str, i32)> {
        let Some(program) = &self.reads else { return Ok(()) };
        let listener = match bpf::install(program, true) {
            Ok(Some(listener)) => listener,
            // Another attempt may have what was missing now.
            Err(errno @ (libc::ENOMEM | libc::EMFILE | libc::ENFILE)) => {
                return Err(("listen to reads", errno));
            }
            // An old kernel, or one where somebody listens already.
            Ok(None) | Err(_) => return Ok(()),
        };
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
        bpf::install(wall, false).map(drop).map_err(|errno| ("seccomp", errno))
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
