//! What a check does, as plain data.

use super::compilation::{self, Compilation};

/// The checks of a package.
#[derive(Debug, Default)]
pub(super) struct Checks {
    /// The file that they stand in.
    pub(super) file: String,
    pub(super) all: Vec<Check>,
}

/// A check.
#[derive(Debug)]
pub(super) struct Check {
    pub(super) name: String,
    pub(super) line: usize,
    pub(super) description: String,
    /// The name of the check that must succeed first.
    pub(super) after: Option<String>,
    /// Whether students see less of it.
    pub(super) is_hidden: bool,
    /// What it does; or where it does something that cannot be carried over, and why.
    pub(super) steps: Result<Vec<Step>, (usize, String)>,
    /// What it compiles, also where something else in it cannot be carried over.
    pub(super) compilations: Vec<Compilation>,
}

/// What a check does.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Step {
    /// These files must be there.
    Exists(Vec<String>),
    /// A program is compiled.
    Compiles(Compilation),
    /// The package gives these files to the program.
    Includes(Vec<String>),
    /// A program is run.
    Run(Run),
}

impl Step {
    /// What it compiles, by a call or by a command; none if it does something else.
    pub(super) fn compilation(&self) -> Option<Compilation> {
        match self {
            Step::Compiles(compilation) => Some(compilation.clone()),
            Step::Run(run) => compilation::by_command(&run.command)?.ok(),
            Step::Exists(_) | Step::Includes(_) => None,
        }
    }
}

/// A run of a program.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Run {
    pub(super) command: String,
    /// Its lines of input.
    pub(super) input: Vec<String>,
    /// What it must print, in this order.
    pub(super) output: Vec<Wanted>,
    pub(super) exit: Option<i64>,
}

/// What must be printed.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Wanted {
    /// What a regular expression of Python matches, with what people are shown of it.
    Pattern(String, Option<String>),
    /// This text.
    Text(String),
    /// Nothing more.
    End,
}
