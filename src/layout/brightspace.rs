//! Brightspace: a folder for each submission, `<number>-<number> - <name> - <date>/`, and an `index.html`.
//!
//! Of the two numbers one is the student's and the other is not, and which is which is nowhere written down. Where a class
//! shares one, the other one is the student's; two folders of one name that share a number are one student's.

use std::collections::BTreeSet;

use super::expression::{Expression, group};
use super::item::{Content, Item, Top};
use super::month;
use crate::model::{HandIn, HandInTime};

static NAME: Expression = Expression::new(
    r"^(?P<first>\d+)-(?P<second>\d+) - (?P<name>.+) - (?P<date>\p{L}{3,9} \d{1,2}, \d{4} \d{3,4} [AP]M)$",
);

struct Read<'n> {
    numbers: [&'n str; 2],
    name: &'n str,
    date: &'n str,
}

pub(super) fn items(top: &Top<'_>) -> Vec<Option<Item>> {
    let all: Vec<Option<Read<'_>>> =
        top.entries.iter().map(|entry| read(&entry.name).filter(|_| entry.is_folder)).collect();
    let known: Vec<&Read<'_>> = all.iter().flatten().collect();
    let student = number_of_students(&known);
    let item = |(read, entry): (&Option<Read<'_>>, &super::Listed)| match read {
        Some(read) => Some(item(read, student, &known)),
        None => (entry.name == "index.html").then(Item::default),
    };
    all.iter().zip(top.entries).map(item).collect()
}

fn read(name: &str) -> Option<Read<'_>> {
    let found = NAME.captures(name)?;
    let numbers = [group(&found, "first")?, group(&found, "second")?];
    Some(Read { numbers, name: group(&found, "name")?, date: group(&found, "date")? })
}

/// Which of the two numbers is the student's; none if that cannot be seen.
fn number_of_students(all: &[&Read<'_>]) -> Option<usize> {
    let names: BTreeSet<&str> = all.iter().map(|read| read.name).collect();
    if names.len() < 2 {
        return None;
    }
    let different = |place: usize| {
        all.iter().filter_map(|read| read.numbers.get(place)).collect::<BTreeSet<_>>().len()
    };
    // One student's folders share the student's number and no other that is not everybody's.
    let is_shared_by_one_name = |place: usize| {
        all.iter().enumerate().any(|(index, one)| {
            let mut later = all.iter().skip(index + 1);
            later.any(|other| {
                one.name == other.name && one.numbers.get(place) == other.numbers.get(place)
            })
        })
    };
    match (different(0), different(1)) {
        (1, 1) => None,
        (1, _) => Some(1),
        (_, 1) => Some(0),
        _ => (0..2).find(|place| is_shared_by_one_name(*place)),
    }
}

fn item(read: &Read<'_>, student: Option<usize>, all: &[&Read<'_>]) -> Item {
    let Read { numbers, name, date } = read;
    let id = student.and_then(|place| numbers.get(place)).map(|id| (*id).to_owned());
    // Where nobody knows which number it is, one name that comes again without sharing a number is another student's.
    let same_name = all.iter().filter(|other| other.name == *name).count();
    let owner = match &id {
        Some(id) => id.clone(),
        None if same_name > 1 && student_is_unclear(all) => format!("{name} {}", numbers.concat()),
        None => (*name).to_owned(),
    };
    let iso = month::of_english(date);
    let hand_in = HandIn {
        name: (*name).to_owned(),
        id,
        time: Some(HandInTime { shown: (*date).to_owned(), iso: iso.clone() }),
        ..HandIn::default()
    };
    let attempt = iso.unwrap_or_default();
    Item { owner, hand_in, attempt, content: Content::Folder, ..Item::default() }
}

/// Whether a class of several has nothing that tells its numbers apart.
fn student_is_unclear(all: &[&Read<'_>]) -> bool {
    all.iter().map(|read| read.name).collect::<BTreeSet<_>>().len() > 1
}
