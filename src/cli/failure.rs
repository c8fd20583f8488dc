//! What went wrong, and which exit code says so.

use std::io::{self, Write};
use std::process::ExitCode;

use crate::pipeline::{PipelineError, ReferenceError};
use crate::record::{PieceError, RecordError};
use crate::report::{self, PrepareError};
use sandbox::{Refusal, SandboxError};

/// An error with its exit code.
#[derive(Debug)]
pub(super) struct Failure {
    code: u8,
    error: anyhow::Error,
}

impl Failure {
    /// Wrong usage, or a mistake in the course.
    pub(super) fn usage(error: impl Into<anyhow::Error>) -> Failure {
        Failure { code: 2, error: error.into() }
    }

    /// Something of ours.
    pub(super) fn internal_fault(error: impl Into<anyhow::Error>) -> Failure {
        Failure { code: 3, error: error.into() }
    }

    /// Prints the error with its causes; the exit code is the value.
    pub(super) fn report(&self) -> ExitCode {
        let mut stderr = anstream::stderr().lock();
        // If even standard error is gone, the exit code still tells.
        let _ = writeln!(stderr, "grader: {}", report::lines(&format!("{:#}", self.error)));
        ExitCode::from(self.code)
    }
}

impl From<RecordError> for Failure {
    fn from(error: RecordError) -> Failure {
        match error {
            RecordError::Write(_) | RecordError::Damaged { .. } => Failure::internal_fault(error),
            _ => Failure::usage(error),
        }
    }
}

impl From<PieceError> for Failure {
    fn from(error: PieceError) -> Failure {
        match error {
            PieceError::Record(error) => error.into(),
            error => Failure::usage(error),
        }
    }
}

impl From<PipelineError> for Failure {
    fn from(error: PipelineError) -> Failure {
        let error = match error {
            PipelineError::Record(error) => return error.into(),
            error => error,
        };
        let code = match &error {
            PipelineError::Interrupted => 130,
            PipelineError::Intake(_)
            | PipelineError::Expectations(_)
            | PipelineError::Generator(_) => 2,
            PipelineError::Reference(reference) => reference_code(reference),
            PipelineError::NoSubmission(_) => 4,
            PipelineError::Undefined { .. }
            | PipelineError::Record(_)
            | PipelineError::Toolchain(_)
            | PipelineError::Workplace(_) => 3,
        };
        Failure { code, error: error.into() }
    }
}

/// A reference that does not work is the instructor's to mend; the rest is ours.
fn reference_code(error: &ReferenceError) -> u8 {
    match error {
        ReferenceError::DoesNotBuild { .. }
        | ReferenceError::Unreadable { .. }
        | ReferenceError::Fails { .. }
        | ReferenceError::Endless { .. }
        | ReferenceError::EndlessAtEnd { .. }
        | ReferenceError::DoesNotStart { .. }
        | ReferenceError::NoAnswer { .. }
        | ReferenceError::NoAnswerFile { .. }
        | ReferenceError::NotByOutput { .. }
        | ReferenceError::Interactor(_)
        | ReferenceError::NobodySpeaks { .. }
        | ReferenceError::Prototype { .. }
        | ReferenceError::Tests { .. }
        | ReferenceError::Framework { .. }
        | ReferenceError::ScriptTooShort { .. } => 2,
        ReferenceError::Interrupted => 130,
        ReferenceError::ReadsInvisible { .. }
        | ReferenceError::Unanswerable { .. }
        | ReferenceError::Toolchain(_)
        | ReferenceError::Build(_)
        | ReferenceError::Execute(_)
        | ReferenceError::Folder(_) => 3,
    }
}

impl From<Refusal> for Failure {
    fn from(error: Refusal) -> Failure {
        match error {
            Refusal::Trouble(SandboxError::Interrupted) => PipelineError::Interrupted.into(),
            error @ Refusal::TooWeak { .. } => Failure::internal_fault(anyhow::anyhow!(
                "{error}; `grader doctor` says what is missing"
            )),
            error @ Refusal::Unconfined => Failure::internal_fault(anyhow::anyhow!(
                "{error}; use another machine, or take the risk with `--allow-unconfined`"
            )),
            error => Failure::internal_fault(error),
        }
    }
}

impl Failure {
    /// The place for reports cannot be used: a wrong argument, unless the disk is full.
    pub(super) fn place(error: PrepareError) -> Failure {
        match error {
            PrepareError::Write(error) if error.is_disk_full() => Failure::internal_fault(error),
            error => Failure::usage(error),
        }
    }
}

/// A reader that went away, as `head` does, is no failure.
pub(super) fn printed(result: io::Result<()>) -> Result<ExitCode, Failure> {
    match result {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        Err(error) => Err(Failure::internal_fault(
            anyhow::Error::from(error).context("cannot print the result"),
        )),
    }
}
