//! Gradescope: `submission_<number>/` for each submission, and `submission_metadata.yml`, which says whose it is.

mod metadata;

use self::metadata::GradescopeSubmission;
use super::item::{DownloadEntry, DownloadTop, EntryContent, LayoutEntry};
use model::{GroupMember, HandIn, HandInTime};

const METADATA: &str = "submission_metadata.yml";

/// It has the results of every submission.
const LARGEST: u64 = 64 << 20;

pub(super) fn parse_entries(top: &DownloadTop<'_>) -> Vec<Option<LayoutEntry>> {
    let metadata = top
        .entries
        .iter()
        .find(|entry| entry.name == METADATA && !entry.is_folder);
    let Some(metadata) = metadata.and_then(|entry| (top.read)(&entry.path, LARGEST)) else {
        return vec![None; top.entries.len()];
    };
    let submissions = metadata::parse_metadata(&metadata);
    let item = |entry: &DownloadEntry| match entry.name.strip_prefix("submission_") {
        _ if entry.name == METADATA => Some(LayoutEntry::default()),
        Some(number) if entry.is_folder && number.bytes().all(|byte| byte.is_ascii_digit()) => {
            Some(build_entry(number, submissions.get(&entry.name)))
        }
        _ => None,
    };
    top.entries.iter().map(item).collect()
}

fn build_entry(number: &str, known: Option<&GradescopeSubmission>) -> LayoutEntry {
    let members = known.map_or(&[][..], |known| &known.submitters);
    let names: Vec<&str> = members
        .iter()
        .map(|one| one.name.as_str())
        .filter(|name| !name.is_empty())
        .collect();
    let name = if names.is_empty() {
        format!("submission {number}")
    } else {
        names.join(", ")
    };
    let (id, email) = match members {
        [only] => (only.id.clone(), only.email.clone()),
        _ => (None, None),
    };
    let hand_in = HandIn {
        name,
        id,
        email,
        submission: Some(number.to_owned()),
        time: known
            .and_then(|known| known.created_at.as_deref())
            .map(parse_time),
        members: if members.len() > 1 {
            members.to_vec()
        } else {
            Vec::<GroupMember>::new()
        },
        ..HandIn::default()
    };
    LayoutEntry {
        owner: number.to_owned(),
        hand_in,
        content: EntryContent::Folder,
        ..LayoutEntry::default()
    }
}

/// `2023-12-02 02:52:07.938335000 Z`.
fn parse_time(shown: &str) -> HandInTime {
    let iso = || {
        let (date, rest) = shown.split_once(' ')?;
        let (clock, zone) = rest.split_once(' ')?;
        let clock = clock.split('.').next()?;
        (zone == "Z" && date.len() == 10 && clock.len() == 8).then(|| format!("{date}T{clock}Z"))
    };
    HandInTime {
        shown: shown.to_owned(),
        iso: iso(),
    }
}
