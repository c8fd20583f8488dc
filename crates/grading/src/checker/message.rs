//! What a command says, where its protocol expects that, and why something is no answer, in words for its instructor; and the files that it
//! leaves in its folder for messages. Their names are those of Kattis.

use std::borrow::Cow;

use super::checker_sandbox::{CheckerSandbox, LIMITS};
use super::error::CheckerError;
use crate::execute::StdinSource;
use model::{Checker, CheckerProtocol, Exit, LimitKind, Observation, RunLimits, USUAL_FULL_SCORE};

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

    pub(super) fn student_line(&self, checker: &Checker) -> Option<&str> {
        let is_talk = checker.is_interactor();
        match checker.protocol {
            CheckerProtocol::Kattis => nonempty_lines(&self.feedback.message).next(),
            CheckerProtocol::Files if is_talk => nonempty_lines(&self.feedback.message).next(),
            // An interactor's standard output is the conversation.
            CheckerProtocol::Testlib if is_talk => None,
            CheckerProtocol::Dmoj if is_talk => nonempty_lines(&self.stderr).next(),
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

/// Messages of systems that refuse what the sandbox forbids.
const REFUSALS: [&str; 5] = [
    "Permission denied",
    "Read-only file system",
    "No such file or directory",
    "Operation not permitted",
    "Function not implemented",
];

/// What was expected, what was seen, and what it said of it: programs say last why they fail.
pub(super) fn describe_failure(
    said: &CheckerMessage<'_>,
    checker: &Checker,
    limits: &RunLimits,
) -> String {
    let CheckerMessage {
        exit,
        stdout,
        stderr,
        feedback,
    } = said;
    let is_talk = checker.is_interactor();
    let last = nonempty_lines(stderr).next_back();
    let last = last.or_else(|| nonempty_lines(&feedback.judge_message).next());
    let last = last.or_else(|| nonempty_lines(stdout).next().filter(|_| !is_talk));
    let last = last
        .map(|line| format!("; it said: {}", shorten_line(line)))
        .unwrap_or_default();
    let walls = if REFUSALS.iter().any(|refusal| stderr.contains(refusal)) {
        "; a checker can read its files, the system's programs and the rubric's folder, and write below TMPDIR"
    } else {
        ""
    };
    let ended = describe_exit(*exit, checker, limits);
    let codes = match checker.protocol {
        CheckerProtocol::Files if is_talk => {
            "exit code 0 (accepted), or 1 (wrong) with the reason in `teammessage.txt`, in the folder that its last argument names"
        }
        CheckerProtocol::Files => {
            "exit code 0 (accepted), 1 (wrong), 2 (presentation), or 3 with a first line that begins with a share such as 0.6"
        }
        CheckerProtocol::Testlib => {
            "exit code 0 (accepted), 1 (wrong), 2 (presentation) or 7 (points from 0 to `full_score`), in testlib's words"
        }
        CheckerProtocol::Kattis => "exit code 42 (accepted) or 43 (wrong)",
        CheckerProtocol::Dmoj if is_talk => "exit code 0 (accepted) or 1 (wrong)",
        CheckerProtocol::Dmoj => {
            "a function `check` that returns `True`, `False` or a `CheckerResult`"
        }
        CheckerProtocol::Lines => "a line of JSON for each question, and to read on",
    };
    let score = match &feedback.score {
        Some(score) if *exit == Exit::Code(42) => {
            format!(
                ", and in `{}` a number from 0 to {} instead of `{}`",
                score.file_name(),
                score.full_score(checker),
                shorten_line(score.text().trim())
            )
        }
        _ => String::new(),
    };
    format!("{ended}; expected {codes}{score}{last}{walls}")
}

fn describe_exit(exit: Exit, checker: &Checker, limits: &RunLimits) -> String {
    match exit {
        Exit::Code(code @ (1 | 2))
            if checker.protocol == CheckerProtocol::Files && !checker.is_interactor() =>
        {
            format!("it ended with exit code {code} and told of a failure on standard error")
        }
        Exit::Code(code) => format!("it ended with exit code {code}"),
        Exit::Signal(signal) => format!("signal {signal} ended it"),
        Exit::Stopped(LimitKind::Cpu) => {
            format!(
                "it was stopped after {} seconds of processor time",
                limits.cpu.as_secs()
            )
        }
        Exit::Stopped(LimitKind::Wall) => {
            format!("it was stopped after {} seconds", limits.wall.as_secs())
        }
        Exit::Stopped(LimitKind::Output) => {
            format!(
                "it was stopped because it printed more than {} KiB",
                limits.output >> 10
            )
        }
        Exit::Stopped(LimitKind::Memory) => {
            format!(
                "it ran out of memory, of which it has {} MiB",
                limits.memory >> 20
            )
        }
        Exit::Stopped(limit @ (LimitKind::FileSize | LimitKind::Reads | LimitKind::AfterEnd)) => {
            format!("it was stopped at its limit ({limit:?})")
        }
        Exit::NotStarted => "the system refuses to start it".to_owned(),
    }
}

/// What was written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct CheckerFeedback {
    /// For the student.
    pub(super) message: String,
    /// For the instructor.
    pub(super) judge_message: String,
    /// The score, as it was written.
    pub(super) score: Option<WrittenScore>,
    /// The input of the next pass; none if there is to be none.
    pub(super) next_pass: Option<Vec<u8>>,
}

/// A number from 0 to 1, in millionths.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "from 0 to 1000000 after it was clamped"
)]
pub(super) fn to_millionths(number: f64) -> u32 {
    (number.clamp(0.0, 1.0) * 1e6).round() as u32
}

