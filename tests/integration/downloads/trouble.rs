//! Downloads that cannot be read, or not in one way: what is said then, and that nothing is left behind.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;

use super::{intake, lines};
use crate::intake_messages::as_ordinary_user;
use crate::support::packed::{zip_folder, zipped};
use crate::support::results::{list, text};
use crate::support::{ADDS, Course};

#[test]
fn a_download_that_cannot_be_unpacked_stops_the_run_with_what_to_do() {
    let course = Course::sum();
    let whole = zipped(&[("exampleann_57_901_sum.cpp", ADDS)]);
    course.write("half.zip", &whole[..whole.len() / 2]);
    course.write("out.zip", zipped(&[("../exampleann_57_901_sum.cpp", ADDS)]));
    course.write("class.rar", "Rar!");
    for (name, said) in [
        (
            "half.zip",
            "`half.zip` cannot be unpacked, because it is damaged",
        ),
        (
            "out.zip",
            "`out.zip` holds the name `../exampleann_57_901_sum.cpp`, which leads out of it",
        ),
        (
            "class.rar",
            "`class.rar` is a file; expected a folder of submissions",
        ),
    ] {
        course.grader(&["run", name]).exits_with(2).says(&[said]);
    }
    course.write("empty.zip", zipped::<&str>(&[("notes.txt", "")]));
    let ran = course.grader(&["run", "empty.zip"]);
    ran.exits_with(4)
        .says(&["nothing in `empty.zip` was handed in"]);
}

#[test]
fn where_names_are_partly_a_systems_the_user_is_asked() {
    let course = Course::sum();
    for name in [
        "exampleann_57_901_sum.cpp",
        "smithbob_58_902_sum.cpp",
        "cem.cpp",
        "dan.cpp",
    ] {
        course.write(format!("download/{name}"), ADDS);
    }
    course.grader(&["run", "download"]).exits_with(2).says(&[
        "2 of 4 names are as `canvas` gives them",
        "--layout canvas",
        "--layout students",
    ]);
    let said = intake(&course, &["download", "--layout", "canvas"]);
    assert_eq!(
        lines(&said),
        ["exampleann: sources sum.cpp", "smithbob: sources sum.cpp"]
    );
    assert!(
        list(&said["remarks"])
            .iter()
            .any(|it| text(it).contains("`cem.cpp`, `dan.cpp`"))
    );
    assert_eq!(
        lines(&intake(&course, &["download", "--layout", "students"])).len(),
        4
    );
}

/// Attempts whose order nobody can read are not graded as students, and not in the order of letters.
#[test]
fn attempts_without_a_readable_time_stop_the_run_and_name_them() {
    let course = Course::sum();
    let dates = ["12 octobre 2024 19 h 58", "2 novembre 2024 19 h 58"];
    for (number, date) in dates.iter().enumerate() {
        for student in ["7 - Ann", "8 - Bob"] {
            let (id, name) = student.split_once(" - ").unwrap();
            course.write(
                format!("folders/{id}-{number} - {name} - {date}/sum.cpp"),
                ADDS,
            );
            course.write(
                format!("flat/{id}-{number} - {name} - {date} - sum.cpp"),
                ADDS,
            );
        }
        let date = format!("Oct {}, 2024 758 PM", number + 1);
        course.write(format!("numbers/{number} - Ann - {date} - sum.cpp"), ADDS);
    }
    for (folder, first) in [
        ("folders", "`7-0 - Ann - 12 octobre 2024 19 h 58`"),
        ("flat", "`7-0 - Ann - 12 octobre 2024 19 h 58 - sum.cpp`"),
        ("numbers", "`0 - Ann - Oct 1, 2024 758 PM - sum.cpp`"),
    ] {
        course.grader(&["run", folder]).exits_with(2).says(&[
            "do not say which attempt of `Ann` is the latest",
            first,
            "--pattern REGEX",
        ]);
    }
}

