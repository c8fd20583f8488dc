//! What is found in a folder of submissions: layouts, files that are not there, and the filters on both.

use std::fs;

use serde_json::Value;

use crate::support::results::{Results, list, text};
use crate::support::{ADDS, CASE, Course, EXPECTED, SUM};

/// A course with two assignments: add two numbers, and do the same under another name.
fn two_assignments() -> Course {
    let course = Course::sum();
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

/// A course with one assignment, and these files handed in, each a right program.
fn handed_in(files: &[&str]) -> Course {
    hand_in(Course::sum(), files)
}

fn hand_in(course: Course, files: &[&str]) -> Course {
    for file in files {
        course.write(format!("submissions/{file}"), ADDS);
    }
    course
}

/// `student assignment: verdict of the build`, for each submission.
fn builds(results: &Results) -> Vec<String> {
    let line =
        |(name, one): (String, &Value)| format!("{name}: {}", text(&one["build"]["verdict"]));
    results
        .names()
        .into_iter()
        .zip(results.submissions())
        .map(line)
        .collect()
}

#[test]
fn every_layout_is_understood() {
    const LAYOUTS: [(&str, &[&str], &[&str]); 6] = [
        (
            "a folder per student",
            &["ann/sum.cpp", "bob/sum.cpp"],
            &["ann sum: ok", "bob sum: ok"],
        ),
        (
            "a folder per student, for two assignments",
            &["ann/sum.cpp", "ann/plus.cpp", "bob/sum.cpp"],
            &[
                "ann plus: ok",
                "ann sum: ok",
                "bob plus: missing",
                "bob sum: ok",
            ],
        ),
        (
            "a folder per assignment, and in it a folder per student",
            &["sum/ann/sum.cpp", "plus/ann/plus.cpp", "plus/bob/plus.cpp"],
            &["ann plus: ok", "ann sum: ok", "bob plus: ok"],
        ),
        (
            "a folder per assignment, and in it a file per student",
            &["sum/ann.cpp", "sum/bob.cpp"],
            &["ann sum: ok", "bob sum: ok"],
        ),
        (
            "the folder is one student's",
            &["sum.cpp"],
            &["submissions sum: ok"],
        ),
        (
            "sources in nested folders",
            &["ann/homework/final/sum.cpp", "bob/src/sum.cpp"],
            &["ann sum: ok", "bob sum: ok"],
        ),
    ];
    for (what, files, expected) in LAYOUTS {
        let mut found = builds(&hand_in(two_assignments(), files).results());
        found.sort();
        assert_eq!(found, expected, "{what}");
    }
}

#[test]
fn files_named_after_students_are_graded_where_there_is_one_assignment() {
    let results = handed_in(&["ann.cpp", "bob.cpp"]).results();
    assert_eq!(builds(&results), ["ann sum: ok", "bob sum: ok"]);
    assert_eq!(results.of("ann", "sum")["points"], 10.0);
}

#[test]
fn files_named_after_students_need_to_be_told_which_of_two_assignments_they_are_for() {
    let course = hand_in(two_assignments(), &["ann.cpp"]);
    course.grader(&["run", "submissions"]).exits_with(2).says(&[
        "`ann`",
        "--assignment ID",
        "sum",
        "plus",
    ]);
    course
        .grader(&["run", "submissions", "--assignment", "plus"])
        .exits_with(0);
    assert_eq!(
        builds(&Results::read(&course.path("reports"))),
        ["ann plus: ok"]
    );
}

#[test]
fn what_systems_and_editors_leave_behind_is_nobodys() {
    let course = handed_in(&[
        "ann/sum.cpp",
        "ann/__MACOSX/sum.cpp",
        "__MACOSX/x/sum.cpp",
        ".git/sum.cpp",
    ]);
    course.write("submissions/Thumbs.db", "");
    course.write("submissions/grades.xlsx", "");
    let results = course.results();
    assert_eq!(builds(&results), ["ann sum: ok"]);
    assert_eq!(list(&results.of("ann", "sum")["remarks"]).len(), 0);
}

#[test]
fn a_file_with_another_name_is_accepted_with_a_remark() {
    let results = handed_in(&["ann/sum.cpp", "bob/my homework.cpp"]).results();
    let bob = results.of("bob", "sum");
    assert_eq!(bob["points"], 10.0);
    let remark = text(&bob["remarks"][0]);
    assert!(
        remark.contains("`my homework.cpp`") && remark.contains("`sum.cpp`"),
        "{remark}"
    );
}

/// A program of two files, by their contents: `main`, and the part that adds.
fn in_two_files() -> [(&'static str, String); 2] {
    let main = ADDS.replace("first + second", "add(first, second)");
    [
        ("main", format!("int add(int, int);\n{main}")),
        (
            "add",
            "int add(int a, int b) { return a + b; }\n".to_owned(),
        ),
    ]
}

#[test]
fn where_nothing_shows_which_file_is_meant_there_is_no_grade() {
    let course = handed_in(&[
        "ann/sum.cpp",
        "bob/new.cpp",
        "bob/old.cpp",
        "cem/v1/sum.cpp",
    ]);
    course.write("submissions/cem/v2/sum.cpp", format!("// better\n{ADDS}"));
    course.grader(&["run", "submissions"]).exits_with(3);
    let results = Results::read(&course.path("reports"));
    assert_eq!(results.of("ann", "sum")["points"], 10.0);
    for (student, files) in [
        ("bob", "`new.cpp` or `old.cpp`"),
        ("cem", "`v1/sum.cpp`, `v2/sum.cpp`"),
    ] {
        let build = &results.of(student, "sum")["build"];
        assert_eq!(build["verdict"], "ungraded");
        let reason = text(&build["reason"]);
        assert!(reason.contains(files), "{reason}");
        let report = course.read(&format!("reports/{student}/sum.md"));
        assert!(
            report.contains("This is not a grade yet") && report.contains(files),
            "{report}"
        );
        assert!(!report.contains("grader failed"), "{report}");
    }
    course
        .grader(&["intake", "submissions"])
        .exits_with(0)
        .shows(&["ambiguous", "`v2/sum.cpp`"]);
}

#[test]
fn of_several_files_of_one_name_the_outermost_is_graded_and_staff_should_check() {
    let course = handed_in(&["bob/a/sum.cpp", "bob/b/sum.cpp"]);
    course.write("submissions/ann/sum.cpp", ADDS);
    course.write("submissions/ann/my-backup/sum.cpp", "int main() {}\n");
    course
        .grader(&["run", "submissions"])
        .exits_with(0)
        .says(&["`sum.cpp` was graded, and not `my-backup/sum.cpp`"]);
    let results = Results::read(&course.path("reports"));
    assert_eq!(results.of("ann", "sum")["points"], 10.0);
    assert!(text(&results.of("ann", "sum")["remarks"][0]).contains("in folders below it"));
    assert_eq!(results.of("bob", "sum")["points"], 10.0);
    assert!(text(&results.of("bob", "sum")["remarks"][0]).contains("the same content"));

    // The same where a glob names the sources: both have a `main`, and what stands beside the backup belongs to it.
    let course = Course::sum();
    course.write("rubric.toml", SUM.replace("\"sum.cpp\"", "\"*.cpp\""));
    for (name, text) in in_two_files() {
        course.write(format!("submissions/ann/{name}.cpp"), &text);
        course.write(
            format!("submissions/ann/old/{name}.cpp"),
            format!("// {name}\n{text}"),
        );
        course.write(format!("submissions/bob/one/{name}.cpp"), &text);
        course.write(
            format!("submissions/bob/two/{name}.cpp"),
            format!("// {name}\n{text}"),
        );
    }
    course
        .grader(&["run", "submissions"])
        .exits_with(3)
        .says(&["`old/main.cpp`"]);
    let results = Results::read(&course.path("reports"));
    assert_eq!(results.of("ann", "sum")["points"], 10.0);
    assert_eq!(results.of("bob", "sum")["build"]["verdict"], "ungraded");
}

#[test]
fn several_files_of_which_one_defines_main_are_one_program() {
    let course = Course::sum();
    let rubric = SUM.replace("accept = [\"*.cpp\"]\n", "");
    let rubric = rubric.replace("[defaults]\n", "[defaults]\naccept = [\"*.cpp\"]\n");
    course.write("rubric.toml", rubric);
    for (name, text) in in_two_files() {
        course.write(format!("submissions/ann/{name}.cpp"), &text);
        let named = if name == "main" { "sum" } else { name };
        course.write(format!("submissions/bob/{named}.cpp"), &text);
    }
    // The file with the right name has the function, and another one `main`.
    for (file, (_, text)) in ["program.cpp", "sum.cpp"].iter().zip(in_two_files()) {
        course.write(format!("submissions/dan/{file}"), &text);
    }
    // It does not link with the other file, which is an older attempt.
    course.write(
        "submissions/cem/main.cpp",
        format!("int add() {{ return 1; }}\n{ADDS}"),
    );
    course.write(
        "submissions/cem/parts.cpp",
        "// int main() {}\nint add() { return 2; }\n",
    );
    let ran = course.grader(&["run", "submissions"]);
    ran.exits_with(0)
        .says(&["`add.cpp`, `main.cpp` were graded as one program"]);
    let results = Results::read(&course.path("reports"));
    for (student, remark) in [
        ("ann", "were taken together as one program"),
        (
            "bob",
            "`sum.cpp` does not build alone, so `add.cpp` was compiled with it",
        ),
        (
            "cem",
            "do not build together, so `main.cpp` was compiled alone",
        ),
        (
            "dan",
            "`sum.cpp` does not build alone, so `program.cpp` was compiled with it",
        ),
    ] {
        let one = results.of(student, "sum");
        assert_eq!(one["points"], 10.0, "{one:#}");
        assert!(one["remarks"].to_string().contains(remark), "{one:#}");
    }
    assert!(
        !results.of("cem", "sum")["remarks"]
            .to_string()
            .contains("taken together")
    );
    let page = course.read("reports/index.html");
    assert!(page.contains("the grader made a choice"), "{page}");
    assert!(
        page.contains("<code>main.cpp</code> were graded as one program"),
        "{page}"
    );
    // What does not build together was not graded as one program.
    assert!(
        !page.contains("<code>parts.cpp</code> were graded as one program"),
        "{page}"
    );
}

#[test]
fn the_source_of_another_assignment_is_never_accepted() {
    let layouts: [&[&str]; 2] = [
        &["sum/ann/sum.cpp", "sum/bob/plus.cpp"],
        &["ann/sum.cpp", "ann/plus.cpp", "bob/plus.cpp"],
    ];
    for files in layouts {
        let results = hand_in(two_assignments(), files).results();
        let bob = results.of("bob", "sum");
        assert_eq!(bob["build"]["verdict"], "missing", "{files:?}");
        assert!(
            text(&bob["build"]["reason"]).contains("`plus.cpp`"),
            "{bob:#}"
        );
        assert_eq!(bob["points"], 0.0, "{files:?}");
    }
}

#[test]
fn an_assignment_that_nobody_handed_in_is_left_out() {
    let course = hand_in(two_assignments(), &["ann/sum.cpp", "bob/notes.cpp"]);
    assert_eq!(builds(&course.results()), ["ann sum: ok", "bob sum: ok"]);
}

#[test]
fn who_has_only_some_of_the_sources_is_told_which_is_missing_beside_what() {
    let course = handed_in(&[
        "ann/sum.cpp",
        "ann/more.cpp",
        "bob/sum.cpp",
        "cem/notes.txt",
    ]);
    course.write(
        "rubric.toml",
        SUM.replace("[\"sum.cpp\"]", "[\"sum.cpp\", \"more.cpp\"]"),
    );
    let results = course.results();
    for (student, says) in [
        (
            "bob",
            "`more.cpp` is not there; what was handed in holds `sum.cpp`",
        ),
        (
            "cem",
            "`sum.cpp` and `more.cpp` are not there; what was handed in holds `notes.txt`",
        ),
    ] {
        assert_eq!(text(&results.of(student, "sum")["build"]["reason"]), says);
    }
}

#[test]
fn a_student_without_a_source_is_missing_with_what_is_there_instead() {
    let course = handed_in(&["ann/sum.cpp"]);
    course.write("submissions/bob/report.pdf", "");
    course.write("submissions/cem/sum.cpp.txt", "int main() {}\n");
    course.write("submissions/dan/Sum.docx", "PK");
    let results = course.results();
    let bob = results.of("bob", "sum");
    assert_eq!(
        (text(&bob["build"]["verdict"]), &bob["points"]),
        ("missing", &0.0.into())
    );
    let reason = text(&bob["build"]["reason"]);
    assert!(
        reason.contains("`sum.cpp`") && reason.contains("`report.pdf`"),
        "{reason}"
    );
    assert_eq!(bob["cases"][0]["verdict"], "not-run");
    for (student, advice) in [
        (
            "cem",
            "`sum.cpp.txt`. Rename `sum.cpp.txt` to `sum.cpp`; if you see `sum.cpp` already",
        ),
        (
            "dan",
            "`Sum.docx` is a document and no source: hand in the program's text",
        ),
    ] {
        let reason = text(&results.of(student, "sum")["build"]["reason"]);
        assert!(reason.contains(advice), "{reason}");
    }
}

#[test]
fn a_folder_that_cannot_be_graded_is_an_error_that_says_why() {
    let course = hand_in(
        two_assignments(),
        &["mixed/sum/ann/sum.cpp", "mixed/bob/sum.cpp"],
    );
    fs::create_dir(course.path("submissions/empty")).unwrap();
    course.write("submissions/file.txt", "");
    let table: [(&str, i32, &[&str]); 5] = [
        (
            "submissions/mixed",
            2,
            &[
                "`submissions/mixed`",
                "sum",
                "`bob`",
                "one folder per student",
            ],
        ),
        (
            "submissions/empty",
            4,
            &["no submission found", "`submissions/empty`"],
        ),
        (
            "submissions/nowhere",
            2,
            &["no folder `submissions/nowhere`", "expected"],
        ),
        ("submission/", 2, &["did you mean `submissions`?"]),
        (
            "submissions/file.txt",
            2,
            &["`submissions/file.txt`", "is a file"],
        ),
    ];
    for (folder, code, says) in table {
        course.grader(&["run", folder]).exits_with(code).says(says);
        assert!(!course.path("reports/results.json").exists(), "{folder}");
    }
}

#[test]
fn only_the_assignments_and_students_that_are_named_are_graded() {
    let course = hand_in(
        two_assignments(),
        &[
            "ann/sum.cpp",
            "ann/plus.cpp",
            "bob/sum.cpp",
            "bob/plus.cpp",
            "cleo/sum.cpp",
        ],
    );
    let table: [(&[&str], &[&str]); 3] = [
        (&["--assignment", "plus", "--student", "bob"], &["bob plus"]),
        (
            &[
                "--student",
                "bob",
                "--student",
                "ann",
                "--assignment",
                "sum",
            ],
            &["ann sum", "bob sum"],
        ),
        (
            &[
                "--assignment",
                "sum",
                "--assignment",
                "plus",
                "--student",
                "ann",
            ],
            &["ann plus", "ann sum"],
        ),
    ];
    for (number, (filters, expected)) in table.into_iter().enumerate() {
        let out = format!("reports-{number}");
        course
            .grader(&[&["run", "submissions", "--out", &out], filters].concat())
            .exits_with(0);
        let mut names = Results::read(&course.path(&out)).names();
        names.sort();
        assert_eq!(names, expected, "{filters:?}");
    }
}

#[test]
fn a_filter_that_fits_nothing_names_the_nearest_that_does() {
    let course = hand_in(two_assignments(), &["annabel/sum.cpp", "bob/plus.cpp"]);
    let table = [
        ("--student", "anabel", 4, Some("did you mean `annabel`?")),
        ("--student", "zzz", 4, None),
        ("--assignment", "plsu", 2, Some("did you mean `plus`?")),
        ("--assignment", "zzz", 2, None),
    ];
    for (filter, name, code, hint) in table {
        let ran = course.grader(&["run", "submissions", filter, name]);
        ran.exits_with(code)
            .says(&[&format!("`{name}`"), hint.unwrap_or_default()]);
        assert_eq!(
            ran.stderr.contains("did you mean"),
            hint.is_some(),
            "{ran:#?}"
        );
    }
}
