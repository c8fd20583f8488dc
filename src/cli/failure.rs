//! What went wrong, and which exit code says so.

use std::io::{self, Write};
use std::process::ExitCode;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use grading::{PipelineError, ReferenceError};
use model::BuildReport;
use records::{RecordError, ShardError};
use report::{PrepareError, escape_lines};
use rubric::{ConfigDiagnostic, DiagnosticList};
use sandbox::{ConfinementError, SandboxError};

/// An error with its exit code.
#[derive(Debug)]
pub(super) struct CliFailure {
    code: u8,
    error: anyhow::Error,
}

impl CliFailure {
    /// Wrong usage, or a mistake in the course.
    pub(super) fn usage_error(error: impl Into<anyhow::Error>) -> CliFailure {
        CliFailure {
            code: 2,
            error: error.into(),
        }
    }

    /// Something of ours.
    pub(super) fn internal_error(error: impl Into<anyhow::Error>) -> CliFailure {
        CliFailure {
            code: 3,
            error: error.into(),
        }
    }

    /// The same with what it is about before it.
    pub(super) fn with_context(self, context: &'static str) -> CliFailure {
        CliFailure {
            error: self.error.context(context),
            ..self
        }
    }

    /// Prints the error with its causes; the exit code is the value.
    pub(super) fn report_to_stderr(&self) -> ExitCode {
        // Leaves out colours unless standard error is a terminal and `NO_COLOR` is unset.
        let mut stderr = anstream::stderr().lock();
        // If standard error is closed, the exit code still reports the failure.
        let _ = writeln!(stderr, "{}", self.render());
        ExitCode::from(self.code)
    }

    /// The causes in one line, or, if files of the course are wrong, each mistake with its line quoted.
    fn render(&self) -> String {
        let mut contexts = Vec::new();
        for cause in self.error.chain() {
            if let Some(DiagnosticList(mistakes)) = cause.downcast_ref() {
                let header = (!contexts.is_empty()).then(|| join_causes(&contexts) + ":");
                let mistakes = mistakes.iter().map(render_diagnostic);
                return header
                    .into_iter()
                    .chain(mistakes)
                    .collect::<Vec<_>>()
                    .join("\n");
            }
            contexts.push(cause.to_string());
        }
        join_causes(&contexts)
    }
}

fn join_causes(causes: &[String]) -> String {
    format!("grader: {}", escape_lines(&causes.join(": ")))
}

/// `rubric.toml:12:7: what is wrong`, then the line with a caret below the mistake.
///
/// The place comes first, as compilers write it, because terminals and editors make a link of that.
fn render_diagnostic(diagnostic: &ConfigDiagnostic) -> String {
    let title = escape_lines(&diagnostic.to_string());
    let title = Level::ERROR.no_name().primary_title(title);
    let renderer = Renderer::styled();
    let (Some(place), Some(excerpt)) = (diagnostic.place, &diagnostic.excerpt) else {
        return renderer.render(&[annotate_snippets::Group::with_title(title)]);
    };
    // The file may hold control characters that a terminal obeys: each part is escaped before it is measured.
    let part = |range| escape_lines(excerpt.line.get(range).unwrap_or_default());
    let before = part(0..excerpt.span.start);
    let marked = part(excerpt.span.clone());
    let after = part(excerpt.span.end..excerpt.line.len());
    let span = before.len()..before.len() + marked.len();
    let snippet = Snippet::source(format!("{before}{marked}{after}"))
        .line_start(place.line)
        .annotation(AnnotationKind::Primary.span(span));
    renderer.render(&[title.element(snippet)])
}

impl From<RecordError> for CliFailure {
    fn from(error: RecordError) -> CliFailure {
        match error {
            RecordError::Write(_) | RecordError::Damaged { .. } => {
                CliFailure::internal_error(error)
            }
            _ => CliFailure::usage_error(error),
        }
    }
}

impl From<ShardError> for CliFailure {
    fn from(error: ShardError) -> CliFailure {
        match error {
            ShardError::Record(error) => error.into(),
            error => CliFailure::usage_error(error),
        }
    }
}

impl From<PipelineError> for CliFailure {
    fn from(error: PipelineError) -> CliFailure {
        let mut error = match error {
            PipelineError::Record(error) => return error.into(),
            error => error,
        };
        if let PipelineError::Reference(reference) = &mut error {
            explain_reference_build(reference);
        }
        let code = match &error {
            PipelineError::Interrupted => 130,
            PipelineError::Intake(_)
            | PipelineError::Faults { .. }
            | PipelineError::Expectations(_)
            | PipelineError::Generator(_) => 2,
            PipelineError::Reference(reference) => reference_exit_code(reference),
            PipelineError::NoSubmission(_) => 4,
            PipelineError::Undefined { .. }
            | PipelineError::Record(_)
            | PipelineError::Toolchain(_)
            | PipelineError::Workplace(_) => 3,
        };
        CliFailure {
            code,
            error: error.into(),
        }
    }
}

/// Adds what students read of the same error of the linker, whose own words are hard to understand.
fn explain_reference_build(error: &mut ReferenceError) {
    let ReferenceError::DoesNotBuild {
        reason,
        diagnostics,
        ..
    } = error
    else {
        return;
    };
    // Where the grader found a cause in the source, that is all there is to say.
    if reason == BuildReport::COMPILER_ERRORS
        && let Some(explanation) = report::explain_linker_error(diagnostics)
    {
        *reason = format!("{reason} {explanation}");
    }
}

/// A reference that does not work is the instructor's to mend; the rest is ours.
fn reference_exit_code(error: &ReferenceError) -> u8 {
    match error {
        ReferenceError::DoesNotBuild { .. }
        | ReferenceError::Unreadable { .. }
        | ReferenceError::Fails { .. }
        | ReferenceError::Endless { .. }
        | ReferenceError::EndlessAtEnd { .. }
        | ReferenceError::DoesNotStart { .. }
        | ReferenceError::NoAnswer { .. }
        | ReferenceError::NoAnswerFile { .. }
        | ReferenceError::OtherInputs { .. }
        | ReferenceError::NoTestNames(_)
        | ReferenceError::Interactor(_)
        | ReferenceError::NoInteractiveReference { .. }
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

impl From<ConfinementError> for CliFailure {
    fn from(error: ConfinementError) -> CliFailure {
        match error {
            ConfinementError::Sandbox(SandboxError::Interrupted) => {
                PipelineError::Interrupted.into()
            }
            error @ ConfinementError::TooWeak { .. } => CliFailure::internal_error(
                anyhow::anyhow!("{error}; `grader doctor` says what is missing"),
            ),
            error @ ConfinementError::Unconfined => CliFailure::internal_error(anyhow::anyhow!(
                "{error}; use another machine, or take the risk with `--allow-unconfined`"
            )),
            error => CliFailure::internal_error(error),
        }
    }
}

impl CliFailure {
    /// The place for reports cannot be used: a wrong argument, unless the disk is full.
    pub(super) fn from_prepare_error(error: PrepareError) -> CliFailure {
        match error {
            PrepareError::Write(error) if error.is_disk_full() => CliFailure::internal_error(error),
            error => CliFailure::usage_error(error),
        }
    }
}

/// A reader that went away, as `head` does, is no failure.
pub(super) fn finish_printing(result: io::Result<()>) -> Result<ExitCode, CliFailure> {
    match result {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        Err(error) => Err(CliFailure::internal_error(
            anyhow::Error::from(error).context("cannot print the result"),
        )),
    }
}
