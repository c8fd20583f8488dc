//! What the end of a run means for its limits: some of the ends that the kernel tells are ours.

use crate::limits::SandboxLimits;
use crate::observation::{Exit, LimitKind};
use crate::process::EndedProcess;

/// Which of the ends that the kernel tells are our limits.
pub(super) fn classify_exit(
    ended: EndedProcess,
    stopped: Option<LimitKind>,
    limits: &SandboxLimits,
) -> Exit {
    let signalled = |signal| ended.exit == Exit::Signal(signal);
    match stopped {
        Some(limit) => Exit::Stopped(limit),
        None if signalled(libc::SIGXCPU) && ended.cpu >= limits.cpu => {
            Exit::Stopped(LimitKind::Cpu)
        }
        None if signalled(libc::SIGKILL) && ended.cpu >= limits.cpu => {
            Exit::Stopped(LimitKind::Cpu)
        }
        None if signalled(libc::SIGXFSZ) => Exit::Stopped(LimitKind::FileSize),
        None if matches!(ended.exit, Exit::Signal(_)) && used_all_memory(ended, limits) => {
            Exit::Stopped(LimitKind::Memory)
        }
        // The machine's own memory was short, or a group's of which nobody told us.
        None if signalled(libc::SIGKILL) && ended.peak_memory >= limits.memory / 4 => {
            Exit::Stopped(LimitKind::Memory)
        }
        None => ended.exit,
    }
}

/// Whether a program held all of its memory but for what its code and its libraries reserve: a request for more was refused,
/// and it crashed because of that. Whoever holds less may have crashed for any reason.
fn used_all_memory(ended: EndedProcess, limits: &SandboxLimits) -> bool {
    const RESERVED: u64 = 8 << 20;
    let left = RESERVED.max(limits.memory / 32);
    ended.peak_memory >= limits.memory.saturating_sub(left).max(limits.memory / 2)
}
