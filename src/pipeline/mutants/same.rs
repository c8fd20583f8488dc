//! Whether two programs did the same.

use crate::model::Observation;

/// Whether both printed and read the same, however they ended.
pub(super) fn does_the_same(one: &Observation, other: &Observation) -> bool {
    one.turns == other.turns && one.stderr == other.stderr && one.saw_eof == other.saw_eof
}
