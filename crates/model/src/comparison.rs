//! How a transcript is compared with the expected one: three independent settings, or patterns.

use std::sync::Arc;

use super::{Checker, Referee};
use regex::{Match, Regex};
use serde::{Deserialize, Serialize, Serializer};

/// How strictly one case is compared. It is serialised with the words of the rubric, and without what few rubrics change, for the
/// [marking scheme](crate::MarkingScheme).
#[derive(Debug, Clone, Serialize)]
pub struct Comparison {
    /// How much of the transcript counts.
    pub scope: ComparisonScope,
    /// Which white space counts.
    pub whitespace: WhitespaceMode,
    /// Which wording of prompts is right.
    pub prompts: PromptMode,
    /// What lines of a program's own are.
    pub extra_lines: ExtraLines,
    /// What of a board counts.
    #[serde(skip_serializing_if = "BoardMode::is_exact")]
    pub boards: BoardMode,
    /// How far numbers may be from the expected ones; none where they are text like any other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub numbers: Option<NumberTolerance>,
    /// Whether an upper-case letter is another than the lower-case one. Only [`ComparisonScope::Output`] asks.
    #[serde(skip_serializing_if = "is_true")]
    pub case_sensitive: bool,
    /// Which order of lines is right. Only [`ComparisonScope::Output`] asks.
    #[serde(skip_serializing_if = "LineOrder::is_as_reference")]
    pub order: LineOrder,
    /// Judge by patterns instead: the settings above then say nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patterns: Option<PatternSet>,
    /// Judge by a game's rules instead; patterns are then what is looked for where the game cannot be followed.
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "serialize_words"
    )]
    pub referee: Option<Arc<dyn Referee>>,
    /// The aspects of the game's rules that count; none where all of them do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aspects: Option<Vec<&'static str>>,
    /// Judge by the instructor's own command instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checker: Option<Checker>,
}

impl Comparison {
    /// What holds where a rubric says nothing.
    pub const DEFAULT: Comparison = Comparison {
        scope: ComparisonScope::Transcript,
        whitespace: WhitespaceMode::Trailing,
        prompts: PromptMode::Any,
        extra_lines: ExtraLines::Deny,
        boards: BoardMode::Exact,
        numbers: None,
        case_sensitive: true,
        order: LineOrder::AsReference,
        patterns: None,
        referee: None,
        aspects: None,
        checker: None,
    };
}

impl Comparison {
    /// Whether scope, white space and prompts decide, and nothing that takes their place.
    pub fn is_by_options(&self) -> bool {
        self.patterns.is_none() && self.referee.is_none() && self.checker.is_none()
    }

    /// Whether it matters what was printed before which read: how a game ended must be told when it ended.
    pub fn depends_on_reads(&self) -> bool {
        let patterns = self.patterns.as_ref();
        self.referee.is_some() || patterns.is_some_and(PatternSet::judges_games)
    }

    /// Whether every word of a program counts, so that a question of its own is a difference even if it was answered.
    pub fn counts_questions(&self) -> bool {
        self.is_by_options() && self.prompts == PromptMode::Exact
    }
}

impl Default for Comparison {
    fn default() -> Comparison {
        Comparison::DEFAULT
    }
}

/// How much of the transcript counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ComparisonScope {
    /// Everything.
    Transcript,
    /// Everything, read by read: what is right and wrong is counted by turns.
    Turns,
    /// The last screen: the reference's last board and message.
    Final,
    /// Standard output as a whole, wherever the program read: for programs that are no dialogues.
    Output,
}

/// Which order of lines is right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LineOrder {
    /// The reference's own.
    #[serde(rename = "kept")]
    AsReference,
    /// Any, as long as each line comes as often as the reference prints it.
    Any,
}

impl LineOrder {
    fn is_as_reference(&self) -> bool {
        *self == LineOrder::AsReference
    }
}

fn is_true(flag: &bool) -> bool {
    *flag
}

/// A referee is known by the words that it understands.
fn serialize_words<S: Serializer>(
    referee: &Option<Arc<dyn Referee>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    referee
        .as_ref()
        .map(|referee| referee.words())
        .serialize(serializer)
}

/// Which white space counts; each accepts what the one before accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WhitespaceMode {
    /// Every byte.
    Exact,
    /// All but the ends of lines and of the file.
    Trailing,
    /// Runs of blanks count as one; ends of lines and blank lines do not count.
    Collapse,
    /// Only that it stands between words: a line break is as good as a blank. Only [`ComparisonScope::Output`] has it.
    Tokens,
}

