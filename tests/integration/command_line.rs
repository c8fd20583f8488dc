//! What the command line answers: exit codes, and messages that say what to do next.

use std::fs;

use crate::support::results::Results;
use crate::support::sum::class;
use crate::support::{CASE, Course, EXPECTED, SUM, compiler, entries};

#[test]
fn a_run_writes_its_results_and_says_where_and_shows_its_progress_apart() {
    let course = class();
    let ran = course.grader(&["run", "submissions"]);
    ran.exits_with(0)
        .shows(&["ann", "bob", "reports/results.json"])
        .says(&["[2/2]"]);
    assert!(!ran.stdout.contains("[2/2]"), "{ran:#?}");
    assert_eq!(
        entries(&course.path("reports")),
        [
            ".grader",
            "ann",
            "bob",
            "cases",
            "grades.csv",
            "index.html",
            "results.json"
        ]
    );
}

#[test]
fn a_course_that_cannot_be_used_is_an_error_that_says_what_to_do() {
    type Slip = fn(&Course);
    let table: [(&str, Slip, &[&str]); 6] = [
        (
            "no rubric",
            |course| fs::remove_file(course.path("rubric.toml")).unwrap(),
            &["rubric.toml", "--rubric FILE", "grader new"],
        ),
        (
            "an unknown key",
            |course| course.write("rubric.toml", SUM.replace("accept =", "acept =")),
            &["rubric.toml:8:1: ", "`acept`", "did you mean `accept`?"],
        ),
        (
            "a case that is no TOML",
            |course| course.write("testcases/sum/adds.toml", "input = [\n"),
            &["adds.toml:1:"],
        ),
        (
            "a stale transcript",
            |course| course.write("testcases/sum/adds.expected", EXPECTED.replace('5', "6")),
            &["adds.expected: stale", "`grader check --accept`"],
        ),
        (
            "a transcript whose script has changed",
            |course| course.write("testcases/sum/adds.toml", CASE.replace("\"3\"", "\"4\"")),
            &["adds.expected: stale", "`grader check --accept`"],
        ),
        (
            "a missing transcript",
            |course| fs::remove_file(course.path("testcases/sum/adds.expected")).unwrap(),
            &["adds.expected: missing", "`grader check --accept`"],
        ),
    ];
    for (what, slip, says) in table {
        let course = class();
        slip(&course);
        let ran = course.grader(&["run", "submissions"]);
        ran.exits_with(2).says(says);
        assert!(!course.path("reports/results.json").exists(), "{what}");
    }
}

#[test]
fn reports_that_cannot_be_written_are_known_before_anything_is_graded() {
    for out in [
        "rubric.toml",
        "rubric.toml/reports",
        "/proc/reports",
        "/dev/null",
    ] {
        let ran = class().grader(&["run", "submissions", "--out", out]);
        ran.exits_with(2).says(&[out, "--out DIR"]);
        assert!(!ran.stderr.contains("[1/2]"), "{ran:#?}");
    }
}

#[test]
fn a_rubric_is_found_in_the_nearest_parent_or_by_its_name() {
    let course = class();
    let mut below = course.command(&["run", ".", "--out", "../reports"]);
    below.current_dir(course.path("submissions"));
    course.run(below).exits_with(0);
    assert!(course.path("reports/results.json").is_file());

    let mut elsewhere = course.command(&["run", "course/submissions", "--out", "course/out"]);
    elsewhere
        .current_dir(course.path(".."))
        .arg("--rubric")
        .arg("course/rubric.toml");
    course.run(elsewhere).exits_with(0);
    assert!(course.path("out/results.json").is_file());
}

#[test]
fn a_missing_compiler_is_told_with_how_to_get_one() {
    for arguments in [
        &["run", "submissions"] as &[&str],
        &["regenerate"],
        &["check"],
        &["doctor"],
    ] {
        let course = class();
        let mut command = course.command(arguments);
        command.env("PATH", course.path("testcases"));
        course
            .run(command)
            .exits_with(3)
            .says(&["`g++`", "install"]);
        assert!(
            !course.path("reports/results.json").exists(),
            "{arguments:?}"
        );
    }
}

