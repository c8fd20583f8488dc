//! What a check does, as plain data.

use super::super::compilation::{ProgramCompilation, parse_compilation};

/// The checks of a package.
#[derive(Debug, Default)]
pub(super) struct CheckFile {
    /// The file that they stand in.
    pub(super) file: String,
    pub(super) all: Vec<CheckDefinition>,
}

/// A check.
#[derive(Debug)]
pub(super) struct CheckDefinition {
    pub(super) name: String,
    pub(super) line: usize,
    pub(super) description: String,
    /// The name of the check that must succeed first.
    pub(super) after: Option<String>,
    /// Whether students see less of it.
    pub(super) is_hidden: bool,
    /// What it does; or where it does something that cannot be carried over, and why.
    pub(super) steps: Result<Vec<CheckStep>, (usize, String)>,
    /// What it compiles, also where something else in it cannot be carried over.
    pub(super) compilations: Vec<ProgramCompilation>,
}

/// What a check does.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum CheckStep {
    /// These files must be there.
    Exists(Vec<String>),
    /// A program is compiled.
    Compiles(ProgramCompilation),
    /// The package gives these files to the program.
    Includes(Vec<String>),
    /// A program is run.
    Run(CheckRun),
}

impl CheckStep {
    /// What it compiles, by a call or by a command; none if it does something else.
    pub(super) fn to_compilation(&self) -> Option<ProgramCompilation> {
        match self {
            CheckStep::Compiles(compilation) => Some(compilation.clone()),
            CheckStep::Run(run) => parse_compilation(&run.command)?.ok(),
            CheckStep::Exists(_) | CheckStep::Includes(_) => None,
        }
    }
}

/// A run of a program.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct CheckRun {
    pub(super) command: String,
    /// Its lines of input.
    pub(super) input: Vec<String>,
    /// Whether check50 waits for output before it types a line.
    pub(super) awaits_prompt: bool,
    /// What it must print, in this order.
    pub(super) output: Vec<CheckExpectation>,
    pub(super) exit: Option<i64>,
}

/// What must be printed.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum CheckExpectation {
    /// What a regular expression of Python matches, with what people are shown of it.
    Pattern(String, Option<String>),
    /// This text.
    Text(String),
    /// Nothing more.
    End,
}
