//! Each system's download of the class.

use std::collections::BTreeMap;

use super::{CLASS, Special, Student, course, outcomes, program};
use crate::support::Course;
use crate::support::results::Results;

/// Files by their paths.
type Files = Vec<(String, Vec<u8>)>;

/// How one system names what a student handed in.
struct System {
    /// The name of the layout.
    layout: &'static str,
    /// The name by which reports call a student.
    name: fn(&Student) -> String,
    /// The files of a student in the download, each with its path.
    files: fn(&Student) -> Files,
    /// Files of the system that belong to no student.
    others: &'static [(&'static str, &'static str)],
}

const SYSTEMS: [System; 5] = [
    System { layout: "canvas", name: canvas_name, files: canvas, others: &[] },
    System { layout: "moodle", name: with_id, files: moodle, others: &[] },
    System { layout: "blackboard", name: with_login, files: blackboard, others: &[] },
    System {
        layout: "brightspace",
        name: with_id,
        files: brightspace,
        others: &[("index.html", "")],
    },
    System { layout: "gradescope", name: with_id, files: gradescope, others: &[] },
];

/// A file that must not be graded, because it answers no case.
fn outdated() -> Vec<u8> {
    program(0).into_bytes()
}

fn with_id(student: &Student) -> String {
    match student.shares_name() {
        true => format!("{} ({})", student.name(), student.id()),
        false => student.name(),
    }
}

fn with_login(student: &Student) -> String {
    match student.shares_name() {
        true => format!("{} ({})", student.name(), student.login),
        false => student.name(),
    }
}

/// The sortable name in small letters, without anything between.
fn canvas_prefix(student: &Student) -> String {
    let name = format!("{}{}", student.last, student.first).to_lowercase();
    name.chars().filter(|letter| letter.is_alphanumeric()).collect()
}

fn canvas_name(student: &Student) -> String {
    match student.shares_name() {
        true => format!("{} ({})", canvas_prefix(student), student.id()),
        false => canvas_prefix(student),
    }
}

fn canvas(student: &Student) -> Files {
    let late = if student.special == Special::Late { "_LATE" } else { "" };
    let prefix = format!("{}{late}_{}", canvas_prefix(student), student.id());
    let attachment = 9000 + 10 * student.number;
    let mut files = Vec::new();
    for (name, bytes) in student.files(false) {
        match student.special {
            Special::Repeated => {
                files.push((format!("{prefix}_{attachment}_{name}"), outdated()));
                files.push((format!("{prefix}_{}_sum-1.cpp", attachment + 1), bytes));
            }
            _ => files.push((format!("{prefix}_{attachment}_{name}"), bytes)),
        }
    }
    files
}

/// Files below a folder for each student.
fn below(folder: &str, student: &Student) -> Files {
    let files = student.files(true).into_iter();
    files.map(|(name, bytes)| (format!("{folder}/{name}"), bytes)).collect()
}

fn moodle(student: &Student) -> Files {
    below(&format!("{}_{}_assignsubmission_file", student.name(), student.id()), student)
}

fn blackboard(student: &Student) -> Files {
    let stem = |day: usize| format!("Lab 3_{}_attempt_2026-11-{day}-10-00-00", student.login);
    let receipt = |files: &str| {
        format!(
            "Name: {} ({})\nAssignment: Lab 3\nDate Submitted: Tuesday, November 24, 2026 10:00:00 AM CET\n\
             Current Grade: Needs Grading\n\nFiles:\n{files}",
            student.name(),
            student.login
        )
    };
    let mut files = Vec::new();
    if student.special == Special::Repeated {
        files.push((format!("{}_sum.cpp", stem(23)), outdated()));
        files.push((format!("{}.txt", stem(23)), receipt("").into_bytes()));
    }
    let mut listed = String::new();
    for (name, bytes) in student.files(false) {
        let path = format!("{}_{name}", stem(24));
        listed += &format!("\tOriginal filename: {name}\n\tFilename: {path}\n");
        files.push((path, bytes));
    }
    files.push((format!("{}.txt", stem(24)), receipt(&listed).into_bytes()));
    files
}

fn brightspace(student: &Student) -> Files {
    let folder = |day: usize| {
        let number = 7000 + day * 100 + student.number;
        format!("{}-{number} - {} - Nov {day}, 2026 758 PM", student.id(), student.name())
    };
    let mut files = below(&folder(24), student);
    if student.special == Special::Repeated {
        files.push((format!("{}/sum.cpp", folder(23)), outdated()));
    }
    files
}

fn gradescope(student: &Student) -> Files {
    below(&format!("submission_{}", 40 + student.number), student)
}

/// What Gradescope writes beside the submissions.
fn gradescope_metadata() -> String {
    let mut metadata = "---\n".to_owned();
    for student in &CLASS {
        metadata += &format!(
            "submission_{}:\n  :submitters:\n  - :name: {}\n    :sid: '{}'\n    :email: {}@example.edu\n  \
             :created_at: 2026-11-24 10:00:00.000000000 Z\n",
            40 + student.number,
            student.name(),
            student.id(),
            student.login
        );
    }
    metadata
}

/// The course with the system's download of the class.
fn downloaded(system: &System) -> Course {
    let course = course();
    for student in &CLASS {
        for (path, bytes) in (system.files)(student) {
            course.write(format!("download/{path}"), bytes);
        }
    }
    for (path, text) in system.others {
        course.write(format!("download/{path}"), text);
    }
    if system.layout == "gradescope" {
        course.write("download/submission_metadata.yml", gradescope_metadata());
    }
    course
}

#[test]
fn every_system_gives_each_student_the_grade_of_the_right_file() {
    // The same programs are compiled once for all systems.
    let caches = tempfile::tempdir().unwrap();
    for system in &SYSTEMS {
        let course = downloaded(system);
        let mut command = course.command(&["run", "download", "--quiet"]);
        command.env("XDG_CACHE_HOME", caches.path());
        let ran = course.run(command);
        // One student's program cannot be told from a draft of it, so the exit code says that a grade is missing.
        ran.exits_with(3).says(&[&format!("was read as a download of `{}`", system.layout)]);
        let expected: BTreeMap<String, String> =
            CLASS.iter().map(|one| ((system.name)(one), one.expected())).collect();
        let results = Results::read(&course.path("reports"));
        assert_eq!(outcomes(&results), expected, "{}: {ran:#?}", system.layout);
    }
}
