//! A second build of a program that only lacks standard headers or `using namespace std;`, if the rubric forgives that.

use std::io;

use super::AssignmentGrader;
use super::grader::SubmissionOutcome;
use crate::error::GradingInterrupted;
use crate::reused_cases::ReusedCases;
use model::{BuildVerdict, SourceFile, join_with_and};
use support::logged::EscapedForLog;
use tempfile::TempDir;

/// The files of a program, with an added header that contains the missing lines.
pub(super) struct ForgivenSources {
    pub(super) sources: Vec<SourceFile>,
    /// The header's folder, which goes when nothing is built of it any more.
    _folder: TempDir,
}

impl AssignmentGrader<'_> {
    /// Builds and runs a program, and once more with the lines that it lacks if it lacks nothing else and the rubric forgives that.
    /// The files are there if the outcome is that of the second build.
    pub(super) fn build_and_forgive(
        &self,
        sources: &[SourceFile],
        kept: &ReusedCases,
    ) -> Result<(SubmissionOutcome<'_>, Option<ForgivenSources>), GradingInterrupted> {
        let first = self.build_and_run(sources, kept)?;
        if first.build.verdict != BuildVerdict::CompileError {
            return Ok((first, None));
        }
        let lines = self.forgivable_lines(sources, &first.build.diagnostics);
        if lines.is_empty() {
            return Ok((first, None));
        }
        let forgiven = match add_header(&lines, sources) {
            Ok(Some(forgiven)) => forgiven,
            Ok(None) => return Ok((first, None)),
            Err(error) => {
                let reason = format!("the missing headers could not be added: {error}");
                tracing::error!(reason = %EscapedForLog(&reason), "stays ungraded");
                return Ok((self.without_program(BuildVerdict::Ungraded, &reason), None));
            }
        };
        let mut second = self.build_and_run(&forgiven.sources, kept)?;
        match second.build.verdict {
            BuildVerdict::Ok => {
                tracing::info!(lines = %EscapedForLog(&lines.join(" ")), "was built with lines that were missing");
                second.build.added = lines;
                Ok((second, Some(forgiven)))
            }
            // Nobody knows whether it would have compiled.
            BuildVerdict::Ungraded => Ok((second, None)),
            _ => Ok((first, None)),
        }
    }

    /// The lines that a program lacks and the rubric forgives, by the errors of its compiler.
    fn forgivable_lines(&self, sources: &[SourceFile], diagnostics: &str) -> Vec<String> {
        let toolchain = self.assignment.choose_toolchain(sources);
        let is_cpp = toolchain.takes_cpp() && toolchain.compiler_command().is_some();
        if !self.assignment.forgives_missing_includes || !is_cpp {
            return Vec::new();
        }
        // A file that cannot be read any more lacks nothing.
        let limit = self.assignment.build_limits.source;
        let mut texts = Vec::new();
        for source in sources {
            if let Ok(Some(bytes)) = toolchain::read_source(source, limit) {
                let text = String::from_utf8_lossy(&bytes).into_owned();
                texts.push((source.name.clone(), text));
            }
        }
        toolchain::find_missing_lines(diagnostics, &texts)
    }
}

/// The files with our header; none if one of them has its name.
fn add_header(lines: &[String], sources: &[SourceFile]) -> io::Result<Option<ForgivenSources>> {
    let folder = tempfile::tempdir()?;
    let header = toolchain::write_added_header(lines, folder.path(), sources)?;
    Ok(header.map(|header| ForgivenSources {
        sources: sources.iter().cloned().chain([header]).collect(),
        _folder: folder,
    }))
}

/// What a report says of lines that were added; none if there are none.
pub(super) fn added_lines_remark(added: &[String]) -> Option<String> {
    if added.is_empty() {
        return None;
    }
    let lines: Vec<String> = added.iter().map(|line| format!("`{line}`")).collect();
    Some(format!(
        "The program does not compile as it was handed in. The grader added {} at the top, and graded the program with that.",
        join_with_and(&lines)
    ))
}
