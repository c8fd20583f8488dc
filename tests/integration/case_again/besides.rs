//! What is graded besides the case that is asked for, and what is said of it.

use super::{is_as_a_whole_run, run};
use crate::support::results::{Results, text};
use crate::support::sum::{self, DEFINED, undefined};
use crate::support::{ADDS, CASE, Course, EXPECTED, Ran, SUM};

/// The smallest course with two cases more.
fn sums() -> Course {
    let course = Course::sum();
    for (case, number, sum) in [("more", "4", "6"), ("most", "7", "9")] {
        course.write(
            format!("testcases/sum/{case}.toml"),
            CASE.replace('3', number),
        );
        let expected = EXPECTED.replace('3', number).replace('5', sum);
        course.write(format!("testcases/sum/{case}.expected"), expected);
    }
    course.write("submissions/ann/sum.cpp", ADDS);
    course.write(
        "submissions/bob/sum.cpp",
        ADDS.replace("first +", "first -"),
    );
    course
}

#[test]
fn what_has_changed_besides_is_graded_whole_and_that_is_said() {
    let course = sums();
    let whole = |ran: Ran, why: &str| {
        ran.says(&["grader: 1 submission was graded whole: 1 ", why]);
        is_as_a_whole_run(&course);
    };
    run(&course, &["--student", "ann"]);
    whole(run(&course, &["--case", "more"]), "without a record");
    course.write("submissions/ann/sum.cpp", ADDS.replace("Sum", "Summe"));
    whole(run(&course, &["--case", "more"]), "changed since");
    course.write(
        "testcases/sum/most.toml",
        CASE.replace('3', "7").replace("Two", "Twice"),
    );
    let ran = run(&course, &["--case", "more"]);
    ran.says(&["grader: `most` was run as well"]);
    is_as_a_whole_run(&course);
    course.write("rubric.toml", SUM.replace("points = 10", "points = 12"));
    let ran = run(&course, &["--case", "more"]);
    ran.says(&["grader: 2 submissions were graded whole: 2 changed since"]);
    is_as_a_whole_run(&course);
    let ran = run(&course, &["--case", "more", "--student", "bob"]);
    ran.shows(&["1 other submission is kept"]);
    assert!(!ran.stderr.contains("grader: "), "{ran:?}");
}

#[test]
fn a_grade_of_which_parts_were_kept_is_in_no_cache() {
    let course = sums();
    course.grader(&["run", "submissions"]).exits_with(0);
    course.write(
        "testcases/sum/more.toml",
        CASE.replace('3', "4").replace("Two", "2"),
    );
    course
        .grader(&["run", "submissions", "--case", "more"])
        .exits_with(0);
    let parts = course.files_but_measures("reports");
    course
        .grader(&["run", "submissions", "--log", "log"])
        .exits_with(0);
    let graded = course.read("log").matches("graded points=").count();
    assert_eq!((graded, course.files_but_measures("reports")), (2, parts));
}

#[test]
fn an_unknown_case_is_refused_with_the_nearest_name() {
    let course = sums();
    let refused = |case: &str, words: &[&str]| {
        course
            .grader(&["run", "submissions", "--case", case])
            .exits_with(2)
            .says(words);
    };
    refused("mroe", &["no case `mroe`", "did you mean `more`?"]);
    refused("sum/mots", &["did you mean `sum/most`?"]);
    refused("elsewhere", &["ASSIGNMENT/CASE"]);
    course.write("testcases/other/more.toml", CASE.replace('3', "4"));
    let other = SUM.split("[assignments.sum]").nth(1).unwrap();
    let other = other
        .replace("assignments.sum", "assignments.other")
        .replace("sum.cpp", "other.cpp");
    course.write("rubric.toml", format!("{SUM}\n[assignments.other]{other}"));
    refused(
        "more",
        &[
            "several assignments have a case `more`",
            "sum/more, other/more",
        ],
    );
}

#[test]
fn undefined_behaviour_is_looked_for_in_all_cases() {
    let course = sum::with("undefined = { sanitizers = true }", DEFINED);
    course.write("testcases/sum/more.toml", CASE.replace('3', "4"));
    course.write(
        "testcases/sum/more.expected",
        EXPECTED.replace('3', "4").replace('5', "6"),
    );
    let outside = ADDS.replace(
        "std::printf(\"Sum",
        "int a[9]; if (first > 8) a[first] = 1;\n    std::printf(\"Sum",
    );
    course.write("submissions/ann/sum.cpp", outside);
    run(&course, &[]);
    let found = || {
        let results = Results::read(&course.path("reports"));
        let kinds = undefined(results.of("ann", "sum"))
            .iter()
            .map(|one| text(&one["kind"]).to_owned());
        kinds.collect::<Vec<_>>()
    };
    assert_eq!(found(), [""; 0]);
    course.write(
        "testcases/sum/more.toml",
        CASE.replace('2', "9").replace('3', "4"),
    );
    let expected = EXPECTED
        .replace('2', "9")
        .replace('3', "4")
        .replace("Sum: 5", "Sum: 13");
    course.write("testcases/sum/more.expected", expected);
    run(&course, &["--case", "more"]);
    assert_eq!(found(), ["out-of-bounds-index"]);
    is_as_a_whole_run(&course);
}
