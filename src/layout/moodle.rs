//! Moodle: `<full name>_<participant>_assignsubmission_file/`, with or without folders.
//!
//! Full names hold no `_`, because Moodle replaces it. The number is the participant's in this assignment, and the grading
//! worksheet has it as “Participant 12”. Before 4.1 the folder's name ended in `_`. A group without a number is the one of those
//! who are in no group.

use super::expression::{Expression, group};
use super::item::{Content, Item, Listed, Top};
use crate::model::HandIn;

static NAME: Expression = Expression::new(
    r"^(?P<who>[^_/]+)(?:_(?P<id>\d+))?_assignsubmission_(?P<plugin>[a-z]+)(?:_(?P<file>.+)|_?)$",
);

pub(super) fn items(top: &Top<'_>) -> Vec<Option<Item>> {
    top.entries.iter().map(item).collect()
}

fn item(entry: &Listed) -> Option<Item> {
    let found = NAME.captures(&entry.name)?;
    let (who, id) = (group(&found, "who")?, group(&found, "id"));
    let content = match (group(&found, "plugin")?, group(&found, "file"), entry.is_folder) {
        ("file", None, true) => Content::Folder,
        ("file", Some(file), false) => Content::File(file.to_owned()),
        ("onlinetext", ..) => Content::Nothing("it was typed into Moodle, and is no file"),
        _ => return None,
    };
    let owner = id.unwrap_or(who).to_owned();
    let hand_in = HandIn { name: who.to_owned(), id: id.map(str::to_owned), ..HandIn::default() };
    Some(Item { owner, hand_in, content, ..Item::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_moodle_makes_them() {
        let file = |name: &str| Content::File(name.to_owned());
        let table = [
            (
                "Ann Example_57_assignsubmission_file",
                true,
                "Ann Example",
                Some("57"),
                Content::Folder,
            ),
            (
                "Ann Example_57_assignsubmission_file_",
                true,
                "Ann Example",
                Some("57"),
                Content::Folder,
            ),
            (
                "Ann Example_57_assignsubmission_file_my_sum.cpp",
                false,
                "Ann Example",
                Some("57"),
                file("my_sum.cpp"),
            ),
            ("Default group_assignsubmission_file", true, "Default group", None, Content::Folder),
            ("Teilnehmer_9_assignsubmission_file", true, "Teilnehmer", Some("9"), Content::Folder),
        ];
        for (name, is_folder, who, id, content) in table {
            let entry = Listed { name: name.to_owned(), path: name.into(), is_folder };
            let item = item(&entry).unwrap();
            assert_eq!(
                (item.hand_in.name.as_str(), item.hand_in.id.as_deref()),
                (who, id),
                "{name}"
            );
            assert_eq!(item.content, content, "{name}");
        }
        for other in ["Ann Example", "ann_57", "ann_57_assignfeedback_file"] {
            let entry = Listed { name: other.to_owned(), path: other.into(), is_folder: true };
            assert!(item(&entry).is_none(), "{other}");
        }
    }
}
