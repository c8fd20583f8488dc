//! Which of an assignment's toolchains a submission is for, told by its files' names.

use super::files::SubmissionFile;
use model::{Assignment, Toolchain};
use support::printable::to_printable;

/// The files that the assignment's preferred toolchain takes, if it takes any, or else the next one's. What others would
/// take is left out, with a remark; what none takes is left to whoever is chosen. A build system is left everything.
pub(super) fn select_toolchain_files<'a, 'f>(
    assignment: &'a Assignment,
    files: &[&'f SubmissionFile],
    remarks: &mut Vec<String>,
) -> (&'a Toolchain, Vec<&'f SubmissionFile>) {
    let takes = |toolchain: &Toolchain, file: &SubmissionFile| {
        toolchain.takes_file(&file.inside.to_string_lossy())
    };
    let chosen = assignment
        .toolchains()
        .find(|it| files.iter().any(|file| takes(it, file)));
    let chosen = chosen.unwrap_or(&assignment.toolchain);
    if chosen.is_build_system() {
        return (chosen, files.to_vec());
    }
    let others = |file: &SubmissionFile| assignment.toolchains().any(|it| takes(it, file));
    let (taken, left): (Vec<&SubmissionFile>, Vec<&SubmissionFile>) = files
        .iter()
        .partition(|file| takes(chosen, file) || !others(file));
    remarks.extend(left.iter().map(|file| {
        let name = to_printable(&file.inside);
        let chosen = &chosen.name;
        format!("`{name}` was left out: what is for `{chosen}` was taken")
    }));
    (chosen, taken)
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
