//! Checkers that are started once for a submission and answer for many of its cases, one line each.
//!
//! Starting an interpreter takes longer than most answers. Such a checker never sees two submissions: it ends with the grade of the
//! submission, so one program cannot manipulate the answers for another. If it dies or gives no answer, it is started again and asked
//! once more, alone.

use std::cell::RefCell;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use super::answer::{self, WRONG};
use super::checker_sandbox::{CheckerFiles, CheckerSandbox, LIMITS};
use super::error::CheckerError;
use super::message::{self, CheckerFeedback, CheckerMessage, to_millionths};
use crate::execute::StdinSource;
use judging::compare::{ComparisonOutcome, ComparisonResult};
use model::{Checker, Exit, Observation};
use sandbox::InputReply;
use serde::Deserialize;

/// The checkers that are kept for one submission.
#[derive(Default)]
pub struct PersistentCheckers {
    running: RefCell<Vec<PersistentChecker>>,
}

/// One that waits for its next question.
struct PersistentChecker {
    checker: Checker,
    /// Hung up to end it.
    questions: Option<Sender<Vec<u8>>>,
    answers: Receiver<Vec<u8>>,
    thread: Option<JoinHandle<Result<Observation, CheckerError>>>,
    /// Writes the files of a question, and says where the checker finds them.
    files: CheckerFiles,
}

/// The reply to a question.
pub(super) enum CheckerReply {
    Answer(ComparisonResult),
    /// It did this instead, and was stopped at a limit or not.
    Failed(String, bool),
}

impl PersistentCheckers {
    /// Asks the running checker, or a new one in the sandbox of `walls`, about these contents of the input, the output and the answer.
    pub(super) fn check_output(
        &self,
        checker: &Checker,
        mut walls: impl FnMut() -> Result<CheckerSandbox, CheckerError>,
        contents: [&[u8]; 3],
    ) -> Result<CheckerReply, CheckerError> {
        const ATTEMPTS: usize = 2;
        let mut last = CheckerReply::Failed(String::new(), false);
        for _ in 0..ATTEMPTS {
            let mut kept = match self.take_idle(checker) {
                Some(kept) => kept,
                None => PersistentChecker::start(checker, walls()?)?,
            };
            match kept.check_output(contents)? {
                CheckerReply::Answer(compared) => {
                    self.running.borrow_mut().push(kept);
                    return Ok(CheckerReply::Answer(compared));
                }
                CheckerReply::Failed(problem, was_stopped) => {
                    last = CheckerReply::Failed(problem, was_stopped);
                    // Each question has all of the time: another attempt would take as long.
                    if was_stopped {
                        break;
                    }
                }
            }
        }
        Ok(last)
    }

    fn take_idle(&self, checker: &Checker) -> Option<PersistentChecker> {
        let mut running = self.running.borrow_mut();
        let place = running.iter().position(|kept| kept.checker == *checker)?;
        Some(running.swap_remove(place))
    }
}

impl PersistentChecker {
    fn start(
        checker: &Checker,
        mut walls: CheckerSandbox,
    ) -> Result<PersistentChecker, CheckerError> {
        let (questions, asked) = mpsc::channel::<Vec<u8>>();
        let (said, answers) = mpsc::channel();
        let files = walls.files();
        let run = move || {
            let mut is_asked = false;
            let mut partner = |printed: &[u8]| {
                // Whoever waits for an answer may have gone.
                if is_asked && said.send(printed.to_vec()).is_err() {
                    return InputReply::Never;
                }
                is_asked = true;
                asked.recv().map_or(InputReply::Never, InputReply::Bytes)
            };
            walls.run(Vec::new(), StdinSource::Questions(&mut partner))
        };
        let thread = thread::Builder::new()
            .spawn(run)
            .map_err(CheckerError::Files)?;
        let questions = Some(questions);
        let thread = Some(thread);
        Ok(PersistentChecker {
            checker: checker.clone(),
            questions,
            answers,
            thread,
            files,
        })
    }

    fn check_output(&mut self, contents: [&[u8]; 3]) -> Result<CheckerReply, CheckerError> {
        let question = serde_json::json!({
            "input": self.files.write_file("input", contents[0])?,
            "output": self.files.write_file("output", contents[1])?,
            "answer": self.files.write_file("expected", contents[2])?,
            "arguments": self.checker.arguments,
        });
        let question = format!("{question}\n").into_bytes();
        let is_asked = self
            .questions
            .as_ref()
            .is_some_and(|it| it.send(question).is_ok());
        let Some(printed) = is_asked.then(|| self.answers.recv().ok()).flatten() else {
            return self.collect_failure();
        };
        let printed = String::from_utf8_lossy(&printed);
        Ok(match parse_answer_line(&printed) {
            Ok(compared) => CheckerReply::Answer(compared),
            Err(trouble) => CheckerReply::Failed(trouble, false),
        })
    }

