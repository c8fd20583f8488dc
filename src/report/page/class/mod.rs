//! The page of the class, for its staff: who needs a person, how points are spread, why they are missing, which cases to look
//! at again, and everybody.

mod attention;
mod causes;
mod criteria;
mod distribution;
mod items;
mod link;
mod row;

use std::fs::File;
use std::io::{self, Read as _, Write};
use std::path::Path;
use std::sync::LazyLock;

use askama::Template;

use super::policy::policy;
use crate::report::entry::Entry;
use attention::Attention;
use causes::Group;
use criteria::{Cells, Column};
use distribution::Distribution;
use items::Items;
use row::Row;

static POLICY: LazyLock<String> =
    LazyLock::new(|| policy(include_str!("class_page.css"), include_str!("class_page.js")));

#[derive(Template)]
#[template(path = "page/class/class_page.html")]
struct ClassPage<'a> {
    policy: &'a str,
    entries: &'a [Entry],
    assignments: Vec<&'a str>,
    attention: Vec<Attention>,
    distribution: Option<Distribution>,
    causes: Vec<Group<'a>>,
    columns: Vec<Column<'a>>,
    items: Vec<Items<'a>>,
}

/// Writes the page of a class.
///
/// # Errors
/// If it cannot be written to `out`.
pub(in crate::report) fn write(entries: &[Entry], out: &mut dyn Write) -> io::Result<()> {
    ClassPage::of(entries).write_into(out)
}

/// What every such page begins with, and what others write does not.
const BEGINNING: &str = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
    <meta name=\"generator\" content=\"grader\">\n";

/// Whether a file is the page of a class.
pub(in crate::report) fn is_page(path: &Path) -> bool {
    let mut start = Vec::new();
    let length = BEGINNING.len() as u64;
    let read = File::open(path).and_then(|file| file.take(length).read_to_end(&mut start));
    read.is_ok() && start == BEGINNING.as_bytes()
}

impl<'a> ClassPage<'a> {
    fn of(entries: &'a [Entry]) -> ClassPage<'a> {
        let mut assignments: Vec<&str> = Vec::new();
        for entry in entries {
            if !assignments.contains(&entry.assignment.as_str()) {
                assignments.push(&entry.assignment);
            }
        }
        let items = assignments.iter().map(|assignment| Items::of(assignment, entries));
        ClassPage {
            policy: &POLICY,
            entries,
            attention: attention::of(entries),
            distribution: Distribution::of(entries),
            causes: causes::groups(entries),
            columns: criteria::columns(&assignments, entries),
            items: items.filter(|items| !items.all.is_empty()).collect(),
            assignments,
        }
    }

    /// A row of the table; one at a time, for a class may be large.
    fn row(&self, entry: &Entry) -> Row {
        Row::of(entry, &self.causes)
    }

    fn cells(&self, entry: &Entry) -> Cells {
        criteria::cells(entry, &self.columns)
    }

    fn has_one_assignment(&self) -> bool {
        self.assignments.len() == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;
    use crate::report::names::Names;

    #[test]
    fn a_class_of_300_is_less_than_a_mebibyte() {
        let names = Names::default();
        let mistakes = ["anti-diagonal-missed"; 12];
        let entries: Vec<Entry> = (0..300)
            .map(|number| {
                let mut grade = fixture::failing(&mistakes);
                grade.student = format!("student-{number:03}");
                Entry::new(&grade, &names)
            })
            .collect();
        let mut page = Vec::new();
        write(&entries, &mut page).unwrap();
        assert!(page.starts_with(BEGINNING.as_bytes()));
        assert!(page.len() < 1 << 20, "{}", page.len());
    }
}
