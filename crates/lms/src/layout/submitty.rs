//! Submitty: `submissions/<user>/<version>/<files>`, with all versions of each user or team.
//!
//! `user_assignment_settings.json` in a user's folder names the active version, which is the one that Submitty itself grades,
//! and the time of each. Version 0 means that the user cancelled the submission. The files of hand-ins by version control are in
//! `checkout/<user>/<version>/<files>`.

use serde::Deserialize;

use super::item::{
    DownloadEntry, DownloadTop, EntryContent, FileOrigin, FolderContent, LayoutEntry,
};
use model::{HandIn, HandInTime};

/// The folders in which a download has the folders of the users; the second one of hand-ins by version control, without settings.
const FOLDERS: [&str; 2] = ["submissions", "checkout"];

const SETTINGS: &str = "user_assignment_settings.json";

/// Enough for some thousand versions.
const LARGEST: u64 = 1 << 20;

#[derive(Deserialize)]
struct SubmittySettings {
    active_version: u64,
    #[serde(default)]
    history: Vec<SubmittyVersion>,
}

#[derive(Deserialize)]
struct SubmittyVersion {
    version: u64,
    time: Option<String>,
}

pub(super) fn parse_entries(top: &DownloadTop<'_>) -> Vec<Option<LayoutEntry>> {
    let folders: Vec<Option<Vec<DownloadEntry>>> = top
        .entries
        .iter()
        .map(|entry| entry.is_folder.then(|| (top.list)(&entry.path)))
        .collect();
    let has_settings = |inside: &Vec<DownloadEntry>| inside.iter().any(|it| it.name == SETTINGS);
    let are_versions = |inside: &Vec<DownloadEntry>| {
        !inside.is_empty()
            && inside
                .iter()
                .all(|it| it.is_folder && it.name.parse::<u64>().is_ok())
    };
    let is_checkout = top.name == FOLDERS[1]
        && !folders.is_empty()
        && folders
            .iter()
            .all(|inside| inside.as_ref().is_some_and(are_versions));
    // Elsewhere, folders that are numbers may as well be a student's own.
    if !top.is_named && !is_checkout && !folders.iter().flatten().any(has_settings) {
        return vec![None; top.entries.len()];
    }
    let item = |(entry, inside): (&DownloadEntry, &Option<Vec<DownloadEntry>>)| {
        let is_around = FOLDERS.contains(&entry.name.as_str()) && top.entries.len() <= 2;
        inside
            .as_ref()
            .filter(|_| !is_around)
            .map(|inside| build_entry(top, entry, inside))
    };
    top.entries.iter().zip(&folders).map(item).collect()
}

fn build_entry(
    top: &DownloadTop<'_>,
    entry: &DownloadEntry,
    inside: &[DownloadEntry],
) -> LayoutEntry {
    let user = entry.name.clone();
    let mut hand_in = HandIn {
        name: user.clone(),
        login: Some(user.clone()),
        ..HandIn::default()
    };
    let versions: Vec<(u64, &DownloadEntry)> = inside
        .iter()
        .filter_map(|it| Some((version_number(it)?, it)))
        .collect();
    let settings = inside
        .iter()
        .find(|it| it.name == SETTINGS && !it.is_folder);
    let settings = settings.and_then(|it| (top.read)(&it.path, LARGEST));
    let settings: Option<SubmittySettings> =
        settings.and_then(|text| serde_json::from_str(&text).ok());
    let Some(highest) = versions
        .iter()
        .map(|(version_number, _)| *version_number)
        .max()
    else {
        // A download of the active versions only has no folders of versions.
        return LayoutEntry {
            owner: user,
            hand_in,
            content: EntryContent::Folder,
            ..LayoutEntry::default()
        };
    };
    let active = settings.as_ref().map(|settings| settings.active_version);
    let mut chosen = FolderContent {
        attempts: versions.len(),
        ..FolderContent::default()
    };
    let mut to_check = Vec::new();
    if active.is_none() {
        to_check.push(format!(
            "`{SETTINGS}` does not say which version is active; version {highest}, the highest, was taken"
        ));
    }
    let active = active.unwrap_or(highest);
    for (version_number, folder) in &versions {
        match *version_number == active {
            true => chosen.taken.push(FileOrigin {
                below: folder.path.clone(),
                name: None,
            }),
            false => chosen.leave_out(folder, "it is not the active version"),
        }
    }
    if active > 0 && chosen.taken.is_empty() {
        chosen.unclear = Some(format!(
            "Submitty says that version {active} is active, and the download does not have it"
        ));
    }
    let time = settings.and_then(|settings| {
        settings
            .history
            .into_iter()
            .rev()
            .find(|it| it.version == active)?
            .time
    });
    hand_in.time = time.map(|shown| HandInTime {
        iso: to_iso_time(&shown),
        shown,
    });
    let content = match active {
        0 => EntryContent::NotCompilable("the submission was cancelled: its active version is 0"),
        _ => EntryContent::Inside(chosen),
    };
    LayoutEntry {
        owner: user,
        hand_in,
        content,
        to_check,
        ..LayoutEntry::default()
    }
}

fn version_number(it: &DownloadEntry) -> Option<u64> {
    it.name.parse::<u64>().ok().filter(|_| it.is_folder)
}

/// `2024-10-12 19:58:03-0400` as `2024-10-12T19:58:03-04:00`; none if it is written otherwise.
fn to_iso_time(shown: &str) -> Option<String> {
    let (date, rest) = shown.split_once(' ')?;
    let (clock, zone) = rest.split_at_checked(8)?;
    let (hours, minutes) = zone.split_at_checked(3)?;
    let iso = format!("{date}T{clock}{hours}:{}", minutes.trim_start_matches(':'));
    iso.parse::<jiff::Timestamp>().is_ok().then_some(iso)
}
