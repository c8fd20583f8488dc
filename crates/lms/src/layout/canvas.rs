//! Canvas: one flat folder, `<name>[_LATE]_<user>_<attachment>_<file>`.
//!
//! The name is the sortable one in small letters without anything between; it may be empty, and it may be a number. Two students
//! may share it, so the number of the user decides. The number of the attachment grows with time. A file that was handed in again
//! under its old name gets `-1` before all its endings, and from the ninth time on a UUID. That is taken away only where the name
//! that remains is one that an assignment asks for, or that another file of the same student includes.
//!
//! A student chooses name and file, and both may hold numbers: `lovelaceada_101_104_9005_sum.cpp` is user 101's file
//! `9005_sum.cpp`, or a file of user 104, who is called `lovelaceada_101`. The numbers on the roster decide. Where they do not,
//! and the second reading is a file that an assignment asks for, neither user is graded.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::item::{DownloadEntry, DownloadTop, EntryContent, LayoutEntry, StaticRegex, group_text};
use super::shared_numbers::{names_by_owner, separate_shared_numbers};
use cpp::source::quoted_includes;
use model::{HandIn, has_header_ending, has_source_ending};
use regex::Captures;
use support::printable::to_printable;

/// A name, a user, and what follows the number. A name that is a number comes before the user's.
static NAME: StaticRegex = StaticRegex::new(
    r"^(?P<name>\w*?)_(?:(?P<late>LATE)_)?(?P<user>\d+)_(?:(?P<attachment>\d+)_(?P<file>.+)|(?P<kind>text|link)\.html)$",
);

/// The same without a name: a number alone, or an anonymous one.
static NAMELESS: StaticRegex = StaticRegex::new(
    r"^(?:(?P<late>LATE)_)?(?P<user>\d+|anon_[A-Za-z0-9]+)_(?:(?P<attachment>\d+)_(?P<file>.+)|(?P<kind>text|link)\.html)$",
);

/// A name that ends in a number, as that number could be the user's: `a_57_901_9_sum.cpp` may be user 901's.
static NAME_AND_NUMBER: StaticRegex = StaticRegex::new(
    r"^(?P<name>\w*?_\d+)_(?:(?P<late>LATE)_)?(?P<user>\d+)_(?P<attachment>\d+)_(?P<file>.+)$",
);

/// `sum-1.cpp`, `lab-2.tar.gz`, `sum-0f8fad5b-d9cb-469f-a165-70867728950e.cpp`.
static NUMBERED: StaticRegex = StaticRegex::new(
    r"^(?P<stem>.+)-(?:\d{1,2}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?P<ending>(?:\.[A-Za-z][A-Za-z0-9]*)*(?:\.[A-Za-z0-9]*)?)$",
);

/// What follows a name, where it is not the shortest one.
static AFTER_NAME: StaticRegex =
    StaticRegex::new(r"^(?:(?P<late>LATE)_)?(?P<user>\d+)_(?P<attachment>\d+)_(?P<file>.+)$");

/// The letters of a name.
static WORD: StaticRegex = StaticRegex::new(r"^\w*$");

/// How much of a file is read to find what it includes, in bytes.
const MOST_READ: u64 = 1 << 20;

pub(super) fn parse_entries(top: &DownloadTop<'_>) -> Vec<Option<LayoutEntry>> {
    let item = |entry: &DownloadEntry| {
        let name = Some(&entry.name).filter(|_| !entry.is_folder)?;
        let found = NAMELESS.captures(name).filter(|found| is_anonymous(found));
        let found = found
            .or_else(|| NAME.captures(name))
            .or_else(|| NAMELESS.captures(name));
        parse_entry(found?, top.is_required)
    };
    let mut items: Vec<Option<LayoutEntry>> = top.entries.iter().map(item).collect();
    reparse_shared_numbers(top, &mut items);
    separate_shared_numbers(&mut items);
    resolve_second_readings(top, &mut items);
    restore_included(top, &mut items);
    items
}

