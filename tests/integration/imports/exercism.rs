//! exercism: a test program for Catch2, what students write, and an example.

use super::{imported, outcome, package};
use crate::support::results::Results;

const CONFIG: &str = r#"{
  "authors": ["us"],
  "files": {
    "solution": ["leap.cpp", "leap.h"],
    "test": ["leap_test.cpp"],
    "example": [".meta/example.cpp", ".meta/example.h"]
  },
  "blurb": "Find leap years."
}
"#;

const TESTS: &str = r#"#include "leap.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch.hpp>
#else
#include "test/catch.hpp"
#endif

TEST_CASE("not_divisible_by_4") {
    REQUIRE(!leap::is_leap(2015));
}

#if defined(EXERCISM_RUN_ALL_TESTS)
TEST_CASE("divisible_by_4") {
    REQUIRE(leap::is_leap(1996));
}

TEST_CASE("divisible_by_100") {
    REQUIRE(!leap::is_leap(2100));
}

TEST_CASE("divisible_by_400") {
    REQUIRE(leap::is_leap(2000));
}
#endif
"#;

const HEADER: &str = "#pragma once\nnamespace leap {\nbool is_leap(int year);\n}\n";

fn source(rule: &str) -> String {
    format!(
        "#include \"leap.h\"\nnamespace leap {{\nbool is_leap(int year) {{ return {rule}; }}\n}}\n"
    )
}

const RIGHT: &str = "year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)";

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn an_exercise_becomes_unit_tests_of_which_each_earns_its_part() {
    if !std::path::Path::new("/usr/include/catch2/catch.hpp").is_file() {
        println!("skipped: Catch2 2 is not installed");
        return;
    }
    let right = source(RIGHT);
    let files = [
        (".meta/config.json", CONFIG),
        (".meta/example.cpp", &right),
        (".meta/example.h", HEADER),
        ("leap.cpp", "#include \"leap.h\"\n"),
        ("leap.h", "#pragma once\n"),
        ("leap_test.cpp", TESTS),
        (".docs/instructions.md", "Find leap years.\n"),
        (
            "submissions/wrong_answer/hundreds/leap.cpp",
            &source("year % 4 == 0"),
        ),
        ("submissions/wrong_answer/hundreds/leap.h", HEADER),
    ];
    let leap = imported("exercism", &files);
    assert!(
        leap.losses().contains(".docs/: the texts are for students"),
        "{}",
        leap.losses()
    );
    leap.checks(2);
    let programs = [
        ("ann", source(RIGHT)),
        ("bob", source("year % 4 == 0")),
        ("cid", "int".to_owned()),
    ];
    for (student, program) in &programs {
        leap.place
            .write(format!("made/submissions/{student}/leap.cpp"), program);
        leap.place
            .write(format!("made/submissions/{student}/leap.h"), HEADER);
    }
    leap.grader(&["run", "submissions"]).exits_with(0);
    let results = Results::read(&leap.place.path("made/reports"));
    let points = programs.map(|(student, _)| outcome(&results, student).0);
    assert_eq!(points, [100.0, 75.0, 0.0]);
}

#[test]
fn an_exercise_without_an_example_or_tests_is_no_course() {
    let config = CONFIG.replace("[\".meta/example.cpp\", \".meta/example.h\"]", "[]");
    let place = package(&[(".meta/config.json", &config), ("leap_test.cpp", TESTS)]);
    let ran = place.grader(&["import", "exercism", "sum"]);
    ran.exits_with(2)
        .says(&[".meta/config.json: it names no example in `files.example`"]);
    let place = package(&[(".meta/config.json", CONFIG)]);
    place
        .grader(&["import", "exercism", "sum"])
        .exits_with(2)
        .says(&["it names no source of tests in `files.test`"]);
    place
        .grader(&["import", "kattis", "sum"])
        .exits_with(2)
        .says(&[
            "sum is no package of Kattis",
            "it looks like one of exercism: `grader import exercism`",
        ]);
}
