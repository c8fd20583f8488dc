//! Autolab: one flat folder, `<email>_<version>_<file>`, with all versions of each student.
//!
//! The address ends at the first `_` after its `@`, because no domain has one. A higher version is a newer attempt.

use super::expression::{Expression, group};
use super::item::{Content, Item, Top};
use crate::model::HandIn;

static NAME: Expression =
    Expression::new(r"^(?P<email>[^@]+@[^@_]+)_(?P<version>\d{1,9})_(?P<file>.+)$");

pub(super) fn items(top: &Top<'_>) -> Vec<Option<Item>> {
    let item = |entry: &super::Listed| item(&entry.name).filter(|_| !entry.is_folder);
    top.entries.iter().map(item).collect()
}

fn item(name: &str) -> Option<Item> {
    let found = NAME.captures(name)?;
    let email = group(&found, "email")?.to_owned();
    let version: u64 = group(&found, "version")?.parse().ok()?;
    let content = Content::File(group(&found, "file")?.to_owned());
    // In the order of letters 10 would be before 9.
    let attempt = format!("{version:020}");
    let owner = email.to_lowercase();
    let hand_in = HandIn { name: email.clone(), email: Some(email), ..HandIn::default() };
    Some(Item { owner, hand_in, attempt, content, ..Item::default() })
}
