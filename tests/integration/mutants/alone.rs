//! The program with all mutants says of each what a program of its own says.

use std::fs::OpenOptions;
use std::io::Write as _;

use serde_json::Value;

use super::shipped::shipped;
use super::{RUBRIC, SOLUTION, check, course, found};
use crate::support::Course;

/// Takes the name of the switch, so that no program with one can be built: each mutant is then built alone. It is no mutant's
/// place itself.
const TAKES_THE_NAME: &str = "void grader_mutant();\n";

/// What the log says then.
const ALONE: &str = "each mutant is built by itself";

/// What became of each mutant, behind a switch and alone, where the two differ.
fn differences(course: &Course, solution: &str, more: &[&str]) -> (usize, Vec<String>) {
    let asked = [&["check", "--mutants", "--log", "log.txt"], more].concat();
    let read = || {
        course.grader(&asked);
        (found(course), course.read("log.txt").contains(ALONE))
    };
    let (switched, is_alone) = read();
    assert!(!is_alone);
    let mut file = OpenOptions::new()
        .append(true)
        .open(course.path(solution))
        .unwrap();
    file.write_all(TAKES_THE_NAME.as_bytes()).unwrap();
    let (alone, is_alone) = read();
    assert!(is_alone);
    assert_eq!(switched.len(), alone.len());
    let told = |one: &Value| {
        let keys = ["line", "was", "becomes", "outcome", "by"];
        keys.map(|key| one[key].to_string()).join(" ")
    };
    let pairs = switched
        .iter()
        .zip(&alone)
        .map(|(one, other)| (told(one), told(other)));
    let others = pairs.filter(|(one, other)| one != other);
    (
        switched.len(),
        others
            .map(|(one, other)| format!("{one}\n  alone: {other}"))
            .collect(),
    )
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn a_mutant_is_the_same_behind_a_switch_and_alone() {
    let cases = [("small", "\"2\", \"3\""), ("negative", "\"-2\", \"3\"")];
    let course = course(RUBRIC, &cases);
    let (_, others) = differences(&course, "solution.cpp", &["--games", "10"]);
    assert!(others.is_empty(), "{}", others.join("\n"));
}

#[test]
fn a_library_without_an_archive_keeps_no_mutant_from_the_switch() {
    // The words of a linker that has to take no shared library, and is given one by its name.
    let rubric = RUBRIC.replace("flags = []", "flags = [\"-l:libm.so.6\"]");
    let course = course(&rubric, &[("small", "\"2\", \"3\"")]);
    course.grader(&["check", "--mutants", "--games", "10", "--log", "log.txt"]);
    let log = course.read("log.txt");
    assert!(log.contains("libm.so.6") && !log.contains(ALONE), "{log}");
}

/// A class template with a source beside it, and what notices only some of its faults.
fn types() -> Course {
    let course = Course::empty();
    let rubric = RUBRIC.replace("solution.cpp", "pair.h\", \"pair.cpp");
    course.write(
        "rubric.toml",
        rubric.replace("flags = []", "flags = [\"-std=c++17\"]"),
    );
    course.write(
        "pair.h",
        "#pragma once\ntemplate <class T>\nstruct Pair {\n    T first, second;\n    T larger() const {\n        \
         return first > second ? first : second;\n    }\n    constexpr int size() const { return 2; }\n};\nint sum(Pair<int> pair);\n",
    );
    course.write(
        "pair.cpp",
        "#include \"pair.h\"\nint sum(Pair<int> pair) {\n    if (pair.first < 0) {\n        return 0;\n    }\n    \
         return pair.first + pair.second;\n}\n",
    );
    let case = "description = \"A pair\"\nkind = \"tests\"\ntests = \"pair_test.cpp\"\n";
    course.write("testcases/sum/pair.toml", case);
    course.write(
        "testcases/sum/pair_test.cpp",
        "#include \"pair.h\"\n#include \"grader_test.h\"\nTEST(\"larger\") {\n    Pair<int> pair{2, 5};\n    \
         CHECK_EQUAL(5, pair.larger());\n    CHECK_EQUAL(2, pair.size());\n}\nTEST(\"sum\") { CHECK_EQUAL(7, sum({2, 5})); }\n",
    );
    course
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn a_mutant_that_unit_tests_try_is_the_same_behind_a_switch_and_alone() {
    let (count, others) = differences(&types(), "pair.cpp", &[]);
    assert!(count > 10, "{count}");
    assert!(others.is_empty(), "{}", others.join("\n"));
}

/// Of each shipped assignment, or of those that `GRADER_MUTANTS` names: CONTRIBUTING.md has the command.
#[test]
#[ignore = "takes minutes for each assignment; CONTRIBUTING.md says when to run it"]
fn every_shipped_mutant_is_the_same_behind_a_switch_and_alone() {
    let asked = std::env::var("GRADER_MUTANTS").unwrap_or_default();
    let all = ["tttn", "domineering", "rowcol", "counters", "cpu"];
    let mut wrong = Vec::new();
    for assignment in all
        .into_iter()
        .filter(|it| asked.is_empty() || asked.contains(it))
    {
        let course = shipped(assignment, |_| true);
        let solution = format!("calibration/{assignment}/solution.cpp");
        let (count, others) = differences(&course, &solution, &[]);
        println!(
            "{assignment}: {count} mutants, {} of them differ",
            others.len()
        );
        wrong.extend(others);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn a_mutant_loses_points_as_a_student_would_who_hands_it_in() {
    let course = course(
        RUBRIC,
        &[("small", "\"2\", \"3\""), ("negative", "\"-2\", \"3\"")],
    );
    check(&course, &[]);
    let switched = found(&course);
    for one in switched
        .iter()
        .filter(|one| one["operator"] != "deletion")
        .step_by(7)
    {
        let [was, becomes] = ["was", "becomes"].map(|key| one[key].as_str().unwrap());
        let mutated: String = SOLUTION
            .lines()
            .enumerate()
            .map(|(number, line)| {
                let is_it = number as u64 + 1 == one["line"].as_u64().unwrap();
                format!(
                    "{}\n",
                    if is_it {
                        line.replace(was, becomes)
                    } else {
                        line.to_owned()
                    }
                )
            })
            .collect();
        course.write("submissions/mutant/sum.cpp", mutated);
        let results = course.results();
        let points = results.of("mutant", "sum")["points"].as_f64().unwrap();
        let build = &results.of("mutant", "sum")["build"]["verdict"];
        match one["outcome"].as_str().unwrap() {
            "noticed" => assert!(points < 10.0, "{one:#}"),
            "not-compiled" => assert_eq!(build, "compile-error", "{one:#}"),
            _ => assert!((points - 10.0).abs() < 0.001, "{one:#}"),
        }
    }
}
