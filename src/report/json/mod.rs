//! `results.json`: the contract `grader/results/v1`, for other programs.
//!
//! Keys may be added, never renamed or removed. Whatever differs between two runs on the same input stands in
//! `cpu_seconds`, `wall_seconds` and `peak_memory_bytes`.

mod build;
mod case;
mod criterion;
mod escape;
mod judgement;
mod submission;
#[cfg(test)]
mod tests;
mod undefined;

use serde::Serialize;

use super::hints;
use crate::model::{Confinement, Grade, Gradebook, ToolchainVersion};
use submission::SubmissionJson;

/// The name of the format.
const SCHEMA: &str = "grader/results/v1";

/// The name of the format of one submission's file.
const SUBMISSION_SCHEMA: &str = "grader/submission/v1";

/// The file's text.
pub(super) fn render(gradebook: &Gradebook) -> String {
    let results = Results {
        schema: SCHEMA,
        ungraded: gradebook.grades.iter().filter(|grade| grade.is_ungraded()).count(),
        toolchains: gradebook.toolchains.iter().map(ToolchainJson::of).collect(),
        sandbox: gradebook.confinement.map(SandboxJson::of),
        mistakes: hints::counts(&gradebook.grades).into_iter().map(MistakeJson::of).collect(),
        submissions: gradebook.grades.iter().map(SubmissionJson::of).collect(),
    };
    escape::pretty(&results)
}

/// One submission alone, for its student.
pub(super) fn render_one(grade: &Grade) -> String {
    let one = OneJson { schema: SUBMISSION_SCHEMA, submission: SubmissionJson::of(grade) };
    escape::pretty(&one)
}

#[derive(Serialize)]
struct OneJson<'a> {
    schema: &'static str,
    #[serde(flatten)]
    submission: SubmissionJson<'a>,
}

#[derive(Serialize)]
struct Results<'a> {
    schema: &'static str,
    ungraded: usize,
    toolchains: Vec<ToolchainJson<'a>>,
    sandbox: Option<SandboxJson>,
    mistakes: Vec<MistakeJson>,
    submissions: Vec<SubmissionJson<'a>>,
}

/// How often a mistake was made.
#[derive(Serialize)]
struct MistakeJson {
    mistake: &'static str,
    submissions: usize,
    cases: usize,
}

impl MistakeJson {
    fn of(count: hints::Count) -> MistakeJson {
        let hints::Count { mistake, submissions, cases } = count;
        MistakeJson { mistake, submissions, cases }
    }
}

#[derive(Serialize)]
struct SandboxJson {
    tier: &'static str,
    reads_visible: bool,
}

impl SandboxJson {
    fn of(confinement: Confinement) -> SandboxJson {
        SandboxJson { tier: confinement.tier.letter(), reads_visible: confinement.shows_reads }
    }
}

#[derive(Serialize)]
struct ToolchainJson<'a> {
    name: &'a str,
    command: &'a str,
    version: &'a str,
}

impl<'a> ToolchainJson<'a> {
    fn of(toolchain: &'a ToolchainVersion) -> Self {
        let ToolchainVersion { name, command, version } = toolchain;
        ToolchainJson { name, command, version }
    }
}
