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
    /// Parts of the choices that staff should check.
    to_check: &'static [&'static str],
}

/// What an earlier attempt, or the staff, has in place of the program.
const OLD: &str = "not this one";

const RECEIPT: &str = "Name: Ann Example (ann_e)\nAssignment: Lab 3\nDate Submitted: Tuesday, February 20, 2024 12:35:07 AM CST\n\
                       Current Grade: Needs Grading\n\nFiles:\n\tOriginal filename: sum.cpp\n";

const METADATA: &str = "---\nsubmission_11:\n  :submitters:\n  - :name: Ann Example\n    :sid: '0675'\n    :email: ann@example.edu\n  \
                        :created_at: 2023-12-02 02:52:07.938335000 Z\nsubmission_12:\n  :submitters:\n  - :name: Bob\n  - :name: Cem\n";

/// Of a user whose version 2 is active.
const SETTINGS: &str = "{\"active_version\": 2, \"history\": [{\"version\": 1, \"time\": \"2024-10-11 09:00:00-0400\"}, \
                        {\"version\": 2, \"time\": \"2024-10-12 19:58:03-0400\", \"who\": \"ann\", \"type\": \"upload\"}]}";

const SYSTEMS: [System; 19] = [
    System {
        layout: "canvas",
        files: &[
            ("exampleann_57_901_sum.cpp", ADDS),
            ("exampleann_57_902_sum-1.cpp", ADDS),
            ("exampleann_57_903_notes.txt", ""),
            ("smithbob_LATE_58_904_sum.cpp", ADDS),
            ("smithbob_59_905_sum.cpp", ADDS),
            ("demircem_60_link.html", ""),
            ("59_61_906_sum.cpp", ADDS),
            ("_62_907_sum.cpp", ADDS),
        ],
        expected: &[
            "59: sources sum.cpp",
            "62: sources sum.cpp",
            "demircem: missing",
            "exampleann: sources sum.cpp of 2",
            "smithbob (58): sources sum.cpp late",
            "smithbob (59): sources sum.cpp",
        ],
        to_check: &[],
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
        to_check: &[],
    },
    System {
        layout: "blackboard",
        files: &[
            ("Lab 3_ann_e_attempt_2024-02-19-00-35-07_sum.cpp", OLD),
            ("Lab 3_ann_e_attempt_2024-02-19-00-35-07.txt", RECEIPT),
            ("Lab 3_ann_e_attempt_2024-02-20-00-35-07_sum.cpp", ADDS),
            ("Lab 3_ann_e_attempt_2024-02-20-00-35-07.txt", RECEIPT),
            ("Lab 3_bob_attempt_2024-02-20-00-35-07_sum.cpp", ADDS),
            (
                "Lab 3_cem_attempt_2024-02-20-00-35-07.txt",
                "nothing of use",
            ),
        ],
        expected: &[
            "Ann Example: sources sum.cpp of 2",
            "bob: sources sum.cpp",
            "cem: missing",
        ],
        to_check: &[],
    },
    System {
        layout: "brightspace",
        files: &[
            ("70-901 - Ann Example - Oct 12, 2024 758 PM/sum.cpp", OLD),
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
        to_check: &[],
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
        to_check: &[],
    },
    System {
        layout: "github-classroom",
        files: &[
            ("lab3-ann/sum.cpp", ADDS),
            ("lab3-ann/.git/config", ""),
            ("lab3-bob-s/src/sum.cpp", ADDS),
            ("lab3-cem/README.md", ""),
        ],
        expected: &[
            "ann: sources sum.cpp",
            "bob-s: sources sum.cpp",
            "cem: missing",
        ],
        to_check: &[],
    },
    System {
        layout: "students",
        files: &[
            ("ann/sum.cpp", ADDS),
            ("bob/sum.cpp", ADDS),
            ("cem.cpp", ADDS),
        ],
        expected: &[
            "ann: sources sum.cpp",
            "bob: sources sum.cpp",
            "cem: sources cem.cpp",
        ],
        to_check: &[],
    },
    System {
        layout: "canvas",
        files: &[("lee_12_901_sum.cpp", ADDS), ("smith_12_902_sum.cpp", ADDS)],
        expected: &["lee: sources sum.cpp", "smith: sources sum.cpp"],
        to_check: &[
            "the number 12 is that of `lee` and `smith`",
            "the number 12 is that of `lee` and `smith`",
        ],
    },
    System {
        layout: "moodle",
        files: &[
            ("Ada Lee_57_assignsubmission_file/sum.cpp", ADDS),
            ("Eve Smith_57_assignsubmission_file/sum.cpp", OLD),
            ("Zoe Ray_58_assignsubmission_file/sum.cpp", OLD),
            ("Zoe Ray_58_assignsubmission_file_/sum.cpp", ADDS),
        ],
        expected: &[
            "Ada Lee: sources sum.cpp",
            "Eve Smith: sources sum.cpp",
            "Zoe Ray: ambiguous",
        ],
        to_check: &[
            "the number 57 is that of `Ada Lee` and `Eve Smith`",
            "the number 57 is that of `Ada Lee` and `Eve Smith`",
        ],
    },
    System {
        layout: "brightspace",
        files: &[
            ("70-901 - Ann Example - Oct 12, 2024 758 PM - sum.cpp", OLD),
            (
                "70-902 - Ann Example - 13 October, 2024 801 AM - sum.cpp",
                ADDS,
            ),
            (
                "70-902 - Ann Example - 13 October, 2024 801 AM - notes - 2.txt",
                "",
            ),
            ("71-903 - Bob - Smith - Oct 12, 2024 1958 - sum.cpp", ADDS),
            ("72-904 - Cem - 12 octobre 2024 19 h 58 - sum.cpp", ADDS),
            ("index.html", ""),
        ],
        expected: &[
            "Ann Example: sources sum.cpp of 2",
            "Bob - Smith: sources sum.cpp",
            "Cem: sources sum.cpp",
        ],
        to_check: &[],
    },
    System {
        layout: "submitty",
        files: &[
            ("submissions/ann/user_assignment_settings.json", SETTINGS),
            ("submissions/ann/1/sum.cpp", OLD),
            ("submissions/ann/2/src/sum.cpp", ADDS),
            ("submissions/ann/10/sum.cpp", OLD),
            (
                "submissions/bob/user_assignment_settings.json",
                "{\"active_version\": 0}",
            ),
            ("submissions/bob/1/sum.cpp", ADDS),
            ("submissions/cem/9/sum.cpp", OLD),
            ("submissions/cem/10/lab.cpp", ADDS),
            (
                "submissions/dan/user_assignment_settings.json",
                "{\"active_version\": 3}",
            ),
            ("submissions/dan/1/sum.cpp", ADDS),
        ],
        expected: &[
            "ann: sources sum.cpp of 3",
            "bob: missing",
            "cem: sources lab.cpp of 2",
            "dan: ambiguous",
        ],
        to_check: &["version 10, the highest, was taken"],
    },
    System {
        layout: "autolab",
        files: &[
            ("ann_e@x.edu_9_sum.cpp", OLD),
            ("ann_e@x.edu_10_sum.cpp", ADDS),
            ("bob@x.edu_1_handin_2.cpp", ADDS),
            ("cem@x.edu_1_lab.pdf", ""),
        ],
        expected: &[
            "ann_e@x.edu: sources sum.cpp of 2",
            "bob@x.edu: sources handin_2.cpp",
            "cem@x.edu: missing",
        ],
        to_check: &[],
    },
    System {
        layout: "openolat",
        files: &[
            ("ita_lab3_2024/Example_Ann_ann1/1_task/sum.cpp", OLD),
            ("ita_lab3_2024/Example_Ann_ann1/2_submissions/sum.cpp", OLD),
            ("ita_lab3_2024/Example_Ann_ann1/3_corrections/sum.cpp", OLD),
            (
                "ita_lab3_2024/Example_Ann_ann1/10_revisions_2/src/sum.cpp",
                ADDS,
            ),
            ("ita_lab3_2024/Example_Ann_ann1/11_assessment/sum.cpp", OLD),
            (
                "ita_lab3_2024/de_la_Cruz_Bob_bob1/1_submissions/sum.cpp",
                ADDS,
            ),
            (
                "ita_lab3_2024/de_la_Cruz_Bob_bob1/1_submissions/Late_submission.txt",
                "Late",
            ),
            ("ita_lab3_2024/Demir_Cem_cem1/1_task/sum.cpp", OLD),
            ("ita_lab3_2024/Lab_2024.xlsx", ""),
            ("ita_lab3_2024/solutions/sum.cpp", OLD),
        ],
        expected: &[
            "Demir, Cem: missing",
            "Example, Ann: sources sum.cpp of 2",
            "de_la_Cruz_Bob_bob1: sources sum.cpp late",
        ],
        to_check: &[],
    },
    System {
        layout: "ilias",
        files: &[
            ("Lab 3/Submissions/Example_Ann_ann1_301/sum.cpp", OLD),
            ("Lab 3/Submissions/Example_Ann_ann1_301/sum (2).cpp", ADDS),
            ("Lab 3/Submissions/Example_Ann_ann1_301/notes (2).txt", ""),
            (
                "Lab 3/Submissions/de_la_Cruz_Bob_bob1_302/Tarde - sum.cpp",
                ADDS,
            ),
            (
                "Lab 3/Submissions/de_la_Cruz_Bob_bob1_302/Tarde - a - b.h",
                "",
            ),
            ("Lab 3/Submissions/Team 12/Demir_Cem_cem1_303/sum.cpp", ADDS),
            ("Lab 3/Submissions/Doe_Dan_dan1_304/src/sum.cpp", ADDS),
            ("Lab 3/Lab 3.xlsx", ""),
        ],
        expected: &[
            "Doe, Dan: sources sum.cpp",
            "Example, Ann: sources sum.cpp of 2",
            "Team 12: sources sum.cpp",
            "de_la_Cruz_Bob_bob1_302: sources a - b.h sum.cpp late",
        ],
        to_check: &["`sum (2).cpp` and `sum.cpp` seem to be the same file"],
    },
    System {
        layout: "ilias",
        files: &[
            ("Lab 3/Example_Ann_ann1_301/sum.cpp", ADDS),
            ("Lab 3/Smith_Bob_bob1_302/sum.cpp", ADDS),
        ],
        expected: &[
            "Example, Ann: sources sum.cpp",
            "Smith, Bob: sources sum.cpp",
        ],
        to_check: &[],
    },
    System {
        layout: "sakai",
        files: &[
            (
                "Lab 3/Example, Ann(ann1)/timestamp.txt",
                "2024-02-20T00:35:07.123Z",
            ),
            (
                "Lab 3/Example, Ann(ann1)/Submission attachment(s)/sum.cpp",
                ADDS,
            ),
            (
                "Lab 3/Example, Ann(ann1)/Feedback Attachment(s)/sum.cpp",
                OLD,
            ),
            ("Lab 3/Example, Ann(ann1)/comments.txt", ""),
            ("Lab 3/Smith, Bob(bob1)/timestamp.txt", "20 février 2024"),
            ("Lab 3/Smith, Bob(bob1)/Pièces jointes/sum.cpp", OLD),
            ("Lab 3/Smith, Bob(bob1)/Pièces jointes/sum+1.cpp", ADDS),
            (
                "Lab 3/Demir, Cem(cem1)/Demir, Cem(cem1)_submissionText.html",
                "",
            ),
            ("Lab 3/Team A (g-77)/timestamp.txt", ""),
            ("Lab 3/Team A (g-77)/Submission attachment(s)/sum.cpp", ADDS),
            ("Lab 3/grades.csv", ""),
        ],
        expected: &[
            "Demir, Cem: missing",
            "Example, Ann: sources sum.cpp",
            "Smith, Bob: sources sum.cpp",
            "Team A: sources sum.cpp",
        ],
        to_check: &[
            "`Pièces jointes` was taken for the folder",
            "`sum+1.cpp` and `sum.cpp` seem to be the same file",
        ],
    },
    System {
        layout: "sakai",
        files: &[
            (
                "Lab 3/Example, Ann(ann1)_Submission attachment(s)_sum.cpp",
                ADDS,
            ),
            ("Lab 3/Example, Ann(ann1)_feedbackText.html", ""),
            ("Lab 3/Smith, Bob(bob1)_submissionText.html", ""),
        ],
        expected: &["Example, Ann: sources sum.cpp", "Smith, Bob: missing"],
        to_check: &[],
    },
    System {
        layout: "students",
        files: &[
            ("ann/lab/2012-10-20-23-33-21/sum.cpp", OLD),
            ("ann/lab/2012-10-20-23-44-55/main.cpp", ADDS),
            ("bob/9/sum.cpp", OLD),
            ("bob/10/sum.cpp", ADDS),
            ("cem/1/sum.cpp", ADDS),
            ("cem/2/other.cpp", OLD),
            ("dan/1/other.cpp", OLD),
            ("dan/2/sum.cpp", ADDS),
        ],
        expected: &[
            "ann: sources main.cpp",
            "bob: sources sum.cpp",
            "cem: ambiguous",
            "dan: sources sum.cpp",
        ],
        to_check: &[
            "the newest, `2012-10-20-23-44-55`, was graded",
            "the newest, `10`, was graded",
        ],
    },
    System {
        layout: "students",
        files: &[
            ("Example, Ann(ann1)/sum.cpp", ADDS),
            ("Smith, Bob(bob1)/sum.cpp", ADDS),
            ("a_b_c_d/sum.cpp", ADDS),
        ],
        expected: &[
            "Example, Ann(ann1): sources sum.cpp",
            "Smith, Bob(bob1): sources sum.cpp",
            "a_b_c_d: sources sum.cpp",
        ],
        to_check: &[],
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
            assert_eq!(
                lines(&said),
                system.expected,
                "{} as {form}: {said:#}",
                system.layout
            );
            let to_check: Vec<&str> = list(&said["submissions"])
                .iter()
                .flat_map(|one| list(&one["to_check"]).iter().map(text))
                .collect();
            assert_eq!(to_check.len(), system.to_check.len(), "{to_check:#?}");
            for (found, part) in to_check.iter().zip(system.to_check) {
                assert!(found.contains(part), "{found}");
            }
            let named = intake(&course, &[&form, "--layout", system.layout]);
            assert_eq!(
                lines(&named),
                system.expected,
                "{} as {form}",
                system.layout
            );
            let hand_in = &said["submissions"][0]["hand_in"];
            let expected = if system.layout == "students" {
                Value::Null
            } else {
                system.layout.into()
            };
            assert_eq!(hand_in["layout"], expected);
        }
    }
}

