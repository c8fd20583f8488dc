//! The class's file.

use serde::Serialize;
use serde_json::value::RawValue;

use super::super::class::{Class, Member, Text};
use super::super::hints;
use super::escape;
use super::schema::SCHEMA;
use super::submission::SubmissionJson;
use crate::model::{Confinement, ToolchainVersion};

/// The file's text.
pub(in crate::report) fn render(class: &Class<'_>) -> String {
    let entries = || class.members.iter().map(|member| &member.entry);
    let results = Results {
        schema: SCHEMA,
        ungraded: entries().filter(|entry| !entry.graded).count(),
        toolchains: class.toolchains.iter().map(ToolchainJson::new).collect(),
        sandbox: class.confinement.map(SandboxJson::new),
        mistakes: hints::counts(entries()).into_iter().map(MistakeJson::new).collect(),
        submissions: class.members.iter().map(MemberJson::new).collect(),
    };
    escape::pretty(&results)
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
    fn new(member: &'a Member<'_>) -> Self {
        match &member.text {
            Text::New(grade) => MemberJson::New(Box::new(SubmissionJson::new(grade))),
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
    fn new(count: hints::Count<'a>) -> Self {
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
    fn new(confinement: Confinement) -> SandboxJson {
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
    fn new(toolchain: &'a ToolchainVersion) -> Self {
        let ToolchainVersion { name, command, version } = toolchain;
        ToolchainJson { name, command, version }
    }
}
