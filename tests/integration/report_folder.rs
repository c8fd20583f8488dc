//! The folder of reports: whatever students are called, whatever is there already, nothing of it is lost.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;

use serde_json::Value;

use crate::support::results::{Results, text};
use crate::support::sum::class;
use crate::support::{ADDS, Course, RECORDS, SUM, entries, without_measures};

/// Names that are ours, or mean something to some system.
const NAMES: [(&str, &str); 11] = [
    ("results.json", r"\x72esults.json"),
    ("grades.csv", r"\x67rades.csv"),
    ("index.html", r"\x69ndex.html"),
    ("cases", r"\x63ases"),
    ("Results.JSON", r"\x52esults.JSON"),
    ("GRADES.csv", r"\x47RADES.csv"),
    ("CON", r"\x43ON"),
    ("nul.txt", r"\x6eul.txt"),
    ("ann.", r"ann\x2e"),
    (r"\x72esults.json", r"\x5cx72esults.json"),
    ("sum", "sum"),
];

#[test]
fn no_students_name_costs_anybody_a_report() {
    let course = class();
    for (name, _) in NAMES {
        course.write(
            format!("submissions/{name}/sum.cpp"),
            ADDS.replace("first +", "first -"),
        );
    }
    // As one assignment is called, so the layout must be the one with folders of assignments.
    fs::create_dir(course.path("all")).unwrap();
    fs::rename(course.path("submissions"), course.path("all/sum")).unwrap();
    course.grader(&["run", "all"]).exits_with(0);
    let results = Results::read(&course.path("reports"));
    assert_eq!(results.submissions().len(), NAMES.len() + 2);
    for (name, folder) in NAMES {
        // A backslash of the student's is shown as its code, in every name.
        let shown = name.replace('\\', r"\x5c");
        assert_eq!(results.of(&shown, "sum")["points"], 0.0, "{name}");
        for file in ["sum.md", "sum.json", "sum.html"] {
            let path = course.path(format!("reports/{folder}/{file}"));
            assert!(path.is_file(), "{}", path.display());
        }
        let shows = format!("sum – {}", shown.replace('_', "\\_"));
        course
            .grader(&["report", &shown])
            .exits_with(0)
            .shows(&[&shows]);
    }
    assert_eq!(
        course.read("reports/grades.csv").lines().count(),
        NAMES.len() + 3
    );
    assert_eq!(results.of("ann", "sum")["points"], 10.0);
}

#[test]
fn the_reports_of_a_folder_with_our_own_hidden_name_do_not_mix_with_ours() {
    let course = Course::sum();
    course.write(".for-instructors/sum.cpp", ADDS);
    course.grader(&["run", ".for-instructors"]).exits_with(0);
    assert!(course.path(r"reports/\x2efor-instructors/sum.md").is_file());
    course
        .grader(&["report", ".for-instructors"])
        .exits_with(0)
        .shows(&["10 of 10 points"]);
}

#[test]
fn long_names_that_are_cut_alike_stay_two_students() {
    let course = Course::sum();
    let long = "l".repeat(250);
    // What the first is cut to, as a name of its own.
    let (_, cut) = shown_and_folder(&course, &long);
    for name in [&long, &cut] {
        course.write(format!("submissions/{name}/sum.cpp"), ADDS);
    }
    let results = course.results();
    assert_eq!(results.submissions().len(), 2);
    // Besides three files about all, the scripts and the records.
    assert_eq!(
        entries(&course.path("reports")).len(),
        7,
        "{:?}",
        entries(&course.path("reports"))
    );
}

/// How a student of this name is shown, and where the report is.
fn shown_and_folder(course: &Course, name: &str) -> (String, String) {
    course.write(format!("one/{name}/sum.cpp"), ADDS);
    course
        .grader(&["run", "one", "--out", "alone"])
        .exits_with(0);
    let results = Results::read(&course.path("alone"));
    let is_ours = |name: &String| {
        [RECORDS, "cases", "grades.csv", "index.html", "results.json"].contains(&name.as_str())
    };
    let folder = entries(&course.path("alone"))
        .into_iter()
        .find(|name| !is_ours(name))
        .unwrap();
    (
        text(&results.submissions()[0]["student"]).to_owned(),
        folder,
    )
}

