//! Whether a run shows a question that can be answered.

use super::taken_out::remove_questions;
use judging::compare;
use judging::feedback::ConsumedInput;
use model::{AnsweredQuestion, KnownQuestion, Observation};

/// Those of a case's questions that the reference asks in no case of the assignment: what it asks is game input, and a program
/// that asks it elsewhere is wrong.
pub(crate) fn answerable_questions<'k>(
    answers: &'k [KnownQuestion],
    prompts: &[String],
) -> Vec<&'k KnownQuestion> {
    let is_own = |known: &&KnownQuestion| !prompts.iter().any(|text| known.pattern.is_match(text));
    answers.iter().filter(is_own).collect()
}

/// The first known question that a run shows, and what it was given in its place.
pub(crate) struct DetectedQuestion {
    /// The run up to the question, as if the program had ended there.
    pub(crate) before: Observation,
    /// Whether an input was read before it.
    pub(crate) is_first: bool,
    /// The input of the game that it was given; none at the end of input.
    pub(crate) consumed_input: Option<ConsumedInput>,
}

/// Looks for a question in a run in which none was answered.
pub(crate) fn detect_question(
    known: &[&KnownQuestion],
    seen: &Observation,
) -> Option<DetectedQuestion> {
    if known.is_empty() || !seen.synchronised {
        return None;
    }
    for (number, turn) in seen.turns.iter().enumerate() {
        let Some(printed) = compare::before_read(seen, turn) else {
            continue;
        };
        let Some(start) = start_of_known(known, printed) else {
            continue;
        };
        let before =
            compare::truncate_observation(seen, number, printed.get(..start).unwrap_or_default());
        // A later one would have been given an input only if this one was.
        let lost_input = turn.input.as_ref().map(|input| ConsumedInput {
            question: compare::find_question(printed)
                .map(|it| it.plain_text())
                .unwrap_or_default(),
            input: input.clone(),
            turn: number,
        });
        return Some(DetectedQuestion {
            before,
            is_first: number == 0,
            consumed_input: lost_input,
        });
    }
    None
}

/// A run in which questions were answered, until the last of them and without the others.
pub(crate) fn before_last(
    seen: &Observation,
    answered: &[AnsweredQuestion],
) -> Option<Observation> {
    let (last, others) = answered.split_last()?;
    let output = &seen.turns.get(last.turn)?.output;
    let start = compare::find_question(output)?.start;
    let before = compare::truncate_observation(seen, last.turn, output.get(..start)?);
    Some(remove_questions(before, others))
}

fn start_of_known(known: &[&KnownQuestion], printed: &[u8]) -> Option<usize> {
    let question = compare::find_question(printed)?;
    let text = question.plain_text();
    known
        .iter()
        .any(|known| known.pattern.is_match(&text))
        .then_some(question.start)
}
