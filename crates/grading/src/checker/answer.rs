//! What the exit of a checker means: an exit code, and a line for the student.
//!
//! The exit codes are those of checkers of programming contests: 0 accepted, 1 wrong, 2 wrong in presentation only. But
//! interpreters and tools also exit with 1 and 2 when they fail: a missing script, an exception, an unreadable file. They explain that
//! on standard error and print nothing on standard output. No student may lose points for that, so it is no answer. Checkers made
//! with the library testlib also answer on standard error, in words by which they are recognised.

use super::message::{
    CheckerMessage, WrittenScore, describe_failure, nonempty_lines, shorten_line, to_millionths,
};
use judging::compare::{ComparisonOutcome, ComparisonResult};
use model::{Checker, CheckerProtocol, Exit, RunLimits, TranscriptDifference};

/// The line for the student if the checker prints none.
pub(super) const WRONG: &str = "The output is not what is asked for.";

/// How answers begin that are given on standard error, by exit code.
const TESTLIB: [(i32, &[&str]); 4] = [
    (1, &["wrong answer"]),
    (2, &["wrong output format", "presentation error"]),
    (4, &["wrong output format"]),
    (8, &["unexpected eof"]),
];

/// The beginning of a Python traceback.
const TRACEBACK: &str = "Traceback (most recent call last):";

/// The answer; or, in words, what the command did instead.
pub(super) fn interpret_exit(
    said: CheckerMessage<'_>,
    checker: &Checker,
    limits: &RunLimits,
) -> Result<ComparisonResult, String> {
    let Exit::Code(code) = said.exit else {
        return Err(describe_failure(&said, checker, limits));
    };
    let answer = match checker.protocol {
        CheckerProtocol::Files => interpret_files_exit(code, &said, checker),
        CheckerProtocol::Testlib => interpret_testlib_exit(code, &said, checker),
        CheckerProtocol::Kattis => interpret_kattis_exit(code, &said, checker),
        CheckerProtocol::Dmoj => interpret_dmoj_exit(code, &said, checker),
        // It has ended instead of reading on.
        CheckerProtocol::Lines => None,
    };
    answer.ok_or_else(|| describe_failure(&said, checker, limits))
}

fn interpret_files_exit(
    code: i32,
    said: &CheckerMessage<'_>,
    checker: &Checker,
) -> Option<ComparisonResult> {
    let line = said.student_line(checker);
    let has_failed = nonempty_lines(&said.stderr).any(|line| line == TRACEBACK);
    let is_silent = nonempty_lines(&said.stderr).next().is_none() && !checker.is_interactor();
    let unequal = |outcome, line: Option<&str>, usual: &str| {
        let is_believed = !has_failed && (line.is_some() || is_silent);
        is_believed.then(|| rejected_result(outcome, shorten_line(line.unwrap_or(usual))))
    };
    match code {
        0 => Some(accepted_result(line)),
        1 => unequal(
            ComparisonOutcome::Different,
            line.or_else(|| testlib_verdict_line(1, &said.stderr)),
            WRONG,
        ),
        2 if !checker.is_interactor() => {
            let line = line.or_else(|| testlib_verdict_line(2, &said.stderr));
            unequal(
                ComparisonOutcome::Presentation,
                line,
                "The output is right but for its form.",
            )
        }
        3 if !has_failed => {
            let (share, words) = split_share(line?)?;
            Some(partial_result(share, words))
        }
        _ => None,
    }
}

/// As the library testlib ends: it says on standard error what each code means, so that no other failure is taken for one.
fn interpret_testlib_exit(
    code: i32,
    said: &CheckerMessage<'_>,
    checker: &Checker,
) -> Option<ComparisonResult> {
    let line = said.student_line(checker);
    let told = nonempty_lines(&said.stderr).next().unwrap_or_default();
    match code {
        0 => Some(accepted_result(
            line.or(told.strip_prefix("ok").map(str::trim)),
        )),
        // The program's output ended before all was read.
        1 | 8 => testlib_verdict_line(code, &said.stderr).map(|told| {
            rejected_result(
                ComparisonOutcome::Different,
                shorten_line(line.unwrap_or(told)),
            )
        }),
        2 | 4 => testlib_verdict_line(code, &said.stderr).map(|told| {
            let is_talk = checker.is_interactor();
            let outcome = if is_talk {
                ComparisonOutcome::Different
            } else {
                ComparisonOutcome::Presentation
            };
            rejected_result(outcome, shorten_line(line.unwrap_or(told)))
        }),
        7 => {
            let (share, words) = match told.strip_prefix("partial") {
                // As checkers of COCI have it.
                Some(fraction) => split_fraction(fraction)?,
                None => {
                    let told = told.strip_prefix("points")?.trim();
                    let (_, words) = told.split_once(char::is_whitespace).unwrap_or((told, ""));
                    let score = WrittenScore::Points(told.to_owned());
                    (score.to_share(checker)?, words.trim())
                }
            };
            Some(partial_result(share, line.unwrap_or(words)))
        }
        _ => None,
    }
}

fn interpret_kattis_exit(
    code: i32,
    said: &CheckerMessage<'_>,
    checker: &Checker,
) -> Option<ComparisonResult> {
    let line = said.student_line(checker);
    match (code, &said.feedback.score) {
        (42, None) => Some(accepted_result(line)),
        (42, Some(score)) => Some(partial_result(
            score.to_share(checker)?,
            line.unwrap_or_default(),
        )),
        // No interpreter or tool ends with this when it fails.
        (43, _) => Some(rejected_result(
            ComparisonOutcome::Different,
            shorten_line(line.unwrap_or(WRONG)),
        )),
        _ => None,
    }
}

