//! How a program is started in one case, beside its input, what it may use, and what it leaves beside its output.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::ExitRule;
use serde::{Deserialize, Serialize};

/// What a case starts programs with.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invocation {
    /// The arguments of `main`, without the program's name.
    pub arguments: Vec<String>,
    /// What stands in its environment besides what every program finds there.
    pub environment: Vec<(String, String)>,
    /// The files that it finds where it starts.
    pub files: Vec<CaseDataFile>,
    /// The names of the files that it is to write there.
    pub writes: Vec<String>,
    /// The names of files that it may write there, whatever it writes.
    pub scratch: Vec<String>,
    /// The starts that follow each other in one case, each with its own input; none where there is one start.
    pub runs: Vec<OneRun>,
}

/// One of several starts in a case. Files stay from one to the next.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OneRun {
    /// The arguments of `main`, without the program's name.
    pub arguments: Vec<String>,
    /// Each entry is one line of standard input.
    pub input: Vec<String>,
    /// The only exit code that is right; none if the case decides.
    pub exit: Option<ExitRule>,
    /// What it must print on standard error; none if that is free.
    pub stderr: Option<String>,
}

/// How the start of another run stands in a transcript, where an input would: this, and its arguments.
pub const NEXT_RUN: &str = "▷";

impl OneRun {
    /// Its start, as it stands in a transcript.
    pub fn transcript_mark(&self) -> String {
        let words = std::iter::once(NEXT_RUN).chain(self.arguments.iter().map(String::as_str));
        words
            .collect::<Vec<_>>()
            .join(" ")
            .replace(['\n', '\r', '‹', '›'], " ")
    }
}

/// A file that a program finds where it starts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseDataFile {
    /// Its name there.
    pub name: String,
    /// What it holds; reports do not.
    #[serde(skip)]
    pub content: Arc<Vec<u8>>,
    /// The instructor's file that it is a copy of.
    #[serde(skip)]
    pub original: PathBuf,
}

impl Invocation {
    /// Whether programs start in a folder of their own.
    pub fn has_folder(&self) -> bool {
        !self.files.is_empty() || self.has_writable_files() || !self.runs.is_empty()
    }

    /// Whether programs may write files.
    pub fn has_writable_files(&self) -> bool {
        self.writable_files().next().is_some()
    }

    /// The names of all files that programs may write.
    pub fn writable_files(&self) -> impl Iterator<Item = &String> {
        self.writes.iter().chain(&self.scratch)
    }
}

/// What a program leaves besides what it prints on standard output.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum SideOutput {
    /// What it prints on standard error.
    StandardError,
    /// A file that it writes.
    File(String),
}

/// What is expected of a product.
#[derive(Debug, Clone, Serialize)]
pub struct ExpectedSideOutput {
    /// Which one.
    pub product: SideOutput,
    /// What it must be.
    pub text: String,
    /// The file that says so, and was reviewed; none if the case itself does.
    #[serde(skip)]
    pub file: Option<PathBuf>,
}

/// A file as a program left it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenFile {
    /// Its name.
    pub name: String,
    /// What it holds; none if it was not written.
    pub content: Option<Vec<u8>>,
}

/// Whether standard error is compared.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub enum StandardError {
    /// It is not.
    #[default]
    Free,
    /// It must be the reference's.
    AsReference,
    /// It must be this.
    Text(String),
}

/// Limits of one run of a student's program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunLimits {
    /// Processor time: the main limit, because it does not depend on how busy the machine is.
    pub cpu: Duration,
    /// How much of that it may use in silence once it was told of the end of its input, where it is known not to notice it;
    /// none if that does not matter.
    pub after_end: Option<Duration>,
    /// Time on the clock: the backstop, for programs that sleep.
    pub wall: Duration,
    /// Address space, in bytes.
    pub memory: u64,
    /// The stack of its first thread, in bytes: for local variables, and for functions that call themselves.
    pub stack: u64,
    /// Bytes of standard output, and as many of standard error.
    pub output: u64,
}

impl RunLimits {
    /// The same for a program that may use all of its processor time at any point.
    #[must_use]
    pub fn without_silence_limit(self) -> RunLimits {
        RunLimits {
            after_end: None,
            ..self
        }
    }
}

/// Limits of one compilation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct BuildLimits {
    /// Processor time of each process of the compiler.
    pub cpu: Duration,
    /// Time on the clock for the whole compilation.
    pub wall: Duration,
    /// Address space of each process of the compiler, in bytes.
    pub memory: u64,
    /// Size of the largest source file that is accepted, in bytes.
    pub source: u64,
}
