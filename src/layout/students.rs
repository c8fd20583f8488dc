//! Entries become students: each with the files of the latest attempt.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use super::item::{Content, Item, Listed};
use crate::model::{HandIn, IgnoredFile, Layout};

/// What one student, or one group, handed in.
#[derive(Debug, Clone)]
pub(crate) struct Student {
    /// What the system says of it.
    pub(crate) hand_in: HandIn,
    /// The assignment's id, where the instructor's pattern says it.
    pub(crate) assignment: Option<String>,
    /// What was handed in.
    pub(crate) origins: Vec<Origin>,
}

/// A file or folder of a download that is a student's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Origin {
    /// Its path below the download.
    pub(crate) below: PathBuf,
    /// The name that its author gave it; none of a folder, whose content was handed in.
    pub(crate) name: Option<String>,
}

/// The assignment, where it is known, and what tells owners apart.
type Owner = (Option<String>, String);

/// The students of a download, with what was `read` of each entry.
pub(crate) fn students(
    layout: Layout,
    entries: &[Listed],
    read: Vec<Option<Item>>,
) -> Vec<Student> {
    let mut owners: BTreeMap<Owner, Vec<(&Listed, Item)>> = BTreeMap::new();
    for (entry, item) in entries.iter().zip(read) {
        let Some(item) = item.filter(|item| item.content != Content::Own) else { continue };
        let owner = (item.assignment.clone(), item.owner.clone());
        owners.entry(owner).or_default().push((entry, item));
    }
    let all = owners.into_iter();
    all.filter_map(|((assignment, _), items)| student(layout, assignment, items)).collect()
}

fn student(
    layout: Layout,
    assignment: Option<String>,
    mut items: Vec<(&Listed, Item)>,
) -> Option<Student> {
    items.sort_by(|(_, one), (_, other)| {
        (&one.attempt, one.order).cmp(&(&other.attempt, other.order))
    });
    let attempts: BTreeSet<String> = items.iter().map(|(_, item)| item.attempt.clone()).collect();
    let (_, latest) = items.last()?;
    let mut hand_in = HandIn { layout: layout.name().to_owned(), ..latest.hand_in.clone() };
    let latest = latest.attempt.clone();
    let mut origins: Vec<Origin> = Vec::new();
    // How often each name came again where the system numbers no attempts.
    let mut again: BTreeMap<Option<String>, usize> = BTreeMap::new();
    for (entry, item) in items {
        let ignored =
            |reason: &str| IgnoredFile { name: entry.name.clone(), reason: reason.to_owned() };
        let name = match item.content {
            Content::Nothing(reason) => {
                hand_in.ignored.push(ignored(reason));
                continue;
            }
            _ if item.attempt != latest => {
                hand_in.ignored.push(ignored("it is of an earlier attempt"));
                continue;
            }
            Content::File(name) => Some(name),
            Content::Folder | Content::Own => None,
        };
        // The same name again is the same file, handed in later.
        let earlier = origins.iter().position(|one| name.is_some() && one.name == name);
        if let Some(earlier) = earlier {
            let replaced = origins.remove(earlier);
            *again.entry(name.clone()).or_default() += 1;
            hand_in.ignored.push(IgnoredFile {
                name: replaced.below.to_string_lossy().into_owned(),
                reason: "the same file was handed in again later".to_owned(),
            });
        }
        origins.push(Origin { below: entry.path.clone(), name });
    }
    let most = again.values().max().map_or(1, |times| times + 1);
    hand_in.attempts = u32::try_from(attempts.len().max(most)).unwrap_or(u32::MAX);
    hand_in.entry = origins.last().map(|last| last.below.to_string_lossy().into_owned());
    Some(Student { hand_in, assignment, origins })
}
