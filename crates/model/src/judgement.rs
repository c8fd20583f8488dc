//! What one comparison of one run came to, with its explanation, and what the program probably does wrong.

use super::Verdict;
use super::name::{self, Name};
use serde::{Deserialize, Serialize};

/// A verdict with its reasons.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// Where the transcript differs from the expected one; present whenever a comparison did not accept it.
    pub difference: Option<TranscriptDifference>,
    /// How many turns are right, where the comparison went turn by turn; of output as a whole, how many lines.
    pub parts: Option<PartCount>,
    /// The millionths of the case's points that it earns although it is not accepted: what a checker found to be right in part.
    pub share: Option<u32>,
    /// What the report should mention although it decided nothing.
    pub remarks: Vec<String>,
    /// The usual mistakes that explain it, the likeliest first: how it plays, then how it ends or looks.
    pub hints: Vec<Hint>,
}

impl Judgement {
    /// A verdict that needs no comparison to be understood.
    #[must_use]
    pub fn new(verdict: Verdict) -> Judgement {
        let remarks = Vec::new();
        let hints = Vec::new();
        Judgement {
            verdict,
            difference: None,
            parts: None,
            share: None,
            remarks,
            hints,
        }
    }
}

/// How many turns or lines of what was printed are right. All of them are only if the comparison accepts it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartCount {
    /// Those that are right.
    pub right: usize,
    /// All of the longer side.
    pub all: usize,
}

/// Where and how a transcript differs from the expected one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TranscriptDifference {
    /// One sentence for someone who has programmed for six weeks.
    pub sentence: String,
    /// The comparison, line by line; empty where patterns were judged.
    pub lines: Vec<DiffLine>,
    /// Where in `lines` the first difference stands.
    pub first: usize,
    /// Which turn of the program's it is about; none where that is not known.
    pub turn: Option<DifferingTurn>,
    /// Whether the sentence says how the run ended, better than its verdict does.
    pub tells_end: bool,
}

impl TranscriptDifference {
    /// A difference that no lines show.
    #[must_use]
    pub fn from_sentence(sentence: impl Into<String>) -> TranscriptDifference {
        TranscriptDifference {
            sentence: sentence.into(),
            lines: Vec::new(),
            first: 0,
            turn: None,
            tells_end: false,
        }
    }
}

/// A turn that is not as expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DifferingTurn {
    /// Which one, from 0.
    pub number: usize,
    /// Whether the turns before it were compared as well, and are right.
    pub earlier_are_right: bool,
}

/// One line of a comparison. The texts are raw: a report makes invisible characters visible.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum DiffLine {
    /// A line on both sides.
    Same(String),
    /// A line that only the expected transcript has.
    Expected(String),
    /// A line that only the program printed.
    Actual(String),
    /// The beginning of such a line, and how many characters follow.
    LongActual(String, usize),
    /// This many lines on both sides, left out.
    Skipped(usize),
    /// How many more lines there are that are not compared here.
    Beyond {
        /// Expected ones.
        expected: usize,
        /// Those of the program's.
        actual: usize,
    },
}

impl DiffLine {
    /// The text of a line that only the expected transcript has.
    pub fn expected(&self) -> Option<&str> {
        if let DiffLine::Expected(text) = self {
            Some(text)
        } else {
            None
        }
    }

    /// The text of a line that only the program printed, as much of it as is kept.
    pub fn actual(&self) -> Option<&str> {
        match self {
            DiffLine::Actual(text) | DiffLine::LongActual(text, _) => Some(text),
            _ => None,
        }
    }

    /// Whether only one side has it.
    pub fn is_change(&self) -> bool {
        self.expected().is_some() || self.actual().is_some()
    }
}

/// What the names of an instructor's hints begin with.
const INSTRUCTOR_HINT: &str = "instructor-hint";

/// How many of the three steps of a hint students see.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum HintSteps {
    /// What is wrong.
    What,
    /// And where.
    Where,
    /// And how such a fault is usually mended.
    #[default]
    How,
}

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
    /// Where it shows in this case: may quote inputs, expected text and the program's output.
    pub detail: Option<String>,
    /// How such a fault is usually mended, in general words that quote nothing.
    pub remedy: Option<String>,
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
            remedy: None,
            place: None,
        }
    }

    /// What the instructor says of an output that they know. Hints are numbered as the rubric lists them, from 0.
    pub fn from_instructor(number: usize, words: &str) -> Hint {
        let mistake = name::intern(&format!("{INSTRUCTOR_HINT}-{}", number + 1));
        Hint::new(mistake, words)
    }

    /// Whether the instructor has written it.
    pub fn is_from_instructor(&self) -> bool {
        self.mistake.starts_with(INSTRUCTOR_HINT)
    }

    /// The same hint with the way to mend it.
    #[must_use]
    pub fn with_remedy(self, remedy: impl Into<String>) -> Hint {
        Hint {
            remedy: Some(remedy.into()),
            ..self
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