#[test]
fn reports_are_not_written_through_links_and_that_is_known_before_anything_is_graded() {
    for name in [
        "ann",
        "ann/sum",
        ".for-instructors",
        ".for-instructors/ann",
        RECORDS,
    ] {
        let course = class();
        course.write(
            "submissions/ann/sum.cpp",
            ADDS.replace("first +", "first -"),
        );
        course.grader(&["run", "submissions"]).exits_with(0);
        let link = course.path(format!("reports/{name}"));
        fs::create_dir_all(link.parent().unwrap()).unwrap();
        fs::rename(&link, course.path("elsewhere"))
            .or_else(|_| fs::create_dir(course.path("elsewhere")))
            .unwrap();
        symlink(course.path("elsewhere"), &link).unwrap();
        let before = course.files();
        let ran = course.grader(&["run", "submissions"]);
        ran.exits_with(2)
            .says(&[&format!("reports/{name}"), "symbolic link", "--out DIR"]);
        assert!(!ran.stderr.contains("[1/2]"), "{ran:#?}");
        assert_eq!(course.files(), before, "{name}");
    }
}

#[test]
fn a_link_in_place_of_a_file_is_replaced_and_the_way_to_the_folder_may_lead_through_one() {
    let course = class();
    course
        .grader(&["run", "submissions", "--out", "real"])
        .exits_with(0);
    symlink("real", course.path("linked")).unwrap();
    for file in ["results.json", "grades.csv", "ann/sum.md"] {
        let inside = course.path(format!("real/{file}"));
        let outside = course.path(file.replace('/', "-"));
        fs::rename(&inside, &outside).unwrap();
        symlink(&outside, &inside).unwrap();
    }
    let before = course.read("ann-sum.md");
    course.write("submissions/ann/sum.cpp", "nonsense");
    course
        .grader(&["run", "submissions", "--out", "linked"])
        .exits_with(0);
    assert_eq!(course.read("ann-sum.md"), before);
    assert!(course.read("real/ann/sum.md").contains("did not compile"));
    assert!(!course.path("real/results.json").is_symlink());
}

#[test]
fn what_is_in_the_way_of_a_report_is_known_before_anything_is_graded() {
    for (name, is_folder) in [
        ("bob", false),
        ("ann/sum.md", true),
        ("ann/sum.json", true),
        ("results.json", true),
    ] {
        let course = class();
        course.grader(&["run", "submissions"]).exits_with(0);
        let path = course.path(format!("reports/{name}"));
        let _ = fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path));
        if is_folder {
            fs::create_dir(&path).unwrap();
        } else {
            fs::write(&path, "").unwrap();
        }
        let ran = course.grader(&["run", "submissions"]);
        ran.exits_with(2).says(&["reports", "--out DIR"]);
        assert!(!ran.stderr.contains("[1/2]"), "{name}: {ran:#?}");
    }
}

