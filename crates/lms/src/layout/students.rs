//! Entries become students: each with the files of the latest attempt.

use std::collections::{BTreeMap, BTreeSet};

use super::item::{DownloadEntry, EntryContent, FileOrigin, FolderContent, LayoutEntry};
use model::{HandIn, IgnoredFile, SubmissionLayout};

/// What one student, or one group, handed in.
#[derive(Debug, Clone)]
pub(crate) struct DownloadedStudent {
    /// What the system says of it.
    pub(crate) hand_in: HandIn,
    /// The assignment's id, where the instructor's pattern says it.
    pub(crate) assignment: Option<String>,
    /// What was handed in.
    pub(crate) origins: Vec<FileOrigin>,
    /// Choices that staff should check.
    pub(crate) to_check: Vec<String>,
    /// Why nothing is graded, if the latest attempt is not known.
    pub(crate) unclear: Option<String>,
    /// The names of the attempts, if there are several and their times cannot be read.
    pub(crate) undated: Vec<String>,
}

/// What students read where two of them may have handed in the same file.
const CONTESTED: &str = "It is not clear which files of the download were handed in by whom, so nothing was graded. Your instructor has to look at \
     the names of the files";

/// The assignment, where it is known, and what tells owners apart.
type StudentOwner = (Option<String>, String);

/// The students of a download, with what was `read` of each entry.
pub(crate) fn collect_students(
    layout: SubmissionLayout,
    entries: &[DownloadEntry],
    read: Vec<Option<LayoutEntry>>,
) -> Vec<DownloadedStudent> {
    let mut owners: BTreeMap<StudentOwner, Vec<(&DownloadEntry, LayoutEntry)>> = BTreeMap::new();
    for (entry, item) in entries.iter().zip(read) {
        let Some(item) = item.filter(|item| item.content != EntryContent::SystemFile) else {
            continue;
        };
        let owner = (item.assignment.clone(), item.owner.clone());
        owners.entry(owner).or_default().push((entry, item));
    }
    let all = owners.into_iter();
    all.filter_map(|((assignment, _), items)| build_student(layout, assignment, items))
        .collect()
}

fn build_student(
    layout: SubmissionLayout,
    assignment: Option<String>,
    mut items: Vec<(&DownloadEntry, LayoutEntry)>,
) -> Option<DownloadedStudent> {
    items.sort_by(|(_, one), (_, other)| {
        (&one.attempt, one.order).cmp(&(&other.attempt, other.order))
    });
    let attempts: BTreeSet<String> = items.iter().map(|(_, item)| item.attempt.clone()).collect();
    let is_undated = attempts.len() > 1 && items.iter().any(|(_, item)| item.is_undated);
    let undated = items
        .iter()
        .filter(|_| is_undated)
        .map(|(entry, _)| entry.name.clone())
        .collect();
    let (_, latest) = items.last()?;
    let mut hand_in = HandIn {
        layout: layout.name().to_owned(),
        ..latest.hand_in.clone()
    };
    let latest = latest.attempt.clone();
    let mut origins: Vec<FileOrigin> = Vec::new();
    let contested = items.iter().find_map(|(_, item)| item.contested.clone());
    // Students read why there is no grade, and staff read whose file it may be.
    let mut unclear = contested.as_ref().map(|_| CONTESTED.to_owned());
    let mut to_check = Vec::from_iter(contested);
    let mut attempts_inside = 1;
    // How often each name came again where the system numbers no attempts.
    let mut again: BTreeMap<Option<String>, usize> = BTreeMap::new();
    for (entry, item) in items {
        let name = match item.content {
            EntryContent::NotCompilable(reason) => {
                hand_in.ignored.push(ignored_file(entry, reason));
                continue;
            }
            _ if item.attempt != latest => {
                hand_in
                    .ignored
                    .push(ignored_file(entry, "it is of an earlier attempt"));
                continue;
            }
            EntryContent::Inside(inside) => {
                let FolderContent {
                    taken,
                    mut left_out,
                    attempts,
                    unclear: reason,
                } = inside;
                hand_in.entry = Some(entry.path.to_string_lossy().into_owned());
                hand_in.ignored.append(&mut left_out);
                attempts_inside = attempts_inside.max(attempts);
                unclear = unclear.or(reason);
                to_check.extend(item.to_check);
                origins.extend(taken);
                continue;
            }
            EntryContent::File(name) => Some(name),
            EntryContent::Folder | EntryContent::SystemFile => None,
        };
        to_check.extend(item.to_check);
        hand_in.entry = Some(entry.path.to_string_lossy().into_owned());
        // The same name again is the same file, handed in later.
        let earlier = origins
            .iter()
            .position(|one| name.is_some() && one.name == name);
        if let Some(earlier) = earlier {
            let replaced = origins.remove(earlier);
            *again.entry(name.clone()).or_default() += 1;
            hand_in.ignored.push(IgnoredFile {
                name: replaced.below.to_string_lossy().into_owned(),
                reason: "the same file was handed in again later".to_owned(),
            });
        }
        origins.push(FileOrigin {
            below: entry.path.clone(),
            name,
        });
    }
    let most = again.values().max().map_or(1, |times| times + 1);
    let most = attempts.len().max(most).max(attempts_inside);
    hand_in.attempts = u32::try_from(most).unwrap_or(u32::MAX);
    Some(DownloadedStudent {
        hand_in,
        assignment,
        origins,
        to_check,
        unclear,
        undated,
    })
}

fn ignored_file(entry: &DownloadEntry, reason: &str) -> IgnoredFile {
    IgnoredFile {
        name: entry.name.clone(),
        reason: reason.to_owned(),
    }
}
