//! What a case, and a build, says about a submission, and what a compiler warns of. The strings are a contract with other tools.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What one case says about one submission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// The program did what the reference does.
    Accepted,
    /// It did, but for white space.
    PresentationError,
    /// It did something else.
    WrongAnswer,
    /// It crashed, or ended with an exit code that the rubric does not accept.
    RuntimeError(CrashCause),
    /// It was stopped at the limit of processor time or time on the clock.
    TimeLimit,
    /// It used too much memory.
    MemoryLimit,
    /// It printed too much.
    OutputLimit,
    /// It was told of the end of its input, and did not stop.
    ReadPastEnd,
    /// It asked the system for something that no assignment needs.
    ForbiddenCall,
    /// It was not run; the sentence says why.
    NotRun(String),
    /// We failed; the sentence says how. Never a zero for the student.
    Ungraded(String),
}

/// How a program crashed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum CrashCause {
    /// A signal ended it.
    Signal(i32),
    /// It exited with this code.
    Code(i32),
    /// The simulator that ran it told of this failure.
    Fault(String),
}

impl Verdict {
    /// The contract's string.
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Accepted => "accepted",
            Verdict::PresentationError => "presentation-error",
            Verdict::WrongAnswer => "wrong-answer",
            Verdict::RuntimeError(_) => "runtime-error",
            Verdict::TimeLimit => "time-limit",
            Verdict::MemoryLimit => "memory-limit",
            Verdict::OutputLimit => "output-limit",
            Verdict::ReadPastEnd => "read-past-end",
            Verdict::ForbiddenCall => "forbidden-call",
            Verdict::NotRun(_) => "not-run",
            Verdict::Ungraded(_) => "ungraded",
        }
    }

    /// Whether nothing is known of what the program does: it was not run, or we failed.
    pub fn is_undecided(&self) -> bool {
        matches!(self, Verdict::NotRun(_) | Verdict::Ungraded(_))
    }

    /// Whether the program was run and did not do what it should.
    pub fn is_failure(&self) -> bool {
        *self != Verdict::Accepted && !self.is_undecided()
    }

    /// Every string a verdict can have.
    pub const NAMES: [&'static str; 11] = [
        "accepted",
        "presentation-error",
        "wrong-answer",
        "runtime-error",
        "time-limit",
        "memory-limit",
        "output-limit",
        "read-past-end",
        "forbidden-call",
        "not-run",
        "ungraded",
    ];
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// What building a submission came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum BuildVerdict {
    /// There is a program.
    Ok,
    /// The compiler refused it.
    CompileError,
    /// The compiler was stopped at a limit.
    CompileLimit,
    /// There was nothing to build.
    Missing,
    /// Intake refused it.
    Refused,
    /// We failed, for instance because the compiler could not be started.
    Ungraded,
}

impl BuildVerdict {
    /// The contract's string.
    pub fn name(self) -> &'static str {
        match self {
            BuildVerdict::Ok => "ok",
            BuildVerdict::CompileError => "compile-error",
            BuildVerdict::CompileLimit => "compile-limit",
            BuildVerdict::Missing => "missing",
            BuildVerdict::Refused => "refused",
            BuildVerdict::Ungraded => "ungraded",
        }
    }
}

/// The warnings about a student's own files, by distinct place and flag. Those about other files are not the student's.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CompilerWarnings {
    /// How many there are.
    pub count: usize,
    /// The first of them, in the order of files and lines.
    pub listed: Vec<CompilerWarning>,
    /// Why nobody knows how many there are, in a sentence; none if they were counted.
    pub unknown: Option<String>,
}

/// One warning.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub struct CompilerWarning {
    /// The student's file.
    pub file: String,
    /// The line in it, from 1.
    pub line: u32,
    /// The column, in bytes, from 1.
    pub column: u32,
    /// The flag that asked for it, such as `-Wunused-variable`; empty for what no flag controls.
    pub flag: String,
    /// The compiler's words.
    pub message: String,
    /// The line of source, as far as it is known.
    pub source: String,
}
