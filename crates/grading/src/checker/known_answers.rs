//! What checkers have answered already.
//!
//! Most programs of a class, and most variants of a program that a search tries, print the same as another. Starting a checker for each of
//! them takes longer than running the program.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use judging::compare::ComparisonResult;
use model::Checker;
use support::digest::{Digest, DigestBuilder};

/// The answers of the checkers of one assignment in one run of the grader, by the question: the checker, the input, the output and the
/// expected output. So equal output has an equal verdict, too.
#[derive(Debug, Default)]
pub(crate) struct KnownAnswers {
    answers: Mutex<HashMap<Digest, ComparisonResult>>,
}

impl KnownAnswers {
    /// The number of answers that are kept; each has a message of one line.
    const MOST: usize = 20_000;

    /// The answer to this question, or the one that `check` finds out. A checker that fails is asked again next time.
    pub(super) fn find_or_check<E>(
        &self,
        checker: &Checker,
        contents: [&[u8]; 3],
        check: impl FnOnce() -> Result<ComparisonResult, E>,
    ) -> Result<ComparisonResult, E> {
        let question = DigestBuilder::default().with_serialised(checker);
        let question = contents
            .into_iter()
            .fold(question, DigestBuilder::with_piece);
        let question = question.finish();
        let lock = || self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(&question) {
            return Ok(known.clone());
        }
        let answer = check()?;
        let mut answers = lock();
        if answers.len() < KnownAnswers::MOST {
            answers.insert(question, answer.clone());
        }
        Ok(answer)
    }
}
