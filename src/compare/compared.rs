//! What a comparison is given, and what it comes to.

use crate::model::{Difference, PartCount, Turn};

/// What a comparison came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compared {
    /// How equal the transcripts are.
    pub outcome: Outcome,
    /// Where they differ; none if they are equal.
    pub difference: Option<Difference>,
    /// How many turns are right, where the comparison went turn by turn; of output as a whole, how many lines.
    pub parts: Option<PartCount>,
    /// What the report should mention although it decided nothing.
    pub remarks: Vec<String>,
    /// The thousandths of the case's points that it earns although it is not equal; none if it earns nothing.
    pub share: Option<u32>,
    /// Whether it stands however the program ended: what was judged was over by then.
    pub stands: bool,
}

impl Compared {
    /// A comparison that came to this, and has no more to say.
    pub(crate) fn new(outcome: Outcome) -> Compared {
        Compared {
            outcome,
            difference: None,
            parts: None,
            remarks: Vec::new(),
            share: None,
            stands: false,
        }
    }
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
    /// The run did not come to where it would be seen.
    NotShown,
}
