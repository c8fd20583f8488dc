//! The gates: `--fail-under`, `regenerate --check` and `check` exit with 1 where something is not as it should be.

use std::fs;

use crate::support::ADDS;
use crate::support::results::Results;
use crate::support::sum::class;
use crate::support::{CASE, Course, EXPECTED, SUM};

/// A calibration program of the smallest course; its points follow.
const CALIBRATION: &str =
    "[[assignments.sum.calibration]]\nsources = [\"solution.cpp\"]\npoints = ";

#[test]
fn the_gate_fails_if_anybody_is_below_it_and_the_reports_are_written_all_the_same() {
    let course = class();
    for (student, percent, code) in [
        ("bob", "0", 0),
        ("bob", "0.5", 1),
        ("bob", "100%", 1),
        ("ann", "100", 0),
    ] {
        let arguments = [
            "run",
            "submissions",
            "--student",
            student,
            "--fail-under",
            percent,
        ];
        course.grader(&arguments).exits_with(code);
        let results = Results::read(&course.path("reports"));
        // Of the other student, what was written before stays.
        assert!(results.names().contains(&format!("{student} sum")));
    }
}

#[test]
fn regenerate_writes_what_is_missing_or_stale_and_nothing_else() {
    let course = class();
    course.write("testcases/sum/more.toml", CASE.replace('3', "4"));
    course.write("testcases/sum/adds.expected", "stale");
    let check = course.grader(&["regenerate", "--check"]);
    check
        .exits_with(1)
        .shows(&["adds.expected: stale", "more.expected: missing"]);
    assert_eq!(course.read("testcases/sum/adds.expected"), "stale");

    let before = course.files();
    course
        .grader(&["regenerate"])
        .exits_with(0)
        .shows(&["adds.expected", "more.expected"]);
    let mut expected = before;
    expected.insert("testcases/sum/adds.expected".into(), EXPECTED.into());
    let more = "First: ‹2›\nSecond: ‹4›\nSum: 6\n";
    expected.insert("testcases/sum/more.expected".into(), more.into());
    assert_eq!(course.files(), expected);

    course.grader(&["regenerate", "--check"]).exits_with(0);
    course.grader(&["run", "submissions"]).exits_with(0);
}

/// A file that the grader wrote, and that a person changed since, is never overwritten.
#[test]
fn an_edited_transcript_is_printed_and_never_overwritten() {
    let course = Course::sum();
    course.grader(&["check"]).exits_with(0);
    let edited = EXPECTED.replace('5', "6");
    course.write("testcases/sum/adds.expected", &edited);
    for arguments in [
        &["check"] as &[&str],
        &["check", "--accept"],
        &["regenerate"],
    ] {
        course.grader(arguments).exits_with(1).shows(&[
            "adds.expected: edited by hand",
            "  - Sum: 6\n  + Sum: 5\n",
            "are not overwritten",
        ]);
        assert_eq!(course.read("testcases/sum/adds.expected"), edited);
    }
    fs::remove_file(course.path("testcases/sum/adds.expected")).unwrap();
    course
        .grader(&["check", "--accept"])
        .exits_with(0)
        .shows(&["adds.expected: new, written", "  + Sum: 5\n"]);
    // Now the reference changes, and nobody has edited anything.
    course.write("solution.cpp", ADDS.replace("Sum", "Total"));
    course
        .grader(&["check"])
        .exits_with(1)
        .shows(&["adds.expected: stale", "  - Sum: 5\n  + Total: 5\n"]);
}

#[test]
fn what_calibration_programs_get_is_accepted_with_the_expected_files() {
    let course = Course::sum();
    course.write("solution.cpp", ADDS.replace("Sum", "Total"));
    course.write("old.cpp", ADDS);
    let old = "\n[[assignments.sum.calibration]]\nsources = [\"old.cpp\"]\n";
    let rubric =
        format!("{SUM}{CALIBRATION}9 # all\nverdicts = {{ adds = \"wrong-answer\" }}\n{old}");
    course.write("rubric.toml", &rubric);
    course
        .grader(&["check", "--accept"])
        .exits_with(0)
        .shows(&["  - Sum: 5\n  + Total: 5\n", "  - points = 9 # all\n"]);
    let accepted = rubric
        .replace("9 # all", "10 # all")
        .replace("\"wrong-answer\"", "\"accepted\"");
    assert_eq!(
        course.read("rubric.toml"),
        format!("{accepted}points = 0\n")
    );
    let again = course.grader(&["check", "--accept"]);
    again.exits_with(0).shows(&["every grade is as declared"]);
    assert!(!again.stdout.contains("written"), "{}", again.stdout);
}

