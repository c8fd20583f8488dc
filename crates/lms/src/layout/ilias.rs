//! ILIAS: `<last>_<first>_<login>_<user id>/<files>`; of teams `Team <id>/<last>_<first>_<login>_<user id>/<files>`.
//!
//! A second file of one name is called `sum (2).cpp`. A late file is called `Late Submission - sum.cpp`, in the language of
//! whoever downloads. `Team` is translated as well, so a team is known by the folders in its folder.

use std::collections::BTreeSet;

use super::item::{
    DownloadEntry, DownloadTop, EntryContent, FolderContent, LayoutEntry, RenamedFile, StaticRegex,
    group_text,
};
use super::openolat;
use model::HandIn;

static FOLDER: StaticRegex =
    StaticRegex::new(r"^(?P<name>[^_]+(?:_[^_]+)+)_(?P<login>[^_]+)_(?P<id>\d+)$");

static TEAM: StaticRegex = StaticRegex::new(r"^(?P<word>\p{L}+) \d+$");

static NUMBERED: StaticRegex =
    StaticRegex::new(r"^(?P<stem>.+) \((?P<number>\d{1,3})\)(?P<ending>\.[^.]+)$");

/// “Late Submission” in English and German. Other languages are known by a wanted name that follows.
const LATE: [&str; 2] = ["Late Submission", "Verspätete Abgabe"];

/// Between that and the name.
const DASH: &str = " - ";

pub(super) fn parse_entries(top: &DownloadTop<'_>) -> Vec<Option<LayoutEntry>> {
    let late = late_prefixes(top);
    let items = top.entries.iter().map(|entry| match entry.is_folder {
        true => parse_entry(top, entry, &late),
        false => None,
    });
    items.collect()
}

fn parse_entry(
    top: &DownloadTop<'_>,
    entry: &DownloadEntry,
    late: &BTreeSet<String>,
) -> Option<LayoutEntry> {
    let content = (top.list)(&entry.path);
    // `Lab 3` may be the folder around a class.
    let is_team_name = match TEAM.captures(&entry.name) {
        Some(found) => group_text(&found, "word") == Some("Team") || top.entries.len() > 1,
        None => false,
    };
    let is_team = is_team_name && content.iter().any(is_person_folder);
    if !is_team && (!is_person_folder(entry) || content.iter().any(openolat::is_step)) {
        return None;
    }
    let mut hand_in = hand_in_from_folder(&entry.name, is_team);
    let mut inside = FolderContent::default();
    let folders: Vec<DownloadEntry> = match is_team {
        true => content.into_iter().filter(is_person_folder).collect(),
        false => vec![entry.clone()],
    };
    // Members of a team may each have handed in a file of the same name.
    let has_several = folders.len() > 1;
    let mut files = Vec::new();
    for folder in &folders {
        for mut file in list_renamed_files(top, folder, late) {
            hand_in.late = Some(hand_in.late == Some(true) || file.order >= LATE_ORDER);
            if has_several {
                file.name = format!("{}/{}", folder.name, file.name);
            }
            files.push(file);
        }
    }
    let to_check = inside.take_renamed(files);
    inside.attempts = 1 + to_check.len().min(1);
    let content = EntryContent::Inside(inside);
    Some(LayoutEntry {
        owner: entry.name.clone(),
        hand_in,
        content,
        to_check,
        ..LayoutEntry::default()
    })
}

fn is_person_folder(one: &DownloadEntry) -> bool {
    one.is_folder && FOLDER.captures(&one.name).is_some()
}

/// A late file came after all files that were not late.
const LATE_ORDER: u64 = 1000;

/// The files in a person's folder, under the names that they had.
fn list_renamed_files(
    top: &DownloadTop<'_>,
    folder: &DownloadEntry,
    late: &BTreeSet<String>,
) -> Vec<RenamedFile> {
    let file = |listed: DownloadEntry| {
        let prefix = late_prefix(&listed.name).filter(|prefix| late.contains(*prefix));
        let without =
            prefix.and_then(|prefix| listed.name.strip_prefix(prefix)?.strip_prefix(DASH));
        let name = without.unwrap_or(&listed.name);
        let order = if without.is_some() { LATE_ORDER } else { 0 };
        match parse_numbered_name(name).filter(|(first, _)| (top.is_required)(first)) {
            Some((name, number)) => RenamedFile {
                order: order + number,
                name,
                listed,
            },
            None => RenamedFile {
                order,
                name: name.to_owned(),
                listed,
            },
        }
    };
    (top.list)(&folder.path).into_iter().map(file).collect()
}

/// `sum (2).cpp` as `sum.cpp` and 2.
fn parse_numbered_name(name: &str) -> Option<(String, u64)> {
    let found = NUMBERED.captures(name)?;
    let first = format!(
        "{}{}",
        group_text(&found, "stem")?,
        group_text(&found, "ending")?
    );
    Some((first, group_text(&found, "number")?.parse().ok()?))
}

/// What may say that a file is late: `Late Submission` of `Late Submission - sum.cpp`.
fn late_prefix(name: &str) -> Option<&str> {
    name.split_once(DASH).map(|(prefix, _)| prefix)
}

/// What says in this download that a file is late.
fn late_prefixes(top: &DownloadTop<'_>) -> BTreeSet<String> {
    let mut prefixes: BTreeSet<String> = LATE.map(str::to_owned).into();
    for entry in top.entries.iter().filter(|entry| entry.is_folder) {
        for file in (top.list)(&entry.path) {
            let Some((prefix, name)) = file.name.split_once(DASH) else {
                continue;
            };
            let first = parse_numbered_name(name).map(|(first, _)| first);
            let is_wanted = (top.is_required)(first.as_deref().unwrap_or(name));
            if is_wanted && !(top.is_required)(&file.name) {
                prefixes.insert(prefix.to_owned());
            }
        }
    }
    prefixes
}

fn hand_in_from_folder(folder: &str, is_team: bool) -> HandIn {
    let mut hand_in = HandIn {
        name: folder.to_owned(),
        ..HandIn::default()
    };
    let Some(found) = FOLDER.captures(folder).filter(|_| !is_team) else {
        return hand_in;
    };
    hand_in.id = group_text(&found, "id").map(str::to_owned);
    // Names with further `_` cannot be divided without a guess.
    if let [last, first, login, _] = folder.split('_').collect::<Vec<_>>().as_slice() {
        hand_in.name = format!("{last}, {first}");
        hand_in.login = Some((*login).to_owned());
    }
    hand_in
}
