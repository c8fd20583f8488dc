//! Moodle: `<full name>_<participant>_assignsubmission_file/`, with or without folders.
//!
//! Full names hold no `_`, because Moodle replaces it. The number is the participant's in this assignment, and the grading
//! worksheet has it as “Participant 12”. Before 4.1 the folder's name ended in `_`. A group without a number is the one of those
//! who are in no group.

use super::item::{DownloadEntry, DownloadTop, EntryContent, LayoutEntry, StaticRegex, group_text};
use super::shared_numbers::separate_shared_numbers;
use model::HandIn;

static NAME: StaticRegex = StaticRegex::new(
    r"^(?P<who>[^_/]+)(?:_(?P<id>\d+))?_assignsubmission_(?P<plugin>[a-z]+)(?:_(?P<file>.+)|_?)$",
);

pub(super) fn parse_entries(top: &DownloadTop<'_>) -> Vec<Option<LayoutEntry>> {
    let mut items: Vec<Option<LayoutEntry>> = top.entries.iter().map(parse_entry).collect();
    separate_shared_numbers(&mut items);
    items
}

fn parse_entry(entry: &DownloadEntry) -> Option<LayoutEntry> {
    let found = NAME.captures(&entry.name)?;
    let who = group_text(&found, "who")?;
    let id = group_text(&found, "id");
    let content = match (
        group_text(&found, "plugin")?,
        group_text(&found, "file"),
        entry.is_folder,
    ) {
        ("file", None, true) => EntryContent::Folder,
        ("file", Some(file), false) => EntryContent::File(file.to_owned()),
        ("onlinetext", ..) => {
            EntryContent::NotCompilable("it was typed into Moodle, and is no file")
        }
        _ => return None,
    };
    let owner = id.unwrap_or(who).to_owned();
    let hand_in = HandIn {
        name: who.to_owned(),
        id: id.map(str::to_owned),
        ..HandIn::default()
    };
    Some(LayoutEntry {
        owner,
        hand_in,
        content,
        ..LayoutEntry::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_moodle_makes_them() {
        let file = |name: &str| EntryContent::File(name.to_owned());
        let table = [
            (
                "Ann Example_57_assignsubmission_file",
                true,
                "Ann Example",
                Some("57"),
                EntryContent::Folder,
            ),
            (
                "Ann Example_57_assignsubmission_file_",
                true,
                "Ann Example",
                Some("57"),
                EntryContent::Folder,
            ),
            (
                "Ann Example_57_assignsubmission_file_my_sum.cpp",
                false,
                "Ann Example",
                Some("57"),
                file("my_sum.cpp"),
            ),
            (
                "Default group_assignsubmission_file",
                true,
                "Default group",
                None,
                EntryContent::Folder,
            ),
            (
                "Teilnehmer_9_assignsubmission_file",
                true,
                "Teilnehmer",
                Some("9"),
                EntryContent::Folder,
            ),
        ];
        for (name, is_folder, who, id, content) in table {
            let entry = DownloadEntry {
                name: name.to_owned(),
                path: name.into(),
                is_folder,
            };
            let item = parse_entry(&entry).unwrap();
            assert_eq!(
                (item.hand_in.name.as_str(), item.hand_in.id.as_deref()),
                (who, id),
                "{name}"
            );
            assert_eq!(item.content, content, "{name}");
        }
        for other in ["Ann Example", "ann_57", "ann_57_assignfeedback_file"] {
            let entry = DownloadEntry {
                name: other.to_owned(),
                path: other.into(),
                is_folder: true,
            };
            assert!(parse_entry(&entry).is_none(), "{other}");
        }
    }
}
