//! Whether a run shows a question that can be answered.

use super::taken_out::taken_out;
use crate::compare;
use crate::model::{AnsweredQuestion, Exit, KnownQuestion, Observation, ObservedTurn};

/// Those of a case's questions that the reference asks in no case of the assignment: what it asks is game input, and a program
/// that asks it elsewhere is wrong.
pub(in crate::pipeline) fn known<'k>(
    answers: &'k [KnownQuestion],
    prompts: &[String],
) -> Vec<&'k KnownQuestion> {
    let is_own = |known: &&KnownQuestion| !prompts.iter().any(|text| known.asks.is_match(text));
    answers.iter().filter(is_own).collect()
}

/// The first known question that a run shows, and what it was given in its place.
pub(in crate::pipeline) struct Asked {
    /// The run up to the question, as if the program had ended there.
    pub(in crate::pipeline) before: Observation,
    /// Whether an input was read before it.
    pub(in crate::pipeline) is_first: bool,
}

/// Looks for a question in a run in which none was answered.
pub(in crate::pipeline) fn asked(known: &[&KnownQuestion], seen: &Observation) -> Option<Asked> {
    if known.is_empty() || !seen.synchronised {
        return None;
    }
    for (number, turn) in seen.turns.iter().enumerate() {
        let Some(printed) = before_read(seen, turn) else { continue };
        let Some(start) = start_of_known(known, printed) else { continue };
        let before = until(seen, number, printed.get(..start).unwrap_or_default());
        return Some(Asked { before, is_first: number == 0 });
    }
    None
}

/// A run in which questions were answered, until the last of them and without the others.
pub(in crate::pipeline) fn before_last(
    seen: &Observation,
    answered: &[AnsweredQuestion],
) -> Option<Observation> {
    let (last, others) = answered.split_last()?;
    let output = &seen.turns.get(last.turn)?.output;
    let start = compare::question(output)?.start;
    let before = until(seen, last.turn, output.get(..start)?);
    Some(taken_out(before, others))
}

/// The run as if the program had ended in this turn, after it had printed this.
fn until(seen: &Observation, turn: usize, printed: &[u8]) -> Observation {
    let mut turns: Vec<ObservedTurn> = seen.turns.iter().take(turn).cloned().collect();
    turns.push(ObservedTurn::last(printed));
    Observation::new(turns, Exit::Code(0))
}

/// What a turn printed until the program read, or was told of the end of its input, after which it may have printed more; none
/// if it never read again.
fn before_read<'s>(seen: &'s Observation, turn: &'s ObservedTurn) -> Option<&'s [u8]> {
    let output = turn.output.as_slice();
    if turn.input.is_some() {
        return Some(output);
    }
    let tail = seen.before_end.as_ref()?;
    let end = match tail.len() {
        0 => 0,
        length => output.windows(length).position(|window| window == tail)? + length,
    };
    output.get(..end)
}

fn start_of_known(known: &[&KnownQuestion], printed: &[u8]) -> Option<usize> {
    let question = compare::question(printed)?;
    let text = question.plain();
    known.iter().any(|known| known.asks.is_match(&text)).then_some(question.start)
}
