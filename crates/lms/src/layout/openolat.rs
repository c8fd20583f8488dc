//! OpenOLAT: the archive of a task, `ita_<name>_<date>/<last>_<first>_<user>/<number>_submissions/`; of groups
//! `grouptask_<name>_<date>/<group>_<key>/…`.
//!
//! The folders of one student are numbered in the order of the task's steps, and steps that are switched off have no number:
//! `1_task`, `2_submissions`, `3_corrections`, `4_revisions_1`, `5_corrections_1`, `6_assessment`. What was handed in is in the
//! submissions and the revisions, and the highest number is the newest. All other folders hold files of the staff.

use super::item::{
    DownloadEntry, DownloadTop, EntryContent, FileOrigin, FolderContent, LayoutEntry, StaticRegex,
    group_text,
};
use model::HandIn;

static STEP: StaticRegex = StaticRegex::new(
    r"^(?P<number>\d{1,4})_(?:(?P<handed_in>submissions|revisions_\d+)|task|corrections(?:_\d+)?|assessment)$",
);

/// The system writes these beside what was handed in.
const LATE: &str = "Late_submission.txt";
const EXTENDED: &str = "Extended_submission.txt";

/// The staff's solutions, beside the students' folders.
const SOLUTIONS: &str = "solutions";

/// Whether a folder has the name of a step of a task.
pub(super) fn is_step(folder: &DownloadEntry) -> bool {
    folder.is_folder && STEP.captures(&folder.name).is_some()
}

pub(super) fn parse_entries(top: &DownloadTop<'_>) -> Vec<Option<LayoutEntry>> {
    top.entries
        .iter()
        .map(|entry| parse_entry(top, entry))
        .collect()
}

fn parse_entry(top: &DownloadTop<'_>, entry: &DownloadEntry) -> Option<LayoutEntry> {
    if !entry.is_folder {
        // The course's results.
        return entry.name.ends_with(".xlsx").then(LayoutEntry::default);
    }
    if entry.name == SOLUTIONS {
        return Some(LayoutEntry::default());
    }
    let steps: Vec<DownloadEntry> = (top.list)(&entry.path);
    if !steps.iter().any(is_step) {
        return None;
    }
    let mut hand_in = HandIn {
        name: entry.name.clone(),
        ..HandIn::default()
    };
    if let [last, first, user] = entry.name.split('_').collect::<Vec<_>>().as_slice() {
        // Names with further `_` cannot be divided without a guess.
        hand_in.name = format!("{last}, {first}");
        hand_in.login = Some((*user).to_owned());
    }
    let mut inside = FolderContent::default();
    let mut newest: Option<(u32, Vec<DownloadEntry>)> = None;
    for step in &steps {
        let found = STEP.captures(&step.name).filter(|_| step.is_folder);
        let is_handed_in = found
            .as_ref()
            .is_some_and(|it| group_text(it, "handed_in").is_some());
        let Some(number) = found
            .filter(|_| is_handed_in)
            .and_then(|it| step_number(&it))
        else {
            inside.leave_out(step, "it is the staff's, and was not handed in");
            continue;
        };
        let files = (top.list)(&step.path);
        if files.is_empty() {
            continue;
        }
        inside.attempts += 1;
        let is_newer = newest.as_ref().is_none_or(|(other, _)| number > *other);
        let older = if is_newer {
            newest.replace((number, files))
        } else {
            Some((number, files))
        };
        for file in older.into_iter().flat_map(|(_, files)| files) {
            inside.leave_out(&file, "it is of an earlier attempt");
        }
    }
    for file in newest.into_iter().flat_map(|(_, files)| files) {
        match file.name.as_str() {
            LATE => hand_in.late = Some(true),
            EXTENDED => {}
            _ => {
                let name = Some(file.name.clone());
                inside.taken.push(FileOrigin {
                    below: file.path,
                    name,
                });
            }
        }
    }
    let content = EntryContent::Inside(inside);
    Some(LayoutEntry {
        owner: entry.name.clone(),
        hand_in,
        content,
        ..LayoutEntry::default()
    })
}

fn step_number(found: &regex::Captures<'_>) -> Option<u32> {
    group_text(found, "number")?.parse().ok()
}
