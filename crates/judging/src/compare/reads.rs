//! Whether a program read all that the reference reads.

use model::{GameTurn, Observation};

/// How many inputs the program read, if it ended before it had read all that the reference reads.
pub(super) fn reads_less(expected: &[GameTurn], seen: &Observation) -> Option<usize> {
    let read = seen.read_count();
    (seen.synchronised && read < ::reference::count_reads(expected)).then_some(read)
}
