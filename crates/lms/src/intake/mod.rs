//! From a folder or an archive to submissions: what did each student hand in for which assignment?
//!
//! What a system of learning lets an instructor download is understood as it is (`crate::layout`). Everything else is laid out as
//! `<student>/<files>` or `<assignment>/<student>/<files>`; in both, a single file may stand in place of a student's folder, and
//! a folder that itself holds a program's sources is one student's.
//!
//! Files stay where they lie, and links are never followed. Only where they cannot be taken from there (they are packed, or no
//! compiler reads their encoding) a copy is made (`prepare`). Whatever is odd becomes a value with a reason.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `scratch` | where submissions come from, and the folder for copies |
//! | `download`, `top` | it is opened, and the system is found out that made it |
//! | `downloaded` | a system's students become entries |
//! | `class` | which entry is whose, and for which assignment |
//! | `attempts` | which of several attempts in a student's folder is graded |
//! | `enrolled` | who takes the course, and handed in nothing |
//! | `lateness` | whether it is known when something was handed in |
//! | `entries` | a plain folder's entries, and the files that belong to no student |
//! | `level` | folders that are one level too high |
//! | `prepare`, `unpacking` | copies of what cannot be taken as it lies |
//! | `files`, `sources`, `checked` | which of a student's files make the program, and whether they may be touched |
//! | `same_name`, `together` | which of several files of one name is meant, and which files are one program |
//! | `included_names` | the names under which files are laid out, by what includes them |
//! | `sentences`, `error` | messages for the report and for the user |

mod attempts;
mod checked;
mod class;
mod directed;
mod download;
mod downloaded;
mod enrolled;
mod entries;
mod error;
mod files;
mod included_names;
mod lateness;
mod level;
mod prepare;
mod same_name;
mod scratch;
mod sentences;
mod sources;
mod together;
mod top;
mod unpacking;

use self::class::ClassFolder;
use self::download::{DownloadContent, OpenedDownload, SkippedArchiveFile};
pub use self::error::IntakeError;
use self::error::replace_unpacked_path;
pub use self::scratch::{IntakeScratch, IntakeSource};
use model::{Assignment, Course, SubmissionSet};
use std::iter;

/// Finds what was handed in for `assignments`. If `whole`, all of the class is wanted, and a folder that only holds the one with
/// the class is a mistake.
///
/// # Errors
///
/// If the folder or archive cannot be read, holds nothing, or does not say what belongs to which assignment; if a copy cannot be
/// made; if the user wants to stop.
pub fn find_submissions(
    source: &IntakeSource<'_>,
    course: &Course,
    assignments: &[&Assignment],
    whole: bool,
) -> Result<SubmissionSet, IntakeError> {
    let OpenedDownload {
        root,
        content,
        was_packed,
        left_out,
    } = download::open_download(source, course)?;
    let class = ClassFolder {
        folder: &root,
        course,
        assignments,
        source,
    };
    let found = match content {
        DownloadContent::Plain(layout) => class.read_plain(layout, whole, was_packed),
        DownloadContent::Students {
            layout,
            students,
            strangers,
        } => {
            let summary = downloaded::summarize_download(layout, &students, source.path);
            let strangers = downloaded::describe_strangers(&strangers);
            class.read_download(layout, students).map(|mut found| {
                let first = iter::once(summary).chain(strangers.clone());
                found.remarks.splice(0..0, first);
                found.left_out.splice(0..0, strangers);
                found
            })
        }
    };
    let mut found = match was_packed {
        false => found?,
        true => {
            let mut found = found.map_err(|error| error.with_original_path(source.path, &root))?;
            for remark in found.remarks.iter_mut().chain(&mut found.left_out) {
                *remark = replace_unpacked_path(remark, source.path, &root);
            }
            found
        }
    };
    note_skipped_files(&mut found, &left_out);
    enrolled::join_roster(&mut found, course)?;
    lateness::remark_unknown_times(&mut found, course);
    Ok(found)
}

/// Notes what was not unpacked of a class's archive, for staff, and for the student whose folder it was in.
fn note_skipped_files(found: &mut SubmissionSet, left_out: &[SkippedArchiveFile]) {
    for SkippedArchiveFile { path, why } in left_out {
        let remark = format!("`{path}` was not unpacked: {why}");
        for submission in &mut found.submissions {
            if path.split('/').any(|part| part == submission.student) {
                submission.remarks.push(remark.clone());
                submission.to_check.push(remark.clone());
            }
        }
        found.note_left_out([remark]);
    }
}
