//! GitHub Classroom: `<assignment>-submissions/<assignment>-<login>/`, as `gh classroom clone student-repos` makes it.

use super::item::{DownloadTop, EntryContent, LayoutEntry};
use model::HandIn;

/// How the folder of a class's repositories ends.
const FOLDER: &str = "-submissions";

pub(super) fn parse_entries(top: &DownloadTop<'_>) -> Vec<Option<LayoutEntry>> {
    let prefix = top
        .name
        .strip_suffix(FOLDER)
        .filter(|slug| !slug.is_empty());
    let prefix = prefix.map(|slug| format!("{slug}-"));
    let item = |entry: &super::DownloadEntry| {
        let login = entry.name.strip_prefix(prefix.as_deref()?)?;
        // An archive named after the folder holds the folder of that name, which is no repository.
        let is_repository = entry.is_folder && !login.is_empty() && entry.name != top.name;
        is_repository.then(|| build_entry(login))
    };
    top.entries.iter().map(item).collect()
}

fn build_entry(login: &str) -> LayoutEntry {
    let name = login.to_owned();
    let login = login.to_owned();
    let hand_in = HandIn {
        name: name.clone(),
        login: Some(login),
        ..HandIn::default()
    };
    LayoutEntry {
        owner: name,
        hand_in,
        content: EntryContent::Folder,
        ..LayoutEntry::default()
    }
}
