//! Each system's way to name things, as a folder and packed.

use serde_json::Value;

use super::{forms, intake, lines};
use crate::support::results::{list, text};
use crate::support::{ADDS, Course};

/// A class as a system packs it.
struct System {
    layout: &'static str,
    files: &'static [(&'static str, &'static str)],
    expected: &'static [&'static str],
}

const RECEIPT: &str = "Name: Ann Example (ann_e)\nAssignment: Lab 3\nDate Submitted: Tuesday, February 20, 2024 12:35:07 AM CST\n\
                       Current Grade: Needs Grading\n\nFiles:\n\tOriginal filename: sum.cpp\n";

const METADATA: &str = "---\nsubmission_11:\n  :submitters:\n  - :name: Ann Example\n    :sid: '0675'\n    :email: ann@example.edu\n  \
                        :created_at: 2023-12-02 02:52:07.938335000 Z\nsubmission_12:\n  :submitters:\n  - :name: Bob\n  - :name: Cem\n";

const SYSTEMS: [System; 7] = [
    System {
        layout: "canvas",
        files: &[
            ("exampleann_57_901_sum.cpp", ADDS),
            ("exampleann_57_902_sum-1.cpp", ADDS),
            ("exampleann_57_903_notes.txt", ""),
            ("smithbob_LATE_58_904_sum.cpp", ADDS),
            ("smithbob_59_905_sum.cpp", ADDS),
            ("demircem_60_link.html", ""),
        ],
        expected: &[
            "demircem: missing",
            "exampleann: sources sum.cpp of 2",
            "smithbob (58): sources sum.cpp late",
            "smithbob (59): sources sum.cpp",
        ],
    },
    System {
        layout: "moodle",
        files: &[
            ("Ju\u{308}rgen Groß_57_assignsubmission_file/sum.cpp", ADDS),
            ("Bob Smith_58_assignsubmission_file_/src/sum.cpp", ADDS),
            ("Participant_59_assignsubmission_file_sum.cpp", ADDS),
            ("Participant_60_assignsubmission_file_sum.cpp", ADDS),
            ("Cem_61_assignsubmission_onlinetext/onlinetext.html", ""),
        ],
        expected: &[
            "Bob Smith: sources sum.cpp",
            "Cem: missing",
            "Jürgen Groß: sources sum.cpp",
            "Participant (59): sources sum.cpp",
            "Participant (60): sources sum.cpp",
        ],
    },
    System {
        layout: "blackboard",
        files: &[
            ("Lab 3_ann_e_attempt_2024-02-19-00-35-07_sum.cpp", "not this one"),
            ("Lab 3_ann_e_attempt_2024-02-19-00-35-07.txt", RECEIPT),
            ("Lab 3_ann_e_attempt_2024-02-20-00-35-07_sum.cpp", ADDS),
            ("Lab 3_ann_e_attempt_2024-02-20-00-35-07.txt", RECEIPT),
            ("Lab 3_bob_attempt_2024-02-20-00-35-07_sum.cpp", ADDS),
            ("Lab 3_cem_attempt_2024-02-20-00-35-07.txt", "nothing of use"),
        ],
        expected: &["Ann Example: sources sum.cpp of 2", "bob: sources sum.cpp", "cem: missing"],
    },
    System {
        layout: "brightspace",
        files: &[
            ("70-901 - Ann Example - Oct 12, 2024 758 PM/sum.cpp", "not this one"),
            ("70-902 - Ann Example - Oct 13, 2024 801 AM/sum.cpp", ADDS),
            ("71-903 - Bob Smith - Oct 12, 2024 1200 AM/sum.cpp", ADDS),
            ("72-904 - Bob Smith - Oct 12, 2024 1200 AM/sum.cpp", ADDS),
            ("index.html", ""),
        ],
        expected: &[
            "Ann Example: sources sum.cpp of 2",
            "Bob Smith (71): sources sum.cpp",
            "Bob Smith (72): sources sum.cpp",
        ],
    },
    System {
        layout: "gradescope",
        files: &[
            ("submission_11/sum.cpp", ADDS),
            ("submission_12/sum.cpp", ADDS),
            ("submission_13/sum.cpp", ADDS),
            ("submission_metadata.yml", METADATA),
        ],
        expected: &[
            "Ann Example: sources sum.cpp",
            "Bob, Cem: sources sum.cpp",
            "submission 13: sources sum.cpp",
        ],
    },
    System {
        layout: "github-classroom",
        files: &[
            ("lab3-ann/sum.cpp", ADDS),
            ("lab3-ann/.git/config", ""),
            ("lab3-bob-s/src/sum.cpp", ADDS),
            ("lab3-cem/README.md", ""),
        ],
        expected: &["ann: sources sum.cpp", "bob-s: sources sum.cpp", "cem: missing"],
    },
    System {
        layout: "students",
        files: &[("ann/sum.cpp", ADDS), ("bob/sum.cpp", ADDS), ("cem.cpp", ADDS)],
        expected: &["ann: sources sum.cpp", "bob: sources sum.cpp", "cem: sources cem.cpp"],
    },
];

