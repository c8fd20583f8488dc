//! Each system's download of the class.

use std::collections::BTreeMap;

use super::{CLASS, Special, Student, course, gradebooks, outcomes, program};
use crate::support::results::Results;
use crate::support::{Course, gate_step};

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

const SYSTEMS: [System; 11] = [
    System {
        layout: "canvas",
        name: canvas_name,
        files: canvas,
        others: &[],
    },
    System {
        layout: "moodle",
        name: with_id,
        files: moodle,
        others: &[],
    },
    System {
        layout: "blackboard",
        name: with_login,
        files: blackboard,
        others: &[],
    },
    System {
        layout: "brightspace",
        name: with_id,
        files: brightspace,
        others: &[("index.html", "")],
    },
    System {
        layout: "gradescope",
        name: with_id,
        files: gradescope,
        others: &[],
    },
    System {
        layout: "submitty",
        name: login,
        files: submitty,
        others: &[],
    },
    System {
        layout: "autolab",
        name: address,
        files: autolab,
        others: &[],
    },
    System {
        layout: "openolat",
        name: sortable_with_login,
        files: openolat,
        others: &[
            ("ita_lab3_2026/Lab_2026.xlsx", ""),
            ("ita_lab3_2026/solutions/sum.cpp", "not a student's"),
        ],
    },
    System {
        layout: "ilias",
        name: ilias_name,
        files: ilias,
        others: &[("Lab 3/Lab 3.xlsx", "")],
    },
    System {
        layout: "sakai",
        name: sortable_with_login,
        files: sakai,
        others: &[("Lab 3/grades.csv", "")],
    },
    System {
        layout: "markus",
        name: login,
        files: markus,
        others: &[],
    },
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
    name.chars()
        .filter(|letter| letter.is_alphanumeric())
        .collect()
}

fn canvas_name(student: &Student) -> String {
    match student.shares_name() {
        true => format!("{} ({})", canvas_prefix(student), student.id()),
        false => canvas_prefix(student),
    }
}

fn canvas(student: &Student) -> Files {
    let late = if student.special == Special::Late {
        "_LATE"
    } else {
        ""
    };
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
    files
        .map(|(name, bytes)| (format!("{folder}/{name}"), bytes))
        .collect()
}

