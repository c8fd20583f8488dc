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
