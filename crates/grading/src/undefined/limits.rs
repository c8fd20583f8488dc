//! What a program may use that is watched while it runs.

use model::RunLimits;

/// What a program with sanitizers may use: a multiple, since it does more, and memory that it really holds.
pub(crate) fn sanitizer_limits(limits: &RunLimits) -> RunLimits {
    const TIMES: u32 = 4;
    const MORE: u64 = 256 << 20;
    RunLimits {
        cpu: limits.cpu * TIMES,
        after_end: None,
        wall: limits.wall * TIMES,
        memory: limits.memory.saturating_mul(2).saturating_add(MORE),
        stack: limits.stack,
        output: limits.output,
    }
}
