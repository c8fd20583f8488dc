//! The page of the class, for its staff: who needs a person, how points are spread, why they are missing, which cases to look
//! at again, and everybody.

mod attention;
mod causes;
mod criteria;
mod distribution;
mod items;
mod link;
mod row;

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read as _, Write};
use std::path::Path;
use std::sync::LazyLock;

use askama::Template;

use super::policy::{saving_policy, security_policy};
use crate::entry::ReportEntry;
use crate::names::SharedNames;
use crate::visible;
use attention::AttentionNotice;
use causes::CauseGroup;
use criteria::{CriterionCell, CriterionColumn};
use distribution::PointsDistribution;
use document::Prose;
use items::ItemAnalysis;
use model::{Grade, Gradebook, RunOutline};
use row::ClassPageRow;

static POLICY: LazyLock<String> = LazyLock::new(|| {
    security_policy(
        include_str!("class_page.css"),
        include_str!("class_page.js"),
    )
});

#[derive(Template)]
#[template(path = "page/class/class_page.html")]
struct ClassPage<'a> {
    policy: &'a str,
    entries: &'a [ReportEntry],
    /// The day on which the run ended; none where nobody noted it.
    graded_on: Option<String>,
    /// Sentences that name files for which nobody is graded.
    left_out: Vec<Prose>,
    attention: Vec<AttentionNotice>,
    distribution: Option<PointsDistribution>,
    causes: Vec<CauseGroup<'a>>,
    tables: Vec<AssignmentTable<'a>>,
    items: Vec<ItemAnalysis<'a>>,
    /// What `grader serve` adds.
    served: Option<ServedState<'a>>,
}

/// What the page of `grader serve` knows besides.
struct ServedState<'a> {
    /// How many programs a person still has to judge.
    to_judge: usize,
    /// Who judges.
    by: &'a str,
}

/// The submissions of an assignment.
struct AssignmentTable<'a> {
    assignment: &'a str,
    entries: Vec<&'a ReportEntry>,
    columns: Vec<CriterionColumn<'a>>,
}

/// Writes the page of a class.
///
/// # Errors
/// If it cannot be written to `out`.
pub(crate) fn write_page(
    entries: &[ReportEntry],
    run: &RunOutline,
    out: &mut dyn Write,
) -> io::Result<()> {
    ClassPage::from_entries(entries, run).write_into(out)
}

/// What a browser may do with the class page of `grader serve`.
pub static SERVED_CLASS_POLICY: LazyLock<String> = LazyLock::new(|| {
    saving_policy(
        &[include_str!("class_page.css")],
        &[
            include_str!("class_page.js"),
            include_str!("class_saving.js"),
        ],
    )
});

/// The class as `grader serve` shows it: what is kept of each grade, replaced when a person decides something.
pub struct ServedClass {
    names: SharedNames,
    entries: Vec<ReportEntry>,
    outline: RunOutline,
}

impl ServedClass {
    /// The class of a gradebook.
    ///
    /// # Errors
    /// If a grade cannot be read.
    pub fn new(gradebook: &(impl Gradebook + ?Sized)) -> io::Result<ServedClass> {
        let names = SharedNames::default();
        let mut entries = Vec::with_capacity(gradebook.count());
        for place in 0..gradebook.count() {
            entries.push(ReportEntry::new(&*gradebook.grade(place)?, &names));
        }
        Ok(ServedClass {
            names,
            entries,
            outline: gradebook.run_outline(),
        })
    }

    /// Takes over a grade that has changed; `place` is its place in the gradebook.
    pub fn replace_grade(&mut self, place: usize, grade: &Grade) {
        if let Some(entry) = self.entries.get_mut(place) {
            *entry = ReportEntry::new(grade, &self.names);
        }
    }

    /// The page, for whoever judges.
    ///
    /// # Errors
    /// If it cannot be made, which would be a mistake of ours.
    pub fn render_page(&self, to_judge: usize, by: &str) -> io::Result<String> {
        let page = ClassPage {
            policy: &SERVED_CLASS_POLICY,
            served: Some(ServedState { to_judge, by }),
            ..ClassPage::from_entries(&self.entries, &self.outline)
        };
        page.render().map_err(io::Error::other)
    }
}

/// What every such page begins with, and what others write does not.
const BEGINNING: &str = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
    <meta name=\"generator\" content=\"grader\">\n";

