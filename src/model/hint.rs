//! What a program probably does wrong, recognised from what it did.

use serde::{Deserialize, Serialize};

use super::name::{self, Name};

/// A usual mistake that explains a failed case.
///
/// What gives away nothing stands apart from what quotes: where a case's input or expected output must stay hidden,
/// a report shows `sentence` alone, or nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hint {
    /// The mistake's stable name, as `docs/mistakes.md` lists it.
    #[serde(deserialize_with = "name::kept")]
    pub mistake: Name,
    /// What is wrong, in general words. Quotes neither inputs, nor expected text, nor the program's output.
    pub sentence: String,
    /// The same in this case: may quote inputs, expected text and the program's output.
    pub detail: Option<String>,
}

impl Hint {
    /// A hint that quotes nothing.
    pub fn new(mistake: &'static str, sentence: impl Into<String>) -> Hint {
        Hint { mistake, sentence: sentence.into(), detail: None }
    }

    /// The same hint with what may be quoted from this case.
    #[must_use]
    pub fn with(self, detail: impl Into<String>) -> Hint {
        Hint { detail: Some(detail.into()), ..self }
    }
}