#[test]
fn check_fails_on_anything_that_is_not_as_it_was_reviewed() {
    type Slip = fn(&Course);
    let table: [(Slip, i32, &str); 6] = [
        (
            |course| course.write("rubric.toml", format!("{SUM}{CALIBRATION}10\n")),
            0,
            "sum/solution: 10 points",
        ),
        (
            |course| course.write("rubric.toml", format!("{SUM}{CALIBRATION}9\n")),
            1,
            "9 are declared",
        ),
        (
            |course| {
                let subtracts = ADDS.replace("first + second", "first - second");
                course.write("solution.cpp", &subtracts);
                course.write("other.cpp", ADDS);
                let other = SUM.replace("\"solution.cpp\"", "\"other.cpp\"");
                course.write("rubric.toml", format!("{other}{CALIBRATION}10\n"));
            },
            1,
            "0 of 10, 0 of 1 are right; not adds",
        ),
        (
            |course| {
                let wrong = "10\nverdicts = { adds = \"wrong-answer\" }\n";
                course.write("rubric.toml", format!("{SUM}{CALIBRATION}{wrong}"));
            },
            1,
            "case `adds` is `accepted`, and `wrong-answer` is declared",
        ),
        (
            |course| course.write("testcases/sum/adds.expected", ""),
            1,
            "adds.expected: stale",
        ),
        (
            |course| course.write("testcases/sum/gone.expected", ""),
            1,
            "gone.expected: left over",
        ),
    ];
    for (slip, code, shows) in table {
        let course = Course::sum();
        slip(&course);
        course
            .grader(&["check", "-j", "1"])
            .exits_with(code)
            .shows(&[shows]);
    }
}

#[test]
fn mutants_wait_until_calibration_points_are_right_and_the_output_says_so() {
    let course = Course::sum();
    course.write("rubric.toml", format!("{SUM}{CALIBRATION}3\n"));
    course
        .grader(&["check", "--mutants"])
        .exits_with(1)
        .shows(&["mutants were not tested"]);
}

#[test]
fn a_transcript_without_its_case_is_to_be_deleted_and_the_last_line_says_so() {
    let course = Course::sum();
    course.write("testcases/sum/gone.expected", "");
    for arguments in [
        &["check"] as &[&str],
        &["regenerate", "--check"],
        &["regenerate"],
    ] {
        let ran = course.grader(arguments);
        ran.shows(&["gone.expected: left over: there is no case of that name; delete it"]);
        let last = ran.stdout.lines().last();
        assert_eq!(
            last,
            Some("expected transcripts: 1 fresh, 1 left over: delete it"),
            "{arguments:?}"
        );
    }
}

#[test]
fn only_the_assignments_that_are_named_are_checked() {
    let course = Course::sum();
    let other = SUM
        .split_once("[assignments.sum]")
        .unwrap()
        .1
        .replace("sum", "plus");
    course.write("rubric.toml", format!("{SUM}[assignments.plus]{other}"));
    course.write("testcases/plus/adds.toml", CASE);
    course
        .grader(&["check"])
        .exits_with(1)
        .shows(&["2 assignments", "plus/adds.expected: missing"]);
    let sum = course.grader(&["check", "--assignment", "sum"]);
    sum.exits_with(0)
        .shows(&["1 assignment, 1 criterion, 1 case"]);
    assert!(!sum.stdout.contains("plus"), "{sum:#?}");
    let both = ["check", "--assignment", "sum", "--assignment", "plus"];
    course.grader(&both).exits_with(1).shows(&["2 assignments"]);
    let unknown = course.grader(&["check", "--assignment", "plsu"]);
    unknown
        .exits_with(2)
        .says(&["no assignment `plsu`", "did you mean `plus`?"]);
}