/// Whether a file is the page of a class.
pub(crate) fn is_class_page(path: &Path) -> bool {
    let mut start = Vec::new();
    let length = BEGINNING.len() as u64;
    let read = File::open(path).and_then(|file| file.take(length).read_to_end(&mut start));
    read.is_ok() && start == BEGINNING.as_bytes()
}

impl<'a> ClassPage<'a> {
    fn from_entries(entries: &'a [ReportEntry], run: &'a RunOutline) -> ClassPage<'a> {
        let tables = AssignmentTable::group_by_assignment(entries);
        let items = tables
            .iter()
            .map(|table| ItemAnalysis::from_entries(table.assignment, &table.entries));
        ClassPage {
            policy: &POLICY,
            entries,
            graded_on: run.ended.map(|day| day.strftime("%-d %B %Y").to_string()),
            left_out: run
                .left_out
                .iter()
                .map(|text| visible::one_line(text))
                .map(|text| Prose::text(&text))
                .collect(),
            attention: attention::collect_notices(entries),
            distribution: PointsDistribution::from_entries(entries),
            causes: causes::group_causes(entries),
            items: items.filter(|items| !items.all.is_empty()).collect(),
            tables,
            served: None,
        }
    }

    /// A row of the table; one at a time, for a class may be large.
    fn build_row(&self, entry: &ReportEntry) -> ClassPageRow {
        ClassPageRow::from_entry(entry, &self.causes)
    }

    fn has_one_assignment(&self) -> bool {
        self.tables.len() == 1
    }

    /// The course and its assignments by name. Of many assignments, the first is named.
    fn title(&self) -> String {
        let titles: Vec<&str> = self.tables.iter().map(AssignmentTable::title).collect();
        let named = match titles.as_slice() {
            [first, _, more @ ..] if !more.is_empty() => {
                format!("{first} and {} more assignments", more.len() + 1)
            }
            few => few.join(" and "),
        };
        // Where a part was graded again after the course got its name, not every grade has it.
        let mut courses = self.entries.iter().map(|entry| &*entry.course);
        match courses.find(|course| !course.is_empty()) {
            Some(course) => format!("{course} – {named}"),
            None => named,
        }
    }

    /// How many submissions there are, in words.
    fn count(&self) -> String {
        match self.entries.len() {
            1 => "1 submission".to_owned(),
            count => format!("{count} submissions"),
        }
    }

    /// The revisions of the rubric by which grades were made: several where only a part was graded again.
    fn revisions(&self) -> BTreeSet<&str> {
        let revisions = self.entries.iter().map(|entry| &*entry.revision);
        revisions.filter(|revision| !revision.is_empty()).collect()
    }
}

impl<'a> AssignmentTable<'a> {
    /// A table for each assignment, in the order in which assignments are first met.
    fn group_by_assignment(entries: &'a [ReportEntry]) -> Vec<AssignmentTable<'a>> {
        let mut tables: Vec<AssignmentTable<'a>> = Vec::new();
        for entry in entries {
            let known = tables
                .iter_mut()
                .find(|table| table.assignment == entry.assignment);
            match known {
                Some(table) => table.entries.push(entry),
                None => tables.push(AssignmentTable {
                    assignment: &entry.assignment,
                    entries: vec![entry],
                    columns: Vec::new(),
                }),
            }
        }
        for table in &mut tables {
            table.columns = criteria::build_columns(&table.entries);
        }
        tables
    }

    /// The assignment's name.
    fn title(&self) -> &str {
        self.entries
            .first()
            .map_or(self.assignment, |entry| &entry.title)
    }

    fn build_cells(&self, entry: &ReportEntry) -> Vec<CriterionCell> {
        criteria::build_cells(entry, &self.columns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    #[test]
    fn a_class_of_300_is_less_than_a_mebibyte() {
        let names = SharedNames::default();
        let mistakes = ["anti-diagonal-missed"; 12];
        let entries: Vec<ReportEntry> = (0..300)
            .map(|number| {
                let mut grade = fixture::failing(&mistakes);
                grade.student = format!("student-{number:03}");
                ReportEntry::new(&grade, &names)
            })
            .collect();
        let mut page = Vec::new();
        write_page(&entries, &RunOutline::default(), &mut page).unwrap();
        assert!(page.starts_with(BEGINNING.as_bytes()));
        assert!(page.len() < 1 << 20, "{}", page.len());
    }
}
