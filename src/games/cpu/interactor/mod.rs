//! Judging a program that makes choices of its own, by following them.
//!
//! No two runs are alike, so there is no transcript to compare with. Instead the rules are played along: the human's
//! answers are known, the CPU's choices are taken from what the program tells, and everything that is against the
//! text's rules has a name (`Fault`). Two sources tell a choice: the board (which square changed?) and the announcement
//! that the rubric's `choice` recognises. Where both speak they must agree; one alone is enough.
//!
//! What is demanded: every choice is a free square; the board is drawn again with it before the human is asked; a
//! refused answer costs nothing; the game ends with the move that decides it, and its end is announced. What is free:
//! every wording, how a board is drawn, boards drawn more often, and whether the last one is drawn.
//!
//! Nothing is guessed. A drawing that is not recognised is left to the announcements, with a remark; where neither is
//! understood, the rubric's patterns judge, with a remark.

mod available;
mod fault;
mod follow;
mod follower;
mod told;
mod watched;

#[cfg(test)]
mod tests;

pub(crate) use follower::Follower;

use ::reference::Mark;
use ::reference::cpu::Ending;

use self::watched::{Trouble, Watched};
use crate::compare::decode;
use crate::compare::{Compared, Outcome, patterns};
use crate::model::{Difference, Observation, Patterns, Referee, Turn, Whitespace};

const UNFOLLOWED: &str = "The game could not be followed: neither a board nor an announced choice was recognised. Only the \
    words at its end were judged; look at what the program printed.";

/// Follows the game that was seen. `patterns` judge it where that is not possible.
pub(crate) fn compare(
    referee: &Referee,
    patterns: Option<&Patterns>,
    expected: &[Turn],
    seen: &Observation,
) -> Compared {
    let mut remarks = Vec::new();
    let decoded =
        seen.turns.iter().map(|turn| decode(&turn.output, Whitespace::Collapse, &mut remarks));
    let texts: Vec<String> = decoded.collect();
    let (result, more) = Watched::new(referee, seen).result(&texts);
    remarks.extend(more);
    match result {
        Ok(()) => Compared { outcome: Outcome::Equal, difference: None, turns: None, remarks },
        Err(Trouble::Fault(difference)) => Compared {
            outcome: Outcome::Different,
            difference: Some(difference),
            turns: None,
            remarks,
        },
        Err(Trouble::Unreadable) => {
            let judged = match patterns {
                Some(patterns) => patterns::compare(patterns, expected, seen),
                None => by_words(referee, texts.last().map_or("", String::as_str)),
            };
            remarks.push(UNFOLLOWED.to_owned());
            Compared { remarks, ..judged }
        }
    }
}

/// The weakest judgement: some end is announced.
fn by_words(referee: &Referee, words: &str) -> Compared {
    let is_told = !told(referee, words).is_empty();
    let sentence = "Your program did not announce how the game ended.".to_owned();
    Compared {
        turns: None,
        outcome: if is_told { Outcome::Equal } else { Outcome::Different },
        difference: (!is_told).then(|| Difference { sentence, lines: Vec::new(), first: 0 }),
        remarks: Vec::new(),
    }
}

/// The ends that some words announce. Words of a draw may name those who have not won.
fn told(referee: &Referee, words: &str) -> Vec<Ending> {
    let drawn = referee.drawn.is_match(words);
    let rest = referee.drawn.replace_all(words, "");
    let ends = [
        (referee.won.is_match(&rest), Ending::Won(Mark::X)),
        (referee.lost.is_match(&rest), Ending::Won(Mark::O)),
        (drawn, Ending::Draw),
    ];
    ends.into_iter().filter(|(is_told, _)| *is_told).map(|(_, ending)| ending).collect()
}
