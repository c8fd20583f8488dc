//! Classes that are kept for later comparisons, as folders that `grader run` reads: `ASSIGNMENT/STUDENT/FILE`.

use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::cli::failure::CliFailure;
use similarity::{ExplainedPairs, ProgramSource};
use support::file_writing;

/// Says that a folder is such an archive, so that nothing else is removed by mistake.
const MARKER: &str = ".grader-archive";
const MARKER_TEXT: &[u8] =
    b"Programs kept by `grader similar --keep`. `grader similar --forget` removes this folder.\n";

/// Makes the folder, which must not be there yet.
pub(super) fn create_archive(folder: &Path) -> Result<(), CliFailure> {
    if folder.exists() {
        return Err(CliFailure::usage_error(anyhow::anyhow!(
            "`{}` is there already; name a new folder with --keep DIR, such as `archives/2026`",
            folder.display()
        )));
    }
    fs::create_dir_all(folder).map_err(CliFailure::internal_error)?;
    file_writing::write_file(&folder.join(MARKER), MARKER_TEXT).map_err(CliFailure::internal_error)
}

/// Adds the programs of an assignment.
pub(super) fn keep_programs(
    folder: &Path,
    assignment: &str,
    programs: &[ProgramSource],
) -> Result<(), CliFailure> {
    for program in programs {
        let place = folder.join(assignment).join(&program.name);
        for (name, bytes) in &program.files {
            // The intake makes no other names; a path that led elsewhere would be written there.
            let is_below = Path::new(name)
                .components()
                .all(|part| matches!(part, Component::Normal(_)));
            if program.provided.contains(name) || !is_below {
                continue;
            }
            let file = place.join(name);
            if let Some(parent) = file.parent() {
                fs::create_dir_all(parent).map_err(CliFailure::internal_error)?;
            }
            file_writing::write_file(&file, bytes).map_err(CliFailure::internal_error)?;
        }
    }
    Ok(())
}

/// Removes an archive, and what is explained of its programs; how many pairs that were is the value.
pub(super) fn forget_archive(
    folder: &Path,
    explained: &mut ExplainedPairs,
) -> Result<usize, CliFailure> {
    let is_archive = folder.join(MARKER).is_file() && !folder.is_symlink();
    if !is_archive {
        return Err(CliFailure::usage_error(anyhow::anyhow!(
            "`{}` was not written by `grader similar --keep`, so it is left as it is; remove it yourself",
            folder.display()
        )));
    }
    let forgotten = explained.forget_archive(&archive_name(folder));
    fs::remove_dir_all(folder).map_err(CliFailure::internal_error)?;
    Ok(forgotten)
}

/// What programs of an archive are called by: its last part, without an ending.
pub(super) fn archive_name(path: &Path) -> String {
    let whole = path.canonicalize().unwrap_or_else(|_| PathBuf::from(path));
    let name = if path.is_dir() {
        whole.file_name()
    } else {
        whole.file_stem()
    };
    let name = name.unwrap_or(whole.as_os_str()).to_string_lossy();
    report::escape_lines(&name)
}