    /// What one did that ended instead of an answer.
    fn explain_exit(&self, seen: &Observation) -> String {
        let feedback = CheckerFeedback::default();
        let said = CheckerMessage::new(seen, &feedback);
        answer::interpret_exit(said, &self.checker, &LIMITS)
            .err()
            .unwrap_or_default()
    }

    /// What was seen of one that is no more.
    fn collect_failure(&mut self) -> Result<CheckerReply, CheckerError> {
        self.questions = None;
        match self.thread.take().map(JoinHandle::join) {
            Some(Ok(seen)) => {
                let seen = seen?;
                let trouble = self.explain_exit(&seen);
                let was_stopped = matches!(seen.exit, Exit::Stopped(_));
                Ok(CheckerReply::Failed(trouble, was_stopped))
            }
            Some(Err(panic)) => std::panic::resume_unwind(panic),
            None => Ok(CheckerReply::Failed("it has ended".to_owned(), false)),
        }
    }
}

impl Drop for PersistentChecker {
    fn drop(&mut self) {
        self.questions = None;
        if let Some(thread) = self.thread.take() {
            // It is stopped at its next read, or at its limits. Its result does not matter any more.
            let _ = thread.join();
        }
    }
}

/// What an answer says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CheckerAnswerLine {
    verdict: CheckerLineVerdict,
    /// For the student.
    message: Option<String>,
    /// What a wrong answer earns nevertheless, from 0 to 1.
    share: Option<f64>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum CheckerLineVerdict {
    Accepted,
    Wrong,
    Presentation,
}

/// What stands in the one line of an answer; or why it is none.
pub(super) fn parse_answer_line(printed: &str) -> Result<ComparisonResult, String> {
    let mut lines = message::nonempty_lines(printed);
    let (Some(line), None) = (lines.next(), lines.next()) else {
        let count = message::nonempty_lines(printed).count();
        return Err(format!(
            "it printed {count} lines before it read the next question; expected one, and to flush it"
        ));
    };
    let answer: CheckerAnswerLine = serde_json::from_str(line).map_err(|error| {
        let line = message::shorten_line(line);
        format!(
            "it answered {line} ({error}); expected a line such as {{\"verdict\": \"accepted\"}}, or \"wrong\" or \
             \"presentation\" with a \"message\""
        )
    })?;
    let message = answer
        .message
        .as_deref()
        .and_then(|text| message::nonempty_lines(text).next());
    match (answer.verdict, answer.share) {
        (CheckerLineVerdict::Accepted, None) => Ok(answer::accepted_result(message)),
        (CheckerLineVerdict::Wrong, Some(share)) if (0.0..=1.0).contains(&share) => Ok(
            answer::partial_result(to_millionths(share), message.unwrap_or_default()),
        ),
        (CheckerLineVerdict::Wrong, None) => {
            Ok(rejected_with_message(ComparisonOutcome::Different, message))
        }
        (CheckerLineVerdict::Presentation, None) => Ok(rejected_with_message(
            ComparisonOutcome::Presentation,
            message,
        )),
        (_, Some(share)) => Err(format!(
            "it answered with the share {share}; expected one from 0 to 1 with \"wrong\""
        )),
    }
}

fn rejected_with_message(outcome: ComparisonOutcome, message: Option<&str>) -> ComparisonResult {
    answer::rejected_result(outcome, message::shorten_line(message.unwrap_or(WRONG)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_one_line_of_json_and_nothing_else() {
        let share = parse_answer_line(
            "{\"verdict\": \"wrong\", \"share\": 0.25, \"message\": \"one of four\"}\n",
        );
        assert_eq!(share.unwrap().share, Some(250_000));
        assert_eq!(
            parse_answer_line("{\"verdict\":\"accepted\"}\n")
                .unwrap()
                .outcome,
            ComparisonOutcome::Equal
        );
        for wrong in [
            "",
            "accepted",
            "{\"verdict\":\"accepted\"}\n{\"verdict\":\"accepted\"}\n",
            "{\"verdict\":\"Accepted\"}",
            "{\"verdict\":\"accepted\",\"points\":1}",
            "{\"verdict\":\"accepted\",\"share\":0.5}",
            "{\"verdict\":\"wrong\",\"share\":1.5}",
        ] {
            parse_answer_line(wrong).unwrap_err();
        }
    }
}
