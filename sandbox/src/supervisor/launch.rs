//! From a request to a running program: what happens between clone and exec.
//!
//! The child shares the supervisor's memory until it becomes the program (`CLONE_VM | CLONE_VFORK`), so starting it
//! copies nothing. Everything it needs is made before; it only makes system calls, and reports the first that fails in
//! a variable that both see.

use std::io;
use std::os::fd::{FromRawFd, OwnedFd, RawFd};

use rustix::process::Pid;

use super::ending::reap_child;
use super::plan::{LaunchContext, LaunchPlan};
use crate::protocol::{RunRequest, SupervisorReply};

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
