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

use serde_json::value::RawValue;

use super::class::{Class, Member, Text};
use super::entry::Entry;
use super::hints;
use crate::model::{Confinement, Grade, ToolchainVersion};
use submission::SubmissionJson;

/// The name of the format.
pub(super) const SCHEMA: &str = "grader/results/v1";

/// The name of the format of one submission's file.
const SUBMISSION_SCHEMA: &str = "grader/submission/v1";

/// The file's text.
pub(super) fn render(class: &Class<'_>) -> String {
    let entries = || class.members.iter().map(|member| &member.entry);
    let results = Results {
        schema: SCHEMA,
        ungraded: entries().filter(|entry| !entry.graded).count(),
        toolchains: class.toolchains.iter().map(ToolchainJson::of).collect(),
        sandbox: class.confinement.map(SandboxJson::of),
        mistakes: hints::counts(entries()).into_iter().map(MistakeJson::of).collect(),
        submissions: class.members.iter().map(MemberJson::of).collect(),
    };
    escape::pretty(&results)
}

/// One submission as the files about a class see it.
pub(super) fn entry(grade: &Grade) -> serde_json::Result<Entry> {
    serde_json::from_value(serde_json::to_value(SubmissionJson::of(grade))?)
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
    mistakes: Vec<MistakeJson<'a>>,
    submissions: Vec<MemberJson<'a>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum MemberJson<'a> {
    New(Box<SubmissionJson<'a>>),
    Kept(&'a RawValue),
}

impl<'a> MemberJson<'a> {
    fn of(member: &'a Member<'_>) -> Self {
        match &member.text {
            Text::New(grade) => MemberJson::New(Box::new(SubmissionJson::of(grade))),
            Text::Kept(text) => MemberJson::Kept(text),
        }
    }
}

/// How often a mistake was made.
#[derive(Serialize)]
struct MistakeJson<'a> {
    mistake: &'a str,
    submissions: usize,
    cases: usize,
}

impl<'a> MistakeJson<'a> {
    fn of(count: hints::Count<'a>) -> Self {
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
