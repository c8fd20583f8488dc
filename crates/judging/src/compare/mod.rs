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
pub(crate) mod board_changes;
mod compared;
mod content;
mod expected;
mod explain;
mod followed;
mod function_call;
mod knobs;
mod line_diff;
mod numbers;
mod only_blanks;
mod output;
mod patterns;
mod prompt;
pub mod question;
mod shown;
mod squares;
mod text;
mod turns;
mod whole_output;

#[cfg(test)]
mod tests;

pub use aligned::part_total;
pub use board_changes::begins_with_a_move;
pub use compared::{ComparisonOutcome, ComparisonResult, ExpectedTranscript};
pub(crate) use content::{final_content, shows_content};
pub use function_call::compare_call;
pub(crate) use question::seems_to_continue;
pub use question::{before_read, find_question, find_repeated_question, truncate_observation};
pub(crate) use shown::count_occurrences;
pub use text::decode_output;
pub(crate) use turns::with_restored_prompts;

use std::sync::Arc;

use compared::reads_less;
use model::{
    BoardMode, Comparison, ComparisonScope, GameTurn, Observation, OutputPiece, PartCount, Referee,
    RefereeReport,
};

/// Compares what was seen of a program with the expected transcript.
pub fn compare_transcript(
    expected: ExpectedTranscript<'_>,
    seen: &Observation,
    rule: &Comparison,
) -> ComparisonResult {
    RunComparer::new(expected, seen).compare_by_rule(rule)
}

/// Whether nothing differs, which is found out without saying what.
pub(crate) fn is_equal(
    expected: ExpectedTranscript<'_>,
    seen: &Observation,
    rule: &Comparison,
) -> bool {
    let is_by_knobs = rule.referee.is_none() && rule.is_by_options();
    if is_by_knobs && rule.scope != ComparisonScope::Output {
        return reads_less(expected.turns, seen).is_none()
            && (is_equal_by_options(expected, seen, rule)
                || reduce_boards(expected, seen, rule).is_some_and(|(turns, seen)| {
                    let expected = ExpectedTranscript {
                        turns: &turns,
                        ..expected
                    };
                    is_equal_by_options(expected, &seen, rule)
                }));
    }
    compare_transcript(expected, seen, rule).outcome == ComparisonOutcome::Equal
}

fn is_equal_by_options(
    expected: ExpectedTranscript<'_>,
    seen: &Observation,
    rule: &Comparison,
) -> bool {
    prints_same_bytes(expected.turns, seen)
        || content::shows_all_content(expected.turns, seen, rule)
            && knobs::is_equal(expected, seen, rule)
}

/// Both transcripts with boards of squares alone; none where all that is drawn counts.
fn reduce_boards(
    expected: ExpectedTranscript<'_>,
    seen: &Observation,
    rule: &Comparison,
) -> Option<(Vec<GameTurn>, Observation)> {
    if rule.boards == BoardMode::Exact {
        return None;
    }
    let marks = squares::SquareMarks::from_transcript(expected.turns)?;
    Some((
        marks.reduce_turns(expected.turns),
        marks.reduce_observation(seen),
    ))
}

/// Compares one run by several rules.
pub struct RunComparer<'a> {
    expected: ExpectedTranscript<'a>,
    seen: &'a Observation,
    /// What an interactor made of it: rules that have the same one, for parts of a game, do not follow it again.
    followed: Option<(Arc<dyn Referee>, RefereeReport)>,
}

impl<'a> RunComparer<'a> {
    /// For a run of which nothing is known so far.
    pub fn new(expected: ExpectedTranscript<'a>, seen: &'a Observation) -> RunComparer<'a> {
        RunComparer {
            expected,
            seen,
            followed: None,
        }
    }

    /// The run.
    pub fn observation(&self) -> &'a Observation {
        self.seen
    }

    /// What a rule says of it.
    pub fn compare_by_rule(&mut self, rule: &Comparison) -> ComparisonResult {
        let Some(interactor) = &rule.referee else {
            return compare_with_expected(self.expected, self.seen, rule);
        };
        let known = self
            .followed
            .take()
            .filter(|(known, _)| Arc::ptr_eq(known, interactor));
        let (_, followed) = self.followed.insert(known.unwrap_or_else(|| {
            (
                Arc::clone(interactor),
                followed::follow_game(&**interactor, self.seen),
            )
        }));
        followed::compare_followed_game(followed, rule, self.expected.turns, self.seen)
    }
}

