//! What a run may use before it is stopped.

use std::time::Duration;

/// How many threads an untrusted program may have at a time.
pub(crate) const MOST_THREADS: u64 = 512;

/// The stack of a program where nothing else is said, in bytes.
pub const DEFAULT_STACK: u64 = 8 << 20;

/// What a run may use.
#[derive(Debug, Clone, Copy)]
pub struct SandboxLimits {
    /// Processor time.
    pub cpu: Duration,
    /// Processor time that it may use at a stretch after it was told of the end of its input, without printing anything and
    /// without a call that is seen; none if only `cpu` counts. Where reads are not seen, nobody knows when it was told.
    pub after_end: Option<Duration>,
    /// Time on the clock.
    pub wall: Duration,
    /// Address space, in bytes; of a program with sanitizers, what it holds in memory.
    pub memory: u64,
    /// The stack of its first thread, in bytes.
    pub stack: u64,
    /// Bytes of standard output, and as many of standard error.
    pub output: u64,
    /// What happens at the output limit.
    pub overflow: OutputOverflow,
    /// Size of the largest file it may write, in bytes.
    pub file_size: u64,
}

impl Default for SandboxLimits {
    /// Enough for a small program: a second of processor time, whatever its input, five on the clock, 256 MiB of memory and
    /// 1 MiB of output; it is stopped there, and writes no file.
    fn default() -> SandboxLimits {
        SandboxLimits {
            cpu: Duration::from_secs(1),
            after_end: None,
            wall: Duration::from_secs(5),
            memory: 256 << 20,
            stack: DEFAULT_STACK,
            output: 1 << 20,
            overflow: OutputOverflow::Stop,
            file_size: 0,
        }
    }
}

/// What happens to a program that prints more than its limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutputOverflow {
    /// It is stopped.
    Stop,
    /// It goes on, and the rest is thrown away.
    Discard,
}
