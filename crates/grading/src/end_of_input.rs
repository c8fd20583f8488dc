//! The end of input as one more input, of programs that must read to it (`end_of_input = true`).
//!
//! So what a program prints before it reads the end, such as one more prompt, is a turn like any other. A program that knows from its
//! input how much there is need not read the end: it has no such turn.

use std::sync::Arc;

use model::{END_OF_INPUT, GameTurn, Observation, ObservedTurn};

/// A run with the end of input among its inputs, if the program read it. That is no fault then.
pub(super) fn treat_end_as_input(mut seen: Observation) -> Observation {
    let before = seen.before_end.take().filter(|_| seen.saw_eof);
    if let (Some(before), Some(last)) = (before, seen.turns.last_mut())
        && last.output.starts_with(&before)
    {
        let after = last.output.split_off(before.len());
        last.input = Some(END_OF_INPUT.to_owned());
        seen.turns.push(ObservedTurn::without_input(after));
    }
    seen.saw_eof = false;
    seen
}

/// Whether the program read the end of its input.
pub(super) fn has_read_end(seen: &Observation) -> bool {
    seen.turns
        .iter()
        .any(|turn| turn.input.as_deref() == Some(END_OF_INPUT))
}

/// What is expected of a program that has read the end, or has not.
pub(super) fn adjust_expected(
    turns: &Arc<Vec<GameTurn>>,
    seen: &Observation,
) -> Arc<Vec<GameTurn>> {
    if has_read_end(seen) {
        return Arc::clone(turns);
    }
    let mut merged: Vec<GameTurn> = Vec::new();
    for turn in turns.iter().cloned() {
        match merged.last_mut() {
            Some(last) if last.input.as_deref() == Some(END_OF_INPUT) => {
                last.pieces.extend(turn.pieces);
                last.input = turn.input;
            }
            _ => merged.push(turn),
        }
    }
    Arc::new(merged)
}
