//! Holding a transcript against the expected one.
//!
//! Equality decides, an explanation only explains. The rubric's knobs say what counts: `scope` how much of the
//! transcript, `whitespace` which blanks, `prompts` which wording of prompts. Three ideas carry the rest:
//!
//! * A **prompt** is found by the program's own reads (`prompt`): it is what stands on the cursor's line then. With
//!   prompts taken out of both sides, what remains are plain lines, and lines are equal or not.
//! * Where reads say nothing, because the program flushed nothing before it read or nobody could watch, the **whole
//!   output** is matched against the expected transcript with room for prompts (`whole_output`).
//! * A looser setting never rejects what a stricter one accepts, and output that is byte for byte the reference's is
//!   accepted under every setting.

mod aligned;
mod board;
mod chatter;
mod continues_after_end;
mod expected;
mod explain;
mod followed;
mod function_call;
mod knobs;
pub(crate) mod lasting;
mod line_diff;
mod numbers;
mod patterns;
mod prompt;
mod text;
mod turns;
mod whole_output;

#[cfg(test)]
mod tests;

pub(crate) use continues_after_end::{asks_as_before, seems_to_continue};
pub(crate) use function_call::compare_call;
pub(crate) use text::decode;

use crate::model::{Comparison, Difference, Observation, Piece, Scope, Turn, TurnCount};

/// What a comparison came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compared {
    /// How equal the transcripts are.
    pub outcome: Outcome,
    /// Where they differ; none if they are equal.
    pub difference: Option<Difference>,
    /// How many turns are right, where the comparison went turn by turn.
    pub turns: Option<TurnCount>,
    /// What the report should mention although it decided nothing.
    pub remarks: Vec<String>,
}

/// What a transcript is held against.
#[derive(Debug, Clone, Copy)]
pub struct Expected<'a> {
    /// The expected transcript.
    pub turns: &'a [Turn],
    /// Messages that the reference prints in the assignment's other cases: never a program's own chatter.
    pub messages: &'a [String],
}

/// How equal two transcripts are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Equal, as far as the rule looks.
    Equal,
    /// Equal once all white space is removed.
    Presentation,
    /// Different.
    Different,
}

/// Compares what was seen of a program with the expected transcript.
pub fn compare(expected: Expected<'_>, seen: &Observation, rule: &Comparison) -> Compared {
    if let Some(interactor) = &rule.interactor {
        return followed::compare(&**interactor, rule.patterns.as_ref(), expected.turns, seen);
    }
    if let Some(patterns) = &rule.patterns {
        return patterns::compare(patterns, expected.turns, seen);
    }
    let printed: String = expected.turns.iter().map(Turn::printed).collect();
    if seen.stdout() == printed.as_bytes() && reads_less(expected.turns, seen).is_none() {
        let all = expected.turns.len();
        let turns = (rule.scope == Scope::Turns).then_some(TurnCount { right: all, all });
        return Compared { outcome: Outcome::Equal, difference: None, turns, remarks: Vec::new() };
    }
    knobs::compare(expected, seen, rule)
}

/// The messages of a transcript, line by line.
pub(crate) fn messages(turns: &[Turn]) -> impl Iterator<Item = String> {
    let message = |piece: &Piece| match piece {
        Piece::Message(text) => Some(text.clone()),
        Piece::Board(_) | Piece::Prompt(_) | Piece::Choice { .. } => None,
    };
    let texts: Vec<String> =
        turns.iter().flat_map(|turn| &turn.pieces).filter_map(message).collect();
    texts.into_iter().flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>())
}

/// How many inputs the program read, if it ended before it had read all that the reference reads.
fn reads_less(expected: &[Turn], seen: &Observation) -> Option<usize> {
    let read = seen.reads();
    (seen.synchronised && read < ::reference::reads(expected)).then_some(read)
}
