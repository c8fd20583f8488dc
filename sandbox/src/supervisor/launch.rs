//! From a request to a running program: what happens between clone and exec.
//!
//! The child shares the supervisor's memory until it becomes the program (`CLONE_VM | CLONE_VFORK`), so starting it
//! copies nothing. Everything it needs is made before; it only makes system calls, and reports the first that fails in
//! a variable that both see.

use std::io;
use std::os::fd::{BorrowedFd, FromRawFd, OwnedFd, RawFd};

use rustix::process::Pid;

use super::super::accounts::Accounts;
use super::super::protocol::{Answer, Run};
use super::ending::reap;
use super::landlock_rules::LandlockRules;
use super::plan::{Filters, Plan};
use crate::Tier;

/// A program that runs.
pub(super) struct Launched {
    pub(super) pid: Pid,
    pub(super) descriptor: OwnedFd,
}

/// Starts programs, with all that one run can leave to the next.
pub(super) struct Launcher<'a> {
    pub(super) tier: Tier,
    /// What runs under other accounts than ours.
    pub(super) accounts: Option<Accounts>,
    pub(super) landlock_rules: &'a LandlockRules,
    pub(super) socket: BorrowedFd<'a>,
    pub(super) filters: Filters,
    /// The grader's own executable.
    pub(super) own: &'a OwnedFd,
    /// What a child stands on until it is the program.
    stack: Vec<u8>,
}

impl<'a> Launcher<'a> {
    pub(super) fn new(
        tier: Tier,
        accounts: Option<Accounts>,
        landlock_rules: &'a LandlockRules,
        own: &'a OwnedFd,
        socket: BorrowedFd<'a>,
    ) -> Launcher<'a> {
        const STACK: usize = 256 << 10;
        let (filters, stack) = (Filters::all(), vec![0; STACK]);
        Launcher { tier, accounts, landlock_rules, socket, filters, own, stack }
    }

    /// Starts the program of `run`; the failure is what to answer.
    pub(super) fn launch(&mut self, run: &Run, streams: Vec<OwnedFd>) -> Result<Launched, Answer> {
        let answer = |step: &str, error: &io::Error| super::failed(step, error);
        let mut plan =
            Plan::of(run, self, streams).map_err(|error| answer("prepare the program", &error))?;
        let launched =
            clone(&mut plan, &mut self.stack).map_err(|error| answer("clone", &error))?;
        match plan.failure {
            None => Ok(launched),
            Some((step, errno)) => {
                while reap().is_some() {}
                Err(Answer::Failed { step: step.to_owned(), errno })
            }
        }
    }
}

/// Starts a child that shares our memory; we sleep until it has become the program or failed.
fn clone(plan: &mut Plan<'_>, stack: &mut [u8]) -> io::Result<Launched> {
    let mut descriptor: RawFd = -1;
    let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::CLONE_PIDFD | libc::SIGCHLD;
    let top = stack.as_mut_ptr_range().end;
    #[expect(unsafe_code, reason = "a child that shares our memory has no safe wrapper")]
    // SAFETY: the child runs `child_main` on a stack of its own, 16-byte aligned, which lives until it has become the
    // program, because we sleep that long; it allocates nothing and returns by `_exit` alone.
    let pid = unsafe {
        libc::clone(
            child_main,
            top.sub(top.addr() % 16).cast(),
            flags,
            std::ptr::from_mut(plan).cast(),
            &raw mut descriptor,
        )
    };
    if pid < 0 {
        return Err(io::Error::last_os_error());
    }
    let pid = Pid::from_raw(pid).ok_or(io::ErrorKind::Other)?;
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
