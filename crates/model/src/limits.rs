//! What a program or a compilation may use before it is stopped.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Limits of one run of a student's program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunLimits {
    /// Processor time: the main limit, because it does not depend on how busy the machine is.
    pub cpu: Duration,
    /// How much of that it may use in silence once it was told of the end of its input, where it is known not to notice it;
    /// none if that does not matter.
    pub after_end: Option<Duration>,
    /// Time on the clock: the backstop, for programs that sleep.
    pub wall: Duration,
    /// Address space, in bytes.
    pub memory: u64,
    /// The stack of its first thread, in bytes: for local variables, and for functions that call themselves.
    pub stack: u64,
    /// Bytes of standard output, and as many of standard error.
    pub output: u64,
}

impl RunLimits {
    /// The same for a program that may use all of its processor time at any point.
    #[must_use]
    pub fn without_silence_limit(self) -> RunLimits {
        RunLimits {
            after_end: None,
            ..self
        }
    }
}

/// Limits of one compilation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct BuildLimits {
    /// Processor time of each process of the compiler.
    pub cpu: Duration,
    /// Time on the clock for the whole compilation.
    pub wall: Duration,
    /// Address space of each process of the compiler, in bytes.
    pub memory: u64,
    /// Size of the largest source file that is accepted, in bytes.
    pub source: u64,
}