/// What a gradebook needs: the system's own ids, logins and addresses.
#[test]
fn what_a_system_says_of_a_student_is_kept() {
    let of = |layout: &str, student: &str| -> Value {
        let system = SYSTEMS
            .iter()
            .find(|system| system.layout == layout)
            .unwrap();
        let said = intake(&download(system), &["lab3-submissions"]);
        let found = list(&said["submissions"])
            .iter()
            .find(|one| text(&one["student"]) == student);
        found.unwrap()["hand_in"].clone()
    };
    let canvas = of("canvas", "exampleann");
    assert_eq!(
        (&canvas["id"], &canvas["late"]),
        (&"57".into(), &false.into())
    );
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
    let submitty = of("submitty", "ann");
    assert_eq!(submitty["login"], "ann");
    assert_eq!(submitty["time"]["iso"], "2024-10-12T19:58:03-04:00");
    assert_eq!(submitty["ignored"][1]["name"], "ann/10");
    assert_eq!(of("autolab", "bob@x.edu")["email"], "bob@x.edu");
    assert_eq!(of("openolat", "Example, Ann")["login"], "ann1");
    assert_eq!(of("openolat", "de_la_Cruz_Bob_bob1")["login"], Value::Null);
    let ilias = of("ilias", "Doe, Dan");
    assert_eq!(
        (&ilias["id"], &ilias["login"]),
        (&"304".into(), &"dan1".into())
    );
    assert_eq!(of("ilias", "de_la_Cruz_Bob_bob1_302")["id"], "302");
    let sakai = of("sakai", "Example, Ann");
    assert_eq!(
        (&sakai["login"], &sakai["time"]["iso"]),
        (&"ann1".into(), &"2024-02-20T00:35:07.123Z".into())
    );
}

