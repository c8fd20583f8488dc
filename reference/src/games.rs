//! The games of this crate.

use crate::{GameRules, counters, cpu, domineering, rowcol, tttn};

/// All of them, in the order of the README.
pub const GAMES: [&GameRules; 5] = [
    tttn::RULES,
    domineering::RULES,
    rowcol::RULES,
    cpu::RULES,
    counters::RULES,
];
