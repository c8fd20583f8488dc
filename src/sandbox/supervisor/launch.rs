//! From a request to a running program: what happens between clone and exec.
//!
//! The child shares the supervisor's memory until it becomes the program (`CLONE_VM | CLONE_VFORK`), so starting it
//! copies nothing. Everything it needs is made before; it only makes system calls, and reports the first that fails in
//! a variable that both see.

use std::io;
use std::os::fd::{BorrowedFd, FromRawFd, OwnedFd, RawFd};

use rustix::process::Pid;

use super::super::protocol::{Answer, Run};
use super::plan::Plan;
use super::rights::Rights;
use crate::model::Tier;

/// A program that runs.
pub(super) struct Launched {
    pub(super) pid: Pid,
    pub(super) descriptor: OwnedFd,
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
