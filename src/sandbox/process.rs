//! A running program as the grader sees it: its clock, what it is doing, and its end.

use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::time::Duration;

use super::SandboxError;
use crate::model::Exit;

/// Our ends of a program's streams; none of them blocks.
#[derive(Debug)]
pub(super) struct OurStreams {
    pub(super) stdin: OwnedFd,
    pub(super) stdout: OwnedFd,
    pub(super) stderr: OwnedFd,
}

/// A program that runs.
#[derive(Debug)]
pub(super) struct Running {
    /// Readable once the process has ended.
    descriptor: OwnedFd,
    /// Its number here, which differs from the one in its own namespace; none if it has ended already.
    number: Option<i32>,
}

/// What is known of a process that has ended.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ended {
    pub(super) exit: Exit,
    pub(super) cpu: Duration,
    pub(super) peak_memory: u64,
}

impl Ended {
    /// From what `wait4` said.
    pub(super) fn new(status: i32, cpu_microseconds: u64, peak_memory: u64) -> Ended {
        let exit = if libc::WIFSIGNALED(status) {
            Exit::Signal(libc::WTERMSIG(status))
        } else {
            Exit::Code(libc::WEXITSTATUS(status))
        };
        Ended { exit, cpu: Duration::from_micros(cpu_microseconds), peak_memory }
    }
}

impl Running {
    pub(super) fn new(descriptor: OwnedFd) -> Result<Running, SandboxError> {
        let number = number(&descriptor).map_err(SandboxError::during("find the program"))?;
        Ok(Running { descriptor, number })
    }

    /// Processor time so far, of all its threads.
    pub(super) fn cpu_time(&self) -> Duration {
        let Some(number) = self.number else { return Duration::ZERO };
        let mut clock = 0;
        let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        #[expect(unsafe_code, reason = "a process's clock has no safe wrapper")]
        // SAFETY: both calls write one value each, to variables of this frame.
        let known = unsafe {
            libc::clock_getcpuclockid(number, &raw mut clock) == 0
                && libc::clock_gettime(clock, &raw mut time) == 0
        };
        let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
        let nanoseconds = u64::try_from(time.tv_nsec).unwrap_or(0);
        if known {
            Duration::from_secs(seconds) + Duration::from_nanos(nanoseconds)
        } else {
            Duration::ZERO
        }
    }

    /// Whether it sleeps in a call that waits for input, on whichever descriptor.
    pub(super) fn waits_for_input(&self) -> bool {
        let Some(number) = self.number else { return false };
        let Ok(line) = std::fs::read_to_string(format!("/proc/{number}/syscall")) else {
            return false;
        };
        let call = line.split(' ').next().and_then(|word| word.parse().ok());
        call.is_some_and(|call| WAITS.contains(&call))
    }
}

impl AsFd for Running {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.descriptor.as_fd()
    }
}

/// The process's number in our own namespace, as the kernel tells of its descriptor.
fn number(descriptor: &OwnedFd) -> io::Result<Option<i32>> {
    let text = std::fs::read_to_string(format!("/proc/self/fdinfo/{}", descriptor.as_raw_fd()))?;
    let number =
        text.lines().find_map(|line| line.strip_prefix("Pid:")?.trim().parse::<i32>().ok());
    Ok(number.filter(|&number| number > 0))
}

/// Calls in which a program may wait for input.
#[cfg(target_arch = "x86_64")]
const WAITS: [libc::c_long; 7] = [
    libc::SYS_read,
    libc::SYS_readv,
    libc::SYS_poll,
    libc::SYS_ppoll,
    libc::SYS_select,
    libc::SYS_pselect6,
    libc::SYS_epoll_wait,
];
#[cfg(not(target_arch = "x86_64"))]
const WAITS: [libc::c_long; 4] =
    [libc::SYS_read, libc::SYS_readv, libc::SYS_ppoll, libc::SYS_pselect6];
