//! Whether a run shows a question that can be answered.

use super::taken_out::taken_out;
use crate::compare;
use crate::feedback::LostInput;
use crate::model::{AnsweredQuestion, KnownQuestion, Observation};

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
    /// The input of the game that it was given; none at the end of input.
    pub(in crate::pipeline) lost_input: Option<LostInput>,
}

/// Looks for a question in a run in which none was answered.
pub(in crate::pipeline) fn asked(known: &[&KnownQuestion], seen: &Observation) -> Option<Asked> {
    if known.is_empty() || !seen.synchronised {
        return None;
    }
    for (number, turn) in seen.turns.iter().enumerate() {
        let Some(printed) = compare::before_read(seen, turn) else { continue };
        let Some(start) = start_of_known(known, printed) else { continue };
        let before = compare::until(seen, number, printed.get(..start).unwrap_or_default());
        // A later one would have been given an input only if this one was.
        let lost_input = turn.input.as_ref().map(|input| LostInput {
            question: compare::question(printed).map(|it| it.plain()).unwrap_or_default(),
            input: input.clone(),
            turn: number,
        });
        return Some(Asked { before, is_first: number == 0, lost_input });
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
    let before = compare::until(seen, last.turn, output.get(..start)?);
    Some(taken_out(before, others))
}

fn start_of_known(known: &[&KnownQuestion], printed: &[u8]) -> Option<usize> {
    let question = compare::question(printed)?;
    let text = question.plain();
    known.iter().any(|known| known.asks.is_match(&text)).then_some(question.start)
}