/// A renamed file has its first name again where another file of the same student includes it by that.
fn restore_included(top: &DownloadTop<'_>, items: &mut [Option<LayoutEntry>]) {
    let included = included_names(top, items);
    for item in items.iter_mut().flatten() {
        let (EntryContent::File(name), Some(included)) = (&item.content, included.get(&item.owner))
        else {
            continue;
        };
        let is_included = |name: &str| included.contains(&name.to_ascii_lowercase());
        item.content = EntryContent::File(original_name(name, &is_included));
    }
}

/// For each owner, the names in small letters that their files include and that none of their files has. Only owners with a file
/// that may have been renamed are looked at.
fn included_names(
    top: &DownloadTop<'_>,
    items: &[Option<LayoutEntry>],
) -> BTreeMap<String, BTreeSet<String>> {
    let mut of_owners: BTreeMap<String, Vec<(&Path, String)>> = BTreeMap::new();
    for (entry, item) in top.entries.iter().zip(items) {
        if let Some(LayoutEntry {
            owner,
            content: EntryContent::File(name),
            ..
        }) = item
        {
            of_owners
                .entry(owner.clone())
                .or_default()
                .push((&entry.path, name.clone()));
        }
    }
    of_owners.retain(|_, files| {
        files
            .iter()
            .any(|(_, name)| NUMBERED.captures(name).is_some())
    });
    let mut missing = BTreeMap::new();
    for (owner, files) in of_owners {
        let mut names = BTreeSet::new();
        for (path, name) in &files {
            for included in read_includes(top, path, Path::new(name)) {
                let name = included.rsplit('/').next().unwrap_or_default();
                let name = name.to_ascii_lowercase();
                if !has_name(&files, &name) {
                    names.insert(name);
                }
            }
        }
        missing.insert(owner, names);
    }
    missing
}

/// What a file includes in quotes; nothing if its name is not that of a source or a header.
fn read_includes(top: &DownloadTop<'_>, path: &Path, name: &Path) -> Vec<String> {
    if !has_source_ending(name) && !has_header_ending(name) {
        return Vec::new();
    }
    let text = (top.read)(path, MOST_READ).unwrap_or_default();
    quoted_includes(text.as_bytes())
}

fn has_name(files: &[(&Path, String)], name: &str) -> bool {
    files
        .iter()
        .any(|(_, file)| file.eq_ignore_ascii_case(name))
}

/// A number that would be two persons' is none of a user, but part of a name, where that can be.
fn reparse_shared_numbers(top: &DownloadTop<'_>, items: &mut [Option<LayoutEntry>]) {
    let names = names_by_owner(items);
    for (entry, read) in top.entries.iter().zip(items) {
        let is_shared =
            |item: &LayoutEntry| names.get(&item.owner).is_some_and(|names| names.len() > 1);
        if !read.as_ref().is_some_and(is_shared) {
            continue;
        }
        let other = NAME_AND_NUMBER.captures(&entry.name);
        if let Some(other) = other.and_then(|found| parse_entry(found, top.is_required)) {
            *read = Some(other);
        }
    }
}

/// All readings of a name after the shortest one: of another user's, who has a number in the name.
fn later_readings(name: &str, is_wanted: &dyn Fn(&str) -> bool) -> Vec<LayoutEntry> {
    let mut readings: Vec<LayoutEntry> = Vec::new();
    for (place, _) in name.match_indices('_') {
        let (who, rest) = name.split_at(place);
        if WORD.captures(who).is_none() {
            break;
        }
        let found = rest
            .strip_prefix('_')
            .and_then(|rest| AFTER_NAME.captures(rest));
        if let Some(mut item) = found.and_then(|found| parse_entry(found, is_wanted)) {
            item.hand_in.name = who.to_owned();
            readings.push(item);
        }
    }
    readings
}

/// What is certain of a class: from files that can be read in one way only.
#[derive(Default)]
struct CertainReadings {
    /// The names of each user. A download has one name for each.
    names: BTreeMap<String, BTreeSet<String>>,
    /// How many digits users' numbers have.
    users: BTreeSet<usize>,
    /// How many digits attachments' numbers have.
    attachments: BTreeSet<usize>,
}

impl CertainReadings {
    fn add(&mut self, item: &LayoutEntry) {
        let user = item.hand_in.id.clone().unwrap_or_default();
        self.users.insert(user.len());
        let names = self.names.entry(user).or_default();
        names.insert(item.hand_in.name.clone());
        // Texts that were typed into Canvas have no number.
        if item.order > 0 {
            self.attachments.insert(count_digits(item.order));
        }
    }

