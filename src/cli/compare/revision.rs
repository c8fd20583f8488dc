//! A course as git has it: taken out of the repository into a temporary folder. Nothing is checked out, and no index, branch or
//! worktree is touched.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::cli::failure::CliFailure;

/// The course of a revision.
#[derive(Debug)]
pub(super) struct CourseRevision {
    folder: TempDir,
    /// The rubric's name.
    name: PathBuf,
}

impl CourseRevision {
    /// The course with this rubric, as it was then.
    pub(super) fn extract_from_git(
        rubric: &Path,
        revision: &str,
    ) -> Result<CourseRevision, CliFailure> {
        let folder = match rubric.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let name = rubric.file_name().map(PathBuf::from).unwrap_or_default();
        // What begins with `-` must be no option.
        let commit = format!("{revision}^{{commit}}");
        let found = run_git(
            folder,
            &[
                "rev-parse",
                "--verify",
                "--quiet",
                "--end-of-options",
                &commit,
            ],
        )?;
        if !found.status.success() {
            return Err(CliFailure::usage_error(anyhow::anyhow!(
                "git knows no revision `{revision}` in {}; fetch it first, in CI with `fetch-depth: 0`{}{}",
                folder.display(),
                format_git_error(&found),
                list_branches(folder)?
            )));
        }
        let commit = String::from_utf8_lossy(&found.stdout).trim().to_owned();
        let packed = run_git(folder, &["archive", "--format=tar", &commit])?;
        if !packed.status.success() {
            return Err(CliFailure::usage_error(anyhow::anyhow!(
                "git cannot give {} as it was at `{revision}`{}",
                folder.display(),
                format_git_error(&packed)
            )));
        }
        let made = tempfile::Builder::new().prefix("grader-compare-").tempdir();
        let unpacked = made.and_then(|made| {
            tar::Archive::new(packed.stdout.as_slice()).unpack(made.path())?;
            Ok(made)
        });
        let folder = unpacked.map_err(|error| {
            let about = format!("cannot unpack the course of `{revision}`");
            CliFailure::internal_error(anyhow::Error::from(error).context(about))
        })?;
        let then = CourseRevision { folder, name };
        if !then.rubric_path().is_file() {
            return Err(CliFailure::usage_error(anyhow::anyhow!(
                "there was no {} at `{revision}`",
                rubric.display()
            )));
        }
        Ok(then)
    }

    /// Its rubric.
    pub(super) fn rubric_path(&self) -> PathBuf {
        self.folder.path().join(&self.name)
    }
}

fn run_git(folder: &Path, arguments: &[&str]) -> Result<Output, CliFailure> {
    let output = Command::new("git")
        .arg("-C")
        .arg(folder)
        .args(arguments)
        .output();
    output.map_err(|error| {
        CliFailure::usage_error(
            anyhow::Error::from(error).context("`--against` needs git, which cannot be started"),
        )
    })
}

/// The first branches of the repository, as the end of a message; empty if there are none.
fn list_branches(folder: &Path) -> Result<String, CliFailure> {
    let arguments = ["branch", "--all", "--format=%(refname:short)"];
    let output = run_git(folder, &arguments)?;
    let text = String::from_utf8_lossy(&output.stdout);
    let branches: Vec<&str> = text.lines().take(10).collect();
    if !output.status.success() || branches.is_empty() {
        return Ok(String::new());
    }
    Ok(format!("; its branches are {}", branches.join(", ")))
}

/// The first line of git's error output, if there is any.
fn format_git_error(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    match text.lines().next() {
        Some(line) => format!(" ({line})"),
        None => String::new(),
    }
}
