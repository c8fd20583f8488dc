//! MarkUs: a folder for each group, `<group>/<files>`. A student who works alone is a group with the student's login for a name.
//!
//! Nothing in these names proves that MarkUs gave them, so the user has to name the layout; without it, the same folders are
//! read as a folder for each student.

use super::item::{Content, Item, Listed, Top};
use crate::model::HandIn;

pub(super) fn items(top: &Top<'_>) -> Vec<Option<Item>> {
    let is_group = |entry: &Listed| top.is_named && entry.is_folder;
    top.entries.iter().map(|entry| is_group(entry).then(|| item(&entry.name))).collect()
}

fn item(group: &str) -> Item {
    let (name, login) = (group.to_owned(), Some(group.to_owned()));
    let hand_in = HandIn { name: name.clone(), login, ..HandIn::default() };
    Item { owner: name, hand_in, content: Content::Folder, ..Item::default() }
}