#[test]
fn an_option_that_does_not_fit_names_what_is_there() {
    let course = Course::sum();
    course.write("submissions/ann/sum.cpp", ADDS);
    for (arguments, said) in [
        (
            ["--layout", "moodle"],
            "nothing in `submissions` has a name as `moodle` gives it; there is `ann`",
        ),
        (["--layout", "modle"], "a similar value exists: 'moodle'"),
        (
            ["--pattern", "(?P<student>x)"],
            "there is `ann/sum.cpp`, for example",
        ),
        (["--pattern", "(?P<studnet>.*)"], "did you mean `student`?"),
        (["--pattern", "(?P<file>.*)"], "expected a group `student`"),
        (["--pattern", "(?P<student>"], "no regular expression"),
        (["--pattern", "(?P<student>.*)/(?P<assignment>sum).cpp"], ""),
        (
            ["--pattern", "(?P<student>.*)/(?P<assignment>su).*"],
            "finds the assignment `su`, which the rubric does not have",
        ),
    ] {
        let ran = course.grader(&[&["intake", "submissions"], arguments.as_slice()].concat());
        ran.exits_with(if said.is_empty() { 0 } else { 2 })
            .says(&[said]);
    }
}

#[test]
fn strange_names_are_shown_safely_and_stay_apart() {
    let course = Course::sum();
    let metadata = "submission_1:\n  :submitters:\n  - :name: \"../../e\\u202Evil\\n/x\"\nsubmission_2:\n  :submitters:\n  - :name: .hidden\n\
                    submission_3:\n  :submitters:\n  - :name: sum\nsubmission_4:\n  :submitters:\n  - :name: sum\n";
    for number in 1..5 {
        course.write(format!("download/submission_{number}/sum.cpp"), ADDS);
    }
    course.write("download/submission_metadata.yml", metadata);
    assert_eq!(
        lines(&intake(&course, &["download"])),
        [
            "\\x2e./..\\x2fe\\xe2\\x80\\xaevil\\x0a\\x2fx: sources sum.cpp"
                .replace("./..", ".\\x2f.."),
            "\\x2ehidden: sources sum.cpp".to_owned(),
            "sum (3): sources sum.cpp".to_owned(),
            "sum (4): sources sum.cpp".to_owned(),
        ]
    );
    course.grader(&["run", "download"]).exits_with(0);
    let table = std::fs::read_to_string(course.path("reports/grades.csv")).unwrap();
    assert!(
        table.contains("e\\xe2\\x80\\xaevil") && !table.contains('\u{202e}'),
        "{table}"
    );
}

/// Persian names have joiners, and marks of direction are typed with them.
#[test]
fn a_name_stays_as_the_system_wrote_it() {
    let course = Course::sum();
    let names = ["علی\u{200c}رضا_57", "علی رضا\u{200f}_58", "علی رضا_59"];
    for name in names {
        course.write(
            format!("download/{name}_assignsubmission_file/sum.cpp"),
            ADDS,
        );
    }
    let said = intake(&course, &["download"]);
    let both = |field: &str| -> Vec<String> {
        let submissions = list(&said["submissions"]).iter();
        submissions
            .map(|one| text(one.pointer(field).unwrap()).to_owned())
            .collect()
    };
    assert_eq!(
        both("/hand_in/name"),
        ["علی رضا", "علی رضا\u{200f}", "علی\u{200c}رضا"]
    );
    assert_eq!(
        both("/student"),
        ["علی رضا (59)", "علی رضا\u{200f} (58)", "علی\u{200c}رضا"]
    );
}

/// With folders off, Moodle joins the student's name and the file's.
#[test]
fn a_name_too_long_for_a_file_costs_its_student_a_remark() {
    let course = Course::sum();
    let long = "ж".repeat(120);
    let flat = format!("Аня_57_assignsubmission_file_{long}.cpp");
    let folder = format!("{long}_58_assignsubmission_file/sum.cpp");
    course.write("lab.zip", zipped(&[(&flat, ADDS), (&folder, ADDS)]));
    course.write(
        "plain.zip",
        zipped(&[
            (format!("ann/{long}ж{long}.cpp").as_str(), ADDS),
            ("bob/sum.cpp", ADDS),
        ]),
    );
    let said = intake(&course, &["lab.zip"]);
    let [ann, other] = list(&said["submissions"]) else {
        panic!("{said:#}")
    };
    assert_eq!(
        (text(&ann["found"]), text(&other["found"])),
        ("sources", "sources")
    );
    assert_eq!(
        (&ann["hand_in"]["id"], &other["hand_in"]["id"]),
        (&"57".into(), &"58".into())
    );
    assert!(text(&ann["student"]) == "Аня" && text(&other["student"]).starts_with("жжж"));
    let said = intake(&course, &["plain.zip"]);
    let [ann, bob] = list(&said["submissions"]) else {
        panic!("{said:#}")
    };
    assert!(
        list(&ann["remarks"])
            .iter()
            .any(|it| text(it).contains("more than 255 bytes")),
        "{ann:#}"
    );
    assert!(list(&bob["remarks"]).is_empty());
}