fn compare_with_expected(
    expected: ExpectedTranscript<'_>,
    seen: &Observation,
    rule: &Comparison,
) -> ComparisonResult {
    if let Some(patterns) = &rule.patterns {
        return patterns::compare_by_patterns(patterns, rule.scope, expected.turns, seen);
    }
    if rule.scope == ComparisonScope::Output {
        return output::compare_output(expected.turns, seen, rule);
    }
    if is_byte_identical(expected.turns, seen) {
        let parts = aligned::part_total(expected.turns, rule.scope)
            .map(|all| PartCount { right: all, all });
        return ComparisonResult {
            parts,
            ..ComparisonResult::new(ComparisonOutcome::Equal)
        };
    }
    let as_drawn = knobs::compare_by_options(expected, seen, rule);
    if as_drawn.outcome == ComparisonOutcome::Equal {
        return as_drawn;
    }
    let Some((turns, reduced)) = reduce_boards(expected, seen, rule) else {
        return as_drawn;
    };
    let without_drawing = ExpectedTranscript {
        turns: &turns,
        ..expected
    };
    let mut by_squares = knobs::compare_by_options(without_drawing, &reduced, rule);
    if by_squares.outcome == ComparisonOutcome::Equal {
        return by_squares;
    }
    // Its drawing is not what is wrong here, if none of its boards is drawn as it should be and the squares of one are right.
    let is_drawn_otherwise = !squares::draws_as_expected(expected.turns, seen)
        && squares::draws_as_expected(&turns, &reduced);
    if !is_drawn_otherwise {
        return as_drawn;
    }
    by_squares.remarks.push(SQUARES_ALONE.to_owned());
    by_squares
}

/// Said where the difference shows boards in another form than they were printed.
const SQUARES_ALONE: &str = "Here only what is in the squares of a board is compared, so it is shown without the lines and blanks between them.";

/// Whether all of the input was read, and what was printed is what is expected, byte by byte.
fn is_byte_identical(expected: &[GameTurn], seen: &Observation) -> bool {
    reads_less(expected, seen).is_none() && prints_same_bytes(expected, seen)
}

fn prints_same_bytes(expected: &[GameTurn], seen: &Observation) -> bool {
    let pieces = expected.iter().flat_map(|turn| &turn.pieces);
    let length: usize = pieces.map(OutputPiece::printed_length).sum();
    let printed: usize = seen.turns.iter().map(|turn| turn.output.len()).sum();
    if length != printed {
        return false;
    }
    let text: String = expected.iter().map(GameTurn::printed_text).collect();
    seen.stdout() == text.as_bytes()
}

/// The prompts of a transcript.
pub fn list_prompts(turns: &[GameTurn]) -> impl Iterator<Item = String> {
    turns
        .iter()
        .flat_map(|turn| expected::split_turn(turn).prompts)
        .map(|prompt| prompt.text)
}

/// The messages of a transcript, line by line.
pub fn list_messages(turns: &[GameTurn]) -> impl Iterator<Item = String> {
    let texts: Vec<String> = turns
        .iter()
        .flat_map(|turn| &turn.pieces)
        .filter_map(message_text)
        .collect();
    texts
        .into_iter()
        .flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>())
}

fn message_text(piece: &OutputPiece) -> Option<String> {
    match piece {
        OutputPiece::Message(text) => Some(text.clone()),
        OutputPiece::Board(_) | OutputPiece::Prompt(_) | OutputPiece::Choice { .. } => None,
    }
}