    /// Whether the user of a reading has no other name.
    fn agree_on_name(&self, item: &LayoutEntry) -> bool {
        let user = item.hand_in.id.as_deref().unwrap_or_default();
        let names = self.names.get(user);
        names.is_none_or(|names| names.contains(&item.hand_in.name))
    }

    /// Whether the numbers of a reading look like those of the class.
    fn include(&self, item: &LayoutEntry) -> bool {
        let is_between =
            |lengths: &BTreeSet<usize>, length: usize| match (lengths.first(), lengths.last()) {
                (Some(fewest), Some(most)) => (*fewest..=*most).contains(&length),
                _ => true,
            };
        let user = item.hand_in.id.as_ref().map_or(0, String::len);
        is_between(&self.users, user) && is_between(&self.attachments, count_digits(item.order))
    }
}

fn count_digits(number: u64) -> usize {
    number.to_string().len()
}

/// Files that can be two users': the roster decides whose they are, or else neither of the two is graded.
fn resolve_second_readings(top: &DownloadTop<'_>, items: &mut [Option<LayoutEntry>]) {
    let mut certain = CertainReadings::default();
    let mut doubtful: Vec<(usize, Vec<LayoutEntry>)> = Vec::new();
    for (place, (entry, item)) in top.entries.iter().zip(&*items).enumerate() {
        let Some(item) = item.as_ref().filter(|item| item.hand_in.id.is_some()) else {
            continue;
        };
        let mut readings = later_readings(&entry.name, top.is_required);
        readings.retain(|other| other.hand_in.id != item.hand_in.id);
        match readings.is_empty() {
            true => certain.add(item),
            false => doubtful.push((place, readings)),
        }
    }

    let mut contested: BTreeMap<String, String> = BTreeMap::new();
    for (place, others) in doubtful {
        let Some(first) = items.get(place).cloned().flatten() else {
            continue;
        };
        let possible = possible_readings(top, &first, others, &certain);
        let users: BTreeSet<String> = possible
            .iter()
            .filter_map(|it| it.hand_in.id.clone())
            .collect();
        // Each user should have an entry in which the reason is read.
        let is_new = |item: &&LayoutEntry| {
            let mut others = items
                .iter()
                .enumerate()
                .filter(|(index, _)| *index != place);
            !others.any(|(_, other)| other.as_ref().is_some_and(|it| it.owner == item.owner))
        };
        let chosen = possible.iter().find(is_new).or(possible.first()).cloned();
        if let (2.., Some(entry)) = (users.len(), top.entries.get(place)) {
            let names: Vec<String> = users.iter().map(|user| format!("`{user}`")).collect();
            let reason = format!(
                "`{}` may be a file of the user {}",
                to_printable(&entry.name),
                names.join(" or ")
            );
            contested.extend(users.into_iter().map(|user| (user, reason.clone())));
        }
        if let (Some(item), Some(chosen)) = (items.get_mut(place), chosen) {
            *item = Some(chosen);
        }
    }
    for item in items.iter_mut().flatten() {
        let user = item.hand_in.id.as_ref();
        item.contested = user.and_then(|user| contested.get(user).cloned());
    }
}

/// The readings of one name that nothing excludes, the shortest first. There is at least one.
fn possible_readings(
    top: &DownloadTop<'_>,
    first: &LayoutEntry,
    others: Vec<LayoutEntry>,
    certain: &CertainReadings,
) -> Vec<LayoutEntry> {
    let mut all = vec![first.clone()];
    all.extend(others.into_iter().filter(|it| certain.agree_on_name(it)));
    let is_enrolled = |item: &LayoutEntry| item.hand_in.id.as_deref().is_some_and(top.is_on_roster);
    if all.iter().any(is_enrolled) {
        all.retain(is_enrolled);
        return all;
    }
    let is_required = |item: &LayoutEntry| match &item.content {
        EntryContent::File(name) => (top.is_required)(name),
        _ => false,
    };
    if is_required(first) {
        all.truncate(1);
        return all;
    }
    let others = all.split_off(1).into_iter();
    all.extend(others.filter(|item| is_required(item) && certain.include(item)));
    all
}

