//! One test case: a script, how what it causes is compared, and which questions a program may ask although the assignment has none like
//! them.

use std::path::PathBuf;
use std::sync::Arc;

use super::comparison::serialize_pattern;
use super::folding::group_digits;
use super::{
    CaseInteraction, CasePlayer, Comparison, ExitRule, FunctionCase, Invocation, RunLimits,
    SharedRegex, SideOutput, StandardError, UnitTests, WhitespaceMode,
};
use serde::{Deserialize, Serialize};

/// A test case, as its file and the rubric's defaults together say.
#[derive(Debug, Clone)]
pub struct TestCase {
    /// The name of its file without the ending, unique within the assignment.
    pub id: String,
    /// One sentence for the report: what happens in it.
    pub description: String,
    /// The script: each entry is one line of standard input. Of input that is given as a whole, no more than can be shown.
    pub input: Vec<String>,
    /// All of standard input, where it is given as a whole; none where the program gets a line when it reads.
    pub bulk_input: Option<BulkInput>,
    /// Whether programs must read to the end of their input, which then is one more input: [`END_OF_INPUT`].
    pub end_of_input: bool,
    /// How programs speak with the interactor of the case's comparison; none if it has none.
    pub interaction: Option<CaseInteraction>,
    /// What programs are started with.
    pub invocation: Invocation,
    /// The only exit code that is right; none if the assignment's rule decides.
    pub exit: Option<ExitRule>,
    /// What it must print on standard error.
    pub stderr: StandardError,
    /// The function that is called, and how; none for a case that plays its script.
    pub function: Option<FunctionCase>,
    /// The unit tests that are run; none for a case that runs none.
    pub unit_tests: Option<UnitTests>,
    /// Who gives the script to the program, and goes on after it.
    pub player: CasePlayer,
    /// The questions of a program's own that are answered, beside the script.
    pub answers: Vec<KnownQuestion>,
    /// Free labels, repeated in `results.json`.
    pub tags: Vec<String>,
    /// How much the case counts next to others of its criterion.
    pub weight: u32,
    /// How much of it students are shown.
    pub visibility: CaseVisibility,
    /// How its own verdict is found.
    pub comparison: Comparison,
    /// What a run may use.
    pub limits: RunLimits,
    /// The file it was read from.
    pub file: PathBuf,
    /// The table that it is a row of, if it is one; `file` then is the one with what all rows share, or the table again.
    pub table: Option<PathBuf>,
    /// All that must be printed, where its row says so.
    pub expected_output: Option<Arc<[u8]>>,
    /// The file that its input was read from, if it has one of its own.
    pub input_file: Option<PathBuf>,
    /// Where its expected transcript stands, or its expected output.
    pub expected_file: PathBuf,
}

/// How the end of input stands in a transcript where it was read.
pub const END_OF_INPUT: &str = "␄";

/// Input that a program finds as a file.
#[derive(Debug, Clone)]
pub struct BulkInput {
    /// All of it. It need not be text.
    pub bytes: Arc<[u8]>,
    /// The file it was read from, where it does not stand in the case itself.
    pub file: Option<PathBuf>,
}

/// As much input as is shown and repeated in reports, in bytes.
const MAX_REPORTED_INPUT: usize = 32 << 10;

impl BulkInput {
    /// Its lines; none if it is too long to be shown, or no text.
    pub fn lines(&self) -> Option<Vec<String>> {
        let text = str::from_utf8(&self.bytes)
            .ok()
            .filter(|text| text.len() <= MAX_REPORTED_INPUT)?;
        Some(text.lines().map(str::to_owned).collect())
    }

    /// All of it, where it is shown and is not its lines with a line break after each.
    fn exact_text(&self) -> Option<String> {
        let text = str::from_utf8(&self.bytes).ok()?;
        let lines = self.lines()?;
        (with_line_breaks(&lines) != text).then(|| text.to_owned())
    }

    /// What is said of it where it is not shown.
    fn describe_size(&self) -> Option<String> {
        if self.lines().is_some() {
            return None;
        }
        let count = self.bytes.split_inclusive(|byte| *byte == b'\n').count();
        let name = self.file.as_ref().and_then(|file| file.file_name());
        let from = name
            .map(|name| format!(" in `{}`", name.display()))
            .unwrap_or_default();
        let lines = group_digits(count);
        let bytes = group_digits(self.bytes.len());
        Some(format!(
            "{lines} lines, {bytes} bytes{from}; too many to show here"
        ))
    }
}

