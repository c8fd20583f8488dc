//! A second build of a program that only lacks standard headers or `using namespace std;`, where the rubric forgives that.

use std::io;

use super::super::kept_cases::ReusedCases;
use super::AssignmentGrader;
use super::attempt::GradingInterrupted;
use super::outcome::Forgiven;
use crate::build;
use crate::logged::EscapedForLog;
use crate::model::{BuildVerdict, SourceFile};

impl AssignmentGrader<'_> {
    /// The same program with the lines that it lacks; none if it lacks something else, or nothing is forgiven.
    pub(super) fn forgiven(
        &self,
        sources: &[SourceFile],
        diagnostics: &str,
        kept: &ReusedCases,
    ) -> Result<Option<Forgiven<'_>>, GradingInterrupted> {
        let toolchain = self.assignment.choose_toolchain(sources);
        let is_cpp = toolchain.takes_cpp() && toolchain.compiler_command().is_some();
        if !self.assignment.forgives_missing_includes || !is_cpp {
            return Ok(None);
        }
        let lines = build::missing_lines(diagnostics, &self.texts(sources));
        if lines.is_empty() {
            return Ok(None);
        }
        let (header, folder) = match with_header(&lines, sources) {
            Ok(Some(written)) => written,
            Ok(None) => return Ok(None),
            Err(error) => {
                let reason = error.to_string();
                tracing::warn!(reason = %EscapedForLog(&reason), "no missing header was added");
                return Ok(None);
            }
        };
        let sources: Vec<SourceFile> = sources.iter().cloned().chain([header]).collect();
        let mut outcome = self.build_and_run(&sources, kept)?;
        if outcome.build.verdict != BuildVerdict::Ok {
            return Ok(None);
        }
        tracing::info!(lines = %EscapedForLog(&lines.join(" ")), "was built with lines that were missing");
        outcome.build.added = lines;
        Ok(Some(Forgiven {
            outcome,
            sources,
            folder,
        }))
    }

    /// The names and texts of files; one that cannot be read any more is none of them.
    fn texts(&self, sources: &[SourceFile]) -> Vec<(String, String)> {
        let limit = self.assignment.build_limits.source;
        let read = |source: &SourceFile| {
            let bytes = build::read_source(source, limit).ok()??;
            Some((
                source.name.clone(),
                String::from_utf8_lossy(&bytes).into_owned(),
            ))
        };
        sources.iter().filter_map(read).collect()
    }
}

/// Our header in a folder of its own.
fn with_header(
    lines: &[String],
    sources: &[SourceFile],
) -> io::Result<Option<(SourceFile, tempfile::TempDir)>> {
    let folder = tempfile::tempdir()?;
    Ok(build::header_with(lines, folder.path(), sources)?.map(|header| (header, folder)))
}

/// What a report says of lines that were added; none if there are none.
pub(super) fn remark(added: &[String]) -> Option<String> {
    let (last, first) = added.split_last()?;
    let first: Vec<String> = first.iter().map(|line| format!("`{line}`")).collect();
    let lines = match first.as_slice() {
        [] => format!("`{last}`"),
        _ => format!("{} and `{last}`", first.join(", ")),
    };
    Some(format!(
        "The program does not compile as it was handed in. The grader added {lines} at the top, and graded the program with that."
    ))
}
