//! Whether a program read all that the reference reads.

use crate::model::{Observation, Turn};

/// How many inputs the program read, if it ended before it had read all that the reference reads.
pub(super) fn reads_less(expected: &[Turn], seen: &Observation) -> Option<usize> {
    let read = seen.reads();
    (seen.synchronised && read < ::reference::reads(expected)).then_some(read)
}
