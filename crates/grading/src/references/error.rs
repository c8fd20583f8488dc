//! Why a reference cannot be used, each with what the instructor can do about it.

use std::path::PathBuf;

use crate::checker::CheckerError;
use model::TestCase;
use sandbox::SandboxError;
use toolchain::{BuildError, ToolchainError};

/// A reference did not do what a reference must.
#[expect(missing_docs, reason = "the messages say what the fields are")]
#[derive(Debug, thiserror::Error)]
pub enum ReferenceError {
    /// The instructor's sources do not make a program.
    #[error("the reference of `{assignment}` does not build: {reason}\n{diagnostics}")]
    DoesNotBuild {
        assignment: String,
        /// Why, in a sentence.
        reason: String,
        /// What the compiler said.
        diagnostics: String,
    },
    /// A source of the reference is not there.
    #[error("the reference of `{assignment}` cannot be read: `{path}`")]
    Unreadable {
        assignment: String,
        /// The file.
        path: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// The instructor's program failed on a case.
    #[error("the reference of `{assignment}` fails on the case `{case}`: {problem}")]
    Fails {
        assignment: String,
        case: String,
        /// What it did.
        problem: String,
    },
    /// The instructor's program did not end by itself.
    #[error(
        "the reference of `{assignment}` did not come to an end on the case `{case}`: it {problem}. It is the reference itself \
         that must end there, before any student is graded: look for a loop in it, or give the case more time with `limits`"
    )]
    Endless {
        assignment: String,
        case: String,
        /// What it did instead.
        problem: &'static str,
    },
    /// It did not end by itself once its input had.
    #[error(
        "the reference of `{assignment}` did not come to an end on the case `{case}`: it kept running after the end of its \
         input. Look for a loop in the reference that never ends; if the reference is right, its input is too short: add the \
         lines that bring it to its end to `input` in {file}"
    )]
    EndlessAtEnd {
        /// The assignment.
        assignment: String,
        /// The case.
        case: String,
        /// The case's file.
        file: String,
    },
    /// The expected result of a call is not known.
    #[error(
        "{file}:{line}: nothing says what `{call}` must come to: the reference has no answer{why}; give the call {keys}"
    )]
    NoAnswer {
        /// The case's file.
        file: String,
        /// The line of the call.
        line: usize,
        call: String,
        /// What the reference did instead; empty if it was not asked.
        why: String,
        /// The keys that are missing.
        keys: &'static str,
    },
    /// The testing code for a function does not compile.
    #[error(
        "{file}: the testing code for the prototype does not compile; does the function's name mean something else in \
         C++?\n{diagnostics}"
    )]
    Prototype {
        /// The case's file.
        file: String,
        /// What the compiler said.
        diagnostics: String,
    },
    /// The tests of a case are not such that a solution passes them.
    #[error("{file}: {problem}")]
    Tests {
        /// The case's file.
        file: String,
        /// What is wrong.
        problem: String,
    },
    /// What tests are written with is not there.
    #[error(
        "{file}: tests with `framework = \"{framework}\"` need the package `{package}`: install it, as with \
         `apt-get install {package}`\n{diagnostics}"
    )]
    Framework {
        /// The case's file.
        file: String,
        framework: &'static str,
        /// The package of Debian and Ubuntu.
        package: &'static str,
        /// What the compiler said.
        diagnostics: String,
    },
    /// The instructor's command cannot be started.
    #[error(
        "the reference of `{assignment}` cannot be started: `{command}`; expected a program, its path starting at the rubric's folder"
    )]
    DoesNotStart {
        assignment: String,
        command: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// Nobody speaks with an interactor.
    #[error(
        "the case `{case}` of `{assignment}` has an interactor, and its reference is no program that could speak with it: \
         expected `reference = {{ sources = [\"…\"] }}` or a `command`"
    )]
    NoInteractiveReference { assignment: String, case: String },
    /// An interactor gave no answer.
    #[error(transparent)]
    Interactor(#[from] CheckerError),
    /// There is no compiler for the instructor's sources.
    #[error(transparent)]
    Toolchain(#[from] ToolchainError),
    /// The script ends before the program does.
    #[error(
        "{file}: the script ends before the reference does, and a program that asks for more input may loop for ever; \
         add to `input` the lines that bring it to its end, or, if programs are to read to the end of their input, write \
         `end_of_input = true`"
    )]
    ScriptTooShort {
        /// The case's file.
        file: String,
    },
    /// Nobody wrote what must be printed.
    #[error(
        "{file}: the file with the expected output cannot be read, and nothing else says what is right: write it"
    )]
    NoAnswerFile {
        file: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// A transcript reads something else than the case's input.
    #[error(
        "{}: reads {read}, and the input of the case is {given}: write each input between `‹` and `›` where a program reads it",
        file.display()
    )]
    OtherInputs {
        file: PathBuf,
        /// The inputs in the transcript.
        read: String,
        /// The inputs of the case.
        given: String,
    },
    /// A file with the names of unit tests cannot be read as one.
    #[error("{}: expected a line `FILE:LINE NAME` for each unit test that must pass", .0.display())]
    NoTestNames(PathBuf),
    /// This machine cannot record where an external program reads.
    #[error(
        "the reference of `{assignment}` is an external program, and this machine does not show when a program reads \
         (it needs Linux 5.5 with seccomp); use a machine that does, see `grader doctor`"
    )]
    ReadsInvisible { assignment: String },
    /// This machine cannot answer a program while it runs.
    #[error(
        "the case `{case}` of `{assignment}` needs answers to what the program does, and this machine does not show \
         when a program reads (it needs Linux 5.5 with seccomp); use a machine that does, see `grader doctor`"
    )]
    Unanswerable { assignment: String, case: String },
    /// The user asked to stop.
    #[error("interrupted; nothing was written")]
    Interrupted,
    /// The grader failed.
    #[error("cannot build the reference")]
    Build(#[source] BuildError),
    /// The grader failed.
    #[error("cannot run the reference")]
    Execute(#[source] SandboxError),
    /// The grader failed.
    #[error("cannot find the folder of the course")]
    Folder(#[source] std::io::Error),
}

impl From<BuildError> for ReferenceError {
    fn from(error: BuildError) -> ReferenceError {
        match error {
            BuildError::Sandbox(SandboxError::Interrupted) => ReferenceError::Interrupted,
            error => ReferenceError::Build(error),
        }
    }
}

impl From<SandboxError> for ReferenceError {
    fn from(error: SandboxError) -> ReferenceError {
        match error {
            SandboxError::Interrupted => ReferenceError::Interrupted,
            error => ReferenceError::Execute(error),
        }
    }
}

/// The script of a case ends before its game does.
pub(crate) fn script_too_short(case: &TestCase) -> ReferenceError {
    ReferenceError::ScriptTooShort {
        file: case.file.display().to_string(),
    }
}