/// Which wording of prompts is right; each accepts what the one before accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PromptMode {
    /// The reference's own words.
    Exact,
    /// Any words that show what the reference's prompt declares.
    Shows,
    /// Any words, or none.
    Any,
}

/// What lines are that the reference does not print.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExtraLines {
    /// A difference, like any other.
    Deny,
    /// The board is forgiven that a program shows again, unchanged, where the reference only asks again.
    Redraws,
    /// That too, and chatter: lines that are no part of a board and do not say what the reference says elsewhere.
    Allow,
}

/// What of a board counts; each accepts what the one before accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoardMode {
    /// All that is drawn.
    Exact,
    /// What is in its squares, row by row: neither lines between squares and rows nor blanks.
    Squares,
}

impl BoardMode {
    fn is_exact(&self) -> bool {
        *self == BoardMode::Exact
    }
}

/// How far a number may be from the expected one: by either measure, whichever allows more.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct NumberTolerance {
    /// The distance itself.
    pub absolute: f64,
    /// The distance as a share of the expected number.
    pub relative: f64,
}

/// A pattern, as it was typed and as it is looked for.
#[derive(Debug, Clone, Serialize)]
pub struct OutputPattern {
    /// With the names of the vocabulary's words.
    pub typed: String,
    /// With the words themselves.
    #[serde(serialize_with = "serialize_pattern")]
    pub regex: SharedRegex,
}

/// What a transcript in free wording must say. An input appears in the searched text as `‹4›`.
#[derive(Debug, Clone, Default, Serialize)]
pub struct PatternSet {
    /// Must match one after the other, anywhere.
    pub ordered: Vec<OutputPattern>,
    /// Must match one after the other in what is printed after the script's last input was read, and not
    /// between the first read and that moment: an outcome that is announced too early is wrong.
    #[serde(serialize_with = "serialize_patterns")]
    pub ending: Vec<SharedRegex>,
    /// Must match neither in the ending nor between the first read and the ending.
    #[serde(serialize_with = "serialize_patterns")]
    pub never: Vec<SharedRegex>,
    /// What must be seen of moves.
    pub moves: MoveDisplay,
}

/// What must be seen of moves, however a board is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveDisplay {
    /// Anything.
    #[default]
    Any,
    /// What is printed after moves is not always the same.
    Shown,
    /// The same; and where boards are drawn that can be followed, each player has a mark, which is not the other's in the reference's
    /// game, and rows are rows.
    ByPlayer,
}

impl PatternSet {
    /// Whether they are about a game as a whole, so that every move must have been read.
    pub fn judges_games(&self) -> bool {
        self.moves != MoveDisplay::Any || !self.ending.is_empty() || !self.never.is_empty()
    }

    /// Whether only what is shown of moves counts, so that how the game ends does not matter.
    pub fn judges_display_alone(&self) -> bool {
        let has_patterns =
            !(self.ordered.is_empty() && self.ending.is_empty() && self.never.is_empty());
        self.moves != MoveDisplay::Any && !has_patterns
    }

    /// The line in which an ending says what it must never say, as more than a part of what it must: in "Player 1 - 'O' wins" the mark is the
    /// one that the program gave player 1, and no "O wins".
    pub fn find_forbidden_ending<'t>(&self, ending: &'t str) -> Option<&'t str> {
        let is_part = |found: &Match<'_>| {
            let mut said = self.ending.iter().flat_map(|one| one.find_iter(ending));
            said.any(|one| {
                let is_longer = one.len() > found.len();
                is_longer && one.start() <= found.start() && found.end() <= one.end()
            })
        };
        let mut found = self.never.iter().flat_map(|one| one.find_iter(ending));
        let found = found.find(|one| !is_part(one))?;
        Some(surrounding_lines(ending, &found))
    }
}

/// The lines of a text in which something was found.
pub fn surrounding_lines<'t>(text: &'t str, found: &Match<'_>) -> &'t str {
    let start = text[..found.start()]
        .rfind('\n')
        .map_or(0, |newline| newline + 1);
    let end = text[found.end()..]
        .find('\n')
        .map_or(text.len(), |length| found.end() + length);
    text[start..end].trim()
}

/// A regular expression that stands in many places. What it learns while it matches, up to megabytes, is kept once for all of
/// them; a clone of a bare [`Regex`] would begin anew.
pub type SharedRegex = Arc<Regex>;

/// Writes a pattern as its text: with that, settings are compared.
pub(super) fn serialize_pattern<S: Serializer>(
    pattern: &SharedRegex,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(pattern.as_str())
}

/// The same for several.
pub(super) fn serialize_patterns<S: Serializer>(
    patterns: &[SharedRegex],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(patterns.iter().map(|pattern| pattern.as_str()))
}
