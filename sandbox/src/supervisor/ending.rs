//! The end of a run: kill what is left of it, reap everything, and tell what its first process used.

use std::fs;
use std::io;

use rustix::process::{Pid, Signal};

use crate::protocol::{ProcessUsage, SupervisorReply};
use crate::tier::Tier;

/// Kills and reaps everything below us; the answer is about `first`, if there is one.
pub(super) fn kill_and_reap_all(tier: Tier, first: Option<Pid>) -> Option<SupervisorReply> {
    if let Some(first) = first {
        let _ = rustix::process::kill_process_group(first, Signal::KILL);
        let _ = rustix::process::kill_process(first, Signal::KILL);
    } else {
        kill_children();
    }
    if tier.has_namespaces() {
        kill_all_processes();
    }
    let mut answer = None;
    while let Some((pid, ended)) = reap_child() {
        if Some(pid) == first.map(|first| first.as_raw_nonzero().get()) {
            answer = Some(ended);
        }
        if !tier.has_namespaces() {
            // Its children are ours now, and theirs will be.
            kill_children();
        }
    }
    answer
}

/// As process 1 of a namespace: everybody else in it.
fn kill_all_processes() {
    #[expect(unsafe_code, reason = "a broadcast has no safe wrapper")]
    // SAFETY: the call takes numbers and touches no memory of ours; as process 1 of a namespace we are spared ourselves, and
    // nobody outside of it is reached.
    unsafe {
        libc::kill(-1, libc::SIGKILL);
    }
}

/// Without a namespace: whoever was adopted by us, one after the other. The kernel gives orphans to any of our threads.
fn kill_children() {
    let Ok(threads) = fs::read_dir("/proc/self/task") else {
        return;
    };
    let lists = threads
        .flatten()
        .filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    for list in lists {
        let children = list
            .split_ascii_whitespace()
            .filter_map(|word| word.parse().ok());
        for child in children.filter_map(Pid::from_raw) {
            let _ = rustix::process::kill_process(child, Signal::KILL);
        }
    }
}

/// Waits for one child of ours; none if there is none.
pub(super) fn reap_child() -> Option<(i32, SupervisorReply)> {
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
        let usage = ProcessUsage {
            cpu_microseconds: cpu_microseconds(&usage),
            peak_memory: peak_memory_bytes(&usage),
            touched_memory: touched_memory_bytes(&usage),
        };
        (pid, SupervisorReply::Ended { status, usage })
    })
}

fn cpu_microseconds(usage: &libc::rusage) -> u64 {
    u64::try_from(to_microseconds(usage.ru_utime).saturating_add(to_microseconds(usage.ru_stime)))
        .unwrap_or(0)
}

fn to_microseconds(time: libc::timeval) -> i64 {
    time.tv_sec
        .saturating_mul(1_000_000)
        .saturating_add(time.tv_usec)
}

/// What the process was before it became the program counts as well: up to that, nothing is known of the program.
fn peak_memory_bytes(usage: &libc::rusage) -> u64 {
    let own = u64::try_from(supervisor_peak_memory()).unwrap_or(0);
    let peak = u64::try_from(usage.ru_maxrss).unwrap_or(0);
    if peak > own {
        peak.saturating_mul(1024)
    } else {
        0
    }
}

fn touched_memory_bytes(usage: &libc::rusage) -> u64 {
    let page = u64::try_from(rustix::param::page_size()).unwrap_or(0);
    u64::try_from(usage.ru_minflt)
        .unwrap_or(0)
        .saturating_mul(page)
}

fn supervisor_peak_memory() -> libc::c_long {
    #[expect(unsafe_code, reason = "getrusage has no safe wrapper")]
    // SAFETY: an all-zero `rusage` is valid; the call writes the variable of this frame.
    unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_SELF, &raw mut usage);
        usage.ru_maxrss
    }
}