/// A score that a command has written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum WrittenScore {
    /// In `score.txt`, or in testlib's words: of the full score that the rubric names.
    Points(String),
    /// In `score_multiplier.txt`: a share.
    Multiplier(String),
}

impl WrittenScore {
    fn text(&self) -> &str {
        match self {
            WrittenScore::Points(text) | WrittenScore::Multiplier(text) => text,
        }
    }

    fn file_name(&self) -> &'static str {
        match self {
            WrittenScore::Points(_) => "score.txt",
            WrittenScore::Multiplier(_) => "score_multiplier.txt",
        }
    }

    fn full_score(&self, checker: &Checker) -> f64 {
        let millionths = match self {
            WrittenScore::Points(_) => checker.full_score,
            WrittenScore::Multiplier(_) => USUAL_FULL_SCORE,
        };
        #[expect(clippy::cast_precision_loss, reason = "far below 2^52")]
        let full_score = millionths as f64 / 1e6;
        full_score
    }

    /// The share in millionths, which is all of it where a score does not count; none if it is no score.
    pub(super) fn to_share(&self, checker: &Checker) -> Option<u32> {
        let full_score = self.full_score(checker);
        let word = self.text().split_whitespace().next()?;
        let score: f64 = word.parse().ok().filter(|score: &f64| score.is_finite())?;
        if full_score == 0.0 {
            return Some(to_millionths(1.0));
        }
        // A full score that is no whole number of millionths is reached all the same.
        let is_score = (0.0..=full_score + 1e-6).contains(&score);
        is_score.then(|| to_millionths(score / full_score))
    }
}

/// The files that are read, and how much of each is.
const FILES: [(&str, usize); 5] = [
    ("teammessage.txt", 64 << 10),
    ("judgemessage.txt", 64 << 10),
    ("score.txt", 1 << 10),
    ("score_multiplier.txt", 1 << 10),
    ("nextpass.in", 16 << 20),
];

