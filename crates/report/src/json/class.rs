//! The class's file, written submission by submission: it may be larger than memory.

use std::io::{self, Write};

use serde::Serialize;

use super::super::common_mistakes;
use super::super::entry::ReportEntry;
use super::escape;
use super::items::{ItemPlace, ResultsItems};
use super::schema::SCHEMA;
use model::{Confinement, GradingEnvironment, ToolchainVersion};

/// Writes the file; `entries` are of the submissions that stand at `places`.
///
/// # Errors
///
/// If it cannot be written, or an item cannot be read.
pub(crate) fn write_results(
    items: &ResultsItems,
    places: &[ItemPlace],
    entries: &[ReportEntry],
    environment: &GradingEnvironment,
    out: &mut dyn Write,
) -> io::Result<()> {
    let all: Vec<&ReportEntry> = entries.iter().collect();
    let head = ResultsHeadJson {
        schema: SCHEMA,
        ungraded: entries.iter().filter(|entry| !entry.graded).count(),
        toolchains: environment
            .toolchains
            .iter()
            .map(ToolchainJson::new)
            .collect(),
        sandbox: environment.confinement.map(SandboxJson::new),
        mistakes: common_mistakes::count_mistakes(&all)
            .into_iter()
            .map(MistakeJson::new)
            .collect(),
        submissions: [],
    };
    let head = escape::to_pretty_json(&head);
    // What follows the list's opening bracket, which is its closing one and the end of the object, comes after its items.
    let end = head.rfind(']').unwrap_or(head.len());
    out.write_all(&head.as_bytes()[..end])?;
    for (number, place) in places.iter().enumerate() {
        out.write_all(if number == 0 { b"\n" } else { b",\n" })?;
        out.write_all(&items.get(*place)?)?;
    }
    let closing = if places.is_empty() { "" } else { "\n  " };
    write!(out, "{closing}{}", &head[end..])
}

/// The file but for its submissions.
#[derive(Serialize)]
struct ResultsHeadJson<'a> {
    schema: &'static str,
    ungraded: usize,
    toolchains: Vec<ToolchainJson<'a>>,
    sandbox: Option<SandboxJson>,
    mistakes: Vec<MistakeJson>,
    submissions: [(); 0],
}

/// How often a mistake was made.
#[derive(Serialize)]
struct MistakeJson {
    mistake: &'static str,
    submissions: usize,
    cases: usize,
}

impl MistakeJson {
    fn new(count: common_mistakes::MistakeCount) -> MistakeJson {
        let common_mistakes::MistakeCount {
            mistake,
            submissions,
            cases,
        } = count;
        MistakeJson {
            mistake,
            submissions,
            cases,
        }
    }
}

#[derive(Serialize)]
struct SandboxJson {
    tier: &'static str,
    reads_visible: bool,
}

impl SandboxJson {
    fn new(confinement: Confinement) -> SandboxJson {
        SandboxJson {
            tier: confinement.tier.letter(),
            reads_visible: confinement.shows_reads,
        }
    }
}

#[derive(Serialize)]
struct ToolchainJson<'a> {
    name: &'a str,
    command: &'a str,
    version: &'a str,
    digest: Option<&'a str>,
}

impl<'a> ToolchainJson<'a> {
    fn new(toolchain: &'a ToolchainVersion) -> Self {
        let ToolchainVersion {
            name,
            command,
            version,
            digest,
        } = toolchain;
        ToolchainJson {
            name,
            command,
            version,
            digest: digest.as_deref(),
        }
    }
}
