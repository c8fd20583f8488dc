//! Brightspace: a folder for each submission, `<number>-<number> - <name> - <date>/`, and an `index.html`. Older downloads are
//! flat: `<number>-<number> - <name> - <date> - <file>`, or with one number.
//!
//! Dates are in the language of whoever downloads. One that cannot be read still divides attempts, but does not order them.
//!
//! Of the two numbers one is the student's and the other is not, and which is which is nowhere written down. Where a class
//! shares one, the other one is the student's; two folders of one name that share a number are one student's.

use std::collections::BTreeSet;

use super::item::{
    self, DownloadEntry, DownloadTop, EntryContent, LayoutEntry, StaticRegex, group_text,
};
use model::{HandIn, HandInTime};

/// With a date that ends in a year and the time: `Oct 12, 2024 758 PM`, `12 October, 2024 1958`.
static DATED: StaticRegex = StaticRegex::new(
    r"^(?P<first>\d+)(?:-(?P<second>\d+))? - (?P<name>.+?) - (?P<date>[\p{L}\p{M}\d., ]*\d{4},? \d{1,2}[:.]?\d{2}(?: ?[\p{L}.]{2,5})?)(?: - (?P<file>.+))?$",
);

/// With anything that has a digit in place of the date, because that may be a date in another form.
static FOLDER: StaticRegex =
    StaticRegex::new(r"^(?P<first>\d+)-(?P<second>\d+) - (?P<name>.+) - (?P<date>[^/]*\d[^/]*)$");
static FILE: StaticRegex = StaticRegex::new(
    r"^(?P<first>\d+)-(?P<second>\d+) - (?P<name>.+?) - (?:(?P<date>.*\d.*) - )?(?P<file>.+)$",
);

struct BrightspaceName<'n> {
    /// The second one is empty where there is only one.
    numbers: [&'n str; 2],
    name: &'n str,
    date: &'n str,
    /// The file's name; none of a folder.
    file: Option<&'n str>,
}

pub(super) fn parse_entries(top: &DownloadTop<'_>) -> Vec<Option<LayoutEntry>> {
    let all: Vec<Option<BrightspaceName<'_>>> = top.entries.iter().map(parse_name).collect();
    let mut known: Vec<&BrightspaceName<'_>> = all.iter().flatten().collect();
    // Files of one attempt have all but their names in common.
    known.sort_by_key(|read| (read.numbers, read.name, read.date));
    known.dedup_by_key(|read| (read.numbers, read.name, read.date));
    let student = student_number_position(&known);
    let item = |(read, entry): (&Option<BrightspaceName<'_>>, &DownloadEntry)| match read {
        Some(read) => Some(build_entry(read, student, &known)),
        None => (entry.name == "index.html").then(LayoutEntry::default),
    };
    all.iter().zip(top.entries).map(item).collect()
}

fn parse_name(entry: &DownloadEntry) -> Option<BrightspaceName<'_>> {
    let name = &entry.name;
    let is_folder = entry.is_folder;
    let dated = DATED
        .captures(name)
        .filter(|found| group_text(found, "file").is_none() == is_folder);
    let found = match (dated, is_folder) {
        (Some(dated), _) => dated,
        (None, true) => FOLDER.captures(name)?,
        (None, false) => FILE.captures(name)?,
    };
    let numbers = [
        group_text(&found, "first")?,
        group_text(&found, "second").unwrap_or_default(),
    ];
    let date = group_text(&found, "date").unwrap_or_default();
    Some(BrightspaceName {
        numbers,
        name: group_text(&found, "name")?,
        date,
        file: group_text(&found, "file"),
    })
}

/// Which of the two numbers is the student's; none if that cannot be seen.
fn student_number_position(all: &[&BrightspaceName<'_>]) -> Option<usize> {
    let names: BTreeSet<&str> = all.iter().map(|read| read.name).collect();
    if names.len() < 2 {
        return None;
    }
    if all.iter().any(|read| read.numbers[1].is_empty()) {
        return None;
    }
    match (count_different(all, 0), count_different(all, 1)) {
        (1, 1) => None,
        (1, _) => Some(1),
        (_, 1) => Some(0),
        _ => (0..2).find(|place| is_shared_by_one_name(all, *place)),
    }
}

fn count_different(all: &[&BrightspaceName<'_>], place: usize) -> usize {
    all.iter()
        .filter_map(|read| read.numbers.get(place))
        .collect::<BTreeSet<_>>()
        .len()
}

/// One student's folders share the student's number and no other that is not everybody's.
fn is_shared_by_one_name(all: &[&BrightspaceName<'_>], place: usize) -> bool {
    all.iter().enumerate().any(|(index, one)| {
        let mut later = all.iter().skip(index + 1);
        later.any(|other| {
            one.name == other.name && one.numbers.get(place) == other.numbers.get(place)
        })
    })
}

fn build_entry(
    read: &BrightspaceName<'_>,
    student: Option<usize>,
    all: &[&BrightspaceName<'_>],
) -> LayoutEntry {
    let BrightspaceName {
        numbers,
        name,
        date,
        file,
    } = read;
    let id = student
        .and_then(|place| numbers.get(place))
        .map(|id| (*id).to_owned());
    // Where nobody knows which number it is, one name that comes again without sharing a number is another student's.
    let same_name = all
        .iter()
        .filter(|other| other.name == *name && other.numbers != *numbers);
    let has_one_number = numbers[1].is_empty();
    let is_repeated = same_name.count() > 0;
    let owner = match &id {
        Some(id) => id.clone(),
        None if is_repeated && !has_one_number && is_student_unclear(all) => {
            format!("{name} {}", numbers.concat())
        }
        None => (*name).to_owned(),
    };
    let iso = item::english_to_iso_time(date);
    let time = (!date.is_empty()).then(|| HandInTime {
        shown: (*date).to_owned(),
        iso: iso.clone(),
    });
    let hand_in = HandIn {
        name: (*name).to_owned(),
        id,
        time,
        ..HandIn::default()
    };
    // A single number may be the student's or the attempt's, so one name with two of them may be two students.
    let is_undated = iso.is_none() || (has_one_number && is_repeated);
    let label = if is_undated {
        format!("{} {date}", numbers.concat())
    } else {
        String::new()
    };
    let attempt = iso.unwrap_or_default() + &label;
    let content = file.map_or(EntryContent::Folder, |file| {
        EntryContent::File(file.to_owned())
    });
    LayoutEntry {
        owner,
        hand_in,
        attempt,
        is_undated,
        content,
        ..LayoutEntry::default()
    }
}

/// Whether a class of several has nothing that tells its numbers apart.
fn is_student_unclear(all: &[&BrightspaceName<'_>]) -> bool {
    all.iter()
        .map(|read| read.name)
        .collect::<BTreeSet<_>>()
        .len()
        > 1
}
