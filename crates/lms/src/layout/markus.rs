//! MarkUs: a folder for each group, `<group>/<files>`. A student who works alone is a group with the student's login for a name.
//!
//! Nothing in these names proves that MarkUs gave them, so the user has to name the layout; without it, the same folders are
//! read as a folder for each student.

use super::item::{DownloadEntry, DownloadTop, EntryContent, LayoutEntry};
use model::HandIn;

pub(super) fn parse_entries(top: &DownloadTop<'_>) -> Vec<Option<LayoutEntry>> {
    top.entries
        .iter()
        .map(|entry| is_group_folder(top, entry).then(|| build_entry(&entry.name)))
        .collect()
}

fn is_group_folder(top: &DownloadTop<'_>, entry: &DownloadEntry) -> bool {
    top.is_named && entry.is_folder
}

fn build_entry(group: &str) -> LayoutEntry {
    let name = group.to_owned();
    let login = Some(group.to_owned());
    let hand_in = HandIn {
        name: name.clone(),
        login,
        ..HandIn::default()
    };
    LayoutEntry {
        owner: name,
        hand_in,
        content: EntryContent::Folder,
        ..LayoutEntry::default()
    }
}
