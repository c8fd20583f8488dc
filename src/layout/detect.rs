//! Which system a download comes from.

use super::item::{Content, Item, Top};
use super::{blackboard, brightspace, canvas, github_classroom, gradescope, moodle};
use crate::model::Layout;

type Reader = fn(&Top<'_>) -> Vec<Option<Item>>;

const READERS: [(Layout, Reader); 6] = [
    (Layout::Canvas, canvas::items),
    (Layout::Moodle, moodle::items),
    (Layout::Blackboard, blackboard::items),
    (Layout::Brightspace, brightspace::items),
    (Layout::Gradescope, gradescope::items),
    (Layout::GithubClassroom, github_classroom::items),
];

/// How many of a hundred entries a system must have named before it is believed.
const ENOUGH: usize = 80;

/// From how many of a hundred on it is no accident that entries look like a system's.
const SUSPICIOUS: usize = 33;

/// A system that a download may come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub(crate) layout: Layout,
    /// How many entries it would have named.
    pub(crate) matching: usize,
    /// Of how many.
    pub(crate) of: usize,
}

/// Where a download comes from.
#[derive(Debug)]
pub(crate) enum Detected {
    /// From this system, which says so much of each entry.
    From(Layout, Vec<Option<Item>>),
    /// From none that is known.
    Unknown,
    /// From one of several, or only in part from one.
    Unclear(Vec<Candidate>),
}

/// Asks all systems for their own.
pub(crate) fn detect(top: &Top<'_>) -> Detected {
    let of = top.entries.len();
    let (mut sure, mut candidates) = (Vec::new(), Vec::new());
    for (layout, reader) in READERS {
        let items = reader(top);
        let matching = items.iter().flatten().count();
        let is_anybodys = items.iter().flatten().any(|item| item.content != Content::Own);
        if !is_anybodys || matching * 100 < SUSPICIOUS * of {
            continue;
        }
        candidates.push(Candidate { layout, matching, of });
        if matching * 100 >= ENOUGH * of {
            sure.push((layout, items));
        }
    }
    match (sure.pop(), sure.is_empty(), candidates.is_empty()) {
        (Some((layout, items)), true, _) => Detected::From(layout, items),
        (None, _, true) => Detected::Unknown,
        _ => Detected::Unclear(candidates),
    }
}

/// Reads a download as a system's, whatever others say; none if it is no system's layout.
pub(crate) fn read_as(layout: Layout, top: &Top<'_>) -> Option<Vec<Option<Item>>> {
    let (_, reader) = READERS.into_iter().find(|(known, _)| *known == layout)?;
    Some(reader(top))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::super::{Listed, students};
    use super::*;

    /// Names that are nearly those of a system.
    const NAMES: &str = "(a|b c|7|LATE_)?(_|-| - )?[0-9]{0,2}(_|-)[0-9]{1,2}(_| - )(assignsubmission_file|attempt_2024-01-01-00-00-00|Oct 1, 2024 100 AM|x)?(_?)(a|a-1)?(\\.cpp|\\.txt)?";

    proptest! {
        #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn each_entry_is_taken_or_left_out_with_a_reason(
            names in prop::collection::btree_set(NAMES, 1..8),
            are_folders in any::<bool>(),
        ) {
            let listed = |name: &String| Listed { name: name.clone(), path: name.into(), is_folder: are_folders };
            let entries: Vec<Listed> = names.iter().map(listed).collect();
            let (read, is_wanted) = (|_: &std::path::Path, _| None, |name: &str| name == "a.cpp");
            let top = Top { name: "a-submissions", entries: &entries, read: &read, is_wanted: &is_wanted };
            for (layout, reader) in READERS {
                let items = reader(&top);
                let is_somebodys = |item: &Option<Item>| item.as_ref().is_some_and(|it| it.content != Content::Own);
                let known = entries.iter().zip(&items).filter(|(_, item)| is_somebodys(item));
                let known: BTreeSet<String> = known.map(|(entry, _)| entry.name.clone()).collect();
                let mut seen = Vec::new();
                for student in students(layout, &entries, items) {
                    seen.extend(student.origins.iter().map(|one| one.below.display().to_string()));
                    seen.extend(student.hand_in.ignored.iter().map(|one| one.name.clone()));
                }
                prop_assert_eq!(seen.len(), known.len());
                prop_assert_eq!(seen.into_iter().collect::<BTreeSet<_>>(), known);
            }
        }
    }
}
