//! Which system a download comes from.

use super::item::{DownloadTop, EntryContent, LayoutEntry};
use super::{
    autolab, blackboard, brightspace, canvas, github_classroom, gradescope, ilias, markus, moodle,
    openolat, sakai, submitty,
};
use model::SubmissionLayout;

type LayoutReader = fn(&DownloadTop<'_>) -> Vec<Option<LayoutEntry>>;

const READERS: [(SubmissionLayout, LayoutReader); 12] = [
    (SubmissionLayout::Canvas, canvas::parse_entries),
    (SubmissionLayout::Moodle, moodle::parse_entries),
    (SubmissionLayout::Blackboard, blackboard::parse_entries),
    (SubmissionLayout::Brightspace, brightspace::parse_entries),
    (SubmissionLayout::Gradescope, gradescope::parse_entries),
    (
        SubmissionLayout::GithubClassroom,
        github_classroom::parse_entries,
    ),
    (SubmissionLayout::Submitty, submitty::parse_entries),
    (SubmissionLayout::Autolab, autolab::parse_entries),
    (SubmissionLayout::Openolat, openolat::parse_entries),
    (SubmissionLayout::Ilias, ilias::parse_entries),
    (SubmissionLayout::Sakai, sakai::parse_entries),
    (SubmissionLayout::Markus, markus::parse_entries),
];

/// How many of a hundred entries a system must have named before it is believed.
const ENOUGH: usize = 80;

/// From how many of a hundred on it is no accident that entries look like a system's.
const SUSPICIOUS: usize = 33;

/// A system that a download may come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LayoutCandidate {
    pub(crate) layout: SubmissionLayout,
    /// How many entries it would have named.
    pub(crate) matching: usize,
    /// Of how many.
    pub(crate) of: usize,
}

/// Where a download comes from.
#[derive(Debug)]
pub(crate) enum DetectedLayout {
    /// From this system, which says so much of each entry.
    From(SubmissionLayout, Vec<Option<LayoutEntry>>),
    /// From none that is known.
    Unknown,
    /// From one of several, or only in part from one.
    Unclear(Vec<LayoutCandidate>),
}

/// Asks all systems for their own.
pub(crate) fn detect_layout(top: &DownloadTop<'_>) -> DetectedLayout {
    let of = top.entries.len();
    let mut sure = Vec::new();
    let mut candidates = Vec::new();
    for (layout, reader) in READERS {
        let items = reader(top);
        let matching = items.iter().flatten().count();
        let is_anybodys = items
            .iter()
            .flatten()
            .any(|item| item.content != EntryContent::SystemFile);
        if !is_anybodys || matching * 100 < SUSPICIOUS * of {
            continue;
        }
        candidates.push(LayoutCandidate {
            layout,
            matching,
            of,
        });
        if matching * 100 >= ENOUGH * of {
            sure.push((layout, items));
        }
    }
    match (sure.pop(), sure.is_empty(), candidates.is_empty()) {
        (Some((layout, items)), true, _) => DetectedLayout::From(layout, items),
        (None, _, true) => DetectedLayout::Unknown,
        _ => DetectedLayout::Unclear(candidates),
    }
}

/// Whether the names in a system's download have a form of its own. In the others, any folder is a student's.
pub(crate) fn has_name_form(layout: SubmissionLayout) -> bool {
    !matches!(
        layout,
        SubmissionLayout::Submitty | SubmissionLayout::Markus
    )
}

