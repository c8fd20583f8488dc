//! The files of a program, checked: that they may be touched, are not too much, and how they are called where they are compiled.

use std::path::{Path, PathBuf};

use super::files::{self, SubmissionFile, SubmissionPath};
use super::sentences::missing_program_message;
use model::bounds::MOST_FILES;
use model::{Assignment, SourceFile, SubmissionContent, Toolchain, has_header_ending};
use support::printable::to_printable;

/// The chosen files with all headers of the submission, or the reason why they are not touched.
pub(super) fn check_files(
    assignment: &Assignment,
    place: &SubmissionPath,
    chosen: &[&SubmissionFile],
    files: &[SubmissionFile],
    keeps_names: bool,
) -> SubmissionContent {
    if let Some(reason) = chosen
        .iter()
        .find_map(|file| refusal_reason(assignment, file))
    {
        return SubmissionContent::Refused(reason);
    }
    let headers = files.iter().filter(|file| {
        has_header_ending(&file.inside) && refusal_reason(assignment, file).is_none()
    });
    let mut all: Vec<&SubmissionFile> = chosen.iter().copied().chain(headers).collect();
    all.sort_by(|left, right| left.inside.cmp(&right.inside));
    all.dedup_by(|left, right| left.inside == right.inside);
    if let Some(reason) = too_much_reason(assignment, &all) {
        return SubmissionContent::Refused(reason);
    }
    // Each keeps its place among the others, so `#include "../include/board.h"` finds what it finds at home.
    let Some(base) = common_folder(&all) else {
        return SubmissionContent::Missing(missing_program_message(assignment, files));
    };
    let mut sources: Vec<SourceFile> = all
        .iter()
        .filter_map(|file| to_source_file(place, file, base, keeps_names))
        .collect();
    sources.sort_by(|left, right| left.name.cmp(&right.name));
    SubmissionContent::Sources(sources)
}

/// Why files that could each be taken are too much together.
fn too_much_reason(assignment: &Assignment, all: &[&SubmissionFile]) -> Option<String> {
    const OWN: &str = "hand in only the files that you wrote for this program";
    if all.len() > MOST_FILES {
        let count = all.len();
        return Some(format!(
            "{count} sources and headers were handed in; at most {MOST_FILES} are accepted: {OWN}"
        ));
    }
    let most = assignment.build_limits.all_sources();
    let size = all
        .iter()
        .fold(0, |sum: u64, file| sum.saturating_add(file.size));
    (size > most).then(|| {
        format!(
            "all sources and headers together have {size} bytes; at most {most} are accepted: {OWN}"
        )
    })
}

/// Why a file is not touched.
pub(super) fn refusal_reason(assignment: &Assignment, file: &SubmissionFile) -> Option<String> {
    let name = to_printable(&file.inside);
    let size = file.size;
    let limit = assignment.build_limits.source;
    if !file.kind.is_file() {
        return Some(format!(
            "`{name}` is {}, not a regular file",
            files::describe_kind(file.kind)
        ));
    }
    if file
        .inside
        .iter()
        .any(|part| part.to_string_lossy().starts_with(['-', '@']))
    {
        return Some(format!(
            "the name `{name}` could be mistaken for an option of the compiler"
        ));
    }
    (size > limit).then(|| format!("`{name}` has {size} bytes; at most {limit} are accepted"))
}

/// The innermost folder that holds all files.
fn common_folder<'f>(files: &[&'f SubmissionFile]) -> Option<&'f Path> {
    let first = files.first()?.below.parent()?;
    first
        .ancestors()
        .find(|folder| files.iter().all(|file| file.below.starts_with(folder)))
}

/// A file under the name it has in the folder that holds all of them. What other files call it keeps its ending.
pub(super) fn to_source_file(
    place: &SubmissionPath,
    file: &SubmissionFile,
    base: &Path,
    keeps_names: bool,
) -> Option<SourceFile> {
    let below = if keeps_names {
        file.below.clone()
    } else {
        normalize_ending(&file.below)
    };
    let inside = below.strip_prefix(base).ok()?;
    let parts: Vec<String> = inside.iter().map(to_printable).collect();
    let folder = place.folder.clone();
    let below = file.below.clone();
    Some(SourceFile {
        folder,
        below,
        name: parts.join("/"),
        is_provided: false,
    })
}

/// Compilers go by the ending, and know few of them in capital letters: `.Cpp` would be given to the linker.
fn normalize_ending(path: &Path) -> PathBuf {
    let ending = path.extension().unwrap_or_default();
    if ending == "C" || !files::is_source(path) {
        return path.to_owned();
    }
    path.with_extension(ending.to_ascii_lowercase())
}

/// The files that the assignment's preferred toolchain takes, if it takes any, or else the next one's. What others would
/// take is left out, with a remark; what none takes is left to whoever is chosen. A build system is left everything.
pub(super) fn select_toolchain_files<'a, 'f>(
    assignment: &'a Assignment,
    files: &[&'f SubmissionFile],
    remarks: &mut Vec<String>,
) -> (&'a Toolchain, Vec<&'f SubmissionFile>) {
    let chosen = assignment
        .toolchains()
        .find(|it| files.iter().any(|file| takes_source(it, file)));
    let chosen = chosen.unwrap_or(&assignment.toolchain);
    if chosen.is_build_system() {
        return (chosen, files.to_vec());
    }
    let (taken, left): (Vec<&SubmissionFile>, Vec<&SubmissionFile>) = files
        .iter()
        .partition(|file| takes_source(chosen, file) || !is_taken(assignment, file));
    remarks.extend(left.iter().map(|file| {
        let name = to_printable(&file.inside);
        let chosen = &chosen.name;
        format!("`{name}` was left out: what is for `{chosen}` was taken")
    }));
    (chosen, taken)
}

fn is_taken(assignment: &Assignment, file: &SubmissionFile) -> bool {
    assignment.toolchains().any(|it| takes_source(it, file))
}

fn takes_source(toolchain: &Toolchain, file: &SubmissionFile) -> bool {
    toolchain.takes_file(&file.inside.to_string_lossy())
}

/// Several files for a toolchain that runs one.
pub(super) fn too_many_files_message(toolchain: &Toolchain, chosen: &[&SubmissionFile]) -> String {
    let names: Vec<String> = chosen
        .iter()
        .take(5)
        .map(|file| format!("`{}`", to_printable(&file.inside)))
        .collect();
    let names = names.join(" or ");
    format!(
        "`{}` runs one file, and it is not clear whether it is {names}",
        toolchain.name
    )
}
