//! A question that a program may ask although the assignment has none like it, and what it is answered.

use serde::Serialize;

use super::SharedRegex;
use super::shared_regex::serialize_pattern;

/// One entry of the rubric's `answers`.
#[derive(Debug, Clone, Serialize)]
pub struct KnownQuestion {
    /// How such a question is known by the line on which the program waits.
    #[serde(serialize_with = "serialize_pattern")]
    pub pattern: SharedRegex,
    /// The lines that may answer it, each tried in a run of its own until one is right: what a program takes for a `no`
    /// cannot be told from its question. Never empty.
    pub answers: Vec<String>,
}

impl KnownQuestion {
    /// The answer in the run with this number, from 0. Where there are no more, the last one stays.
    pub fn answer_for_attempt(&self, attempt: usize) -> &str {
        self.answers
            .get(attempt)
            .or(self.answers.last())
            .map_or("", String::as_str)
    }
}

/// A question that was asked in a run, and answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnsweredQuestion {
    /// The turn that ends with it, from 0; the turns before may end with questions, too.
    pub turn: usize,
    /// Its text, on one line.
    pub text: String,
    /// The line that it was answered with.
    pub answer: String,
}
