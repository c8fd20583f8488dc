//! Files among the students' folders that are nobody's: each is said once, because a class may be missing a student for it.

use std::path::Path;

use super::listed::join_quoted;
use support::printable::to_printable;

/// Endings of archives, whether the grader can unpack them or not.
const ARCHIVES: [&str; 10] = [
    ".zip", ".tar", ".tar.gz", ".tgz", ".tar.xz", ".tar.bz2", ".7z", ".rar", ".gz", ".xz",
];

/// Whether a name is that of an archive.
pub(super) fn is_archive(name: &str) -> bool {
    let name = name.to_lowercase();
    ARCHIVES.iter().any(|ending| name.ends_with(ending))
}

/// What to say of the files in `folder` that stand for no student.
pub(super) fn left_out_remarks(folder: &Path, names: &[String]) -> Vec<String> {
    let (archives, others): (Vec<&str>, Vec<&str>) = names
        .iter()
        .map(String::as_str)
        .partition(|name| is_archive(name));
    let folder = to_printable(folder);
    let mut remarks = Vec::new();
    if !archives.is_empty() {
        remarks.push(format!(
            "nobody is graded for {} in `{folder}`: either a folder of that name is graded instead, or such archives cannot \
             be unpacked (`.zip`, `.tar`, `.tar.gz` and `.tgz` can)",
            join_quoted(&archives)
        ));
    }
    if !others.is_empty() {
        remarks.push(format!(
            "nobody is graded for {} in `{folder}`: expected a folder or a source file for each student",
            join_quoted(&others)
        ));
    }
    remarks
}
