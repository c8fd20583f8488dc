//! What is missing is named, and can be graded by itself; nothing pretends to be whole.

use std::fs;

use super::{all, merge, run};
use crate::support::compiler::{self, COMPILES};
use crate::support::results::Results;
use crate::support::sum::class_of;
use crate::support::{ADDS, Course, entries};

/// `missing.txt` of the merged folder.
fn missing(course: &Course) -> Vec<String> {
    course
        .read("merged/missing.txt")
        .lines()
        .map(str::to_owned)
        .collect()
}

#[test]
fn a_missing_piece_is_named_with_its_submissions_and_the_rest_is_written() {
    let course = class_of(5);
    let mut folders = all(&course, 3);
    let lost = folders.remove(1);
    let names: Vec<String> = Results::read(&course.path(&lost)).names();
    let names: Vec<String> = names
        .iter()
        .map(|name| format!("sum/{}", name.split(' ').next().unwrap()))
        .collect();
    assert!(
        !names.is_empty(),
        "the second of three pieces has some of these names"
    );
    fs::rename(course.path(&lost), course.path("lost")).unwrap();

    let merged = merge(&course, &folders);
    let count = format!("{} of 5 submissions", names.len());
    merged
        .exits_with(3)
        .says(&["NOT THE WHOLE CLASS", "piece 2 of 3 is missing", &count]);
    merged.says(&[
        "merged/missing.txt",
        "--only merged/missing.txt --out merged",
    ]);
    assert_eq!(missing(&course), names);
    let written = Results::read(&course.path("merged")).names().len();
    assert_eq!(written, 5 - names.len());

    // Just these are graded, and added to the others.
    let only = [
        "run",
        "submissions",
        "--only",
        "merged/missing.txt",
        "--out",
        "merged",
    ];
    course
        .grader(&only)
        .exits_with(0)
        .shows(&["other submissions are kept"]);
    assert!(!course.path("merged/missing.txt").exists());
    course.is_whole("merged");

    // Or the piece comes late.
    merge(&course, &folders).exits_with(3);
    folders.push("lost".to_owned());
    merge(&course, &folders).exits_with(0);
    course.is_whole("merged");
}

#[test]
fn a_part_of_what_is_missing_leaves_the_rest_missing() {
    let course = class_of(4);
    run(&course, "slice:1/2", &["--out", "first"]).exits_with(0);
    merge(&course, &["first".to_owned()]).exits_with(3);
    assert_eq!(missing(&course), ["sum/s1", "sum/s3"]);
    course.write("list", "sum/s3\n");
    course
        .grader(&["run", "submissions", "--only", "list", "--out", "merged"])
        .exits_with(0);
    assert_eq!(missing(&course), ["sum/s1"]);
}

/// A compiler that is there when it is asked for its version, and then no more.
const VANISHES: &str = "PATH=/usr/bin:/bin /usr/bin/g++ \"$@\"\n/bin/rm \"$0\"\n";

#[test]
fn a_piece_with_ungraded_submissions_is_done_and_its_holes_are_filled_in_it() {
    let course = class_of(3);
    let rubric = course.read("rubric.toml");
    let command = "command = [\"/bin/sh\", \"sum.sh\"]";
    course.write(
        "rubric.toml",
        rubric.replace("sources = [\"solution.cpp\"]", command),
    );
    course.write(
        "sum.sh",
        "printf 'First: '; read a; printf 'Second: '; read b; echo Sum: $((a + b))\n",
    );
    let grade = |script: &str, more: &[&str]| {
        let folder = compiler::install(&course, script);
        let mut command = course.command(&[&["run", "submissions", "--no-cache"], more].concat());
        command.env("PATH", folder);
        course.run(command)
    };
    grade(COMPILES, &["--partition", "slice:1/2", "--out", "first"]).exits_with(0);
    grade(VANISHES, &["--partition", "slice:2/2", "--out", "second"]).exits_with(3);
    let folders = ["first".to_owned(), "second".to_owned()];
    assert_eq!(
        entries(&course.path("second")),
        [".grader", "grades.csv", "index.html", "results.json", "s1"]
    );

    let merged = merge(&course, &folders);
    merged
        .exits_with(3)
        .says(&["1 of 3 submissions were not graded", "merged/missing.txt"]);
    assert_eq!(missing(&course), ["sum/s1"]);
    assert_eq!(
        Results::read(&course.path("merged")).of("s1", "sum")["graded"],
        false
    );

    grade(
        COMPILES,
        &["--only", "merged/missing.txt", "--out", "second"],
    )
    .exits_with(0);
    merge(&course, &folders).exits_with(0);
    assert!(!course.path("merged/missing.txt").exists());
    assert_eq!(Results::read(&course.path("merged")).0["ungraded"], 0);
}

#[test]
fn a_list_that_names_nobody_is_told_with_its_line_and_the_nearest_name() {
    let course = class_of(3);
    let table = [
        (
            "sum/s0\n\nsum/s77\n",
            "list:3: ",
            "`sum/s77`",
            "did you mean `sum/s0`?",
        ),
        ("som/s1\n", "list:1: ", "`som/s1`", "did you mean `sum/s1`?"),
        (
            "sum/s0\ns1\n",
            "list:2: ",
            "found `s1`",
            "expected `assignment/student`",
        ),
    ];
    for (text, place, found, help) in table {
        course.write("list", text);
        let ran = course.grader(&["run", "submissions", "--only", "list"]);
        ran.exits_with(2).says(&[place, found, help]);
    }
    let ran = course.grader(&["run", "submissions", "--only", "nowhere"]);
    ran.exits_with(2).says(&["nowhere", "--only FILE"]);
    course.write("list", "sum/s2 \r\nsum/s0\r\n");
    course
        .grader(&["run", "submissions", "--only", "list"])
        .exits_with(0);
    assert_eq!(
        Results::read(&course.path("reports")).names(),
        ["s0 sum", "s2 sum"]
    );
}

#[test]
fn a_student_called_like_the_list_has_a_report_and_so_has_the_class_its_list() {
    let course = class_of(1);
    course.write("submissions/missing.txt/sum.cpp", ADDS);
    run(&course, "slice:1/2", &["--out", "first"]).exits_with(0);
    merge(&course, &["first".to_owned()]).exits_with(3);
    let is_there = course.path(r"merged/\x6dissing.txt/sum.md").is_file();
    assert!(is_there, "{:?}", entries(&course.path("merged")));
    assert_eq!(missing(&course), ["sum/s0"]);
}
