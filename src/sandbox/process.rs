//! The child as a process: its clock, what it is doing, and its end. It never outlives its value.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::Duration;

use rustix::process::{Pid, PidfdFlags, Signal, kill_process_group, pidfd_open};

use super::SandboxError;
use crate::model::Exit;

/// A child that leads its own session.
#[derive(Debug)]
pub(super) struct Process {
    pid: Pid,
    /// Readable once the process has ended.
    descriptor: OwnedFd,
    /// Our own resident memory when we forked: the kernel counts it as the child's.
    inherited: u64,
    reaped: bool,
}

/// What is known of a process that has ended.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ended {
    pub(super) exit: Exit,
    pub(super) cpu: Duration,
    /// Zero where it was less than what the child inherited from us for a moment.
    pub(super) peak_memory: u64,
}

impl Process {
    /// Takes charge of a child that was just started and that nobody else waits for.
    pub(super) fn adopt(id: u32) -> Result<Process, SandboxError> {
        let pid = i32::try_from(id).ok().and_then(Pid::from_raw);
        let pid = pid
            .ok_or(io::ErrorKind::InvalidData)
            .map_err(SandboxError::during("find the program"))?;
        let descriptor = pidfd_open(pid, PidfdFlags::empty())
            .map_err(SandboxError::during("watch the program"))?;
        Ok(Process { pid, descriptor, inherited: own_memory(), reaped: false })
    }

    /// Processor time so far, of all its threads.
    pub(super) fn cpu_time(&self) -> Duration {
        let mut clock = 0;
        let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        #[expect(unsafe_code, reason = "a process's clock has no safe wrapper")]
        // SAFETY: both calls write one value each, to variables of this frame.
        let known = unsafe {
            libc::clock_getcpuclockid(self.pid.as_raw_nonzero().get(), &raw mut clock) == 0
                && libc::clock_gettime(clock, &raw mut time) == 0
        };
        if known { duration(time.tv_sec, time.tv_nsec / 1000) } else { Duration::ZERO }
    }

    /// Whether it sleeps in a call that waits for input, on whichever descriptor.
    pub(super) fn waits_for_input(&self) -> bool {
        let path = format!("/proc/{}/syscall", self.pid.as_raw_nonzero());
        let Ok(line) = std::fs::read_to_string(path) else { return false };
        let number = line.split(' ').next().and_then(|word| word.parse().ok());
        number.is_some_and(|number| WAITS.contains(&number))
    }

    /// Kills its whole session, waits for it, and tells how it ended.
    pub(super) fn end(&mut self) -> Option<Ended> {
        if self.reaped {
            return None;
        }
        // Not yet reaped, so its number cannot belong to anybody else.
        let _ = kill_process_group(self.pid, Signal::KILL);
        self.reaped = true;
        let ended = reap(self.pid)?;
        let known = ended.peak_memory > self.inherited.saturating_add(1 << 20);
        Some(Ended { peak_memory: if known { ended.peak_memory } else { 0 }, ..ended })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

impl AsFd for Process {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.descriptor.as_fd()
    }
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

fn reap(pid: Pid) -> Option<Ended> {
    let mut status = 0;
    #[expect(
        unsafe_code,
        reason = "wait4 has no safe wrapper, and nothing else tells what a child used"
    )]
    // SAFETY: an all-zero `rusage` is valid; the call writes the two variables of this frame.
    let (reaped, usage) = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        let reaped = loop {
            let result =
                libc::wait4(pid.as_raw_nonzero().get(), &raw mut status, 0, &raw mut usage);
            if result >= 0 || io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
                break result;
            }
        };
        (reaped, usage)
    };
    (reaped > 0).then(|| Ended {
        exit: exit(status),
        cpu: cpu(&usage),
        peak_memory: peak_memory(&usage),
    })
}

fn exit(status: i32) -> Exit {
    if libc::WIFSIGNALED(status) {
        Exit::Signal(libc::WTERMSIG(status))
    } else {
        Exit::Code(libc::WEXITSTATUS(status))
    }
}

fn cpu(usage: &libc::rusage) -> Duration {
    duration(usage.ru_utime.tv_sec, usage.ru_utime.tv_usec)
        + duration(usage.ru_stime.tv_sec, usage.ru_stime.tv_usec)
}

fn peak_memory(usage: &libc::rusage) -> u64 {
    u64::try_from(usage.ru_maxrss).unwrap_or(0).saturating_mul(1024)
}

/// Our own resident memory, in bytes; zero where `/proc` does not tell.
fn own_memory() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm")
        .ok()
        .and_then(|line| line.split(' ').nth(1)?.parse::<u64>().ok())
        .unwrap_or(0);
    pages.saturating_mul(rustix::param::page_size() as u64)
}

fn duration(seconds: i64, microseconds: i64) -> Duration {
    Duration::from_secs(u64::try_from(seconds).unwrap_or(0))
        + Duration::from_micros(u64::try_from(microseconds).unwrap_or(0))
}
