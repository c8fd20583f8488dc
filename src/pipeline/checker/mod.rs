//! An instructor's own command that decides whether an output is right.
//!
//! It is called as checkers of programming contests are: with the paths of three files (the input, the program's output,
//! the reference's output), and answers by its exit code and a line for the student ([`answer`]). Whatever else it does
//! is a failure of the checker, and so of ours. It is the instructor's, but it reads what a stranger's program printed,
//! so it stands behind walls of its own: it reads the system's programs, itself and the rubric's folder, and writes
//! temporary files only.

mod answer;

use std::ffi::OsStr;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::compare::{Compared, Outcome};
use crate::execute::{self, CHECKERS_PATH, Input, Program};
use crate::model::{Case, CheckerProtocol, END_OF_INPUT, Exit, Observation, RunLimits, Turn};
use crate::pipeline::Session;
use crate::raw_text;
use crate::runner::InterruptibleRunner;
use sandbox::{self, SandboxError, Tools};

/// What a checker may use for one case.
pub(super) const LIMITS: RunLimits = RunLimits {
    cpu: Duration::from_secs(10),
    after_end: None,
    wall: Duration::from_secs(30),
    memory: 2 << 30,
    stack: sandbox::STACK,
    output: 1 << 20,
};

/// A checker gave no answer.
#[derive(Debug, thiserror::Error)]
pub(super) enum CheckerError {
    /// It did not end with an exit code that means something.
    #[error("the checker `{command}` gave no answer on the case `{case}`: {trouble}")]
    NoAnswer {
        /// Its words.
        command: String,
        /// The case.
        case: String,
        /// What it did instead.
        trouble: String,
        /// Whether it was stopped at a limit.
        stopped: bool,
    },
    /// There is no such program.
    #[error(
        "the checker `{command}` cannot be started; expected a program in {path}, or a path that starts at the rubric's \
         folder",
        path = CHECKERS_PATH.replace(':', ", ")
    )]
    DoesNotStart {
        /// Its words.
        command: String,
        /// What the system said.
        source: io::Error,
    },
    /// Its files could not be written.
    #[error("cannot write the files for a checker")]
    Files(#[source] io::Error),
    /// It could not be run.
    #[error("cannot run the checker")]
    Run(#[from] SandboxError),
}

impl CheckerError {
    /// Whether another attempt would only come to the same, later.
    pub(super) fn will_recur(&self) -> bool {
        matches!(
            self,
            CheckerError::NoAnswer { stopped: true, .. } | CheckerError::DoesNotStart { .. }
        )
    }
}

/// What is needed to ask any checker of one course.
#[derive(Clone, Copy)]
pub(super) struct Checkers<'a> {
    /// Where the paths of commands start.
    pub(super) folder: &'a Path,
    pub(super) session: Session<'a>,
}