#[test]
fn what_may_not_be_read_of_one_student_ungrades_only_that_one() {
    let course = Course::sum();
    course.write("download/exampleann_57_901_sum.cpp", ADDS);
    course.write("download/smithbob_58_902_sum.cpp", ADDS);
    let file = course.path("download/smithbob_58_902_sum.cpp");
    fs::set_permissions(&file, Permissions::from_mode(0o000)).unwrap();
    let Some(ran) = as_ordinary_user(&course, &["intake", "download", "--json"]) else {
        return;
    };
    ran.exits_with(0);
    let said = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(
        lines(&said),
        ["exampleann: sources sum.cpp", "smithbob: unreadable"]
    );
    assert!(text(&said["submissions"][1]["reason"]).contains("chmod"));
}

#[test]
fn a_submission_that_is_too_much_is_refused_and_no_other() {
    let course = Course::sum();
    let large = vec![b' '; 9 << 20];
    let parts: Vec<(String, &[u8])> = (0..8)
        .map(|number| (format!("{number}.txt"), large.as_slice()))
        .collect();
    let parts: Vec<(&str, &[u8])> = parts
        .iter()
        .map(|(name, bytes)| (name.as_str(), *bytes))
        .collect();
    course.write("download/exampleann_57_901_lab.zip", zipped(&parts));
    course.write("download/smithbob_58_902_sum.cpp", ADDS);
    course.write("download/smithbob_58_903_film.mp4", "");
    // A file that takes no room on a disk does not take any here.
    fs::File::options()
        .write(true)
        .open(course.path("download/smithbob_58_903_film.mp4"))
        .unwrap()
        .set_len(1 << 40)
        .unwrap();
    let said = intake(&course, &["download"]);
    assert_eq!(
        lines(&said),
        ["exampleann: refused", "smithbob: sources sum.cpp"]
    );
    assert!(text(&said["submissions"][0]["reason"]).contains("holds more than 64 MiB"));
}

/// A user whose name ends in Ann's number may hand in what reads as a file of Ann's.
#[test]
fn a_file_of_two_possible_users_is_graded_for_neither() {
    let course = Course::sum();
    for name in [
        "exampleann_57_901",
        "smithbob_58_902",
        "exampleann_57_59_903",
    ] {
        course.write(format!("download/{name}_sum.cpp"), ADDS);
    }
    let roster = "Student,ID,SIS Login ID,Section\n\"Example, Ann\",57,ann,A\n\"Smith, Bob\",58,bob,A\nexampleann_57,59,eve,A\n";
    course.write("grades.csv", roster);
    let expected = [
        "exampleann: ambiguous",
        "exampleann_57: ambiguous",
        "smithbob: sources sum.cpp",
    ];
    for more in [&[][..], &["--roster", "grades.csv"]] {
        let said = intake(&course, &[&["download"], more].concat());
        assert_eq!(lines(&said), expected, "{more:?}");
        let to_check = text(&said["submissions"][0]["to_check"][0]);
        let reason = "`exampleann_57_59_903_sum.cpp` may be a file of the user `57` or `59`";
        assert_eq!(to_check, reason);
    }
    course.grader(&["run", "download"]).exits_with(3);
}

/// A person may be called as tools call their folders.
#[test]
fn a_student_whose_name_looks_like_a_tools_folder_is_graded_or_listed() {
    let course = Course::sum();
    for name in ["Ann_57", "Bob_58", ". Rahul_59"] {
        course.write(format!("moodle/{name}_assignsubmission_file/sum.cpp"), ADDS);
    }
    for name in ["ann", "bob", ".rahul", "x64", ".git", ".vscode"] {
        course.write(format!("plain/{name}/sum.cpp"), ADDS);
    }
    course.write("plain/.gitignore", "");
    for folder in ["moodle", "plain"] {
        let zip = format!("{folder}.zip");
        zip_folder(&course.path(folder), &course.path(&zip));
    }
    for form in ["moodle", "moodle.zip"] {
        let expected = [
            "Ann: sources sum.cpp",
            "Bob: sources sum.cpp",
            r"\x2e Rahul: sources sum.cpp",
        ];
        assert_eq!(lines(&intake(&course, &[form])), expected, "{form}");
    }
    for form in ["plain", "plain.zip"] {
        let ran = course.grader(&["run", form]);
        let said = format!("nobody is graded for `.rahul`, `x64` in `{form}`: systems and editors");
        ran.exits_with(0).says(&[&said]);
    }
}