fn download(system: &System) -> Course {
    let course = Course::sum();
    for (name, content) in system.files {
        course.write(format!("lab3-submissions/{name}"), content);
    }
    course
}

#[test]
fn every_system_is_known_by_its_names_as_a_folder_and_packed() {
    for system in &SYSTEMS {
        let course = download(system);
        for form in forms(&course, "lab3-submissions") {
            let said = intake(&course, &[&form]);
            assert_eq!(lines(&said), system.expected, "{} as {form}: {said:#}", system.layout);
            let named = intake(&course, &[&form, "--layout", system.layout]);
            assert_eq!(lines(&named), system.expected, "{} as {form}", system.layout);
            let hand_in = &said["submissions"][0]["hand_in"];
            let expected =
                if system.layout == "students" { Value::Null } else { system.layout.into() };
            assert_eq!(hand_in["layout"], expected);
        }
    }
}

/// What a gradebook needs: the system's own ids, logins and addresses.
#[test]
fn what_a_system_says_of_a_student_is_kept() {
    let of = |layout: &str, student: &str| -> Value {
        let system = SYSTEMS.iter().find(|system| system.layout == layout).unwrap();
        let said = intake(&download(system), &["lab3-submissions"]);
        let found = list(&said["submissions"]).iter().find(|one| text(&one["student"]) == student);
        found.unwrap()["hand_in"].clone()
    };
    let canvas = of("canvas", "exampleann");
    assert_eq!((&canvas["id"], &canvas["late"]), (&"57".into(), &false.into()));
    assert_eq!(canvas["files"], serde_json::json!(["notes.txt", "sum.cpp"]));
    assert_eq!(canvas["ignored"][0]["name"], "exampleann_57_901_sum.cpp");
    assert_eq!(of("moodle", "Participant (60)")["id"], "60");
    let blackboard = of("blackboard", "Ann Example");
    assert_eq!(blackboard["login"], "ann_e");
    assert_eq!(blackboard["time"]["iso"], "2024-02-20T00:35:07");
    assert!(text(&blackboard["time"]["shown"]).ends_with("CST"));
    let brightspace = of("brightspace", "Ann Example");
    assert_eq!(
        (&brightspace["id"], &brightspace["time"]["iso"]),
        (&"70".into(), &"2024-10-13T08:01".into())
    );
    let gradescope = of("gradescope", "Ann Example");
    assert_eq!(
        (&gradescope["id"], &gradescope["email"]),
        (&"0675".into(), &"ann@example.edu".into())
    );
    assert_eq!(gradescope["time"]["iso"], "2023-12-02T02:52:07Z");
    assert_eq!(of("gradescope", "Bob, Cem")["members"][1]["name"], "Cem");
    assert_eq!(of("github-classroom", "bob-s")["login"], "bob-s");
}

#[test]
fn a_pattern_says_what_names_mean() {
    let course = Course::sum();
    for name in ["group1/ann-9-sum.cpp", "group1/ann-10-sum.cpp", "group2/late/bob-1-sum.cpp"] {
        course.write(format!("download/{name}"), ADDS);
    }
    let pattern = r"[^/]+/(?P<late>late/)?(?P<student>\w+)-(?P<attempt>\d+)-(?P<file>.+)";
    let said = intake(&course, &["download", "--pattern", pattern]);
    assert_eq!(lines(&said), ["ann: sources sum.cpp of 2", "bob: sources sum.cpp late"]);
    let ignored = &said["submissions"][0]["hand_in"]["ignored"][0];
    assert_eq!(ignored["name"], "group1/ann-9-sum.cpp");
}
