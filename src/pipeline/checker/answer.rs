//! What a checker's end means: an exit code, and a line for the student.
//!
//! The exit codes are those of checkers of programming contests: 0 accepted, 1 wrong, 2 wrong in presentation only. But
//! 1 and 2 are also what interpreters and tools end with when they fail: a script that is not there, an exception, a
//! file that may not be read. These say why on standard error and nothing on standard output. No student shall pay for
//! that, so it is no answer. Checkers made with the library testlib answer on standard error, too, in words of their own,
//! by which they are told apart.

use crate::compare::{Compared, Outcome};
use crate::model::{CheckerProtocol, Difference, Exit, Limit, Observation, RunLimits};

/// What a student is told where a checker says no more.
const WRONG: &str = "The output is not what is asked for.";

/// The most characters of its line that are kept.
const LONGEST: usize = 300;

/// How answers begin that are given on standard error, by exit code.
const TESTLIB: [(i32, &[&str]); 2] =
    [(1, &["wrong answer"]), (2, &["wrong output format", "presentation error"])];

/// With this, Python begins to tell of its own failure.
const TRACEBACK: &str = "Traceback (most recent call last):";

/// Words by which systems refuse what the walls forbid.
const REFUSALS: [&str; 5] = [
    "Permission denied",
    "Read-only file system",
    "No such file or directory",
    "Operation not permitted",
    "Function not implemented",
];

/// The answer; or, in words, what the checker did instead.
pub(super) fn interpret(
    checked: &Observation,
    protocol: CheckerProtocol,
    limits: &RunLimits,
) -> Result<Compared, String> {
    let (stdout, stderr) = (checked.stdout(), &checked.stderr);
    let (stdout, stderr) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(stderr));
    let said = lines(&stdout).next();
    let answer = |code, outcome, usual: &str| {
        let line = said.or_else(|| by_testlib(code, &stderr));
        let has_failed = (line.is_none() && lines(&stderr).next().is_some())
            || lines(&stderr).any(|line| line == TRACEBACK);
        (!has_failed).then(|| unequal(outcome, shortened(line.unwrap_or(usual))))
    };
    let accepted = || Compared {
        remarks: said.map(shortened).into_iter().collect(),
        ..Compared::new(Outcome::Equal)
    };
    let answer = match (protocol, checked.exit) {
        (CheckerProtocol::Files, Exit::Code(0)) | (CheckerProtocol::Kattis, Exit::Code(42)) => {
            Some(accepted())
        }
        (CheckerProtocol::Files, Exit::Code(1)) => answer(1, Outcome::Different, WRONG),
        (CheckerProtocol::Files, Exit::Code(2)) => {
            answer(2, Outcome::Presentation, "The output is right but for its form.")
        }
        // No interpreter or tool ends with this when it fails.
        (CheckerProtocol::Kattis, Exit::Code(43)) => {
            Some(unequal(Outcome::Different, shortened(said.unwrap_or(WRONG))))
        }
        _ => None,
    };
    answer.ok_or_else(|| trouble(checked.exit, protocol, limits, &stdout, &stderr))
}

/// An output that is not accepted, with a sentence for the student.
pub(super) fn unequal(outcome: Outcome, sentence: String) -> Compared {
    let difference = Some(Difference::in_words(sentence));
    Compared { difference, ..Compared::new(outcome) }
}

/// The lines that say something.
fn lines(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty())
}

fn shortened(line: &str) -> String {
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

fn by_testlib(code: i32, stderr: &str) -> Option<&str> {
    let (_, beginnings) = TESTLIB.iter().find(|(known, _)| *known == code)?;
    let first = lines(stderr).next()?;
    beginnings.iter().any(|beginning| first.starts_with(beginning)).then_some(first)
}

/// What was expected, what was seen, and what it said of it: programs say last why they fail.
fn trouble(
    exit: Exit,
    protocol: CheckerProtocol,
    limits: &RunLimits,
    stdout: &str,
    stderr: &str,
) -> String {
    let said = lines(stderr).next_back().or_else(|| lines(stdout).next());
    let said = said.map(|line| format!("; it said: {}", shortened(line))).unwrap_or_default();
    let walls = if REFUSALS.iter().any(|refusal| stderr.contains(refusal)) {
        "; a checker can read its files, the system's programs and the rubric's folder, and write below TMPDIR"
    } else {
        ""
    };
    let ended = ended(exit, protocol, limits);
    let codes = match protocol {
        CheckerProtocol::Files => "0 (accepted), 1 (wrong) or 2 (presentation)",
        CheckerProtocol::Kattis => "42 (accepted) or 43 (wrong)",
    };
    format!("{ended}; expected exit code {codes}{said}{walls}")
}

fn ended(exit: Exit, protocol: CheckerProtocol, limits: &RunLimits) -> String {
    match exit {
        Exit::Code(code @ (1 | 2)) if protocol == CheckerProtocol::Files => {
            format!("it ended with exit code {code} and told of a failure on standard error")
        }
        Exit::Code(code) => format!("it ended with exit code {code}"),
        Exit::Signal(signal) => format!("signal {signal} ended it"),
        Exit::Stopped(Limit::Cpu) => {
            format!("it was stopped after {} seconds of processor time", limits.cpu.as_secs())
        }
        Exit::Stopped(Limit::Wall) => {
            format!("it was stopped after {} seconds", limits.wall.as_secs())
        }
        Exit::Stopped(Limit::Output) => {
            format!("it was stopped because it printed more than {} KiB", limits.output >> 10)
        }
        Exit::Stopped(Limit::Memory) => {
            format!("it ran out of memory, of which it has {} MiB", limits.memory >> 20)
        }
        Exit::Stopped(limit @ (Limit::FileSize | Limit::Reads | Limit::AfterEnd)) => {
            format!("it was stopped at its limit ({limit:?})")
        }
        Exit::NotStarted => "the system refuses to start it".to_owned(),
    }
}
