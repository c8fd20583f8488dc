//! Autolab: one flat folder, `<email>_<version>_<file>`, with all versions of each student.
//!
//! The address ends at the first `_` after its `@`, because no domain has one. A higher version is a newer attempt.

use super::item::{DownloadTop, EntryContent, LayoutEntry, StaticRegex, group_text};
use model::HandIn;

static NAME: StaticRegex =
    StaticRegex::new(r"^(?P<email>[^@]+@[^@_]+)_(?P<version>\d{1,9})_(?P<file>.+)$");

pub(super) fn parse_entries(top: &DownloadTop<'_>) -> Vec<Option<LayoutEntry>> {
    top.entries.iter().map(parse_flat_entry).collect()
}

fn parse_flat_entry(entry: &super::DownloadEntry) -> Option<LayoutEntry> {
    parse_entry(&entry.name).filter(|_| !entry.is_folder)
}

fn parse_entry(name: &str) -> Option<LayoutEntry> {
    let found = NAME.captures(name)?;
    let email = group_text(&found, "email")?.to_owned();
    let version: u64 = group_text(&found, "version")?.parse().ok()?;
    let content = EntryContent::File(group_text(&found, "file")?.to_owned());
    // In the order of letters 10 would be before 9.
    let attempt = format!("{version:020}");
    let owner = email.to_lowercase();
    let hand_in = HandIn {
        name: email.clone(),
        email: Some(email),
        ..HandIn::default()
    };
    Some(LayoutEntry {
        owner,
        hand_in,
        attempt,
        content,
        ..LayoutEntry::default()
    })
}
