//! Whether a run shows an extra question, and the run without its questions and answers.

use judging::compare::{self, question};
use judging::feedback::ConsumedInput;
use model::{AnsweredQuestion, KnownQuestion, Observation, ObservedTurn};

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
        let Some(question) = compare::find_question(printed) else {
            continue;
        };
        let text = question.plain_text();
        if !known.iter().any(|known| known.pattern.is_match(&text)) || is_move_prompt(seen, &text) {
            continue;
        }
        let before = printed.get(..question.start).unwrap_or_default();
        // A later one would have been given an input only if this one was.
        let lost_input = turn.input.as_ref().map(|input| ConsumedInput {
            question: text,
            input: input.clone(),
            turn: number,
        });
        return Some(DetectedQuestion {
            before: compare::truncate_observation(seen, number, before),
            is_first: number == 0,
            consumed_input: lost_input,
        });
    }
    None
}

/// Whether this is how a program asks for moves from the first one on: it asked so before its first two inputs, and the first changed
/// its board.
fn is_move_prompt(seen: &Observation, text: &str) -> bool {
    let words = question::extract_words(text);
    let matches_text = |turn: &ObservedTurn| {
        compare::before_read(seen, turn)
            .and_then(compare::find_question)
            .is_some_and(|it| question::extract_words(&it.plain_text()) == words)
    };
    seen.turns.iter().take(2).all(matches_text) && compare::begins_with_a_move(seen)
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

/// The run as it would be if the questions had never been asked: without their lines and their answers. What else was printed
/// in such a turn belongs to the next one.
pub(crate) fn remove_questions(seen: Observation, answered: &[AnsweredQuestion]) -> Observation {
    if answered.is_empty() {
        return seen;
    }
    join_question_turns(&seen, answered, |output, _| {
        let start = compare::find_question(&output).map_or(output.len(), |question| question.start);
        output.get(..start).unwrap_or_default().to_vec()
    })
}

/// The same turns with the questions in them, each with its answer as an input is shown.
pub(crate) fn insert_answers(seen: &Observation, answered: &[AnsweredQuestion]) -> Observation {
    join_question_turns(seen, answered, |mut output, answer| {
        output.extend_from_slice(format!("‹{answer}›\n").as_bytes());
        output
    })
}

/// Each turn that ends with an answered question, as `change` leaves its output, becomes one with the turn after it.
fn join_question_turns(
    seen: &Observation,
    answered: &[AnsweredQuestion],
    change: impl Fn(Vec<u8>, &str) -> Vec<u8>,
) -> Observation {
    let mut turns = Vec::new();
    let mut before = Vec::new();
    for (number, turn) in seen.turns.iter().enumerate() {
        let output = turn.output.clone();
        match answered.iter().find(|question| question.turn == number) {
            Some(question) => before.extend(change(output, &question.answer)),
            None => {
                let mut whole = std::mem::take(&mut before);
                whole.extend(output);
                turns.push(ObservedTurn {
                    output: whole,
                    input: turn.input.clone(),
                });
            }
        }
    }
    Observation {
        turns,
        ..seen.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Exit;

    fn turn(output: &str, input: &str) -> ObservedTurn {
        let input = (!input.is_empty()).then(|| input.to_owned());
        ObservedTurn {
            output: output.into(),
            input,
        }
    }

    #[test]
    fn a_question_whose_answer_is_a_move_is_the_games_own() {
        let is_move = |turns: &[(&str, &str)]| {
            let turns = turns.iter().map(|(output, input)| turn(output, input));
            is_move_prompt(
                &Observation::new(turns.collect(), Exit::Code(0)),
                "Your choice:",
            )
        };
        let board = "1|2|3\n4|5|6\n7|8|9\nYour choice: ";
        let after = "1|2|3\n4|X|6\n7|8|9\nCPU's choice: 1\nO|2|3\n4|X|6\n7|8|9\nYour choice: ";
        assert!(is_move(&[(board, "5"), (after, "2")]));
        // A menu, and a question that is asked once.
        assert!(!is_move(&[("1. Play\nYour choice: ", "1"), (board, "5")]));
        let other = after.replace("Your choice", "Your move");
        assert!(!is_move(&[(board, "5"), (&other, "2")]));
    }

    #[test]
    fn two_turns_become_one_without_the_question_between_them() {
        let turns = vec![
            turn("Welcome!\nX or O? ", "X"),
            turn("Ready? ", "y"),
            turn("Row: ", "1"),
            turn("X wins!\n\nAgain (y/n)?\n", "n"),
            turn("Bye!\n", ""),
        ];
        let seen = Observation::new(turns, Exit::Code(0));
        let question = |turn, with: &str| AnsweredQuestion {
            turn,
            text: String::new(),
            answer: with.to_owned(),
        };
        let answered = [question(0, "X"), question(1, "y"), question(3, "n")];
        let expected = [turn("Welcome!\nRow: ", "1"), turn("X wins!\n\nBye!\n", "")];
        assert_eq!(remove_questions(seen.clone(), &answered).turns, expected);
        let expected = [
            turn("Welcome!\nX or O? ‹X›\nReady? ‹y›\nRow: ", "1"),
            turn("X wins!\n\nAgain (y/n)?\n‹n›\nBye!\n", ""),
        ];
        assert_eq!(insert_answers(&seen, &answered).turns, expected);
        assert_eq!(remove_questions(seen.clone(), &[]), seen);
    }
}
