//! Under which conditions a program is run again. None of them may change what it does.

/// One condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Condition {
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

impl Condition {
    /// All of them, in the order in which rounds take them.
    const ALL: [Condition; 7] = [
        Condition::Alone,
        Condition::Load,
        Condition::Environment,
        Condition::LateInput,
        Condition::OnePiece,
        Condition::ByteByByte,
        Condition::Stopped,
    ];

    /// That of a round.
    pub(super) fn of_round(round: usize, pressure: bool) -> Condition {
        let all: &[Condition] = if pressure { &Condition::ALL } else { &[Condition::Alone] };
        all.get(round % all.len()).copied().unwrap_or(Condition::Alone)
    }

    /// How a message says it.
    pub(crate) fn in_words(self) -> &'static str {
        match self {
            Condition::Alone => "run once more",
            Condition::Load => "beside other work",
            Condition::Environment => "with a larger environment",
            Condition::LateInput => "with input that comes late",
            Condition::OnePiece => "with all input at once",
            Condition::ByteByByte => "with input byte by byte",
            Condition::Stopped => "stopped for a moment and continued",
        }
    }
}
