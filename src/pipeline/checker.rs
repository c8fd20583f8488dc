//! An instructor's own command that decides whether an output is right.
//!
//! It is called as checkers of programming contests are: with the paths of three files (the input, the program's output,
//! the reference's output), and answers by its exit code: 0 accepted, 1 wrong, 2 wrong in presentation only. The first
//! line that it prints, on standard output or else on standard error, is shown to the student. Anything else is a
//! failure of the checker, and so of ours. Being the instructor's, it runs without walls, within limits.

use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use crate::compare::{Compared, Outcome};
use crate::execute::{self, Input, Program};
use crate::model::{Case, Difference, Exit, Observation, Piece, RunLimits, Turn};
use crate::sandbox::{Interrupt, Sandbox, SandboxError};

/// What a checker may use for one case.
const LIMITS: RunLimits = RunLimits {
    cpu: Duration::from_secs(10),
    wall: Duration::from_secs(30),
    memory: 1 << 30,
    output: 1 << 20,
};

/// A checker gave no answer.
#[derive(Debug, thiserror::Error)]
pub(super) enum CheckerError {
    /// It did not end with an exit code that means something.
    #[error(
        "the checker `{command}` gave no answer on the case `{case}`: {trouble}; expected exit code 0 (accepted), 1 \
         (wrong) or 2 (presentation){said}"
    )]
    NoAnswer {
        /// Its words.
        command: String,
        /// The case.
        case: String,
        /// How it ended.
        trouble: String,
        /// What it printed, if anything.
        said: String,
    },
    /// Its files could not be written.
    #[error("cannot write the files for a checker")]
    Files(#[source] io::Error),
    /// It could not be run.
    #[error("cannot run the checker")]
    Run(#[from] SandboxError),
}

/// What is needed to ask any checker of one course.
#[derive(Clone, Copy)]
pub(super) struct Checkers<'a> {
    /// Where the paths of commands start.
    pub(super) folder: &'a Path,
    pub(super) sandbox: &'a Sandbox,
    pub(super) interrupt: &'a Interrupt,
}

impl Checkers<'_> {
    /// Asks the command `words` about one run of `case`.
    pub(super) fn ask(
        &self,
        words: &[String],
        case: &Case,
        expected: &[Turn],
        seen: &Observation,
    ) -> Result<Compared, CheckerError> {
        if !matches!(seen.exit, Exit::Code(_)) {
            let sentence = "The program did not end by itself, so its output was not checked.";
            return Ok(answer(Outcome::Different, sentence.to_owned()));
        }
        let files = tempfile::tempdir().map_err(CheckerError::Files)?;
        let mut words = words.to_vec();
        for (name, content) in contents(seen, expected) {
            let path = files.path().join(name);
            fs::write(&path, content).map_err(CheckerError::Files)?;
            words.push(path.display().to_string());
        }
        let program = Program::Command(words.clone(), self.folder.to_owned());
        let mut supervisor = self.sandbox.supervisor_without_walls()?;
        let checked =
            execute::execute(&program, Input::Empty, &LIMITS, &mut supervisor, self.interrupt)?;
        judged(&checked).ok_or_else(|| CheckerError::NoAnswer {
            command: words.first().cloned().unwrap_or_default(),
            case: case.id.clone(),
            trouble: ended(checked.exit),
            said: said(&checked).map(|line| format!("; it said: {line}")).unwrap_or_default(),
        })
    }
}

/// The files of one question, in the order of the arguments.
fn contents(seen: &Observation, expected: &[Turn]) -> [(&'static str, Vec<u8>); 3] {
    let inputs = expected.iter().filter_map(|turn| turn.input.as_ref());
    let input: String = inputs.map(|line| format!("{line}\n")).collect();
    let printed: String =
        expected.iter().flat_map(|turn| &turn.pieces).map(Piece::printed).collect();
    [("input", input.into_bytes()), ("output", seen.stdout()), ("expected", printed.into_bytes())]
}

fn judged(checked: &Observation) -> Option<Compared> {
    let sentence = |usual: &str| said(checked).unwrap_or_else(|| usual.to_owned());
    Some(match checked.exit {
        Exit::Code(0) => Compared {
            outcome: Outcome::Equal,
            difference: None,
            turns: None,
            remarks: said(checked).into_iter().collect(),
        },
        Exit::Code(1) => {
            answer(Outcome::Different, sentence("The output is not what is asked for."))
        }
        Exit::Code(2) => {
            answer(Outcome::Presentation, sentence("The output is right but for its form."))
        }
        _ => return None,
    })
}

fn answer(outcome: Outcome, sentence: String) -> Compared {
    let difference = Some(Difference { sentence, lines: Vec::new(), first: 0 });
    Compared { outcome, difference, turns: None, remarks: Vec::new() }
}

/// The first line that it printed and that says something.
fn said(checked: &Observation) -> Option<String> {
    let texts = [checked.stdout(), checked.stderr.clone()];
    texts.iter().find_map(|text| {
        let text = String::from_utf8_lossy(text);
        let line = text.lines().map(str::trim).find(|line| !line.is_empty());
        line.map(str::to_owned)
    })
}

fn ended(exit: Exit) -> String {
    match exit {
        Exit::Code(code) => format!("it ended with exit code {code}"),
        Exit::Signal(signal) => format!("signal {signal} ended it"),
        Exit::Stopped(limit) => format!("it was stopped at its limit ({limit:?})"),
        Exit::NotStarted => "the system refuses to start it".to_owned(),
    }
}