/// Lines as a file holds them: with a line break after each.
pub fn with_line_breaks(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

impl TestCase {
    /// Whether the program itself is run on a script; otherwise testing code is linked with it.
    pub fn plays_script(&self) -> bool {
        self.function.is_none() && self.unit_tests.is_none()
    }

    /// The file beside it that its interactor finds as the answer, which need not be there.
    pub fn answer_file(&self) -> PathBuf {
        self.sibling_path("ans")
    }

    /// The file of this case with this ending.
    fn sibling_path(&self, ending: &str) -> PathBuf {
        let name = format!("{}.{ending}", self.id);
        self.expected_file.with_file_name(name)
    }

    /// Whether more than standard output decides: an exit code, standard error, files.
    pub fn checks_more_than_stdout(&self) -> bool {
        let is_free = self.stderr == StandardError::Free && self.invocation.writes.is_empty();
        self.exit.is_some() || !is_free
    }

    /// What programs leave that is compared with what the reference leaves, each with the file in which that stands.
    pub fn side_outputs(&self) -> Vec<(SideOutput, PathBuf)> {
        let stderr = (self.stderr == StandardError::AsReference).then(|| {
            (
                SideOutput::StandardError,
                self.sibling_path("expected.stderr"),
            )
        });
        let folder = self.sibling_path("expected.d");
        let files = self.invocation.writes.iter();
        let files = files.map(|name| (SideOutput::File(name.clone()), folder.join(name)));
        // Unit tests check by themselves what they write.
        let is_compared = self.unit_tests.is_none();
        let all = stderr.into_iter().chain(files);
        all.filter(|_| is_compared).collect()
    }
}

/// What reports tell of a case, besides what became of it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CaseOutline {
    /// The name of its file without the ending, unique within the assignment.
    pub id: String,
    /// One sentence for the report.
    pub description: String,
    /// Free labels.
    pub tags: Vec<String>,
    /// How much of it students are shown.
    pub visibility: CaseVisibility,
    /// What a run may use.
    pub limits: RunLimits,
    /// Which white space counts for its own verdict.
    pub whitespace: WhitespaceMode,
    /// Whether it calls a function instead of playing a script.
    pub calls_function: bool,
    /// Whether it runs unit tests.
    pub runs_tests: bool,
    /// What is said of its input where that is too long to be shown; none where it is shown.
    pub long_input: Option<String>,
    /// All of its input, where that is not its lines with a line break after each.
    pub exact_input: Option<String>,
    /// What programs are started with.
    pub invocation: Invocation,
}

impl CaseOutline {
    /// Whether the program itself is run on a script.
    pub fn plays_script(&self) -> bool {
        !self.calls_function && !self.runs_tests
    }
}

impl From<&TestCase> for CaseOutline {
    fn from(case: &TestCase) -> CaseOutline {
        let TestCase {
            id,
            description,
            tags,
            visibility,
            limits,
            function,
            ..
        } = case;
        let TestCase {
            comparison,
            invocation,
            ..
        } = case;
        let whole_input = case.bulk_input.as_ref();
        CaseOutline {
            id: id.clone(),
            description: description.clone(),
            tags: tags.clone(),
            visibility: *visibility,
            limits: *limits,
            whitespace: comparison.whitespace,
            calls_function: function.is_some(),
            runs_tests: case.unit_tests.is_some(),
            long_input: whole_input.and_then(BulkInput::describe_size),
            exact_input: whole_input.and_then(BulkInput::exact_text),
            invocation: invocation.clone(),
        }
    }
}

/// How much of a case the reports for students show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum CaseVisibility {
    /// Everything.
    Full,
    /// That it exists, what it is about, and the verdict.
    Verdict,
    /// Nothing: only the points of its criteria.
    Hidden,
}

/// One entry of the rubric's `answers`.
#[derive(Debug, Clone, Serialize)]
pub struct KnownQuestion {
    /// How such a question is known by the line on which the program waits.
    #[serde(serialize_with = "serialize_pattern")]
    pub pattern: SharedRegex,
    /// The lines that may answer it, each tried in a run of its own until one is right: what a program takes for a `no`
    /// cannot be told from its question. Never empty.
    pub answers: Vec<String>,
    /// Further lines for a question that returns after the game, as a menu does, each tried after the same answer as before.
    pub later: Vec<String>,
}

impl KnownQuestion {
    /// The answer by this choice. Where there are not so many, the last one stays. A question `returns` if moves were made since it
    /// was first answered.
    pub fn answer(&self, choice: AnswerChoice, returns: bool) -> &str {
        let later = choice.later.checked_sub(1).filter(|_| returns);
        later
            .and_then(|place| self.later.get(place))
            .or(self.answers.get(choice.first))
            .or(self.answers.last())
            .map_or("", String::as_str)
    }
}

/// Which of their answers the questions of a run get.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AnswerChoice {
    /// The place of the answer, from 0.
    pub first: usize,
    /// The place of the answer to a question that returns, from 1; 0 if it is the same as before.
    pub later: usize,
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
