//! Blackboard Learn: `<assignment>_<user>_attempt_<time>_<file>`, and for each attempt a receipt, `<the same>.txt`.
//!
//! A user's name may hold `_` and so may an assignment's, so where there is a receipt it decides. It has the student's name, too.

use std::collections::HashMap;

use super::item::{DownloadEntry, DownloadTop, EntryContent, LayoutEntry, StaticRegex, group_text};
use model::{HandIn, HandInTime};

static NAME: StaticRegex = StaticRegex::new(
    r"^(?P<stem>(?P<whose>.+)_attempt_(?P<time>\d{4}(?:-\d{2}){5}))(?:_(?P<file>.+)|(?P<receipt>\.txt))$",
);

/// `Name: First Last (user)`.
static OWNER: StaticRegex =
    StaticRegex::new(r"(?m)^Name: (?P<name>.*?) ?\((?P<user>[^()\r\n]+)\)\s*$");

/// `Date Submitted: Tuesday, February 20, 2024 12:35:07 AM CST`.
static DATE: StaticRegex = StaticRegex::new(r"(?m)^Date Submitted: (?P<date>[^\r\n]+)");

/// What is looked for stands in the first lines.
const LARGEST_RECEIPT: u64 = 64 << 10;

struct BlackboardReceipt {
    name: String,
    user: String,
    date: Option<String>,
}

pub(super) fn parse_entries(top: &DownloadTop<'_>) -> Vec<Option<LayoutEntry>> {
    let mut receipts: HashMap<String, BlackboardReceipt> = HashMap::new();
    for entry in top.entries.iter().filter(|entry| !entry.is_folder) {
        let Some(found) = NAME.captures(&entry.name) else {
            continue;
        };
        let (Some(stem), Some(_)) = (group_text(&found, "stem"), group_text(&found, "receipt"))
        else {
            continue;
        };
        let receipt =
            (top.read)(&entry.path, LARGEST_RECEIPT).and_then(|text| parse_receipt(&text));
        receipts.extend(receipt.map(|receipt| (stem.to_owned(), receipt)));
    }
    top.entries
        .iter()
        .map(|entry| parse_entry(entry, &receipts))
        .collect()
}

fn parse_receipt(text: &str) -> Option<BlackboardReceipt> {
    let owner = OWNER.captures(text)?;
    let user = group_text(&owner, "user")?.trim().to_owned();
    let name = group_text(&owner, "name")
        .unwrap_or(&user)
        .trim()
        .to_owned();
    let date = DATE
        .captures(text)
        .and_then(|found| group_text(&found, "date").map(str::to_owned));
    Some(BlackboardReceipt { name, user, date })
}

fn parse_entry(
    entry: &DownloadEntry,
    receipts: &HashMap<String, BlackboardReceipt>,
) -> Option<LayoutEntry> {
    let found = NAME.captures(&entry.name).filter(|_| !entry.is_folder)?;
    let whose = group_text(&found, "whose")?;
    let time = group_text(&found, "time")?;
    // What a receipt says counts if the file's name says the same.
    let receipt = group_text(&found, "stem").and_then(|stem| receipts.get(stem));
    let receipt = receipt.filter(|it| whose.ends_with(&format!("_{}", it.user)));
    let (_, last) = whose.rsplit_once('_')?;
    let user = receipt.map_or(last, |it| it.user.as_str());
    let shown = receipt
        .and_then(|it| it.date.clone())
        .unwrap_or_else(|| time.to_owned());
    let hand_in = HandIn {
        name: receipt.map_or(user, |it| it.name.as_str()).to_owned(),
        id: Some(user.to_owned()),
        login: Some(user.to_owned()),
        time: Some(HandInTime {
            shown,
            iso: to_iso_time(time),
        }),
        ..HandIn::default()
    };
    let content = match group_text(&found, "file") {
        Some(file) => EntryContent::File(file.to_owned()),
        None => EntryContent::NotCompilable("it is Blackboard's receipt"),
    };
    let owner = user.to_owned();
    let attempt = time.to_owned();
    Some(LayoutEntry {
        owner,
        hand_in,
        attempt,
        content,
        ..LayoutEntry::default()
    })
}

/// `2024-02-20-00-35-07` as `2024-02-20T00:35:07`, in the system's own zone.
fn to_iso_time(time: &str) -> Option<String> {
    let (date, clock) = time.split_at_checked(10)?;
    Some(format!(
        "{date}T{}",
        clock.strip_prefix('-')?.replace('-', ":")
    ))
}
