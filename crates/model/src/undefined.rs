//! Undefined behaviour: what an assignment asks about it, and what was found.

use serde::{Deserialize, Serialize};

use super::name::{self, Name};

/// What an assignment asks about undefined behaviour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UndefinedChecks {
    /// Whether programs are built with sanitizers and run again.
    pub sanitizers: bool,
    /// Whether programs are built in several ways and must print the same in all of them.
    pub uninitialised: bool,
    /// Whether the search for uninitialised variables compiles nothing again unless it has found something.
    pub quick: bool,
    /// Where the cases stand in the assignment's list that are run again.
    pub cases: Vec<usize>,
}

/// What was found in one submission.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum UndefinedBehaviour {
    /// Nobody asked, or there is no program.
    #[default]
    NotAsked,
    /// The submission is nothing that it could be looked for in; the sentence says why.
    NotApplicable(String),
    /// It could not be looked for, through nobody's fault; the sentence says why.
    Unknown(String),
    /// We failed; the sentence says how.
    Failed(String),
    /// What was found; nothing if nothing was.
    Found(Vec<UndefinedFinding>),
}

/// The kind of a finding that comes from comparing builds, not from a sanitizer.
pub const UNINITIALISED: &str = "depends-on-uninitialised-data";

/// One place with undefined behaviour.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UndefinedFinding {
    /// The stable name of its kind, as `docs/how-to/undefined.md` lists it.
    #[serde(deserialize_with = "name::deserialize_interned")]
    pub kind: Name,
    /// What is wrong, in general words. Quotes neither inputs nor output.
    pub sentence: String,
    /// The same with this run's numbers.
    pub detail: Option<String>,
    /// Where in the student's source, if that is known.
    pub place: Option<SourceLocation>,
    /// The ids of the cases in which it was seen.
    pub cases: Vec<String>,
}

/// A line of a student's source, with its neighbours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceLocation {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// Lines around it, and it itself, with their numbers.
    pub excerpt: Vec<(u32, String)>,
}
