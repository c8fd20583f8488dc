//! `--out` must stand apart from what the course and its students are: reports would overwrite that, or be taken for
//! submissions by the next run.

use std::path::{Component, Path, PathBuf};

use super::failure::CliFailure;
use model::Course;

/// Refuses a folder for reports that is, holds, or is inside a folder of submissions or cases, or holds the rubric.
pub(super) fn ensure_disjoint(
    out: &Path,
    submissions: &Path,
    course: &Course,
) -> Result<(), CliFailure> {
    let cases = course
        .assignments
        .iter()
        .map(|it| ("the folder of cases", it.testcases.as_path()));
    let foreign = [("the folder of submissions", submissions)]
        .into_iter()
        .chain(cases);
    for (what, folder) in foreign {
        ensure_disjoint_folder(out, what, folder)?;
    }
    let place = resolve_links(out);
    let rubric = resolve_links(&course.rubric);
    match rubric.parent() {
        Some(folder) if folder.starts_with(&place) => {
            Err(overlap_error(out, "holds", "the rubric", &course.rubric))
        }
        _ => Ok(()),
    }
}

/// Refuses a folder for reports that is, holds, or is inside `folder`.
pub(super) fn ensure_disjoint_folder(
    out: &Path,
    what: &str,
    folder: &Path,
) -> Result<(), CliFailure> {
    let place = resolve_links(out);
    let other = resolve_links(folder);
    let relation = match () {
        () if place == other => "is",
        () if place.starts_with(&other) => "is inside",
        () if other.starts_with(&place) => "holds",
        () => return Ok(()),
    };
    Err(overlap_error(out, relation, what, folder))
}

fn overlap_error(out: &Path, relation: &str, what: &str, other: &Path) -> CliFailure {
    let out = out.display();
    let other = other.display();
    CliFailure::usage_error(anyhow::anyhow!(
        "`{out}` {relation} {what} (`{other}`), so reports would be mixed with it; name another folder with --out DIR"
    ))
}

/// A path without links, as far as there is something at it. What is not there yet leads nowhere else.
fn resolve_links(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut resolved = PathBuf::new();
    for part in absolute.components() {
        match part {
            Component::ParentDir => {
                resolved.pop();
            }
            part => resolved.push(part),
        }
        if let Ok(real) = resolved.canonicalize() {
            resolved = real;
        }
    }
    resolved
}
