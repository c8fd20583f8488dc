//! A grade as tests that pass or fail: the build, each case, and each criterion that looks at something of its own.

use super::super::failed_case::FailedCase;
use super::super::first_error::FirstError;
use super::super::{counted, explain, inputs, visible};
use document::Block;
use model::{
    BuildVerdict, CaseReport, CaseVisibility, CriterionKind, CriterionReport, CriterionState,
    Grade, Points, Verdict,
};
use support::excerpt;

/// How many characters of a message are kept, and how many bytes of what explains it.
const LONGEST_MESSAGE: usize = 600;
const LONGEST_TEXT: usize = 8 << 10;

/// One test of a submission.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct TestResult {
    /// Its name, which no other test of the submission has.
    pub(super) name: String,
    /// What it is about, in a sentence; empty if the name says it.
    pub(super) description: String,
    /// How it ended.
    pub(super) outcome: TestOutcome,
    /// The verdict by its name in the contract.
    pub(super) verdict: &'static str,
    /// Why it did not pass, in a line; empty if it did.
    pub(super) message: String,
    /// More about that; may be empty.
    pub(super) details: Vec<Block>,
    /// The points that it earned.
    pub(super) points: Points,
    /// The points that it could earn.
    pub(super) max_points: Points,
    /// The processor time that it took, in seconds.
    pub(super) seconds: f64,
}

/// How a test ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TestOutcome {
    /// It is right.
    Passed,
    /// The program did something else than what was asked.
    Failed,
    /// The program could not be built, crashed or had to be stopped; or the grader failed.
    Errored,
    /// Nobody knows: there was no program to run, or a person has to look.
    Skipped,
}

impl TestResult {
    /// The details as plain text, as much as fits.
    pub(super) fn plain_details(&self) -> String {
        limit_text(document::blocks_to_plain(&self.details))
    }

    /// The details as Markdown, as much as fits.
    pub(super) fn markdown_details(&self) -> String {
        limit_text(document::blocks_to_markdown(&self.details))
    }
}

/// The tests of a submission: the build first, then the cases, then criteria.
pub(super) fn test_results(grade: &Grade) -> Vec<TestResult> {
    let mut all = vec![build_result(grade)];
    all.extend(grade.cases.iter().map(|case| case_result(grade, case)));
    all.extend(
        grade
            .criteria
            .iter()
            .filter(|one| is_independent(one))
            .map(criterion_result),
    );
    all
}

fn build_result(grade: &Grade) -> TestResult {
    let verdict = grade.build.verdict;
    let outcome = if verdict == BuildVerdict::Ok {
        TestOutcome::Passed
    } else {
        TestOutcome::Errored
    };
    let error = FirstError::parse(&grade.build.diagnostics).map(|error| error.short_text());
    let reason = error
        .or_else(|| grade.build.reason.clone())
        .unwrap_or_default();
    let mut details = Vec::new();
    if outcome != TestOutcome::Passed && !grade.build.diagnostics.trim().is_empty() {
        let diagnostics = visible::escape_lines(&grade.build.diagnostics);
        details.push(Block::code("text", diagnostics));
    }
    TestResult {
        name: "build".to_owned(),
        description: "The program compiles".to_owned(),
        outcome,
        verdict: verdict.name(),
        message: if outcome == TestOutcome::Passed {
            String::new()
        } else {
            format_message(&reason)
        },
        details,
        points: Points::ZERO,
        max_points: Points::ZERO,
        seconds: 0.0,
    }
}

fn case_result(grade: &Grade, case: &CaseReport) -> TestResult {
    let CaseReport {
        judgement,
        observation,
        points,
        max_points,
        ..
    } = case;
    let outcome = match &judgement.verdict {
        Verdict::NotRun(_) => TestOutcome::Skipped,
        _ if counted::is_right(grade, case) => TestOutcome::Passed,
        Verdict::Accepted | Verdict::WrongAnswer | Verdict::PresentationError => {
            TestOutcome::Failed
        }
        _ => TestOutcome::Errored,
    };
    let mut said = String::new();
    let mut details = Vec::new();
    if outcome != TestOutcome::Passed {
        let label = explain::verdict_label(&judgement.verdict);
        let reason = explain::judgement_reason(judgement).unwrap_or_default();
        said = format_message(&explain_failure(&format!("{label}: {reason}"), case));
    }
    if matches!(outcome, TestOutcome::Failed | TestOutcome::Errored) {
        details = FailedCase::new(case, judgement, None).render_blocks(grade, &[]);
    }
    TestResult {
        name: case.case.id.clone(),
        description: visible::one_line(&case.case.description),
        outcome,
        verdict: judgement.verdict.name(),
        message: said,
        details,
        points: *points,
        max_points: *max_points,
        seconds: observation
            .as_ref()
            .map_or(0.0, |seen| seen.usage.cpu.as_secs_f64()),
    }
}

/// Whether a criterion says something that no case says: a rule about the program's text, a stricter look, a person's judgement.
fn is_independent(criterion: &CriterionReport) -> bool {
    criterion.kind != CriterionKind::Remark && criterion.looks_at.is_empty()
}

fn criterion_result(criterion: &CriterionReport) -> TestResult {
    let outcome = match criterion.state {
        CriterionState::Ungraded => TestOutcome::Errored,
        CriterionState::AwaitsInstructor | CriterionState::Skipped => TestOutcome::Skipped,
        CriterionState::Decided if criterion.points < criterion.max_points => TestOutcome::Failed,
        CriterionState::Decided => TestOutcome::Passed,
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
        message: if outcome == TestOutcome::Passed {
            String::new()
        } else {
            format_message(reason)
        },
        details: Vec::new(),
        points: criterion.points,
        max_points: criterion.max_points,
        seconds: 0.0,
    }
}

/// Why a case failed, with the probable cause and the input. Some readers (Artemis) show this line and nothing else.
fn explain_failure(reason: &str, case: &CaseReport) -> String {
    let mut all = reason.trim_end().trim_end_matches(':').to_owned();
    if let Some(hint) = case.judgement.hints.first() {
        all = format!("{all} Probable cause: {}", hint.sentence);
    }
    if !case.input.is_empty() && case.case.visibility == CaseVisibility::Full {
        all = format!(
            "{all} Input: {}",
            document::prose_to_plain(&inputs::render_list(&case.input))
        );
    }
    all
}

/// One line, of a length that fits into an attribute.
fn format_message(text: &str) -> String {
    excerpt::excerpt_around(&visible::one_line(text), 0, LONGEST_MESSAGE)
}

fn limit_text(mut text: String) -> String {
    if text.len() > LONGEST_TEXT {
        text.truncate(excerpt::cut_to(&text, LONGEST_TEXT).len());
        text.push_str("\n…");
    }
    text
}
