//! A run in which questions were answered: without them, for comparisons, and with them in their places, for people.

use judging::compare;
use model::{AnsweredQuestion, Observation, ObservedTurn};

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
