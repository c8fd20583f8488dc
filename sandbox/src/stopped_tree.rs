//! The processes of a run, stopped until this value goes.
//!
//! Numbers of processes are given anew, so each is opened first, and signals go to what was opened. A process that is stopped starts no
//! other: so who looks again until there is nobody new has them all. Whose parent has ended is nobody's child any more,
//! and not found; nothing that untrusted programs may do leads there.

use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

/// As many processes as are stopped; who has more is bounded elsewhere.
const MOST: usize = 4096;

/// How long they may take to stop: on a busy machine each must be given a processor first.
const PATIENCE: Duration = Duration::from_secs(1);

/// Stopped processes, parents before their children. They go on when this value goes.
#[derive(Debug)]
pub(super) struct StoppedTree {
    opened: Vec<OwnedFd>,
}

impl StoppedTree {
    /// Stops a process and all that it has started, and waits until they are. One that has ended has nothing to be stopped.
    ///
    /// # Errors
    ///
    /// If the system does not allow it.
    pub(super) fn new(first: &OwnedFd) -> io::Result<StoppedTree> {
        let tree = StoppedTree::send_stop_signals(first)?;
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE && !tree.is_stopped() {
            thread::sleep(Duration::from_micros(100));
        }
        Ok(tree)
    }

    fn send_stop_signals(first: &OwnedFd) -> io::Result<StoppedTree> {
        let mut tree = StoppedTree { opened: Vec::new() };
        tree.stop_process(first.try_clone()?)?;
        loop {
            let before = tree.opened.len();
            let mut at = 0;
            while at < tree.opened.len() {
                tree.stop_children(at)?;
                at += 1;
            }
            if tree.opened.len() == before || before >= MOST {
                return Ok(tree);
            }
        }
    }

    fn stop_process(&mut self, process: OwnedFd) -> io::Result<()> {
        match pidfd_send_signal(&process, Signal::STOP) {
            Ok(()) => self.opened.push(process),
            Err(rustix::io::Errno::SRCH) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }

    fn stop_children(&mut self, parent: usize) -> io::Result<()> {
        let Some(number) = self.process_id_at(parent) else {
            return Ok(());
        };
        for child in child_process_ids(number) {
            let is_known = (0..self.opened.len()).any(|it| self.process_id_at(it) == Some(child));
            if is_known || self.opened.len() >= MOST {
                continue;
            }
            let Some(pid) = Pid::from_raw(child) else {
                continue;
            };
            let Ok(opened) = pidfd_open(pid, PidfdFlags::empty()) else {
                continue;
            };
            // Its number may be another's by now, but not if it has this parent, and the parent's is its own still.
            if parent_process_id(child) == Some(number)
                && self.process_id_at(parent) == Some(number)
            {
                self.stop_process(opened)?;
            }
        }
        Ok(())
    }

    /// Whether none of them runs any more.
    fn is_stopped(&self) -> bool {
        let states = self
            .opened
            .iter()
            .filter_map(process_id)
            .filter_map(|number| read_status_field(number, "State:"));
        states
            .into_iter()
            .all(|state| state.starts_with(['T', 't', 'Z', 'X']))
    }

    fn process_id_at(&self, index: usize) -> Option<i32> {
        self.opened.get(index).and_then(process_id)
    }
}

impl Drop for StoppedTree {
    fn drop(&mut self) {
        // Children first: no parent shall find one that is stopped.
        for process in self.opened.iter().rev() {
            let _ = pidfd_send_signal(process, Signal::CONT);
        }
    }
}

/// A process's number in our own namespace, as the kernel tells of its descriptor; none once it has ended and was waited for.
pub(super) fn process_id(descriptor: &OwnedFd) -> Option<i32> {
    let text = std::fs::read_to_string(format!("/proc/self/fdinfo/{}", descriptor.as_raw_fd()));
    let text = text.unwrap_or_default();
    let number = text
        .lines()
        .find_map(|line| line.strip_prefix("Pid:")?.trim().parse().ok());
    number.filter(|&number| number > 0)
}

/// What a process has started, whichever of its threads it was.
fn child_process_ids(number: i32) -> Vec<i32> {
    let threads = std::fs::read_dir(format!("/proc/{number}/task"))
        .into_iter()
        .flatten()
        .flatten();
    let lists =
        threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok());
    let words: String = lists.collect();
    words
        .split_ascii_whitespace()
        .filter_map(|word| word.parse().ok())
        .collect()
}

fn parent_process_id(number: i32) -> Option<i32> {
    read_status_field(number, "PPid:")?.parse().ok()
}

/// What the kernel tells of a process under this name.
fn read_status_field(number: i32, name: &str) -> Option<String> {
    let status = std::fs::read_to_string(format!("/proc/{number}/status")).ok()?;
    status
        .lines()
        .find_map(|line| Some(line.strip_prefix(name)?.trim().to_owned()))
}