impl Checkers<'_> {
    /// Asks the command `words` about one run of `case`.
    pub(super) fn ask(
        &self,
        (words, protocol): (&[String], CheckerProtocol),
        case: &Case,
        expected: &[Turn],
        seen: &Observation,
    ) -> Result<Compared, CheckerError> {
        if !matches!(seen.exit, Exit::Code(_)) {
            let sentence = "The program did not end by itself, so its output was not checked.";
            return Ok(answer::unequal(Outcome::Different, sentence.to_owned()));
        }
        let checked = match protocol {
            CheckerProtocol::Files => self.run(words, &contents(case, seen, expected))?,
            CheckerProtocol::Kattis => self.validate(words, case, expected, seen)?,
        };
        answer::interpret(&checked, protocol, &LIMITS).map_err(|trouble| CheckerError::NoAnswer {
            command: words.join(" "),
            case: case.id.clone(),
            trouble,
            stopped: matches!(checked.exit, Exit::Stopped(_)),
        })
    }

    /// Each question has walls of its own, so no answer depends on an earlier one.
    fn run(
        &self,
        words: &[String],
        contents: &[(&str, Vec<u8>)],
    ) -> Result<Observation, CheckerError> {
        let mut runner = self.session.runner_with(&self.tools(words))?;
        let mut all = words.to_vec();
        for (name, content) in contents {
            all.push(placed(&runner, name, content)?);
        }
        self.execute(words, all, Input::Empty, &mut runner)
    }

    /// Asks an output validator of Kattis. What it writes for the contestant is the student's line.
    fn validate(
        &self,
        words: &[String],
        case: &Case,
        expected: &[Turn],
        seen: &Observation,
    ) -> Result<Observation, CheckerError> {
        let mut runner = self.session.runner_with(&self.tools(words))?;
        let [(_, input), (_, output), (_, reference)] = contents(case, seen, expected);
        let messages = runner.inside("tmp").display().to_string() + "/";
        let mut all = ["sh", "-c", VALIDATE, "sh", &messages].map(str::to_owned).to_vec();
        all.extend_from_slice(words);
        all.push(placed(&runner, "input", &input)?);
        all.push(placed(&runner, "answer", &reference)?);
        all.push(messages);
        self.execute(words, all, Input::Whole(&output), &mut runner)
    }

    fn execute(
        &self,
        words: &[String],
        all: Vec<String>,
        input: Input<'_>,
        runner: &mut InterruptibleRunner,
    ) -> Result<Observation, CheckerError> {
        let program = Program::Checker(all, self.folder.to_owned(), runner.inside("tmp"));
        execute::execute(&program, input, &LIMITS, runner).map_err(|error| match error {
            SandboxError::Step { step, source } if STARTING.contains(&step.as_str()) => {
                CheckerError::DoesNotStart { command: words.join(" "), source }
            }
            error => error.into(),
        })
    }

    /// What the command is read from: the rubric's folder, its executable, and what that is run by.
    fn tools(&self, words: &[String]) -> Tools {
        let path = OsStr::new(CHECKERS_PATH);
        let file = words.first().and_then(|word| sandbox::find(word, path));
        let mut consumers = vec![self.folder.to_owned()];
        if let Some(file) = file.map(|file| self.folder.join(file)) {
            consumers.extend(sandbox::executables(&file, path));
            consumers.push(file);
        }
        Tools { consumers, ..Tools::default() }
    }
}

/// The steps of a start that fail if there is no such program.
const STARTING: [&str; 2] = ["prepare the program", "exec"];

/// Runs a validator, and repeats what it wrote for the contestant: nobody else sees its temporary files.
const VALIDATE: &str = r#"folder=$1; shift; "$@" > /dev/null; code=$?
head -n 1 "${folder}teammessage.txt" 2> /dev/null; exit $code"#;

/// The folder, of those that a runner has, in which a checker finds its files.
const FILES: &str = "source";

/// Writes a file that everybody may read, whatever the user's mask: the checker may run under another account.
fn write(runner: &InterruptibleRunner, name: &str, content: &[u8]) -> io::Result<()> {
    let path: PathBuf = runner.outside(FILES).join(name);
    fs::write(&path, content)?;
    fs::set_permissions(&path, Permissions::from_mode(0o644))
}

/// Writes a file of a question, and says where the checker finds it.
fn placed(
    runner: &InterruptibleRunner,
    name: &str,
    content: &[u8],
) -> Result<String, CheckerError> {
    write(runner, name, content).map_err(CheckerError::Files)?;
    Ok(runner.inside(FILES).join(name).display().to_string())
}

/// The files of one question, in the order of our own arguments.
fn contents(case: &Case, seen: &Observation, expected: &[Turn]) -> [(&'static str, Vec<u8>); 3] {
    let input = match &case.whole_input {
        Some(whole) => whole.bytes.to_vec(),
        None => {
            let inputs = expected.iter().filter_map(|turn| turn.input.as_ref());
            let lines = inputs.filter(|line| *line != END_OF_INPUT);
            lines.map(|line| format!("{line}\n")).collect::<String>().into_bytes()
        }
    };
    let printed: String = expected.iter().map(Turn::printed).collect();
    let printed = raw_text::to_bytes(&printed).into_owned();
    [("input", input), ("output", seen.stdout()), ("expected", printed)]
}
