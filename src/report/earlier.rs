//! What an earlier run left in `results.json`. A run of some students, or of some assignments, adds to it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::value::RawValue;

use super::entry::Entry;
use super::json::SCHEMA;
use super::places::RESULTS;
use crate::model::{Confinement, ToolchainVersion};

/// Why a run of a part cannot be added to the results that are there.
#[derive(Debug, thiserror::Error)]
pub(crate) enum EarlierError {
    /// The file cannot be read.
    #[error("cannot read {}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// It is not what this version writes.
    #[error(
        "{} is not a file that results of some students can be added to; grade everybody again, or write elsewhere \
         with --out DIR", path.display()
    )]
    Format {
        /// The file.
        path: PathBuf,
        /// What is not as expected.
        source: serde_json::Error,
    },
    /// It was made with another rubric.
    #[error(
        "{} has results for `{assignment}`, which is no assignment of this rubric, so results of some students cannot \
         be added to it; grade everybody again, or write elsewhere with --out DIR", path.display()
    )]
    OtherCourse {
        /// The file.
        path: PathBuf,
        /// The assignment.
        assignment: String,
    },
    /// Programs were confined in another way, and the file says of all in which.
    #[error(
        "{} was made with programs {was}, and now they would be {is}; run it as then, grade everybody again, or write \
         elsewhere with --out DIR", path.display()
    )]
    OtherConfinement {
        /// The file.
        path: PathBuf,
        /// How it was.
        was: String,
        /// How it would be.
        is: String,
    },
}

/// The results of an earlier run.
#[derive(Debug, Default)]
pub(super) struct Earlier {
    pub(super) toolchains: Vec<ToolchainVersion>,
    /// Each submission as it was understood, and as it was written.
    pub(super) submissions: Vec<(Entry, Box<RawValue>)>,
    sandbox: Option<SandboxJson>,
}

#[derive(Deserialize)]
struct ResultsJson {
    schema: String,
    toolchains: Vec<ToolchainJson>,
    sandbox: Option<SandboxJson>,
    submissions: Vec<Box<RawValue>>,
}

#[derive(Deserialize)]
struct ToolchainJson {
    name: String,
    command: String,
    version: String,
}

#[derive(Debug, Deserialize)]
struct SandboxJson {
    tier: String,
    reads_visible: bool,
}

impl Earlier {
    /// The results in a folder; nothing if there are none.
    pub(super) fn read(folder: &Path) -> Result<Earlier, EarlierError> {
        let path = folder.join(RESULTS);
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Earlier::default()),
            read => read.map_err(|source| EarlierError::Read { path: path.clone(), source })?,
        };
        parsed(&text).map_err(|source| EarlierError::Format { path, source })
    }

    /// Whether a part of a course with these assignments can be added, graded under this confinement.
    pub(super) fn fits(
        &self,
        folder: &Path,
        assignments: &[String],
        confinement: Confinement,
    ) -> Result<(), EarlierError> {
        let path = folder.join(RESULTS);
        let strange = |(entry, _): &&(Entry, _)| !assignments.contains(&entry.assignment);
        if let Some((entry, _)) = self.submissions.iter().find(strange) {
            let assignment = entry.assignment.clone();
            return Err(EarlierError::OtherCourse { path, assignment });
        }
        let in_words = |tier: &str, shows_reads: bool| {
            let reads = if shows_reads { "seen" } else { "not seen" };
            format!("confined in tier {tier} and their reads {reads}")
        };
        let was = self.sandbox.as_ref().map(|was| in_words(&was.tier, was.reads_visible));
        let is = in_words(confinement.tier.letter(), confinement.shows_reads);
        match was {
            Some(was) if was != is => Err(EarlierError::OtherConfinement { path, was, is }),
            _ => Ok(()),
        }
    }
}

fn parsed(text: &str) -> serde_json::Result<Earlier> {
    let results: ResultsJson = serde_json::from_str(text)?;
    if results.schema != SCHEMA {
        let schema = format!("its schema is `{}`, not `{SCHEMA}`", results.schema);
        return Err(serde::de::Error::custom(schema));
    }
    let understood = |text: Box<RawValue>| Ok((serde_json::from_str(text.get())?, text));
    let submissions = results.submissions.into_iter().map(understood);
    let toolchain =
        |ToolchainJson { name, command, version }| ToolchainVersion { name, command, version };
    Ok(Earlier {
        toolchains: results.toolchains.into_iter().map(toolchain).collect(),
        sandbox: results.sandbox,
        submissions: submissions.collect::<serde_json::Result<_>>()?,
    })
}

/// Whether a file is the results of some run.
pub(super) fn is_results(path: &Path) -> bool {
    #[derive(Deserialize)]
    struct Schema {
        schema: String,
    }
    let text = fs::read_to_string(path).unwrap_or_default();
    serde_json::from_str(&text).is_ok_and(|file: Schema| file.schema == SCHEMA)
}
