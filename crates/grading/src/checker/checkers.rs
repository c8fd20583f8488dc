//! How a checker is called.

use std::ffi::OsStr;
use std::path::Path;

use super::answer;
use super::checker_sandbox::{CheckerSandbox, LIMITS, no_answer};
use super::error::CheckerError;
use super::known_answers::KnownAnswers;
use super::message::{CheckerFeedback, CheckerMessage};
use super::persistent::{CheckerReply, PersistentCheckers};
use crate::Session;
use crate::execute::{CHECKERS_PATH, StdinSource};
use crate::prepared_case::{CaseKind, PreparedCase};
use judging::compare::{ComparisonOutcome, ComparisonResult};
use model::{
    Checker, CheckerProtocol, CheckerRole, END_OF_INPUT, Exit, GameTurn, Observation, RunLimits,
    USUAL_FULL_SCORE,
};
use sandbox::ToolPaths;
use support::raw_text;

/// Asks the function of a checker of DMOJ.
const DMOJ: &str = include_str!("dmoj.py");

/// What is needed to ask any checker of one course.
#[derive(Clone, Copy)]
pub struct CheckerRunner<'a> {
    /// Where the paths of commands start.
    pub(crate) folder: &'a Path,
    pub(crate) session: Session<'a>,
    /// Those that are kept for the submission at hand.
    pub(crate) persistent: &'a PersistentCheckers,
    pub(crate) known: &'a KnownAnswers,
}

impl CheckerRunner<'_> {
    /// A new sandbox for `checker`.
    pub(super) fn start_sandbox(&self, checker: &Checker) -> Result<CheckerSandbox, CheckerError> {
        let runner = self
            .session
            .start_tool_runner(&self.checker_tools(&checker.words))?;
        Ok(CheckerSandbox::new(checker, self.folder, runner))
    }

    /// Runs a command of the course that judges nothing, and returns what it did.
    pub(crate) fn run_command(
        &self,
        words: &[String],
        input: &[u8],
    ) -> Result<Observation, CheckerError> {
        /// The largest input of a case.
        const LARGEST_OUTPUT: u64 = 64 << 20;
        let checker = Checker {
            words: words.to_vec(),
            arguments: Vec::new(),
            protocol: CheckerProtocol::Files,
            role: CheckerRole::AfterRun,
            passes: 1,
            full_score: USUAL_FULL_SCORE,
        };
        let limits = RunLimits {
            output: LARGEST_OUTPUT,
            ..LIMITS
        };
        let mut walls = self.start_sandbox(&checker)?;
        walls.execute_command(words.to_vec(), StdinSource::File(input), &limits)
    }

    /// What the command is read from: the rubric's folder, its executable, and what that is run by.
    fn checker_tools(&self, words: &[String]) -> ToolPaths {
        let path = OsStr::new(CHECKERS_PATH);
        let file = words
            .first()
            .and_then(|word| sandbox::find_executable(word, path));
        let mut consumers = vec![self.folder.to_owned()];
        if let Some(file) = file.map(|file| self.folder.join(file)) {
            consumers.extend(sandbox::list_executed_files(&file, path));
            consumers.push(file);
        }
        ToolPaths {
            consumers,
            ..ToolPaths::default()
        }
    }

    /// Asks `checker` about one run of `case`.
    pub(crate) fn run_checker(
        &self,
        checker: &Checker,
        case: &PreparedCase,
        expected: &[GameTurn],
        seen: &Observation,
    ) -> Result<ComparisonResult, CheckerError> {
        if !matches!(seen.exit, Exit::Code(_)) {
            let sentence = "The program did not end by itself, so its output was not checked.";
            return Ok(answer::rejected_result(
                ComparisonOutcome::Different,
                sentence.to_owned(),
            ));
        }
        let contents = checker_file_contents(case, seen, expected);
        let contents = contents.each_ref().map(Vec::as_slice);
        self.known.find_or_check(checker, contents, || {
            self.check_contents(checker, case, contents)
        })
    }

    /// Asks `checker` about these contents of the input, the output and the answer.
    fn check_contents(
        &self,
        checker: &Checker,
        case: &PreparedCase,
        contents: [&[u8]; 3],
    ) -> Result<ComparisonResult, CheckerError> {
        let [input, output, reference] = contents;
        if checker.protocol == CheckerProtocol::Lines {
            let walls = || self.start_sandbox(checker);
            return match self.persistent.check_output(checker, walls, contents)? {
                CheckerReply::Answer(compared) => Ok(compared),
                CheckerReply::Failed(problem, was_stopped) => {
                    Err(no_answer(checker, &case.spec, was_stopped, problem))
                }
            };
        }
        let mut walls = self.start_sandbox(checker)?;
        let (checked, feedback) = match checker.protocol {
            CheckerProtocol::Files | CheckerProtocol::Testlib | CheckerProtocol::Lines => {
                let files = vec![
                    walls.write_file("input", input)?,
                    walls.write_file("output", output)?,
                    walls.write_file("expected", reference)?,
                ];
                (
                    walls.run(files, StdinSource::Empty)?,
                    CheckerFeedback::default(),
                )
            }
            CheckerProtocol::Dmoj => {
                let mut words = ["python3", "-c", DMOJ].map(str::to_owned).to_vec();
                words.extend_from_slice(&checker.words);
                for (name, content) in [
                    ("input", input),
                    ("output", output),
                    ("expected", reference),
                ] {
                    words.push(walls.write_file(name, content)?);
                }
                words.extend_from_slice(&checker.arguments);
                (
                    walls.execute_command(words, StdinSource::Empty, &LIMITS)?,
                    CheckerFeedback::default(),
                )
            }
            CheckerProtocol::Kattis => {
                let mut files = vec![
                    walls.write_file("input", input)?,
                    walls.write_file("answer", reference)?,
                ];
                files.push(walls.scratch_folder());
                let checked = walls.run(files, StdinSource::File(output))?;
                (checked, CheckerFeedback::read_files(&mut walls)?)
            }
        };
        answer::interpret_exit(CheckerMessage::new(&checked, &feedback), checker, &LIMITS).map_err(
            |trouble| {
                no_answer(
                    checker,
                    &case.spec,
                    matches!(checked.exit, Exit::Stopped(_)),
                    trouble,
                )
            },
        )
    }
}

/// The input, the program's output and the reference's.
fn checker_file_contents(
    case: &PreparedCase,
    seen: &Observation,
    expected: &[GameTurn],
) -> [Vec<u8>; 3] {
    let input = match &case.kind {
        CaseKind::WholeInput(input) => input.bytes.to_vec(),
        CaseKind::Interactive(interaction) => interaction.input.to_vec(),
        CaseKind::Script | CaseKind::Repeated | CaseKind::Calls(..) | CaseKind::UnitTests(..) => {
            let inputs = expected.iter().filter_map(|turn| turn.input.as_ref());
            let lines = inputs.filter(|line| *line != END_OF_INPUT);
            lines
                .map(|line| format!("{line}\n"))
                .collect::<String>()
                .into_bytes()
        }
    };
    let printed: String = expected.iter().map(GameTurn::printed_text).collect();
    let printed = raw_text::to_bytes(&printed).into_owned();
    [input, seen.stdout(), printed]
}
