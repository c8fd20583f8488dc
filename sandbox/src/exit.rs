//! What the end of a run means for its limits: some of the ends that the kernel tells are ours.

use crate::limits::Limits;
use crate::observation::{Exit, Limit};
use crate::process::Ended;

/// Which of the ends that the kernel tells are our limits.
pub(super) fn exit(ended: Ended, stopped: Option<Limit>, limits: &Limits) -> Exit {
    let signalled = |signal| ended.exit == Exit::Signal(signal);
    match stopped {
        Some(limit) => Exit::Stopped(limit),
        None if signalled(libc::SIGXCPU) && ended.cpu >= limits.cpu => Exit::Stopped(Limit::Cpu),
        None if signalled(libc::SIGKILL) && ended.cpu >= limits.cpu => Exit::Stopped(Limit::Cpu),
        None if signalled(libc::SIGXFSZ) => Exit::Stopped(Limit::FileSize),
        None if matches!(ended.exit, Exit::Signal(_)) && is_out_of_memory(ended, limits) => {
            Exit::Stopped(Limit::Memory)
        }
        None => ended.exit,
    }
}

/// A container that doubles fails while it holds a third of the limit, so a program that crashed with a quarter of
/// it resident most likely ran out. Small programs use a hundredth.
fn is_out_of_memory(ended: Ended, limits: &Limits) -> bool {
    ended.peak_memory >= limits.memory / 4
}