#[test]
fn reports_go_where_nothing_else_is_and_where_they_are_nobodys_submission() {
    let table: [(&str, &[&str]); 12] = [
        ("submissions", &["is the folder of submissions"]),
        (
            "submissions/reports",
            &["is inside the folder of submissions"],
        ),
        (
            "reports/../submissions/ann",
            &["is inside the folder of submissions"],
        ),
        ("linked", &["is the folder of submissions"]),
        ("linked/new/deep", &["is inside the folder of submissions"]),
        (".", &["holds the folder of submissions"]),
        ("testcases", &["holds the folder of cases"]),
        ("testcases/sum", &["is the folder of cases"]),
        ("testcases/sum/new", &["is inside the folder of cases"]),
        ("mine", &["`notes.txt`", "new or empty folder"]),
        ("other", &["`eve/sum.cpp`", "new or empty folder"]),
        ("csv", &["`grades.csv`", "new or empty folder"]),
    ];
    let course = class();
    symlink("submissions", course.path("linked")).unwrap();
    course.write("mine/notes.txt", "");
    course.write("other/eve/sum.cpp", ADDS);
    course.write("csv/grades.csv", "by hand");
    let before = course.files();
    for (out, says) in table {
        let ran = course.grader(&["run", "submissions", "--out", out]);
        ran.exits_with(2).says(&["--out DIR"]).says(says);
        assert!(!ran.stderr.contains("[1/2]"), "{ran:#?}");
        assert_eq!(course.files(), before, "{out}");
    }
    assert!(!course.path("submissions/new").exists() && !course.path("testcases/sum/new").exists());
    // Beside finished reports everybody may keep what they like, and what a stopped run has left is in nobody's way.
    course.grader(&["run", "submissions"]).exits_with(0);
    course.write("reports/notes.txt", "mine");
    course.write("reports/ann/notes.txt", "mine");
    course.grader(&["run", "submissions"]).exits_with(0);
    assert_eq!(course.read("reports/ann/notes.txt"), "mine");
    for file in ["results.json", "grades.csv", "notes.txt", "ann/notes.txt"] {
        fs::remove_file(course.path(format!("reports/{file}"))).unwrap();
    }
    course.grader(&["run", "submissions"]).exits_with(0);
}

/// Three students, one with a mistake that is recognised, and two assignments; the second stands first in the rubric.
fn larger() -> Course {
    let course = Course::sum();
    let other = SUM
        .split_once("[assignments.sum]")
        .unwrap()
        .1
        .replace("sum", "plus");
    let sum = SUM.split_once("[assignments.sum]").unwrap();
    let more = "[[assignments.sum.criteria]]\nid = \"builds\"\npoints = 5\nbuild = \"compiles\"\n";
    let rubric = format!(
        "{}[assignments.plus]{other}[assignments.sum]{}{more}",
        sum.0, sum.1
    );
    course.write("rubric.toml", rubric);
    for file in ["adds.toml", "adds.expected"] {
        let text = course.read(&format!("testcases/sum/{file}"));
        course.write(format!("testcases/plus/{file}"), text);
    }
    for student in ["ann", "bob", "cleo"] {
        course.write(format!("submissions/{student}/sum.cpp"), ADDS);
        let wrong = ADDS.replace("Sum:", "sum:");
        course.write(format!("submissions/{student}/plus.cpp"), wrong);
    }
    course
}

/// The class's two files without what differs between two runs of the same programs.
fn class_files(course: &Course, folder: &str) -> [String; 2] {
    let results = without_measures(&course.read(&format!("{folder}/results.json")));
    [results, course.read(&format!("{folder}/grades.csv"))]
}

#[test]
fn grading_a_part_again_gives_the_files_that_grading_all_again_would_give() {
    let course = larger();
    course.grader(&["run", "submissions"]).exits_with(0);
    let before = course.files_in("reports");
    course.write("submissions/bob/sum.cpp", "nonsense");
    course.write("submissions/bob/plus.cpp", ADDS);
    let ran = course.grader(&["run", "submissions", "--student", "bob"]);
    ran.exits_with(0)
        .shows(&["The results of 4 other submissions are kept as they were."]);
    course
        .grader(&["run", "submissions", "--out", "whole"])
        .exits_with(0);
    assert_eq!(
        class_files(&course, "reports"),
        class_files(&course, "whole")
    );
    let counted = Results::read(&course.path("reports")).0["mistakes"].clone();
    assert_eq!(counted[0]["submissions"], 2, "{counted:#}");
    // Of others not even the measures change.
    let after = course.files_in("reports");
    for (name, text) in before.iter().filter(|(name, _)| !name.starts_with("bob/")) {
        if !["results.json", "grades.csv", "index.html"].contains(&name.as_str()) {
            assert_eq!(after.get(name), Some(text), "{name}");
        }
    }
    let of_ann = |files: &BTreeMap<String, String>| {
        let results: Value = serde_json::from_str(&files["results.json"]).unwrap();
        results["submissions"][0].clone()
    };
    assert_eq!(of_ann(&after), of_ann(&before));

    course.write("submissions/cleo/plus.cpp", "nonsense");
    let ran = course.grader(&["run", "submissions", "--assignment", "plus"]);
    ran.exits_with(0).shows(&["3 other submissions"]);
    course
        .grader(&["run", "submissions", "--out", "whole"])
        .exits_with(0);
    assert_eq!(
        class_files(&course, "reports"),
        class_files(&course, "whole")
    );
}

