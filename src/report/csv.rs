//! `grades.csv`: one row per submission, for a spreadsheet.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use super::commands;
use super::entry::{Earned, Entry};
use crate::formula::inert;
use crate::model::{CriterionState, Points};

/// The columns that every row has, before one column per criterion.
const COLUMNS: [&str; 8] =
    ["student", "assignment", "points", "max_points", "build", "accepted", "cases", "status"];

/// The file's text.
pub(super) fn render(entries: &[Entry]) -> String {
    let criteria = criteria(entries);
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    let header = COLUMNS.iter().map(|title| (*title).to_owned());
    let titles = criteria.iter().map(|id| title(id));
    let mut rows = vec![header.chain(titles).collect::<Vec<_>>()];
    rows.extend(entries.iter().map(|entry| row(entry, &criteria)));
    for row in rows {
        // Writing to memory fails only where rows differ in length, and these do not.
        let _ = writer.write_record(row);
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

/// Whether a file is the grades of some run.
pub(super) fn is_grades(path: &Path) -> bool {
    let mut start = Vec::new();
    let expected = COLUMNS.join(",");
    let read =
        File::open(path).and_then(|file| file.take(expected.len() as u64).read_to_end(&mut start));
    read.is_ok() && start == expected.as_bytes()
}

/// Every criterion's id, in the order of first appearance.
fn criteria(entries: &[Entry]) -> Vec<&str> {
    let mut ids: Vec<&str> = Vec::new();
    for criterion in entries.iter().flat_map(|entry| &entry.criteria) {
        if !ids.contains(&criterion.id.as_ref()) {
            ids.push(&criterion.id);
        }
    }
    ids
}

/// A criterion may be called `build` or `points`; its column then says that it is a criterion's.
fn title(id: &str) -> String {
    if COLUMNS.contains(&id) { format!("criterion.{id}") } else { inert(id).into_owned() }
}

fn row(entry: &Entry, criteria: &[&str]) -> Vec<String> {
    let points = if entry.graded { number(entry.points) } else { String::new() };
    let mut cells = vec![
        inert(&commands::inert(&entry.student)).into_owned(),
        inert(&entry.assignment).into_owned(),
        points,
        number(entry.max_points),
        entry.build.name().to_owned(),
        entry.accepted.to_string(),
        entry.cases.to_string(),
        status(entry).to_owned(),
    ];
    let of = |id: &&str| entry.criteria.iter().find(|criterion| *criterion.id == **id);
    cells.extend(criteria.iter().map(|id| of(id).map(earned).unwrap_or_default()));
    cells
}

fn status(entry: &Entry) -> &'static str {
    match entry.criteria.iter().any(|one| one.state == CriterionState::AwaitsInstructor) {
        _ if !entry.graded => "ungraded",
        true => "awaits-instructor",
        false => "graded",
    }
}

fn earned(criterion: &Earned) -> String {
    if criterion.state == CriterionState::Ungraded {
        String::new()
    } else {
        number(criterion.points)
    }
}

fn number(points: Points) -> String {
    points.as_number().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Grade;
    use crate::report::fixture;
    use crate::report::names::Names;

    fn rendered(grades: Vec<Grade>) -> String {
        render(&grades.iter().map(|it| Entry::new(it, &Names::default())).collect::<Vec<_>>())
    }

    #[test]
    fn there_is_a_row_per_submission_and_a_column_per_criterion() {
        let text = rendered(vec![fixture::perfect(), fixture::wrong(), fixture::ungraded()]);
        insta::assert_snapshot!(text, @r"
        student,assignment,points,max_points,build,accepted,cases,status,games,warnings,style
        student-01,tttn,100,100,ok,2,2,awaits-instructor,50,30,20
        student-02,tttn,75,100,ok,1,2,awaits-instructor,25,30,20
        student-04,tttn,,100,ok,1,2,ungraded,,30,20
        ");
    }

    #[test]
    fn a_name_cannot_be_a_formula() {
        for (name, cell) in [
            ("=HYPERLINK(\"http://x\")", "\"'=HYPERLINK(\"\"http://x\"\")\""),
            ("+1", "'+1"),
            ("-1", "'-1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("a=b", "a=b"),
        ] {
            let mut grade = fixture::perfect();
            grade.student = name.to_owned();
            let text = rendered(vec![grade]);
            let row = text.lines().nth(1).unwrap();
            assert!(row.starts_with(&format!("{cell},tttn,")), "{row}");
        }
    }

    #[test]
    fn a_criterion_named_like_a_column_does_not_hide_it() {
        let mut grade = fixture::perfect();
        grade.criteria[0].id = "build".to_owned();
        let text = rendered(vec![grade]);
        assert!(text.lines().next().unwrap().ends_with("status,criterion.build,warnings,style"));
    }
}
