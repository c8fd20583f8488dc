//! What a command has said, and where its protocol has it say so.

use std::borrow::Cow;

use super::feedback::CheckerFeedback;
use model::{Checker, CheckerProtocol, Exit, Observation};

/// The most characters of its line that are kept.
const LONGEST: usize = 300;

/// What a command has said, wherever its protocol has it say so.
pub(super) struct CheckerMessage<'a> {
    pub(super) exit: Exit,
    pub(super) stdout: Cow<'a, str>,
    pub(super) stderr: Cow<'a, str>,
    pub(super) feedback: &'a CheckerFeedback,
}

impl<'a> CheckerMessage<'a> {
    /// Of one run, with what it has written.
    pub(super) fn new(
        checked: &'a Observation,
        feedback: &'a CheckerFeedback,
    ) -> CheckerMessage<'a> {
        let stdout = String::from_utf8_lossy(&checked.stdout())
            .into_owned()
            .into();
        let stderr = String::from_utf8_lossy(&checked.stderr);
        CheckerMessage {
            exit: checked.exit,
            stdout,
            stderr,
            feedback,
        }
    }

    /// The line for the student.
    pub(super) fn student_line(&self, checker: &Checker) -> Option<&str> {
        let is_talk = checker.is_interactor();
        match checker.protocol {
            CheckerProtocol::Kattis => nonempty_lines(&self.feedback.message).next(),
            CheckerProtocol::Files if is_talk => nonempty_lines(&self.feedback.message).next(),
            // An interactor's standard output is the conversation.
            CheckerProtocol::Testlib if is_talk => None,
            CheckerProtocol::Files
            | CheckerProtocol::Testlib
            | CheckerProtocol::Dmoj
            | CheckerProtocol::Lines => nonempty_lines(&self.stdout).next(),
        }
    }
}

/// The lines that say something.
pub(super) fn nonempty_lines(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty())
}

pub(super) fn shorten_line(line: &str) -> String {
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}