fn is_anonymous(found: &Captures<'_>) -> bool {
    group_text(found, "user").is_some_and(|user| user.starts_with("anon_"))
}

fn parse_entry(found: Captures<'_>, is_wanted: &dyn Fn(&str) -> bool) -> Option<LayoutEntry> {
    let user = group_text(&found, "user")?;
    let content = match (group_text(&found, "file"), group_text(&found, "kind")) {
        (Some(file), _) => EntryContent::File(original_name(file, is_wanted)),
        (None, Some("link")) => EntryContent::NotCompilable("a link was handed in, no file"),
        _ => EntryContent::NotCompilable("it was typed into Canvas, and is no file"),
    };
    let is_anonymous = is_anonymous(&found);
    let shown = group_text(&found, "name").unwrap_or(user);
    let hand_in = HandIn {
        name: shown.to_owned(),
        id: (!is_anonymous).then(|| user.to_owned()),
        late: Some(group_text(&found, "late").is_some()),
        ..HandIn::default()
    };
    let order = group_text(&found, "attachment")
        .and_then(|it| it.parse().ok())
        .unwrap_or(0);
    Some(LayoutEntry {
        owner: user.to_owned(),
        hand_in,
        order,
        content,
        ..LayoutEntry::default()
    })
}

/// The name that the file had before Canvas numbered it.
fn original_name(file: &str, is_wanted: &dyn Fn(&str) -> bool) -> String {
    let stripped = NUMBERED.captures(file).and_then(|found| {
        Some(format!(
            "{}{}",
            group_text(&found, "stem")?,
            group_text(&found, "ending")?
        ))
    });
    match stripped {
        Some(stripped) if is_wanted(&stripped) && !is_wanted(file) => stripped,
        _ => file.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(names: &[&str]) -> Vec<Option<(String, String, bool, EntryContent)>> {
        let parts = |item: LayoutEntry| {
            Some((
                item.owner,
                item.hand_in.name,
                item.hand_in.late?,
                item.content,
            ))
        };
        read_with_roster(names, &[])
            .into_iter()
            .map(|item| item.and_then(parts))
            .collect()
    }

    fn read_with_roster(names: &[&str], roster: &[&str]) -> Vec<Option<LayoutEntry>> {
        let listed = |name: &&str| DownloadEntry {
            name: (*name).to_owned(),
            path: name.into(),
            is_folder: false,
        };
        let entries: Vec<DownloadEntry> = names.iter().map(listed).collect();
        let top = DownloadTop {
            name: "submissions",
            entries: &entries,
            read: &|_, _| None,
            list: &|_| Vec::new(),
            is_required: &|name| ["sum.cpp", "lab.tar.gz"].contains(&name),
            is_on_roster: &|id| roster.contains(&id),
            is_named: false,
        };
        parse_entries(&top)
    }

    #[test]
    fn names_are_read_as_canvas_makes_them() {
        let file = |name: &str| EntryContent::File(name.to_owned());
        let table = [
            (
                "exampleann_LATE_57_901_sum.cpp",
                "57",
                "exampleann",
                true,
                file("sum.cpp"),
            ),
            (
                "exampleann_57_901_my file.cpp",
                "57",
                "exampleann",
                false,
                file("my file.cpp"),
            ),
            (
                "müllerjörg_57_901_sum-1.cpp",
                "57",
                "müllerjörg",
                false,
                file("sum.cpp"),
            ),
            (
                "exampleann_57_901_hw-1.cpp",
                "57",
                "exampleann",
                false,
                file("hw-1.cpp"),
            ),
            (
                "a_57_901_sum-0f8fad5b-d9cb-469f-a165-70867728950e.cpp",
                "57",
                "a",
                false,
                file("sum.cpp"),
            ),
            (
                "a_57_901_lab-2.tar.gz",
                "57",
                "a",
                false,
                file("lab.tar.gz"),
            ),
            (
                "a_b_57_901_1_2_sum.cpp",
                "57",
                "a_b",
                false,
                file("1_2_sum.cpp"),
            ),
            (
                "LATE_anon_x7Qa_901_sum.cpp",
                "anon_x7Qa",
                "anon_x7Qa",
                true,
                file("sum.cpp"),
            ),
            (
                "anon_x7Qa_901_sum.cpp",
                "anon_x7Qa",
                "anon_x7Qa",
                false,
                file("sum.cpp"),
            ),
            ("57_901_sum.cpp", "57", "57", false, file("sum.cpp")),
            ("_108_901_sum.cpp", "108", "108", false, file("sum.cpp")),
            (
                "12345_109_901_sum.cpp",
                "109",
                "12345",
                false,
                file("sum.cpp"),
            ),
            (
                "12345_LATE_109_901_1_sum.cpp",
                "109",
                "12345",
                true,
                file("1_sum.cpp"),
            ),
        ];
        for (name, owner, shown, late, content) in table {
            let expected = (owner.to_owned(), shown.to_owned(), late, content);
            assert_eq!(read(&[name]), [Some(expected)], "{name}");
        }
        assert!(matches!(
            read(&["exampleann_57_text.html"])[0],
            Some((.., EntryContent::NotCompilable(_)))
        ));
        for other in [
            "sum.cpp",
            "ann.cpp",
            "ann_1.cpp",
            "lab_3_ann.cpp",
            "notes.txt",
        ] {
            assert_eq!(read(&[other]), [None], "{other}");
        }
    }

    /// The last name is one of a user whose name ends in the number of another.
    #[test]
    fn the_roster_decides_whose_number_it_is_or_neither_is_graded() {
        const MIMIC: &str = "lovelaceada_101_104_9005_sum.cpp";
        let with_sum = [
            "lovelaceada_101_9001_sum.cpp",
            "bob_102_9002_sum.cpp",
            MIMIC,
        ];
        let without = ["bob_102_9002_sum.cpp", MIMIC];
        // A name with a number in front, and with a date.
        let honest = ["bob_102_9002_sum.cpp", "cem_103_9003_1_sum.cpp"];
        let dated = ["bob_102_9002_sum.cpp", "cem_103_9003_20261012_sum.cpp"];
        // What a student calls a file makes no other student's name longer.
        let with_file = [
            "lovelaceada_101_9001_sum.cpp",
            "eve_104_9002_lovelaceada_101_9003_sum.cpp",
        ];
        let table: [(&[&str], &[&str], &[&str]); 10] = [
            (&with_file, &[], &["101", "104"]),
            (&with_file, &["101", "104"], &["101", "104"]),
            (&with_sum, &[], &["101 !", "102", "104 !"]),
            (
                &with_sum,
                &["101", "102", "104"],
                &["101 !", "102", "104 !"],
            ),
            (&with_sum, &["101", "102"], &["101", "102", "101"]),
            (&without, &["102", "104"], &["102", "104"]),
            (&without, &["102"], &["102", "101 !"]),
            (&without, &[], &["102", "101 !"]),
            (&honest, &[], &["102", "103"]),
            (&dated, &[], &["102", "103"]),
        ];
        for (names, roster, expected) in table {
            let found: Vec<String> = read_with_roster(names, roster)
                .into_iter()
                .flatten()
                .map(|it| it.owner + if it.contested.is_some() { " !" } else { "" })
                .collect();
            assert_eq!(found, expected, "{names:?} with {roster:?}");
        }
    }

    #[test]
    fn two_persons_stay_two_whatever_numbers_are_in_their_names() {
        let table: [(&[&str], &[&str]); 4] = [
            (
                &["gus_12345_901_sum.cpp", "12345_109_902_sum.cpp"],
                &["12345", "109"],
            ),
            (
                &["lee_12_901_sum.cpp", "smith_12_57_902_sum.cpp"],
                &["12", "57"],
            ),
            (
                &["lee_12_901_sum.cpp", "smith_12_902_sum.cpp"],
                &["12 lee", "12 smith"],
            ),
            (&["lee_12_901_sum.cpp", "lee_12_902_1_2_a.h"], &["12", "12"]),
        ];
        for (names, owners) in table {
            let found: Vec<String> = read(names).into_iter().flatten().map(|it| it.0).collect();
            assert_eq!(found, owners, "{names:?}");
        }
    }
}
