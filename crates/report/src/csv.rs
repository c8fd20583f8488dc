//! `grades.csv`: one row per submission, for a spreadsheet. Where a group handed in, there is one for each of its members, and
//! the last columns say whose row it is: all others are as they would be without groups.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use super::entry::{EarnedPoints, ReportEntry, SubmissionAuthor};
use super::places::GRADES;
use super::{commands, visible};
use model::{CriterionState, Grade, Points};
use support::formula::escape_formula;

/// The columns that every row has, before one column per criterion.
const COLUMNS: [&str; 8] = [
    "student",
    "assignment",
    "points",
    "max_points",
    "build",
    "accepted",
    "cases",
    "status",
];

/// The columns at the end, where some submission is a group's.
const MEMBER: [&str; 3] = ["member", "member_id", "member_email"];

/// The file's text.
pub(super) fn render_csv(entries: &[ReportEntry]) -> String {
    let criteria = collect_criterion_ids(entries);
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    let header = COLUMNS.iter().map(|title| (*title).to_owned());
    let has_groups = entries.iter().any(|entry| entry.authors.len() > 1);
    let of_member = if has_groups { &MEMBER[..] } else { &[] };
    let titles = criteria.iter().map(|id| column_title(id, of_member));
    let last = of_member.iter().map(|title| (*title).to_owned());
    let mut rows = vec![header.chain(titles).chain(last).collect::<Vec<_>>()];
    for entry in entries {
        let row = build_row(entry, &criteria);
        if has_groups {
            rows.extend(
                entry
                    .authors
                    .iter()
                    .map(|one| [&row[..], &member_cells(one)].concat()),
            );
        } else {
            rows.push(row);
        }
    }
    for row in rows {
        // Writing to memory fails only where rows differ in length, and these do not.
        let _ = writer.write_record(row);
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

/// Whether a file is the grades of some run.
pub(super) fn is_grades_file(path: &Path) -> bool {
    let mut start = Vec::new();
    let expected = COLUMNS.join(",");
    let read =
        File::open(path).and_then(|file| file.take(expected.len() as u64).read_to_end(&mut start));
    read.is_ok() && start == expected.as_bytes()
}

/// The points that `grades.csv` shows.
#[derive(Debug)]
pub struct ReportedPoints {
    /// By the cells with the student and the assignment, the cell with the points: empty of an ungraded submission.
    points: HashMap<[String; 2], String>,
}

impl ReportedPoints {
    /// The points that the file shows for a submission, if they are not those of this grade. What is not in the file does not differ.
    pub fn find_difference(&self, grade: &Grade) -> Option<&str> {
        let shown = self.points.get(&[
            student_cell(&grade.student),
            escape_formula(&grade.assignment).into_owned(),
        ])?;
        let expected = points_cell(!grade.is_ungraded(), grade.points);
        (*shown != expected).then_some(shown)
    }
}

/// Reads the points in the `grades.csv` of a folder of reports; none if there is no such file, or a spreadsheet has saved it in another
/// form.
///
/// # Errors
///
/// If it cannot be read.
pub fn read_reported_points(reports: &Path) -> io::Result<Option<ReportedPoints>> {
    let path = reports.join(GRADES);
    if !is_grades_file(&path) {
        return Ok(None);
    }
    let mut reader = ::csv::Reader::from_path(&path)?;
    let mut points = HashMap::new();
    for record in reader.records() {
        let record = record?;
        let cell = |column: usize| record.get(column).unwrap_or_default().to_owned();
        points.insert([cell(0), cell(1)], cell(2));
    }
    Ok(Some(ReportedPoints { points }))
}

/// Every criterion's id, in the order of first appearance.
fn collect_criterion_ids(entries: &[ReportEntry]) -> Vec<&str> {
    let mut ids: Vec<&str> = Vec::new();
    for criterion in entries.iter().flat_map(|entry| &entry.criteria) {
        if !ids.contains(&criterion.id.as_ref()) {
            ids.push(&criterion.id);
        }
    }
    ids
}

/// A criterion may be called `build` or `points`; its column then says that it is a criterion's.
fn column_title(id: &str, of_member: &[&str]) -> String {
    if COLUMNS.contains(&id) || of_member.contains(&id) {
        format!("criterion.{id}")
    } else {
        escape_formula(id).into_owned()
    }
}

fn build_row(entry: &ReportEntry, criteria: &[&str]) -> Vec<String> {
    let mut cells = vec![
        student_cell(&entry.student),
        escape_formula(&entry.assignment).into_owned(),
        points_cell(entry.graded, entry.points),
        format_points(entry.max_points),
        entry.build.name().to_owned(),
        entry.accepted.to_string(),
        entry.cases.to_string(),
        submission_status(entry).to_owned(),
    ];
    let of = |id: &&str| {
        entry
            .criteria
            .iter()
            .find(|criterion| *criterion.id == **id)
    };
    cells.extend(
        criteria
            .iter()
            .map(|id| of(id).map(format_earned).unwrap_or_default()),
    );
    cells
}

fn student_cell(student: &str) -> String {
    escape_formula(&commands::escape_commands(student)).into_owned()
}

/// The points; empty if the submission is ungraded.
fn points_cell(is_graded: bool, points: Points) -> String {
    match is_graded {
        true => format_points(points),
        false => String::new(),
    }
}

/// What says whose row it is. A system of learning lets people choose their names.
fn member_cells(SubmissionAuthor { name, id, email }: &SubmissionAuthor) -> [String; 3] {
    [Some(name), id.as_ref(), email.as_ref()].map(|text| {
        let text = text.map(String::as_str).unwrap_or_default();
        escape_formula(&commands::escape_commands(&visible::one_line(text))).into_owned()
    })
}

fn submission_status(entry: &ReportEntry) -> &'static str {
    match entry
        .criteria
        .iter()
        .any(|one| one.state == CriterionState::AwaitsInstructor)
    {
        _ if !entry.graded => "ungraded",
        true => "awaits-instructor",
        false => "graded",
    }
}

fn format_earned(criterion: &EarnedPoints) -> String {
    if criterion.state == CriterionState::Ungraded {
        String::new()
    } else {
        format_points(criterion.points)
    }
}

fn format_points(points: Points) -> String {
    points.as_number().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use crate::names::SharedNames;
    use model::{Grade, GroupMember, HandIn};

    fn rendered(grades: Vec<Grade>) -> String {
        render_csv(
            &grades
                .iter()
                .map(|it| ReportEntry::new(it, &SharedNames::default()))
                .collect::<Vec<_>>(),
        )
    }

    #[test]
    fn there_is_a_row_per_submission_and_a_column_per_criterion() {
        let text = rendered(vec![
            fixture::perfect(),
            fixture::wrong(),
            fixture::ungraded(),
        ]);
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
            (
                "=HYPERLINK(\"http://x\")",
                "\"'=HYPERLINK(\"\"http://x\"\")\"",
            ),
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
    fn each_of_a_group_has_a_row_and_the_columns_before_are_the_same() {
        let member = |name: &str, id: Option<&str>| GroupMember {
            name: name.to_owned(),
            id: id.map(str::to_owned),
            email: None,
        };
        let mut group = fixture::wrong();
        group.hand_in = Some(HandIn {
            members: vec![member("Ann", Some("7")), member("=Bob", None)],
            ..HandIn::default()
        });
        group.criteria[2].id = "member".to_owned();
        insta::assert_snapshot!(rendered(vec![group.clone(), fixture::perfect()]), @r"
        student,assignment,points,max_points,build,accepted,cases,status,games,warnings,criterion.member,style,member,member_id,member_email
        student-02,tttn,75,100,ok,1,2,awaits-instructor,25,30,20,,Ann,7,
        student-02,tttn,75,100,ok,1,2,awaits-instructor,25,30,20,,'=Bob,,
        student-01,tttn,100,100,ok,2,2,awaits-instructor,50,30,,20,student-01,,
        ");
        group.hand_in = None;
        assert!(
            rendered(vec![group])
                .lines()
                .next()
                .unwrap()
                .ends_with("warnings,member")
        );
    }

    #[test]
    fn a_criterion_named_like_a_column_does_not_hide_it() {
        let mut grade = fixture::perfect();
        grade.criteria[0].id = "build".to_owned();
        let text = rendered(vec![grade]);
        assert!(
            text.lines()
                .next()
                .unwrap()
                .ends_with("status,criterion.build,warnings,style")
        );
    }
}