#[test]
fn a_part_that_is_graded_first_is_completed_by_the_other_parts() {
    let course = larger();
    for student in ["cleo", "ann", "bob"] {
        course
            .grader(&["run", "submissions", "--student", student])
            .exits_with(0);
    }
    course
        .grader(&["run", "submissions", "--out", "whole"])
        .exits_with(0);
    assert_eq!(
        class_files(&course, "reports"),
        class_files(&course, "whole")
    );
    // All that are there count as a whole class, and who has left is left out.
    fs::remove_dir_all(course.path("submissions/cleo")).unwrap();
    course.grader(&["run", "submissions"]).exits_with(0);
    assert_eq!(
        Results::read(&course.path("reports")).submissions().len(),
        4
    );
}

#[test]
fn a_part_is_not_added_to_what_it_does_not_belong_to() {
    type Change = fn(&Course);
    let table: [(&str, Change, &[&str]); 4] = [
        (
            "no results",
            |course| course.write("reports/results.json", "{ \"mine\": 1 }"),
            &["`results.json`", "--out DIR"],
        ),
        (
            "records of another version",
            |course| course.write("reports/.grader/records", framed(b"grader/records/0")),
            &[
                "reports/.grader/records",
                "another version",
                "grade everybody again",
                "--out DIR",
            ],
        ),
        (
            "reports without records",
            |course| fs::remove_file(course.path("reports/.grader/records")).unwrap(),
            &["without the records", "grade everybody again", "--out DIR"],
        ),
        (
            "another course",
            |course| {
                let rubric = course
                    .read("rubric.toml")
                    .replace("assignments.plus", "assignments.minus");
                let keys = "testcases = \"testcases/plus\"\nsources = [\"plus.cpp\"]";
                course.write(
                    "rubric.toml",
                    rubric.replace("sources = [\"plus.cpp\"]", keys),
                );
            },
            &["`plus`", "no assignment of this rubric", "--out DIR"],
        ),
    ];
    for (what, change, says) in table {
        let course = larger();
        course.grader(&["run", "submissions"]).exits_with(0);
        change(&course);
        let before = course.files_in("reports");
        let ran = course.grader(&["run", "submissions", "--student", "bob"]);
        ran.exits_with(2).says(says);
        assert!(!ran.stderr.contains("[1/"), "{what}: {ran:#?}");
        assert_eq!(course.files_in("reports"), before, "{what}");
    }
}

/// A record as it is written: its length, the beginning of its checksum, its bytes.
fn framed(record: &[u8]) -> Vec<u8> {
    let length = u32::try_from(record.len()).unwrap().to_le_bytes();
    [&length[..], &blake3::hash(record).as_bytes()[..16], record].concat()
}

#[test]
fn a_part_is_not_added_to_results_of_programs_that_were_confined_otherwise() {
    let course = larger();
    course.grader(&["run", "submissions"]).exits_with(0);
    let arguments = [
        "run",
        "submissions",
        "--student",
        "bob",
        "--allow-unconfined",
    ];
    let said = course
        .command(&arguments)
        .env("GRADER_STRONGEST_TIER", "E")
        .output()
        .unwrap();
    let said = (
        said.status.code(),
        String::from_utf8_lossy(&said.stderr).into_owned(),
    );
    assert_eq!(said.0, Some(2), "{said:?}");
    for words in ["confined in tier", "run it as then", "--out DIR"] {
        assert!(said.1.contains(words), "{said:?}");
    }
}
