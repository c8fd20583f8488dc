//! What an instructor is told of a folder of submissions that is not as it should be.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

use crate::support::account::Account;
use crate::support::packed::zip_folder;
use crate::support::results::{Results, list, text};
use crate::support::tiers::skipped;
use crate::support::{ADDS, CASE, Course, EXPECTED, Ran, SUM};

/// A course with one assignment, and these files handed in, each a right program.
fn handed_in(files: &[&str]) -> Course {
    let course = Course::sum();
    for file in files {
        course.write(format!("submissions/{file}"), ADDS);
    }
    course
}

/// The same without a second name that is taken.
fn by_name_only(files: &[&str]) -> Course {
    let course = handed_in(files);
    course.write("rubric.toml", SUM.replace("[\"*.cpp\"]", "[]"));
    course
}

fn with_plus(course: Course) -> Course {
    let other = SUM
        .split_once("[assignments.sum]")
        .unwrap()
        .1
        .replace("sum", "plus");
    course.write("rubric.toml", format!("{SUM}[assignments.plus]{other}"));
    course.write("testcases/plus/adds.toml", CASE);
    course.write("testcases/plus/adds.expected", EXPECTED);
    course
}

fn run(course: &Course, folder: &str) -> Ran {
    course.grader(&["run", folder, "--out", "../reports"])
}

#[test]
fn where_nothing_is_found_both_the_names_and_the_files_are_said() {
    let course = Course::sum();
    course.write("submissions/ann/notes.txt", "");
    course.write("submissions/bob.7z", "");
    fs::create_dir(course.path("submissions/cem")).unwrap();
    course.grader(&["run", "submissions"]).exits_with(4).says(&[
        "no submission found",
        "looked for `sum.cpp`, or else a single `*.cpp` (for `sum`)",
        "`ann/notes.txt`, `cem/ (empty)`, `bob.7z`",
        "to grade an archive that holds a class, give the archive itself",
    ]);
    fs::create_dir(course.path("empty")).unwrap();
    course
        .grader(&["run", "empty"])
        .exits_with(4)
        .says(&["the folder is empty"]);
    // In folders named after assignments.
    fs::create_dir_all(course.path("other/sum")).unwrap();
    course
        .grader(&["run", "other"])
        .exits_with(4)
        .says(&["`sum.cpp`", "`sum/ (empty)`"]);
}

#[test]
fn where_it_is_not_clear_which_assignment_is_meant_the_names_are_said() {
    let course = with_plus(handed_in(&["ann/homework.cpp"]));
    course.grader(&["run", "submissions"]).exits_with(2).says(&[
        "looked for `sum.cpp`, or else a single `*.cpp` (for `sum`)",
        "`plus.cpp`",
        "--assignment ID",
    ]);
}

#[test]
fn archives_and_files_that_nobody_takes_are_named_and_not_too_many_of_them() {
    let course = handed_in(&["ann/sum.cpp"]);
    for ending in ["zip", "tar", "tar.gz", "tgz", "7z", "RAR"] {
        course.write(format!("submissions/bob.{ending}"), "");
    }
    (0..50).for_each(|n| course.write(format!("submissions/{n:02}.txt"), ""));
    course.write("submissions/ann.zip", "");
    let ran = course.grader(&["run", "submissions"]);
    ran.exits_with(0).says(&[
        "nobody is graded for `ann.zip`, `bob.7z`, `bob.RAR` in `submissions`: either a folder of that name is graded instead",
        "check sum/bob: `bob.tar` was unpacked and graded as the hand-in of a student",
        "`00.txt`, `01.txt`, `02.txt`, `03.txt`, `04.txt` and 45 more",
    ]);
    assert!(!ran.stderr.contains("05.txt"), "{ran:#?}");
    // Where nothing is odd, nothing is said.
    let plain = handed_in(&["ann/sum.cpp", "bob.cpp"]).grader(&["run", "submissions"]);
    assert!(!plain.stderr.contains("nobody"), "{plain:#?}");
}

