//! A grade as tests that pass or fail: the build, each case, and each criterion that looks at something of its own.

use super::super::failed_case::FailedCase;
use super::super::first_error::FirstError;
use super::super::{counted, explain, visible};
use crate::excerpt;
use crate::model::{
    BuildVerdict, CaseReport, CriterionKind, CriterionReport, CriterionState, Grade, Points,
    Verdict,
};

/// How many characters of a message are kept, and how many bytes of what explains it.
const LONGEST_MESSAGE: usize = 300;
const LONGEST_EXPLANATION: usize = 1500;
const LONGEST_TEXT: usize = 8 << 10;

/// One test of a submission.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct TestResult {
    /// Its name, which no other test of the submission has.
    pub(super) name: String,
    /// What it is about, in a sentence; empty if the name says it.
    pub(super) description: String,
    /// How it ended.
    pub(super) outcome: Outcome,
    /// The verdict by its name in the contract.
    pub(super) verdict: &'static str,
    /// Why it did not pass, in a line; empty if it did.
    pub(super) message: String,
    /// The same line, and after it what a student needs to know: the cause if one is known, and the inputs. Of an attribute's length.
    pub(super) explanation: String,
    /// More about that, in Markdown; may be empty.
    pub(super) text: String,
    /// The points that it earned.
    pub(super) points: Points,
    /// The points that it could earn.
    pub(super) max_points: Points,
    /// The processor time that it took, in seconds.
    pub(super) seconds: f64,
}

/// How a test ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It is right.
    Passed,
    /// The program did something else than what was asked.
    Failed,
    /// The program could not be built, crashed or had to be stopped; or the grader failed.
    Errored,
    /// Nobody knows: there was no program to run, or a person has to look.
    Skipped,
}

/// The tests of a submission: the build first, then the cases, then criteria.
pub(super) fn test_results(grade: &Grade) -> Vec<TestResult> {
    let mut all = vec![build(grade)];
    all.extend(grade.cases.iter().map(|case| of_case(grade, case)));
    all.extend(grade.criteria.iter().filter(|one| is_of_its_own(one)).map(criterion));
    all
}

fn build(grade: &Grade) -> TestResult {
    let verdict = grade.build.verdict;
    let outcome = if verdict == BuildVerdict::Ok { Outcome::Passed } else { Outcome::Errored };
    let error = FirstError::find(&grade.build.diagnostics).map(|error| error.brief());
    let reason = error.or_else(|| grade.build.reason.clone()).unwrap_or_default();
    let line = if outcome == Outcome::Passed { String::new() } else { message(&reason) };
    let said: Vec<String> = match outcome {
        Outcome::Passed => Vec::new(),
        _ => grade.build.diagnostics.lines().map(visible::one_line).collect(),
    };
    TestResult {
        name: "build".to_owned(),
        description: "The program compiles".to_owned(),
        outcome,
        verdict: verdict.name(),
        explanation: explanation(&line, &said.join(" ")),
        message: line,
        text: bounded(said.join("\n")),
        points: Points::ZERO,
        max_points: Points::ZERO,
        seconds: 0.0,
    }
}

fn of_case(grade: &Grade, case: &CaseReport) -> TestResult {
    let CaseReport { judgement, observation, points, max_points, .. } = case;
    let outcome = match &judgement.verdict {
        Verdict::NotRun(_) => Outcome::Skipped,
        _ if counted::is_right(grade, case) => Outcome::Passed,
        Verdict::Accepted | Verdict::WrongAnswer | Verdict::PresentationError => Outcome::Failed,
        _ => Outcome::Errored,
    };
    let (mut said, mut text) = (String::new(), String::new());
    if outcome != Outcome::Passed {
        let label = explain::label(&judgement.verdict);
        let reason = explain::reason(judgement).unwrap_or_default();
        said = message(&format!("{label}: {reason}"));
    }
    if matches!(outcome, Outcome::Failed | Outcome::Errored) {
        text = FailedCase::new(case, judgement, None).blocks(grade, &[]).join("\n\n");
    }
    let told = explained(case, &text);
    TestResult {
        name: case.case.id.clone(),
        description: visible::one_line(&case.case.description),
        outcome,
        verdict: judgement.verdict.name(),
        explanation: explanation(&said, &told),
        message: said,
        text: bounded(text),
        points: *points,
        max_points: *max_points,
        seconds: observation.as_ref().map_or(0.0, |seen| seen.usage.cpu.as_secs_f64()),
    }
}

/// Whether a criterion says something that no case says: a rule about the program's text, a stricter look, a person's judgement.
fn is_of_its_own(criterion: &CriterionReport) -> bool {
    criterion.kind != CriterionKind::Remark && criterion.looks_at.is_empty()
}

fn criterion(criterion: &CriterionReport) -> TestResult {
    let outcome = match criterion.state {
        CriterionState::Ungraded => Outcome::Errored,
        CriterionState::AwaitsInstructor | CriterionState::Skipped => Outcome::Skipped,
        CriterionState::Decided if criterion.points < criterion.max_points => Outcome::Failed,
        CriterionState::Decided => Outcome::Passed,
    };
    let verdict = match criterion.state {
        CriterionState::Ungraded => "ungraded",
        CriterionState::AwaitsInstructor => "awaits-instructor",
        CriterionState::Skipped => "skipped",
        CriterionState::Decided => "decided",
    };
    let reason = criterion.reason.as_deref().unwrap_or_default();
    TestResult {
        name: format!("criterion {}", criterion.id),
        description: visible::one_line(&criterion.title),
        outcome,
        verdict,
        explanation: if outcome == Outcome::Passed { String::new() } else { message(reason) },
        message: if outcome == Outcome::Passed { String::new() } else { message(reason) },
        text: String::new(),
        points: criterion.points,
        max_points: criterion.max_points,
        seconds: 0.0,
    }
}

/// One line, of a length that fits into an attribute.
fn message(text: &str) -> String {
    excerpt::around(&visible::one_line(text), 0, LONGEST_MESSAGE)
}

/// What is explained of a case that failed: hints and inputs; nothing where `text` has nothing, as for a case that was not run.
fn explained(case: &CaseReport, text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let mut parts: Vec<String> =
        case.judgement.hints.iter().map(|hint| hint.sentence.clone()).collect();
    if !case.input.is_empty() && case.case.long_input.is_none() {
        parts.push(format!("Input: {}.", case.input.join(" ")));
    }
    parts.join(" ")
}

/// A reason and what explains it, in one line.
fn explanation(reason: &str, more: &str) -> String {
    let line = visible::one_line(&format!("{reason} {more}"));
    excerpt::around(line.trim(), 0, LONGEST_EXPLANATION)
}

fn bounded(mut text: String) -> String {
    if text.len() > LONGEST_TEXT {
        let mut end = LONGEST_TEXT;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text.truncate(end);
        text.push_str("\n…");
    }
    text
}
