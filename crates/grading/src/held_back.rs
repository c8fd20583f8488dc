//! Output that a program holds back on a pipe and prints in time on a terminal.
//!
//! The C library writes standard output at each read of standard input if it is a terminal, and otherwise when 4096 bytes have come
//! together or the program ends. So a program with `printf` and `scanf` that is right at home seems to print nothing before it reads:
//! its prompts come after its inputs, and its questions cannot be answered.

use crate::case_run::CaseRun;
use model::{GameTurn, Observation, ObservedTurn};

/// The numbers of the reads before which a program printed nothing, if something is expected before one of them; none if
/// reads were not seen.
pub(super) fn silent_reads(seen: &Observation, expected: &[GameTurn]) -> Vec<usize> {
    let silent = all_silent_reads(seen);
    let prints = |read: &usize| {
        expected
            .get(*read)
            .is_some_and(|turn| !turn.pieces.is_empty())
    };
    if silent.iter().any(prints) {
        silent
    } else {
        Vec::new()
    }
}

/// The numbers of all reads before which a program printed nothing; none if reads were not seen.
pub(super) fn all_silent_reads(seen: &Observation) -> Vec<usize> {
    if !seen.synchronised {
        return Vec::new();
    }
    let reads = seen.turns.iter().enumerate();
    let silent = reads.filter(|(_, turn)| is_silent_turn(turn));
    silent.map(|(number, _)| number).collect()
}

fn is_silent_turn(turn: &ObservedTurn) -> bool {
    turn.input.is_some() && turn.output.is_empty()
}

/// Whether a program is seen to print something before one of these reads: in its run on a pipe it held that back.
pub(super) fn prints_before(seen: &Observation, reads: &[usize]) -> bool {
    let turns = reads.iter().filter_map(|read| seen.turns.get(*read));
    turns
        .into_iter()
        .any(|turn| turn.input.is_some() && !turn.output.is_empty())
}

/// What the report says where a run on a terminal counts.
pub(super) fn terminal_remark(all: &[CaseRun]) -> Option<String> {
    const HELD_BACK: &str = "Your program's output did not appear before it read its input, because it did not run on a terminal. \
        So it was run again on a terminal, as at home, which shows what it prints when.";
    all.iter()
        .any(|ran| ran.on_terminal)
        .then(|| HELD_BACK.to_owned())
}