#[test]
fn files_beside_folders_of_assignments_are_named() {
    let course = with_plus(handed_in(&["sum/ann/sum.cpp", "bob.cpp"]));
    course.write("submissions/sum/cem.7z", "");
    course.grader(&["run", "submissions"]).exits_with(0).says(&[
        "nobody is graded for `bob.cpp` in `submissions`",
        "nobody is graded for `cem.7z` in `submissions/sum`",
    ]);
}

#[test]
fn an_archive_that_a_student_handed_in_is_named_to_the_student() {
    let course = handed_in(&["ann/sum.cpp"]);
    course.write("submissions/ann/old.zip", "");
    course.write("submissions/bob/sum.7z", "");
    let results = course.results();
    let remark = text(&results.of("ann", "sum")["remarks"][0]);
    assert_eq!(
        remark,
        "Not unpacked, because the program stands beside it: `old.zip`"
    );
    let reason = text(&results.of("bob", "sum")["build"]["reason"]);
    assert!(
        reason.contains("`sum.7z`; such an archive is not unpacked"),
        "{reason}"
    );
}

#[test]
fn one_folder_too_high_is_an_error_that_names_the_right_one() {
    let table: [(&[&str], &str, &str); 6] = [
        (
            &["submissions/ann/sum.cpp", "submissions/bob/sum.cpp"],
            ".",
            "`submissions`",
        ),
        (&["submissions/ann/sum.cpp"], ".", "`submissions`"),
        (
            &["submissions/ann.cpp", "submissions/bob.cpp"],
            ".",
            "`submissions`",
        ),
        (&["submissions/sum/ann/sum.cpp"], ".", "`submissions`"),
        (
            &["hand in/ann/sum.cpp", "hand in/bob/sum.cpp"],
            ".",
            "`hand in`",
        ),
        (
            &["download/Submissions/ann/sum.cpp"],
            "download",
            "`download/Submissions`",
        ),
    ];
    // The course itself is below.
    let course = handed_in(&["ann/sum.cpp"]);
    run(&course, "..")
        .exits_with(2)
        .says(&["`..` is one folder too high", "submissions`;"]);
    for (files, given, meant) in table {
        let course = Course::sum();
        files.iter().for_each(|file| course.write(file, ADDS));
        let is = format!("`{given}` is one folder too high: the class is in {meant}");
        run(&course, given).exits_with(2).says(&[&is]);
        let right = meant.trim_matches('`');
        run(&course, right).exits_with(0);
    }
}

#[test]
fn a_class_of_one_student_is_not_one_folder_too_high() {
    let table: [&[&str]; 4] = [
        &["ann/sum.cpp"],
        &["ann/src/sum.cpp"],
        &["sum/ann/sum.cpp"],
        &["sum.cpp"],
    ];
    for files in table {
        let ran = handed_in(files).grader(&["run", "submissions"]);
        ran.exits_with(0).shows(&["1 submission"]);
    }
    // The course may lie among the students.
    let course = Course::sum();
    for file in [
        "../ann/sum.cpp",
        "../bob/sum.cpp",
        "submissions/cem/sum.cpp",
    ] {
        course.write(file, ADDS);
    }
    let ran = course.grader(&["run", "..", "--out", "/proc/none"]);
    assert!(!ran.stderr.contains("too high"), "{ran:#?}");
    // Whoever says so gets it.
    let course = Course::sum();
    course.write("class/submissions/v1/sum.cpp", ADDS);
    let one = course.grader(&["run", "class", "--student", "submissions"]);
    one.exits_with(0).shows(&["1 submission"]);
}

#[test]
fn a_source_beside_the_folders_of_a_class_makes_no_student_of_it() {
    let class = ["ann/sum.cpp", "bob/sum.cpp", "cem/sum.cpp", "sum.cpp"];
    let course = handed_in(&class);
    zip_folder(&course.path("submissions"), &course.path("class.zip"));
    for (folder, student) in [("submissions", "submissions"), ("class.zip", "class")] {
        let ran = course.grader(&["run", folder]);
        let file = format!("`{folder}/sum.cpp` stands beside folders that look like students");
        let way_out = format!("add `--student {student}`");
        ran.exits_with(2).says(&[
            &file,
            "(`ann`, `bob`, `cem`)",
            "move the file away",
            &way_out,
        ]);
        let one = course.grader(&["run", folder, "--student", student]);
        one.exits_with(0).shows(&["1 submission"]);
    }
    // One student's drafts.
    let course = handed_in(&["sum.cpp", "old/sum.cpp", "v2/sum.cpp", "backup/sum.cpp"]);
    run(&course, "submissions").exits_with(0);
}