fn moodle(student: &Student) -> Files {
    below(
        &format!("{}_{}_assignsubmission_file", student.name(), student.id()),
        student,
    )
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
        format!(
            "{}-{number} - {} - Nov {day}, 2026 758 PM",
            student.id(),
            student.name()
        )
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

fn login(student: &Student) -> String {
    student.login.to_owned()
}

fn address(student: &Student) -> String {
    format!("{}@example.edu", student.login)
}

fn sortable_with_login(student: &Student) -> String {
    let name = format!("{}, {}", student.last, student.first);
    if student.shares_name() {
        format!("{name} ({})", student.login)
    } else {
        name
    }
}

/// Each version has a folder, and a file names the active one.
fn submitty(student: &Student) -> Files {
    let home = format!("submissions/{}", student.login);
    let active = if student.special == Special::Repeated {
        2
    } else {
        1
    };
    let settings = format!("{{\"active_version\": {active}, \"history\": []}}");
    let mut files = vec![(
        format!("{home}/user_assignment_settings.json"),
        settings.into_bytes(),
    )];
    files.extend(below(&format!("{home}/{active}"), student));
    if student.special == Special::Repeated {
        files.push((format!("{home}/1/sum.cpp"), outdated()));
        files.push((format!("{home}/10/sum.cpp"), outdated()));
    }
    files
}

fn autolab(student: &Student) -> Files {
    let path = |version: usize, name: &str| format!("{}_{version}_{name}", address(student));
    let last = if student.special == Special::Repeated {
        10
    } else {
        1
    };
    let files = student.files(false).into_iter();
    let mut files: Files = files
        .map(|(name, bytes)| (path(last, &name), bytes))
        .collect();
    if student.special == Special::Repeated {
        files.push((path(1, "sum.cpp"), outdated()));
        files.push((path(9, "sum.cpp"), outdated()));
    }
    files
}

/// What the staff handed out and corrected is in the student's folder, too.
fn openolat(student: &Student) -> Files {
    let home = format!(
        "ita_lab3_2026/{}_{}_{}",
        student.last, student.first, student.login
    );
    let mut files = vec![
        (format!("{home}/1_task/sum.cpp"), outdated()),
        (format!("{home}/3_corrections/sum.cpp"), outdated()),
    ];
    if student.special == Special::Repeated {
        files.push((format!("{home}/2_submissions/sum.cpp"), outdated()));
        files.extend(below(&format!("{home}/4_revisions_1"), student));
    } else {
        files.extend(below(&format!("{home}/2_submissions"), student));
    }
    files
}

/// Names in ASCII, as ILIAS writes them.
fn ascii(name: &str) -> String {
    name.replace('ü', "u").replace('Ö', "O").replace('\'', "")
}

fn ilias_name(student: &Student) -> String {
    let name = format!("{}, {}", ascii(student.last), ascii(student.first));
    if student.shares_name() {
        format!("{name} ({})", student.id())
    } else {
        name
    }
}

fn ilias(student: &Student) -> Files {
    let last = ascii(student.last);
    let first = ascii(student.first);
    let home = format!("Lab 3/{last}_{first}_{}_{}", student.login, student.id());
    let files = below(&home, student);
    match student.special {
        Special::Late => {
            let late = |(_, bytes)| (format!("{home}/Late Submission - sum.cpp"), bytes);
            files.into_iter().map(late).collect()
        }
        Special::Repeated => {
            let again = |(_, bytes)| (format!("{home}/sum (2).cpp"), bytes);
            let mut files: Files = files.into_iter().map(again).collect();
            files.push((format!("{home}/sum.cpp"), outdated()));
            files
        }
        _ => files,
    }
}

fn sakai(student: &Student) -> Files {
    let home = format!(
        "Lab 3/{}, {}({})",
        student.last, student.first, student.login
    );
    let mut files = below(&format!("{home}/Submission attachment(s)"), student);
    files.push((
        format!("{home}/timestamp.txt"),
        b"2026-11-24T10:00:00.000Z".to_vec(),
    ));
    files.push((format!("{home}/Feedback Attachment(s)/sum.cpp"), outdated()));
    files
}

fn markus(student: &Student) -> Files {
    below(student.login, student)
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
    for system in SYSTEMS.iter().step_by(gate_step(3)) {
        let course = downloaded(system);
        let mut arguments = vec!["run", "download", "--quiet"];
        if system.layout == "markus" {
            // Nothing in its names proves the system.
            arguments.extend(["--layout", "markus"]);
        }
        let gradebook = gradebooks::file(system.layout);
        if let Some(gradebook) = &gradebook {
            course.write("grades.csv", gradebook.text());
        }
        // Of two persons whom Brightspace names alike, nobody knows which is which.
        let has_roster = gradebook.is_some() && system.layout != "brightspace";
        if has_roster {
            arguments.extend(["--roster", "grades.csv"]);
        }
        let mut command = course.command(&arguments);
        command.env("XDG_CACHE_HOME", caches.path());
        let ran = course.run(command);
        // One student's program cannot be told from a draft of it, so the exit code says that a grade is missing.
        ran.exits_with(3)
            .says(&[&format!("was read as a download of `{}`", system.layout)]);
        assert!(
            !ran.stderr.contains("is not in"),
            "{}: {ran:#?}",
            system.layout
        );
        let mut expected: BTreeMap<String, String> = CLASS
            .iter()
            .map(|one| ((system.name)(one), one.expected()))
            .collect();
        if has_roster {
            expected.insert(gradebooks::absent(system.layout), "missing".to_owned());
        }
        let results = Results::read(&course.path("reports"));
        assert_eq!(outcomes(&results), expected, "{}: {ran:#?}", system.layout);
        let page = course.read("reports/index.html");
        assert!(page.contains("Needs attention"), "{}", system.layout);
        if let Some(gradebook) = gradebook {
            gradebook.check(&course);
        }
    }
}
