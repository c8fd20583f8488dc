//! Under which conditions a program is run again. None of them may change what it does.

/// One condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StressCondition {
    /// As ever, one program after the other.
    Alone,
    /// Many at a time, beside threads that do nothing but compute: the system interrupts it elsewhere.
    Load,
    /// With another environment: the stack begins elsewhere, at other bytes.
    Environment,
    /// Lines come some milliseconds after it has begun to wait for them.
    LateInput,
    /// All input is there at once, in a file.
    OnePiece,
    /// Each byte of a line is there by itself.
    ByteByByte,
    /// It is stopped for a moment, and goes on.
    Stopped,
}

impl StressCondition {
    /// All of them, in the order in which rounds take them.
    const ALL: [StressCondition; 7] = [
        StressCondition::Alone,
        StressCondition::Load,
        StressCondition::Environment,
        StressCondition::LateInput,
        StressCondition::OnePiece,
        StressCondition::ByteByByte,
        StressCondition::Stopped,
    ];

    /// That of a round.
    pub(super) fn for_round(round: usize, pressure: bool) -> StressCondition {
        let all: &[StressCondition] = if pressure {
            &StressCondition::ALL
        } else {
            &[StressCondition::Alone]
        };
        all.get(round % all.len())
            .copied()
            .unwrap_or(StressCondition::Alone)
    }

    /// How a message says it.
    pub fn describe(self) -> &'static str {
        match self {
            StressCondition::Alone => "run once more",
            StressCondition::Load => "beside other work",
            StressCondition::Environment => "with a larger environment",
            StressCondition::LateInput => "with input that comes late",
            StressCondition::OnePiece => "with all input at once",
            StressCondition::ByteByByte => "with input byte by byte",
            StressCondition::Stopped => "stopped for a moment and continued",
        }
    }
}