/// Answers like a compiler, once; then it is gone.
const VANISHING: &str = "echo 'g++ (vanishing) 1.0'\n/bin/rm \"$0\"\n";

#[test]
fn what_the_grader_fails_on_is_ungraded_and_never_zero_points() {
    let course = class();
    course.write(
        "rubric.toml",
        SUM.replace(
            "sources = [\"solution.cpp\"]",
            "command = [\"/bin/sh\", \"sum.sh\"]",
        ),
    );
    course.write(
        "sum.sh",
        "printf 'First: '; read a; printf 'Second: '; read b; echo Sum: $((a + b))\n",
    );
    let folder = compiler::install(&course, VANISHING);
    let mut command = course.command(&["run", "submissions", "--fail-under", "50"]);
    command.env("PATH", folder);
    course.run(command).exits_with(3);
    let results = Results::read(&course.path("reports"));
    assert_eq!(results.0["ungraded"], 2);
    let ann = results.of("ann", "sum");
    assert_eq!(ann["graded"], false);
    assert_eq!(ann["cases"][0]["verdict"], "ungraded");
    assert!(course.read("reports/grades.csv").contains("ann,sum,,10,"));
}

#[test]
fn a_report_is_shown_for_a_student_who_has_one() {
    let course = class();
    course
        .grader(&["report", "bob"])
        .exits_with(2)
        .says(&["grader run"]);
    course.grader(&["run", "submissions"]).exits_with(0);
    course
        .grader(&["report", "bob"])
        .exits_with(0)
        .shows(&["bob", "0 of 10 points", "Sum: 5"]);
    course
        .grader(&["report", "bobb"])
        .exits_with(2)
        .says(&["`bobb`", "did you mean `bob`?"]);
    course
        .grader(&["report", "zzz"])
        .exits_with(2)
        .says(&["`zzz`", "ann, bob"]);
    course.grader(&["report", "../reports"]).exits_with(2);
}

#[test]
fn an_unknown_game_names_the_nearest() {
    let course = Course::empty();
    let nearest = "did you mean `domineering`?";
    course
        .grader(&["play", "dominering"])
        .exits_with(2)
        .says(&["`dominering`", nearest]);
    let ran = course.grader(&["play", "chess"]);
    ran.exits_with(2)
        .says(&["`chess`", "tttn, domineering, rowcol, cpu, counters"]);
    assert!(!ran.stderr.contains("did you mean"), "{ran:#?}");
}

#[test]
fn what_cannot_be_understood_is_wrong_usage() {
    let course = class();
    let table: [(&[&str], &str); 7] = [
        (&[], "Usage"),
        (&["rnu"], "'rnu'"),
        (&["run"], "<SUBMISSIONS>"),
        (
            &["run", "submissions", "--jobs", "0"],
            "whole number from 1",
        ),
        (&["run", "submissions", "--fail-under", "101"], "0 to 100"),
        (&["run", "submissions", "--fail-under", "NaN"], "0 to 100"),
        (&["run", "submissions", "--fail-unde", "1"], "--fail-under"),
    ];
    for (arguments, says) in table {
        course.grader(arguments).exits_with(2).says(&[says]);
    }
}

#[test]
fn the_help_of_every_command_is_as_it_was_reviewed() {
    let course = Course::empty();
    let long = course.grader(&["--help"]).exits_with(0).stdout.clone();
    course
        .grader(&["help", "all"])
        .exits_with(0)
        .shows(&[&long]);
    // A command and what it does stand on a line that is indented by two blanks.
    let names = long.lines().filter_map(|line| {
        let (name, _) = line.strip_prefix("  ")?.split_once("  ")?;
        name.starts_with(|first: char| first.is_ascii_lowercase())
            .then_some(name)
    });
    let mut all = String::new();
    for arguments in [&["-h"] as &[&str], &["check", "-h"], &["--help"]] {
        all += &format!("\n$ grader {}\n", arguments.join(" "));
        all += &course.grader(arguments).exits_with(0).stdout;
    }
    for name in names.chain(["worksheet"]).filter(|name| *name != "help") {
        all += &format!("\n$ grader {name} --help\n");
        all += &course.grader(&[name, "--help"]).exits_with(0).stdout;
    }
    insta::assert_snapshot!(all);
}
