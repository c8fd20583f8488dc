//! Whether two programs did the same.

use model::{Observation, TestReport};

/// Whether both printed and read the same, however they ended.
pub(super) fn has_same_output(one: &Observation, other: &Observation) -> bool {
    one.turns == other.turns && one.stderr == other.stderr && one.saw_eof == other.saw_eof
}

/// Whether a test came to the same, and printed the same.
pub(super) fn is_same_test(one: &TestReport, other: &TestReport) -> bool {
    let seen = one.observation.as_ref().zip(other.observation.as_ref());
    let is_same =
        seen.is_none_or(|(one, other)| has_same_output(one, other) && one.exit == other.exit);
    is_same && one.judgement.verdict == other.judgement.verdict && one.failures == other.failures
}