/// As our own Python asks a checker of DMOJ: one line has the share and the words for the student. An interactor of DMOJ ends with
/// 0 or 1, and says why on standard error.
fn interpret_dmoj_exit(
    code: i32,
    said: &CheckerMessage<'_>,
    checker: &Checker,
) -> Option<ComparisonResult> {
    if checker.is_interactor() {
        let line = said.student_line(checker);
        return match code {
            0 => Some(accepted_result(line)),
            1 => Some(rejected_result(
                ComparisonOutcome::Different,
                shorten_line(line.unwrap_or(WRONG)),
            )),
            _ => None,
        };
    }
    let line = said.student_line(checker)?;
    let words = line.split_once(' ').map_or("", |(_, words)| words.trim());
    match code {
        42 => Some(accepted_result(Some(words))),
        43 => {
            let words = if words.is_empty() { WRONG } else { words };
            Some(rejected_result(
                ComparisonOutcome::Different,
                shorten_line(words),
            ))
        }
        44 => split_share(line).map(|(share, words)| partial_result(share, words)),
        _ => None,
    }
}

pub(super) fn accepted_result(line: Option<&str>) -> ComparisonResult {
    let said = line.filter(|line| !line.is_empty());
    ComparisonResult {
        remarks: said.map(shorten_line).into_iter().collect(),
        ..ComparisonResult::new(ComparisonOutcome::Equal)
    }
}

/// A number from 0 to 1 with which a line begins, in millionths, and the words after it.
fn split_share(line: &str) -> Option<(u32, &str)> {
    let line = line.trim();
    let (number, words) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let number: f64 = number
        .parse()
        .ok()
        .filter(|number| (0.0..=1.0).contains(number))?;
    Some((to_millionths(number), words.trim()))
}

/// The same of a fraction: `3/5 two are missing`.
fn split_fraction(line: &str) -> Option<(u32, &str)> {
    let (fraction, words) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
    let (part, whole) = fraction.split_once('/')?;
    let part: u32 = part.parse().ok()?;
    let whole: u32 = whole.parse().ok()?;
    let is_fraction = whole > 0 && part <= whole;
    is_fraction.then(|| (to_millionths(f64::from(part) / f64::from(whole)), words))
}

/// What is right in part, in millionths. What is all of it or nothing to three decimals is right or wrong.
pub(super) fn partial_result(share: u32, words: &str) -> ComparisonResult {
    let thousandths = (share + 500) / 1000;
    if thousandths == 1000 {
        return accepted_result(Some(words));
    }
    let percent = f64::from(thousandths) / 10.0;
    let words = if words.is_empty() { WRONG } else { words };
    let sentence = match thousandths {
        0 => shorten_line(words),
        _ => format!(
            "Partly right, {percent} % of the case: {}",
            shorten_line(words)
        ),
    };
    ComparisonResult {
        share: (thousandths > 0).then_some(share),
        ..rejected_result(ComparisonOutcome::Different, sentence)
    }
}

/// An output that is not accepted, with a sentence for the student.
pub(super) fn rejected_result(outcome: ComparisonOutcome, sentence: String) -> ComparisonResult {
    let difference = Some(TranscriptDifference::from_sentence(sentence));
    ComparisonResult {
        difference,
        ..ComparisonResult::new(outcome)
    }
}

fn testlib_verdict_line(code: i32, stderr: &str) -> Option<&str> {
    let (_, beginnings) = TESTLIB.iter().find(|(known, _)| *known == code)?;
    let first = nonempty_lines(stderr).next()?;
    beginnings
        .iter()
        .any(|beginning| first.starts_with(beginning))
        .then_some(first)
}

#[cfg(test)]
mod tests {
    use super::super::checker_sandbox::LIMITS;
    use super::super::message::CheckerFeedback;
    use super::*;
    use model::{CheckerRole, USUAL_FULL_SCORE};

    #[test]
    fn points_in_the_words_of_testlib_are_a_part_of_the_full_score() {
        let table = [
            ("points 0.6 nearly", USUAL_FULL_SCORE, Some(Some(600_000))),
            ("points 1", 10 * USUAL_FULL_SCORE, Some(Some(100_000))),
            ("points 4\n", 10 * USUAL_FULL_SCORE, Some(Some(400_000))),
            ("points 10", 10 * USUAL_FULL_SCORE, Some(None)),
            ("points 4", USUAL_FULL_SCORE, None),
            ("partial 3/5", 10 * USUAL_FULL_SCORE, Some(Some(600_000))),
        ];
        for (stderr, full_score, share) in table {
            let checker = Checker {
                words: Vec::new(),
                arguments: Vec::new(),
                protocol: CheckerProtocol::Testlib,
                role: CheckerRole::Interactor,
                passes: 1,
                full_score,
            };
            let said = CheckerMessage {
                exit: Exit::Code(7),
                stdout: "".into(),
                stderr: stderr.into(),
                feedback: &CheckerFeedback::default(),
            };
            let found = interpret_exit(said, &checker, &LIMITS);
            let found = found.ok().map(|it| it.share);
            assert_eq!(found, share, "{stderr} of {full_score}");
        }
    }
}
