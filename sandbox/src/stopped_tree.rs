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
        let tree = StoppedTree::told_to_stop(first)?;
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE && !tree.stands() {
            thread::sleep(Duration::from_micros(100));
        }
        Ok(tree)
    }

    fn told_to_stop(first: &OwnedFd) -> io::Result<StoppedTree> {
        let mut tree = StoppedTree { opened: Vec::new() };
        tree.stop(first.try_clone()?)?;
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

    fn stop(&mut self, process: OwnedFd) -> io::Result<()> {
        match pidfd_send_signal(&process, Signal::STOP) {
            Ok(()) => self.opened.push(process),
            Err(rustix::io::Errno::SRCH) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }

    fn stop_children(&mut self, parent: usize) -> io::Result<()> {
        let Some(number) = self.number_of(parent) else { return Ok(()) };
        for child in children(number) {
            let is_known = (0..self.opened.len()).any(|it| self.number_of(it) == Some(child));
            if is_known || self.opened.len() >= MOST {
                continue;
            }
            let Some(pid) = Pid::from_raw(child) else { continue };
            let Ok(opened) = pidfd_open(pid, PidfdFlags::empty()) else { continue };
            // Its number may be another's by now, but not if it has this parent, and the parent's is its own still.
            if parent_of(child) == Some(number) && self.number_of(parent) == Some(number) {
                self.stop(opened)?;
            }
        }
        Ok(())
    }

    /// Whether none of them runs any more.
    fn stands(&self) -> bool {
        let states =
            self.opened.iter().filter_map(number).filter_map(|number| told(number, "State:"));
        states.into_iter().all(|state| state.starts_with(['T', 't', 'Z', 'X']))
    }

    fn number_of(&self, index: usize) -> Option<i32> {
        self.opened.get(index).and_then(number)
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
pub(super) fn number(descriptor: &OwnedFd) -> Option<i32> {
    let text = std::fs::read_to_string(format!("/proc/self/fdinfo/{}", descriptor.as_raw_fd()));
    let text = text.unwrap_or_default();
    let number = text.lines().find_map(|line| line.strip_prefix("Pid:")?.trim().parse().ok());
    number.filter(|&number| number > 0)
}

/// What a process has started, whichever of its threads it was.
fn children(number: i32) -> Vec<i32> {
    let threads = std::fs::read_dir(format!("/proc/{number}/task")).into_iter().flatten().flatten();
    let lists =
        threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok());
    let words: String = lists.collect();
    words.split_ascii_whitespace().filter_map(|word| word.parse().ok()).collect()
}

fn parent_of(number: i32) -> Option<i32> {
    told(number, "PPid:")?.parse().ok()
}

/// What the kernel tells of a process under this name.
fn told(number: i32, name: &str) -> Option<String> {
    let status = std::fs::read_to_string(format!("/proc/{number}/status")).ok()?;
    status.lines().find_map(|line| Some(line.strip_prefix(name)?.trim().to_owned()))
}
