//! What a comparison is given, what it comes to, and whether a program read all that the reference reads.

use model::{GameTurn, Observation, PartCount, TranscriptDifference};

/// What a comparison came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComparisonResult {
    /// How equal the transcripts are.
    pub outcome: ComparisonOutcome,
    /// Where they differ; none if they are equal.
    pub difference: Option<TranscriptDifference>,
    /// How many turns are right, where the comparison went turn by turn; of output as a whole, how many lines.
    pub parts: Option<PartCount>,
    /// What the report should mention although it decided nothing.
    pub remarks: Vec<String>,
    /// The millionths of the case's points that it earns although it is not equal; none if it earns nothing.
    pub share: Option<u32>,
    /// Whether it stands however the program ended: what was judged was over by then.
    pub regardless_of_exit: bool,
}

impl ComparisonResult {
    /// A comparison that came to this, and has no more to say.
    pub fn new(outcome: ComparisonOutcome) -> ComparisonResult {
        ComparisonResult {
            outcome,
            difference: None,
            parts: None,
            remarks: Vec::new(),
            share: None,
            regardless_of_exit: false,
        }
    }
}

/// What a transcript is held against.
#[derive(Debug, Clone, Copy)]
pub struct ExpectedTranscript<'a> {
    /// The expected transcript.
    pub turns: &'a [GameTurn],
    /// Messages that the reference prints in the assignment's other cases: never a program's own chatter.
    pub messages: &'a [String],
}

/// How equal two transcripts are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ComparisonOutcome {
    /// Equal, as far as the rule looks.
    Equal,
    /// Equal once all white space is removed.
    Presentation,
    /// Different.
    Different,
    /// The run did not come to where it would be seen.
    NotReached,
}

/// How many inputs the program read, if it ended before it had read all that the reference reads.
pub(super) fn reads_less(expected: &[GameTurn], seen: &Observation) -> Option<usize> {
    let read = seen.read_count();
    (seen.synchronised && read < ::reference::count_reads(expected)).then_some(read)
}
