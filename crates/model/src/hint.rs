//! What a program probably does wrong, recognised from what it did.

use serde::{Deserialize, Serialize};

use super::name::{self, Name};

/// A usual mistake that explains a failed case.
///
/// What gives away nothing stands apart from what quotes: where a case's input or expected output must stay hidden,
/// a report shows `sentence` alone, or nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hint {
    /// The mistake's stable name, as `docs/reference/mistakes.md` lists it.
    #[serde(deserialize_with = "name::deserialize_interned")]
    pub mistake: Name,
    /// What is wrong, in general words. Quotes neither inputs, nor expected text, nor the program's output.
    pub sentence: String,
    /// The same in this case: may quote inputs, expected text and the program's output.
    pub detail: Option<String>,
    /// What it is about, if that stands in one place: a report does not leave it out.
    pub place: Option<LineOfTurn>,
}

/// A line that a program printed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineOfTurn {
    /// The turn, from 0.
    pub turn: usize,
    /// The line, without the blanks around it; it may be glued to others.
    pub text: String,
}

impl Hint {
    /// A hint that quotes nothing.
    pub fn new(mistake: &'static str, sentence: impl Into<String>) -> Hint {
        Hint {
            mistake,
            sentence: sentence.into(),
            detail: None,
            place: None,
        }
    }

    /// The same hint with what may be quoted from this case.
    #[must_use]
    pub fn with_detail(self, detail: impl Into<String>) -> Hint {
        Hint {
            detail: Some(detail.into()),
            ..self
        }
    }

    /// The same hint about a line that reports show.
    #[must_use]
    pub fn with_line(self, turn: usize, text: impl Into<String>) -> Hint {
        Hint {
            place: Some(LineOfTurn {
                turn,
                text: text.into(),
            }),
            ..self
        }
    }
}
