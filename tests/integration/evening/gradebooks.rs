//! The grade files of the systems that have one, and what must be in them when the grades are filled in.

use std::collections::BTreeMap;

use super::{CLASS, Special, Student};
use crate::support::Course;

/// A system's grade file with the class, in another order than the download, and one more person, who has a grade already.
pub(super) struct GradeFile {
    layout: &'static str,
    header: &'static str,
    row: fn(&Student, &str) -> String,
    /// The column that says who a row is of, and the one with the points.
    columns: (&'static str, &'static str),
    /// What the first of these columns says of a student.
    key: fn(&Student) -> String,
}

const FILES: [GradeFile; 4] = [
    GradeFile {
        layout: "canvas",
        header: "Student,ID,SIS User ID,SIS Login ID,Section,sum (98765)\n    Points Possible,,,,,12",
        row: |one, points| {
            let Student {
                first, last, login, ..
            } = one;
            format!(
                "\"{last}, {first}\",{},s{login},{login},A,{points}",
                one.id()
            )
        },
        columns: ("ID", "sum (98765)"),
        key: |one| one.id().to_string(),
    },
    GradeFile {
        layout: "moodle",
        header: "Identifier,\"Full name\",Status,Grade,\"Maximum grade\",\"Grade can be changed\",\
                 \"Last modified (submission)\",\"Last modified (grade)\",\"Feedback comments\"",
        row: |one, points| {
            format!(
                "\"Participant {}\",\"{}\",,{points},12.00,Yes,-,-,",
                one.id(),
                one.name()
            )
        },
        columns: ("Identifier", "Grade"),
        key: |one| format!("Participant {}", one.id()),
    },
    GradeFile {
        layout: "blackboard",
        header: "\"Last Name\",\"First Name\",\"Username\",\"Student ID\",\"sum [Total Pts: 12 Score] |1702852\"",
        row: |one, points| {
            let Student {
                first, last, login, ..
            } = one;
            format!(
                "\"{last}\",\"{first}\",\"{login}\",\"{}\",\"{points}\"",
                one.id()
            )
        },
        columns: ("Username", "sum [Total Pts: 12 Score] |1702852"),
        key: |one| one.login.to_owned(),
    },
    GradeFile {
        layout: "brightspace",
        header: "OrgDefinedId,Username,Last Name,First Name,Email,sum Points Grade <Numeric MaxPoints:12 Weight:10>,\
                 End-of-Line Indicator",
        row: |one, points| {
            let Student {
                first, last, login, ..
            } = one;
            format!(
                "#9{},#{login},{last},{first},{login}@example.edu,{points},#",
                one.id()
            )
        },
        columns: (
            "Username",
            "sum Points Grade <Numeric MaxPoints:12 Weight:10>",
        ),
        key: |one| format!("#{}", one.login),
    },
];

/// Somebody who takes the course and handed in nothing.
const ABSENT: Student = Student {
    number: 20,
    first: "Abe",
    last: "Absent",
    login: "abe20",
    special: Special::Foreign,
};

/// The system's file; none if it has none.
pub(super) fn file(layout: &str) -> Option<GradeFile> {
    FILES.into_iter().find(|one| one.layout == layout)
}

/// How reports call the student who handed in nothing.
pub(super) fn absent(layout: &str) -> String {
    match layout {
        "canvas" | "blackboard" => format!("{}, {}", ABSENT.last, ABSENT.first),
        _ => ABSENT.name(),
    }
}

impl GradeFile {
    /// The file as it is downloaded.
    pub(super) fn text(&self) -> String {
        let rows = CLASS.iter().rev().map(|one| (self.row)(one, ""));
        let rows: Vec<String> = rows.chain([(self.row)(&ABSENT, "7")]).collect();
        format!("{}\n{}\n", self.header, rows.join("\n"))
    }

    /// Fills the grades of the last run in, and demands that everybody has the own ones.
    pub(super) fn check(&self, course: &Course) {
        let arguments = [
            "gradebook",
            self.layout,
            "grades.csv",
            "--out",
            "graded.csv",
        ];
        let ran = course.grader(&arguments);
        ran.exits_with(0);
        let text = course.read("graded.csv");
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let titles = reader.headers().unwrap().clone();
        let column = |title: &str| titles.iter().position(|one| one == title).unwrap();
        let who = column(self.columns.0);
        let points = column(self.columns.1);
        let mut found: BTreeMap<String, String> = BTreeMap::new();
        for row in reader.records() {
            let row = row.unwrap();
            found.insert(row[who].to_owned(), row[points].to_owned());
        }
        // Where no program was found or nothing was graded, the file stays as it is.
        let has_points = |one: &&Student| {
            let is_known = self.layout != "brightspace" || !one.shares_name();
            !matches!(one.special, Special::Ambiguous | Special::Foreign) && is_known
        };
        let points = |one: &Student| one.number.to_string();
        let expected = CLASS.iter().filter(has_points);
        let expected: BTreeMap<String, String> =
            expected.map(|one| ((self.key)(one), points(one))).collect();
        for (student, points) in &expected {
            assert_eq!(
                found.get(student),
                Some(points),
                "{}: {student} in {text}",
                self.layout
            );
        }
        // Everybody else is left out, or keeps the grade that was there.
        for (student, points) in found
            .iter()
            .filter(|(student, _)| !expected.contains_key(*student))
        {
            let before = if *student == (self.key)(&ABSENT) {
                "7"
            } else {
                ""
            };
            assert_eq!(points, before, "{}: {student} in {text}", self.layout);
        }
    }
}
