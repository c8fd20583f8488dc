//! What can be done to a run that may change nothing of what it does: who runs a program twice learns so whether it goes by chance.

use std::time::Duration;

/// What is done to a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum RunStress {
    /// Nothing.
    #[default]
    None,
    /// The first bytes of its input are handed over one by one, each at a read of its own, as they may be by a network or by whoever
    /// types. A terminal gathers lines, and a file is there at once: nothing is done to these, nor where reads cannot be seen.
    ByteByByte,
    /// All its processes are stopped for a moment and continued, as by whoever suspends a machine: once after so long, and at
    /// the first lines that it reads. None of that counts as time on the clock.
    Pauses {
        /// When for the first time.
        after: Duration,
    },
}
