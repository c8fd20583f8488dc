//! The tests of a package as plain data.

use super::super::document::{DocumentKey, DocumentNode};
use super::super::notes::{escape_word, format_place, quote_word};
use super::super::plan::ImportPlan;
use super::commands::is_installation;

/// How output is compared. White space at both ends of it never counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OutputMatch {
    /// It is the expected text.
    Exact,
    /// The expected text is a part of it.
    Contains,
    /// The expected text is a regular expression that matches in it.
    Pattern,
}

impl OutputMatch {
    fn from_word(word: &str) -> Option<OutputMatch> {
        match word {
            "exact" => Some(OutputMatch::Exact),
            "included" | "contains" => Some(OutputMatch::Contains),
            "regex" => Some(OutputMatch::Pattern),
            _ => None,
        }
    }
}

/// What a step may say to a grader.
const GRADER_KEYS: [&str; 8] = [
    "test-name",
    "setup-command",
    "command",
    "input",
    "expected-output",
    "comparison-method",
    "timeout",
    "max-score",
];

/// A test.
#[derive(Debug)]
pub(super) struct ClassroomTest {
    /// Where it stands.
    pub(super) place: String,
    pub(super) name: String,
    /// The commands before its own one.
    pub(super) setup: String,
    pub(super) command: String,
    /// All of standard input.
    pub(super) input: String,
    /// What is expected of the output; none if only the exit code counts.
    pub(super) expected: Option<(OutputMatch, String)>,
    /// In minutes.
    pub(super) timeout: Option<f64>,
    pub(super) points: f64,
}

/// The tests of `autograding.json`.
pub(super) fn read_json_tests(
    node: &DocumentNode,
    file: &str,
    plan: &mut ImportPlan,
) -> Vec<ClassroomTest> {
    let mut tests = Vec::new();
    for one in node
        .get("tests")
        .map(DocumentNode::items)
        .unwrap_or_default()
    {
        let text = |key: &str| {
            one.get(key)
                .and_then(DocumentNode::as_text)
                .unwrap_or_default()
        };
        let place = format_place(file, one.line);
        let comparison = text("comparison");
        let input = text("input");
        let output = text("output");
        let expected = match OutputMatch::from_word(comparison) {
            _ if input.is_empty() && output.is_empty() => None,
            Some(comparison) => Some((comparison, output.to_owned())),
            None if comparison.is_empty() => Some((OutputMatch::Contains, output.to_owned())),
            None => {
                add_unknown_comparison(plan, &place, comparison);
                continue;
            }
        };
        tests.push(ClassroomTest {
            place,
            name: text("name").to_owned(),
            setup: text("setup").to_owned(),
            command: text("run").to_owned(),
            input: input.to_owned(),
            expected,
            timeout: one.get("timeout").and_then(DocumentNode::as_number),
            points: one
                .get("points")
                .and_then(DocumentNode::as_number)
                .unwrap_or(0.0),
        });
    }
    tests
}

/// The tests of a workflow: its steps that use a grader of GitHub Classroom. What other steps do is reported where it may decide grades.
pub(super) fn read_workflow_tests(
    node: &DocumentNode,
    file: &str,
    plan: &mut ImportPlan,
) -> Vec<ClassroomTest> {
    let mut tests = Vec::new();
    for (key, value) in node.entries() {
        if key.name != "jobs" {
            value.mark_as_read();
        }
    }
    let jobs = node
        .get("jobs")
        .map(DocumentNode::entries)
        .unwrap_or_default();
    for (_, job) in jobs {
        for (key, value) in job.entries() {
            if key.name != "steps" {
                value.mark_as_read();
            }
        }
        for step in job
            .get("steps")
            .map(DocumentNode::items)
            .unwrap_or_default()
        {
            step.mark_as_read();
            tests.extend(read_step(step, file, plan));
        }
    }
    tests
}

fn read_step(step: &DocumentNode, file: &str, plan: &mut ImportPlan) -> Option<ClassroomTest> {
    let place = format_place(file, step.line);
    let uses = step
        .get("uses")
        .and_then(DocumentNode::as_text)
        .unwrap_or_default();
    let with = step.get("with");
    let text = |key: &str| {
        let value = with
            .and_then(|with| with.get(key))
            .and_then(DocumentNode::as_text);
        value.unwrap_or_default()
    };
    let is_grader = |name: &str| uses.contains(&format!("/autograding-{name}@"));
    let expected = if is_grader("io-grader") {
        let comparison = text("comparison-method");
        let Some(found) = OutputMatch::from_word(comparison) else {
            add_unknown_comparison(plan, &place, comparison);
            return None;
        };
        Some((found, text("expected-output").to_owned()))
    } else if is_grader("command-grader") {
        None
    } else {
        if uses.contains("/autograding-") && !is_grader("grading-reporter") {
            let what = format!("{} is not for C and C++", quote_word(uses));
            plan.notes.add_dropped(place, what);
        } else if let Some(run) = step.get("run") {
            let what = "what this step does before the tests is not done here";
            let commands = run.as_text().unwrap_or_default().lines();
            let mut commands = commands.flat_map(|line| line.split("&&")).map(str::trim);
            if commands.all(|one| one.is_empty() || is_installation(one)) {
                let text = format!("{what}: install what it installs");
                plan.notes.add_remark(place, text);
            } else {
                plan.notes.add_dropped(place, what);
            }
        }
        return None;
    };
    note_unknown_keys(step, file, plan);
    Some(ClassroomTest {
        place,
        name: text("test-name").to_owned(),
        setup: text("setup-command").to_owned(),
        command: text("command").to_owned(),
        input: text("input").to_owned(),
        expected,
        timeout: text("timeout").parse().ok(),
        points: text("max-score").parse().unwrap_or(0.0),
    })
}

/// Names what a grader's step says that is not carried over.
fn note_unknown_keys(step: &DocumentNode, file: &str, plan: &mut ImportPlan) {
    let with = step.get("with").map(DocumentNode::entries);
    let unknown = with.unwrap_or_default().iter();
    let unknown = unknown.filter(|(key, _)| !GRADER_KEYS.contains(&key.name.as_str()));
    let is_condition = |(key, value): &&(DocumentKey, DocumentNode)| {
        let runs = ["always()", "success()", "!cancelled()"];
        key.name == "if"
            && !value
                .as_text()
                .is_some_and(|it| runs.iter().any(|run| it.contains(run)))
    };
    for (key, _) in unknown.chain(step.entries().iter().filter(is_condition)) {
        let text = format!("{}: nothing here is like it", quote_word(&key.name));
        plan.notes.add_dropped(format_place(file, key.line), text);
    }
}

fn add_unknown_comparison(plan: &mut ImportPlan, place: &str, word: &str) {
    let text = format!(
        "the comparison {} is unknown: expected `included`, `contains`, `exact` or `regex`",
        escape_word(word)
    );
    plan.notes.add_dropped(place, text);
}
