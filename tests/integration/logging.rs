//! The log tells what became of a submission, and nothing that students must not see.

use std::fs;

use crate::support::{ADDS, Course};

/// A course with two students, a hidden case, and a student whose program prints control characters.
fn course() -> Course {
    let course = Course::sum();
    course.write(
        "testcases/sum/hidden.toml",
        "description = \"Hidden\"\nvisibility = \"hidden\"\ninput = [\"4711\", \"42\"]\n",
    );
    course.grader(&["regenerate"]).exits_with(0);
    course.write("submissions/ada/sum.cpp", ADDS);
    course.write(
        "submissions/ben/sum.cpp",
        "int main() { not C++ \u{1b}[31m }\n",
    );
    course
}

/// The lines of a log that are about a student.
fn lines_of<'l>(log: &'l str, student: &str) -> Vec<&'l str> {
    let marked = format!("student={student}");
    log.lines()
        .filter(|line| line.contains("submission{") && line.contains(&marked))
        .collect()
}

#[test]
fn a_submission_can_be_followed_from_its_build_to_its_grade() {
    let course = course();
    course
        .grader(&["run", "submissions", "--log", "grader.log"])
        .exits_with(0);
    let log = course.read("grader.log");
    let has = |student: &str, parts: &[&str]| {
        let lines = lines_of(&log, student);
        let is_it = |line: &&&str| parts.iter().all(|part| line.contains(part));
        assert!(
            lines.iter().any(|line| is_it(&line)),
            "{student}, {parts:?}:\n{log}"
        );
    };
    assert!(
        log.lines()
            .any(|line| line.contains("grading begins") && line.contains("tier=")),
        "{log}"
    );
    has("ada", &["build{toolchain=g++}", "verdict=\"ok\""]);
    has("ada", &["case{id=adds}", "process{", "exit=Code(0)"]);
    has("ada", &["case{id=adds}", "judged", "verdict=\"accepted\""]);
    has("ada", &["graded", "points=10"]);
    has(
        "ben",
        &["build{toolchain=g++}", "verdict=\"compile-error\""],
    );
    has("ben", &["graded", "points=0"]);
}

#[test]
fn nothing_that_a_case_or_a_program_says_is_in_the_log() {
    let course = course();
    course
        .grader(&["run", "submissions", "--log", "grader.log"])
        .exits_with(0);
    let log = course.read("grader.log");
    for secret in ["471128069", "471128111", "Sum:", "not C++"] {
        assert!(!log.contains(secret), "`{secret}` is in:\n{log}");
    }
    assert!(
        !log.chars().any(|it| it.is_control() && it != '\n'),
        "{log}"
    );
}

#[test]
fn verbose_tells_the_same_on_standard_error() {
    let course = course();
    let ran = course.grader(&["run", "submissions", "--quiet", "--verbose"]);
    ran.exits_with(0)
        .says(&["grading begins", "student=ada", "case{id=adds}"]);
}

#[test]
fn nobody_who_does_not_ask_gets_a_log() {
    let course = course();
    let ran = course.grader(&["run", "submissions", "--quiet"]);
    assert_eq!(ran.exits_with(0).stderr, "");
    assert!(!fs::read_dir(course.path("")).unwrap().any(|entry| {
        entry
            .unwrap()
            .file_name()
            .to_string_lossy()
            .ends_with(".log")
    }));
}

#[test]
fn a_log_that_cannot_be_written_is_wrong_usage() {
    let course = course();
    let ran = course.grader(&["run", "submissions", "--log", "no/such/folder/grader.log"]);
    ran.exits_with(2)
        .says(&["no/such/folder/grader.log", "--log"]);
}