/// Nothing in these names proves who gave them, so they count only where the user names the layout.
#[test]
fn layouts_without_a_sign_have_to_be_named() {
    let course = Course::sum();
    course.write("groups/ann/src/sum.cpp", ADDS);
    course.write("groups/group_0002/sum.cpp", ADDS);
    course.write("versions/ann/9/sum.cpp", OLD);
    course.write("versions/ann/10/lab.cpp", ADDS);
    let expected = ["ann: sources sum.cpp", "group_0002: sources sum.cpp"];
    assert_eq!(lines(&intake(&course, &["groups"])), expected);
    let named = intake(&course, &["groups", "--layout", "markus"]);
    assert_eq!(lines(&named), expected);
    assert_eq!(named["submissions"][0]["hand_in"]["login"], "ann");
    assert_eq!(lines(&intake(&course, &["versions"])), ["ann: ambiguous"]);
    let named = intake(&course, &["versions", "--layout", "submitty"]);
    assert_eq!(lines(&named), ["ann: sources lab.cpp of 2"]);
    course.grader(&["run", "versions"]).exits_with(3);
    // Submitty has hand-ins by version control in a folder of their own.
    course.write("vcs/checkout/ann/1/sum.cpp", OLD);
    course.write("vcs/checkout/ann/2/lab.cpp", ADDS);
    assert_eq!(
        lines(&intake(&course, &["vcs"])),
        ["ann: sources lab.cpp of 2"]
    );
    course.write("vcs/submissions/ann/1/.submit.VCS_CHECKOUT", "");
    assert_eq!(
        lines(&intake(&course, &["vcs"])),
        ["ann: sources lab.cpp of 2"]
    );
}

#[test]
fn a_pattern_says_what_names_mean() {
    let course = Course::sum();
    for name in [
        "group1/ann-9-sum.cpp",
        "group1/ann-10-sum.cpp",
        "group2/late/bob-1-sum.cpp",
    ] {
        course.write(format!("download/{name}"), ADDS);
    }
    let pattern = r"[^/]+/(?P<late>late/)?(?P<student>\w+)-(?P<attempt>\d+)-(?P<file>.+)";
    let said = intake(&course, &["download", "--pattern", pattern]);
    assert_eq!(
        lines(&said),
        ["ann: sources sum.cpp of 2", "bob: sources sum.cpp late"]
    );
    let ignored = &said["submissions"][0]["hand_in"]["ignored"][0];
    assert_eq!(ignored["name"], "group1/ann-9-sum.cpp");
}