#[test]
fn a_class_in_an_archive_in_an_archive_is_no_student() {
    let course = handed_in(&["ann/sum.cpp", "bob/sum.cpp", "cem/sum.cpp"]);
    fs::create_dir(course.path("outer")).unwrap();
    zip_folder(
        &course.path("submissions"),
        &course.path("outer/submissions.zip"),
    );
    zip_folder(&course.path("outer"), &course.path("outer.zip"));
    course
        .grader(&["run", "outer.zip"])
        .exits_with(2)
        .says(&["looks like a class", "unpack the archive"]);
}

#[test]
fn a_class_in_the_place_of_a_student_is_an_error_that_names_the_right_level() {
    let lab = &["lab3/ann/sum.cpp", "lab3/bob/sum.cpp", "lab3/cem/sum.cpp"][..];
    let sections = &[
        "A/ann/sum.cpp",
        "A/bob/sum.cpp",
        "B/ann/sum.cpp",
        "B/cem/sum.cpp",
    ][..];
    let late = &[
        "ann/sum.cpp",
        "bob/sum.cpp",
        "dan/sum.cpp",
        "late/x/sum.cpp",
        "late/y/sum.cpp",
        "late/z/sum.cpp",
    ][..];
    let in_assignment = &["sum/A/ann/sum.cpp", "sum/A/bob/sum.cpp"][..];
    let cased = &["Sum/ann/sum.cpp"][..];
    let accepted = &[
        "lab3/ann/main.cpp",
        "lab3/bob/main.cpp",
        "lab3/cem/main.cpp",
    ][..];
    let looks = "looks like a class, not like one student";
    let table: [(&[&str], &[&str], &[&str]); 8] = [
        (
            accepted,
            &[],
            &[
                "`submissions/lab3` looks",
                "3 of its folders hold a `main.cpp` (`ann`, `bob`, `cem`)",
            ],
        ),
        (
            lab,
            &[],
            &[
                "`submissions/lab3` looks",
                "3 of its folders hold a `sum.cpp` (`ann`, `bob`, `cem`)",
                "run `grader run submissions/lab3`",
            ],
        ),
        (lab, &["-a", "sum"], &["`submissions/lab3` looks"]),
        (
            sections,
            &[],
            &["`submissions/A` looks", "add `--layout sections`"],
        ),
        (sections, &["-a", "sum"], &["`submissions/A` looks"]),
        (
            late,
            &[],
            &["`submissions/late` looks", "add `--layout students`"],
        ),
        (
            in_assignment,
            &[],
            &[
                "`submissions/sum/A` looks",
                "run `grader run submissions/sum --layout sections`",
            ],
        ),
        (
            cased,
            &[],
            &["`submissions/Sum` is not the id of an assignment: rename the folder to `sum`"],
        ),
    ];
    for (files, arguments, says) in table {
        let course = handed_in(files);
        let ran = course.grader(&[&["run", "submissions"], arguments].concat());
        ran.exits_with(2).says(says);
        assert!(!course.path("reports").exists(), "{files:?}");
        assert_eq!(ran.stderr.contains(looks), files != cased, "{ran:#?}");
    }
    // Each of the commands that the message names works, as far as it fits what the folders are.
    let read = |files: &[&str], arguments: &[&str]| {
        let course = handed_in(files);
        course.grader(&[&["run"], arguments].concat()).exits_with(0);
        let results = Results::read(&course.path("reports"));
        results
            .submissions()
            .iter()
            .map(|one| text(&one["student"]).to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(read(lab, &["submissions/lab3"]), ["ann", "bob", "cem"]);
    let all = read(sections, &["submissions", "--layout", "sections"]);
    assert_eq!(all, ["ann (A)", "ann (B)", "bob", "cem"]);
    let all = read(in_assignment, &["submissions/sum", "--layout", "sections"]);
    assert_eq!(all, ["ann", "bob"]);
}

/// Runs the grader as an ordinary user: root may read everything.
pub(crate) fn as_ordinary_user(course: &Course, arguments: &[&str]) -> Option<Ran> {
    let account = match Account::ordinary() {
        Ok(account) => account,
        Err(why) => {
            skipped(&why);
            return None;
        }
    };
    account.owns(&course.home());
    fs::set_permissions(course.home(), Permissions::from_mode(0o755)).unwrap();
    let mut command = course.command(arguments);
    account.runs(&mut command);
    Some(course.run(command))
}

#[test]
fn a_folder_that_may_not_be_read_leaves_its_student_ungraded_and_says_what_to_do() {
    for closed in ["bob", "bob/src"] {
        let course = handed_in(&["ann/sum.cpp", "bob/src/sum.cpp"]);
        let folder = course.path(format!("submissions/{closed}"));
        fs::set_permissions(&folder, Permissions::from_mode(0o000)).unwrap();
        let ran = as_ordinary_user(&course, &["run", "submissions"]);
        fs::set_permissions(&folder, Permissions::from_mode(0o755)).unwrap();
        let Some(ran) = ran else { return };
        ran.exits_with(3);
        let results = Results::read(&course.path("reports"));
        assert_eq!(results.of("ann", "sum")["points"], 10.0);
        let bob = results.of("bob", "sum");
        assert_eq!(bob["graded"], false);
        let reason = text(&bob["build"]["reason"]);
        for part in [
            format!("`submissions/{closed}` of `bob` cannot be read"),
            format!("`chmod -R u+rX 'submissions/{closed}'`"),
            "--student 'bob'".to_owned(),
        ] {
            assert!(reason.contains(&part), "{reason}");
        }
    }
}

#[test]
fn a_folder_that_may_not_be_read_is_the_error_where_it_hides_which_assignment_is_meant() {
    let course = with_plus(handed_in(&["bob/sum.cpp"]));
    let folder = course.path("submissions/bob");
    fs::set_permissions(&folder, Permissions::from_mode(0o000)).unwrap();
    let ran = as_ordinary_user(&course, &["run", "submissions"]);
    fs::set_permissions(&folder, Permissions::from_mode(0o755)).unwrap();
    let Some(ran) = ran else { return };
    ran.exits_with(2)
        .says(&["cannot read", "`submissions/bob`", "chmod -R u+rX"]);
}

#[test]
fn capital_letters_make_no_difference_where_it_is_clear_what_is_meant() {
    for name in ["Sum.cpp", "SUM.CPP", "sum.Cpp"] {
        let results = by_name_only(&[&format!("ann/{name}")]).results();
        let ann = results.of("ann", "sum");
        assert_eq!(ann["points"], 10.0, "{name}: {ann:#}");
        assert_eq!(
            text(&ann["remarks"][0]),
            format!("`{name}` was taken for `sum.cpp`: the names differ in capital letters only")
        );
    }
    let exact = by_name_only(&["ann/SUM.cpp", "ann/sum.cpp"]).results();
    let ann = exact.of("ann", "sum");
    assert_eq!(
        ann["build"]["command"],
        serde_json::json!(["g++", "-o", "sum", "sum.cpp"])
    );
    let unclear = by_name_only(&["ann/SUM.cpp", "bob/sum.cpp"]);
    unclear.write("submissions/ann/Sum.cpp", "int main() {}");
    unclear.grader(&["run", "submissions"]).exits_with(3);
    let unclear = Results::read(&unclear.path("reports"));
    let build = &unclear.of("ann", "sum")["build"];
    assert_eq!(build["verdict"], "ungraded");
    let reason = text(&build["reason"]);
    assert!(
        reason.contains("`SUM.cpp`, `Sum.cpp`; their contents differ"),
        "{reason}"
    );
}

#[test]
fn which_of_several_names_was_taken_and_why_is_said() {
    let beside = handed_in(&["ann/sum.cpp", "ann/sum_old.cpp"]).results();
    assert_eq!(
        text(&beside.of("ann", "sum")["remarks"][0]),
        "`sum.cpp` was compiled; not compiled, because the assignment does not ask for it: `sum_old.cpp`"
    );
    let copy = handed_in(&["ann/Sum (2).CPP"]).results();
    let ann = copy.of("ann", "sum");
    assert_eq!(ann["points"], 10.0);
    let remark = text(&ann["remarks"][0]);
    assert_eq!(
        remark,
        "`Sum (2).CPP` was taken, because `sum.cpp` is missing"
    );

    let two = handed_in(&["ann/sum.cpp", "bob/Sum (2).CPP", "bob/sum_old.cpp"]);
    two.grader(&["run", "submissions"]).exits_with(3);
    let two = Results::read(&two.path("reports"));
    let reason = text(&two.of("bob", "sum")["build"]["reason"]);
    assert!(
        reason.contains("not clear which of `Sum (2).CPP` or `sum_old.cpp` is the program"),
        "{reason}"
    );

    let ending = handed_in(&["ann/sum.cpp", "bob/sum.cc"]).results();
    assert_eq!(
        text(&ending.of("bob", "sum")["build"]["reason"]),
        "`sum.cpp` is not there; what was handed in holds `sum.cc`; what is taken is `sum.cpp`, or a single `*.cpp` of \
         this assignment's: give the file that name"
    );
}

/// A program in two files.
const MAIN: &str = "int add(int, int);\n#include <cstdio>\nint main() {\n    int a = 0, b = 0;\n    std::printf(\"First: \");\n    \
    std::fflush(stdout);\n    if (std::scanf(\"%d\", &a) != 1) return 1;\n    std::printf(\"Second: \");\n    \
    std::fflush(stdout);\n    if (std::scanf(\"%d\", &b) != 1) return 1;\n    std::printf(\"Sum: %d\\n\", add(a, b));\n}\n";
const ADD: &str = "int add(int a, int b) {\n    return a + b;\n}\n";

#[test]
fn a_file_that_was_not_compiled_is_named_where_the_program_lacks_it() {
    let course = by_name_only(&["bob/sum.cpp"]);
    course.write("submissions/ann/sum.cpp", MAIN);
    course.write("submissions/ann/stats.cpp", ADD);
    let results = course.results();
    let build = &results.of("ann", "sum")["build"];
    assert_eq!(build["verdict"], "compile-error");
    let says = "The program lacks `add`, which `stats.cpp` seems to define: that file was handed in, and not compiled.";
    assert_eq!(text(&build["reason"]), says);
    let report = course.read("reports/ann/sum.md");
    assert!(
        report.contains(says) && report.contains("`sum.cpp` was compiled"),
        "{report}"
    );
}

#[test]
fn also_takes_further_files_into_the_program() {
    let course = handed_in(&["bob/sum.cpp"]);
    course.write(
        "rubric.toml",
        SUM.replace("accept =", "also = [\"*.cpp\"]\naccept ="),
    );
    course.write("submissions/ann/sum.cpp", MAIN);
    course.write("submissions/ann/stats.cpp", ADD);
    course.write("submissions/ann/old/sum.cpp", "int main() {}");
    let results = course.results();
    for student in ["ann", "bob"] {
        assert_eq!(
            results.of(student, "sum")["points"],
            10.0,
            "{student}: {:#}",
            results.0
        );
    }
    let ann = results.of("ann", "sum");
    let command = list(&ann["build"]["command"])
        .iter()
        .map(text)
        .collect::<Vec<_>>();
    assert_eq!(command, ["g++", "-o", "sum", "stats.cpp", "sum.cpp"]);
    assert_eq!(list(&results.of("bob", "sum")["remarks"]).len(), 0);
}

#[test]
fn also_takes_no_source_of_another_assignment() {
    let course = with_plus(handed_in(&["ann/sum.cpp", "ann/plus.cpp"]));
    let rubric = course.read("rubric.toml");
    course.write(
        "rubric.toml",
        rubric.replace("accept =", "also = [\"*.cpp\"]\naccept ="),
    );
    let results = course.results();
    for assignment in ["sum", "plus"] {
        assert_eq!(
            results.of("ann", assignment)["points"],
            10.0,
            "{assignment}"
        );
    }
}