/// Reads a download as a system's, whatever others say; none if it is no system's layout.
pub(crate) fn read_as_layout(
    layout: SubmissionLayout,
    top: &DownloadTop<'_>,
) -> Option<Vec<Option<LayoutEntry>>> {
    let (_, reader) = READERS.into_iter().find(|(known, _)| *known == layout)?;
    Some(reader(top))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use proptest::prelude::*;

    use super::super::{DownloadEntry, collect_students};
    use super::*;

    /// Names that are nearly those of a system.
    const NAMES: &str = "(a|b c|7|LATE_)?(_|-| - )?[0-9]{0,2}(_|-)[0-9]{1,2}(_| - )(assignsubmission_file|attempt_2024-01-01-00-00-00|Oct 1, 2024 100 AM|x)?(_?)(a|a-1)?(\\.cpp|\\.txt)?|a@b\\.c_[0-9]{1,2}_a\\.cpp|(a|b|Team)[_ ](a_)?(a_)?[1-3]|(a|b), c ?\\([ab]\\)|(00)?[1-3]|[12]-[12] - a( - [12]( mai 2024 1200)?)?( - a\\.cpp)?";

    /// Names that are nearly those in a student's folder.
    const INSIDE: &str = "user_assignment_settings\\.json|timestamp\\.txt|Submission attachment\\(s\\)|[1-3]|[1-9]_(submissions|task|revisions_1)|a_b_c_[12]|(late - )?a( \\([23]\\)|\\+1)?\\.cpp";

    fn listed(folder: &Path, name: &String, is_folder: bool) -> DownloadEntry {
        DownloadEntry {
            name: name.clone(),
            path: folder.join(name),
            is_folder,
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn each_entry_is_taken_or_left_out_with_a_reason(
            names in prop::collection::btree_set(NAMES, 1..8),
            inside in prop::collection::btree_set(INSIDE, 0..6),
            settings in prop::sample::select(vec!["", "{", "{\"active_version\": 0}", "{\"active_version\": 2}"]),
            are_folders in any::<bool>(),
            is_named in any::<bool>(),
        ) {
            let top = Path::new("");
            let entries: Vec<DownloadEntry> = names.iter().map(|name| listed(top, name, are_folders)).collect();
            // Two folders deep the same names come again.
            let list = |folder: &Path| -> Vec<DownloadEntry> {
                if folder.iter().count() > 2 {
                    return Vec::new();
                }
                let is_folder = |name: &String| !name.contains('.');
                inside.iter().map(|name| listed(folder, name, is_folder(name))).collect()
            };
            let read = |path: &Path, _| path.extension().filter(|it| *it == "json").map(|_| settings.to_owned());
            let is_wanted = |name: &str| name == "a.cpp";
            let top = DownloadTop { name: "a-submissions", entries: &entries, read: &read, list: &list, is_required: &is_wanted, is_on_roster: &|id| id == "2", is_named };
            for (layout, reader) in READERS {
                let items = reader(&top);
                prop_assert_eq!(items.len(), entries.len());
                let is_somebodys = |item: &Option<LayoutEntry>| item.as_ref().is_some_and(|it| it.content != EntryContent::SystemFile);
                let is_divided = |item: &Option<LayoutEntry>| item.as_ref().is_some_and(|it| matches!(it.content, EntryContent::Inside(_)));
                let known = entries.iter().zip(&items).filter(|(_, item)| is_somebodys(item) && !is_divided(item));
                let known: BTreeSet<String> = known.map(|(entry, _)| entry.name.clone()).collect();
                let divided = entries.iter().zip(&items).filter(|(_, item)| is_divided(item));
                let divided: BTreeSet<String> = divided.map(|(entry, _)| entry.name.clone()).collect();
                let mut seen = Vec::new();
                for student in collect_students(layout, &entries, items) {
                    // Under one name there is one file.
                    let names: Vec<_> = student.origins.iter().filter_map(|one| one.name.clone()).collect();
                    prop_assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
                    seen.extend(student.origins.iter().map(|one| one.below.display().to_string()));
                    seen.extend(student.hand_in.ignored.iter().map(|one| one.name.clone()));
                }
                let distinct: BTreeSet<String> = seen.iter().cloned().collect();
                prop_assert_eq!(distinct.len(), seen.len());
                let (inside, all): (BTreeSet<String>, BTreeSet<String>) = distinct.into_iter().partition(|name| name.contains('/'));
                prop_assert!(all.difference(&known).all(|name| divided.contains(name)));
                prop_assert!(known.is_subset(&all));
                for path in inside {
                    prop_assert!(divided.contains(path.split('/').next().unwrap()), "{}", path);
                }
            }
        }
    }
}