/// Says of each file that is there its name, its length, and what it holds: nobody else sees the temporary files of a command.
const LIST_FILES_SCRIPT: &str = r#"cd "$1" && shift
while [ $# -gt 1 ]; do
    if [ -f "$1" ]; then
        printf '%s %s\n' "$1" "$(head -c "$2" "$1" | wc -c)"
        head -c "$2" "$1"
    fi
    shift 2
done"#;

/// Takes away what one pass has left for the next one.
const REMOVE_FILES_SCRIPT: &str = r#"cd "$1" && rm -f nextpass.in score.txt score_multiplier.txt"#;

impl CheckerFeedback {
    /// Reads what was left in this sandbox.
    pub(super) fn read_files(walls: &mut CheckerSandbox) -> Result<CheckerFeedback, CheckerError> {
        let mut words = ["sh", "-c", LIST_FILES_SCRIPT, "sh", &walls.scratch_folder()]
            .map(str::to_owned)
            .to_vec();
        let files = FILES
            .iter()
            .flat_map(|(name, most)| [(*name).to_owned(), most.to_string()]);
        words.extend(files);
        let limits = RunLimits {
            output: 32 << 20,
            ..LIMITS
        };
        let told = walls.execute_command(words, StdinSource::Empty, &limits)?;
        Ok(CheckerFeedback::parse(&told.stdout()))
    }

    /// Removes what the next pass must not find.
    pub(super) fn remove_pass_files(walls: &mut CheckerSandbox) -> Result<(), CheckerError> {
        let words = [
            "sh",
            "-c",
            REMOVE_FILES_SCRIPT,
            "sh",
            &walls.scratch_folder(),
        ]
        .map(str::to_owned)
        .to_vec();
        walls
            .execute_command(words, StdinSource::Empty, &LIMITS)
            .map(drop)
    }

    fn parse(mut told: &[u8]) -> CheckerFeedback {
        let mut feedback = CheckerFeedback::default();
        while let Some((name, content, rest)) = split_first_file(told) {
            match name {
                "teammessage.txt" => feedback.message = lossy_text(content),
                "judgemessage.txt" => feedback.judge_message = lossy_text(content),
                "score.txt" => feedback.score = Some(WrittenScore::Points(lossy_text(content))),
                "score_multiplier.txt" => {
                    feedback.score = Some(WrittenScore::Multiplier(lossy_text(content)));
                }
                "nextpass.in" => feedback.next_pass = Some(content.to_vec()),
                _ => {}
            }
            told = rest;
        }
        feedback
    }
}

fn lossy_text(content: &[u8]) -> String {
    String::from_utf8_lossy(content).into_owned()
}

/// The first file: its name, what it holds, and what follows.
fn split_first_file(told: &[u8]) -> Option<(&str, &[u8], &[u8])> {
    let end = told.iter().position(|byte| *byte == b'\n')?;
    let (name, length) = str::from_utf8(&told[..end]).ok()?.split_once(' ')?;
    let (content, rest) = told[end + 1..].split_at_checked(length.trim().parse().ok()?)?;
    Some((name, content, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_file_has_its_length_before_its_content() {
        let told = b"teammessage.txt 9\nscore 1\n9nextpass.in 0\nscore.txt 4\n0.5\n";
        let feedback = CheckerFeedback::parse(told);
        assert_eq!(feedback.message, "score 1\n9");
        assert_eq!(feedback.next_pass.as_deref(), Some(&b""[..]));
        assert_eq!(
            feedback.score,
            Some(WrittenScore::Points("0.5\n".to_owned()))
        );
        assert_eq!(
            CheckerFeedback::parse(b"score.txt 99\n0"),
            CheckerFeedback::default()
        );
    }

    #[test]
    fn a_score_is_a_part_of_the_full_score_and_a_multiplier_is_a_share() {
        let checker = |full_score: u64| Checker {
            words: Vec::new(),
            arguments: Vec::new(),
            protocol: CheckerProtocol::Kattis,
            role: model::CheckerRole::AfterRun,
            passes: 1,
            full_score,
        };
        let points = |text: &str| WrittenScore::Points(text.to_owned());
        let third = USUAL_FULL_SCORE / 3;
        let table = [
            (points("7.5\n"), 30 * USUAL_FULL_SCORE, Some(250_000)),
            (points("30"), 30 * USUAL_FULL_SCORE, Some(1_000_000)),
            (points("31"), 30 * USUAL_FULL_SCORE, None),
            (points("0.333333333"), third, Some(1_000_000)),
            (points("0.5"), USUAL_FULL_SCORE, Some(500_000)),
            (points("-1"), USUAL_FULL_SCORE, None),
            // Samples: any number.
            (points("12"), 0, Some(1_000_000)),
            (points("half"), 0, None),
            (
                WrittenScore::Multiplier("0.5".to_owned()),
                30 * USUAL_FULL_SCORE,
                Some(500_000),
            ),
        ];
        for (score, full_score, share) in table {
            let found = score.to_share(&checker(full_score));
            assert_eq!(found, share, "{score:?} of {full_score}");
        }
    }
}
