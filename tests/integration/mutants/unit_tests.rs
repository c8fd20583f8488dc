//! Faults in types of a solution's own, and the unit tests that should notice them.

use serde_json::Value;

use super::{found, outcomes};
use crate::support::{Course, Ran};

/// A class in a header alone, with bodies that nothing but tests compiles.
const COUNTER: &str = r#"#ifndef COUNTER_H
#define COUNTER_H
class Counter {
public:
    void add(int more) {
        if (more > 0) {
            count_ += more;
        }
    }
    int count() const { return count_; }
private:
    int count_ = 0;
};
#endif
"#;

const TESTS: &str = r#"#include "counter.h"
#include "grader_test.h"
TEST("what is added counts") {
    Counter counter;
    counter.add(3);
    counter.add(1);
    CHECK_EQUAL(4, counter.count());
}
"#;

/// What a test must show beside that.
const NEGATIVE: &str = r#"TEST("what is below zero does not count") {
    Counter counter;
    counter.add(-2);
    CHECK_EQUAL(0, counter.count());
}
"#;

fn rubric(solution: &str, more: &str) -> String {
    format!(
        r#"
[assignments.counter]
repair = "0s"
sources = ["*.h", "*.cpp"]
flags = ["-std=c++17"]
reference = {{ sources = [{solution}] }}
{more}

[[assignments.counter.criteria]]
id = "tests"
points = 10
cases = ["*"]
credit = "per-test"
"#
    )
}

/// A course with these files of a solution and one case with these tests.
fn course(files: &[(&str, &str)], tests: &str, more: &str) -> Course {
    let course = Course::empty();
    let names: Vec<String> = files
        .iter()
        .map(|(name, _)| format!("\"solution/{name}\""))
        .collect();
    course.write("rubric.toml", rubric(&names.join(", "), more));
    for (name, text) in files {
        course.write(format!("solution/{name}"), text);
    }
    let case = "description = \"A counter\"\nkind = \"tests\"\ntests = \"counter_test.cpp\"\n";
    course.write("testcases/counter/counter.toml", case);
    course.write("testcases/counter/counter_test.cpp", tests);
    course
}

fn check(course: &Course) -> Ran {
    let ran = course.grader(&["check", "--mutants", "--log", "log.txt"]);
    assert!(
        !ran.stdout.contains("NOT TRIED"),
        "{}{}",
        ran.stdout,
        ran.stderr
    );
    ran
}

/// Whether all mutants stood in one program, behind the switch.
fn were_one_program(course: &Course) -> bool {
    !course
        .read("log.txt")
        .contains("each mutant is built by itself")
}

const GATE: &str = "mutants = { unnoticed = 0 }";

#[test]
fn a_gap_of_unit_tests_is_named_in_the_header_and_a_test_closes_it() {
    let course = course(&[("counter.h", COUNTER)], TESTS, GATE);
    let ran = check(&course);
    assert!(were_one_program(&course));
    assert_eq!(ran.code, Some(1), "{}", ran.stdout);
    assert!(
        ran.stdout.contains("  survived: solution/counter.h:6\n"),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.contains("    + if (true) {"), "{}", ran.stdout);
    assert!(
        ran.stdout.contains("no input shows whether those"),
        "{}",
        ran.stdout
    );
    let all = found(&course);
    assert_eq!(outcomes(&all, "if (true) {"), ["survived"]);
    assert_eq!(outcomes(&all, "if (false) {"), ["noticed"]);
    assert_eq!(outcomes(&all, "count_ -= more;"), ["noticed"]);
    // What a member begins with must be constant as far as a switch goes, so it is a program of its own.
    assert_eq!(outcomes(&all, "int count_ = 1;"), ["noticed"]);
    // A line with several stands once.
    let told = "    - if (more > 0) {\n    + if (true) {\n    + if (more >= 0) {\n    + if (more != 0) {\n";
    assert!(ran.stdout.contains(told), "{}", ran.stdout);
    assert!(course.read("mutants/survived.txt").contains("counter.h:6"));
    assert!(course.read("mutants/index.html").contains("no input shows"));

    course.write(
        "testcases/counter/counter_test.cpp",
        format!("{TESTS}{NEGATIVE}"),
    );
    // Adding nothing changes nothing, and no test can tell that.
    let accepted = "\n[[assignments.counter.accepted_mutants]]\nat = \"solution/counter.h\"\n\
        was = \"if (more > 0) {\"\nwhy = \"adding nothing changes nothing\"\n";
    let names = "\"solution/counter.h\"";
    course.write("rubric.toml", rubric(names, &format!("{GATE}\n{accepted}")));
    let ran = check(&course);
    let all = found(&course);
    assert_eq!(outcomes(&all, "if (true) {"), ["noticed"]);
    assert_eq!(outcomes(&all, "if (more >= 0) {"), ["survived"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stdout);
    assert!(
        ran.stdout.contains("accepted by the rubric's decisions"),
        "{}",
        ran.stdout
    );
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn no_case_is_written_where_only_tests_could_show_what_survived() {
    let course = course(&[("counter.h", COUNTER)], TESTS, "");
    let ran = course.grader(&["check", "--mutants", "--write-case", "more"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stdout);
    assert!(
        ran.stdout.contains("so it needs a test of yours"),
        "{}",
        ran.stdout
    );
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn a_header_that_several_sources_and_a_header_include_holds_a_switch_as_they_do() {
    let header = "#pragma once\ninline int twice(int n) { return n * 2; }\nint thrice(int n);\n";
    let upper = "#pragma once\n#include \"twice.h\"\nnamespace four {\ntemplate <class T>\nT times(T n) {\n    return twice(n) + twice(n);\n}\n}\n";
    let source =
        "#include \"four.h\"\n#include \"twice.h\"\nint thrice(int n) { return twice(n) + n; }\n";
    let main = "#include \"twice.h\"\n#include <iostream>\nint main() { std::cout << twice(1); }\n";
    let files = [
        ("twice.h", header),
        ("four.h", upper),
        ("thrice.cpp", source),
        ("main.cpp", main),
    ];
    let tests = "#include \"twice.h\"\n#include \"four.h\"\n#include \"grader_test.h\"\nTEST(\"all\") {\n    CHECK_EQUAL(10, twice(5));\n    CHECK_EQUAL(15, thrice(5));\n    CHECK_EQUAL(20, four::times(5));\n}\n";
    let course = course(&files, tests, "");
    check(&course);
    assert!(were_one_program(&course), "{}", course.read("log.txt"));
    let all = found(&course);
    for becomes in [
        "inline int twice(int n) { return n + 2; }",
        "return twice(n) - twice(n);",
        "int thrice(int n) { return twice(n) - n; }",
    ] {
        assert_eq!(outcomes(&all, becomes), ["noticed"], "{becomes}: {all:#?}");
    }
    // No test runs `main`.
    assert_eq!(
        outcomes(&all, "int main() { std::cout << twice(2); }"),
        ["survived"]
    );
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn tests_that_include_a_source_by_its_name_run_with_its_mutants() {
    let source = "#include <iostream>\nstatic int half(int n) {\n    return n / 2;\n}\nint main() {\n    std::cout << half(8);\n}\n";
    let tests = "#include \"half.cpp\"\n#include \"grader_test.h\"\nTEST(\"half\") { CHECK_EQUAL(4, half(9)); }\n";
    let course = course(&[("half.cpp", source)], tests, "");
    check(&course);
    assert!(were_one_program(&course), "{}", course.read("log.txt"));
    let all = found(&course);
    assert_eq!(outcomes(&all, "return n * 2;"), ["noticed"]);
    assert_eq!(outcomes(&all, "return n / 3;"), ["noticed"]);
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn a_mutant_whose_test_never_ends_or_crashes_is_noticed_and_what_a_test_only_prints_is_not() {
    let source = r#"#pragma once
#include <cstdio>
#include <cstdlib>
inline int sum(int n) {
    int all = 0;
    while (n > 0) {
        all += n;
        n -= 1;
    }
    if (all < 0) {
        std::abort();
    }
    std::printf("sum %d\n", all + 7);
    return all;
}
"#;
    let tests = "#include \"sum.h\"\n#include \"grader_test.h\"\nTEST(\"sum of three\") { CHECK_EQUAL(6, sum(3)); }\n";
    let course = course(&[("sum.h", source)], tests, "");
    let ran = check(&course);
    let all = found(&course);
    // It runs into its limit, twice.
    assert_eq!(
        outcomes(&all, "while (true) {"),
        ["noticed"],
        "{}",
        ran.stdout
    );
    assert_eq!(outcomes(&all, "if (true) {"), ["noticed"]);
    let printed = "std::printf(\"sum %d\\n\", all + 8);";
    assert_eq!(outcomes(&all, printed), ["survived"]);
    let of =
        |becomes: &str| -> &Value { all.iter().find(|one| one["becomes"] == becomes).unwrap() };
    assert_eq!(
        of(printed)["how"],
        "the test “sum of three” prints something else, and passes"
    );
    assert!(of("if (false) {")["how"].is_null());
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn what_only_sanitizers_see_in_a_unit_test_is_told_with_its_case() {
    let source = r#"#pragma once
inline int sum(int first, int second) {
    int seen[4] = {};
    for (int i = 0; i < 4; i++) {
        if (seen[i] == 12345) {
            first = 0;
        }
    }
    return first + second;
}
"#;
    let tests = "#include \"sum.h\"\n#include \"grader_test.h\"\nTEST(\"sum\") { CHECK_EQUAL(5, sum(2, 3)); }\n";
    let course = course(&[("sum.h", source)], tests, "");
    let ran = check(&course);
    let all = found(&course);
    let beyond = "for (int i = 0; i <= 4; i++) {";
    assert_eq!(outcomes(&all, beyond), ["undefined"], "{}", ran.stdout);
    let one = all.iter().find(|one| one["becomes"] == beyond).unwrap();
    assert_eq!(one["tests_of"], "counter");
    // Reports tell students nothing of it, so no criterion could count it.
    assert!(one["case"].is_null());
    assert!(
        ran.stdout.contains(", in the tests of counter)"),
        "{}",
        ran.stdout
    );
    // What does nothing at all is nothing undefined.
    assert_eq!(outcomes(&all, "if (false) {"), ["survived"]);
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn files_that_an_instructor_provides_are_built_and_not_mutated() {
    let provided = "#include \"counter.h\"\nint given() {\n    Counter counter;\n    counter.add(1);\n    return counter.count() + 1;\n}\n";
    let tests =
        format!("{TESTS}int given();\nTEST(\"what is given\") {{ CHECK_EQUAL(2, given()); }}\n");
    let course = course(
        &[("counter.h", COUNTER)],
        &tests,
        "provide = [\"given.cpp\"]",
    );
    course.write("given.cpp", provided);
    check(&course);
    let all = found(&course);
    assert!(
        all.iter().all(|one| one["source"] == "counter.h"),
        "{all:#?}"
    );
    assert_eq!(outcomes(&all, "count_ -= more;"), ["noticed"]);
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn a_fault_in_a_header_is_shown_by_a_game_where_scripts_are_played_as_well() {
    let main = "#include <cstdio>\n#include \"counter.h\"\nint main() {\n    int more = 0;\n    std::scanf(\"%d\", &more);\n    \
        Counter counter;\n    counter.add(more);\n    std::printf(\"%d\\n\", counter.count());\n}\n";
    let course = course(&[("main.cpp", main), ("counter.h", COUNTER)], TESTS, GATE);
    let rubric = course
        .read("rubric.toml")
        .replace("credit = \"per-test\"\n", "");
    course.write("rubric.toml", rubric);
    course.write(
        "testcases/counter/some.toml",
        "description = \"Some\"\ninput = [\"5\"]\n",
    );
    assert_eq!(course.grader(&["regenerate"]).code, Some(0));
    let ran = check(&course);
    assert!(were_one_program(&course));
    assert_eq!(ran.code, Some(1), "{}", ran.stdout);
    let all = found(&course);
    let gap = all
        .iter()
        .find(|one| one["becomes"] == "if (true) {")
        .unwrap();
    assert_eq!(
        (&gap["source"], &gap["outcome"]),
        (&"counter.h".into(), &"not-noticed".into())
    );
    assert!(gap["script"][0].as_str().unwrap().starts_with('-'), "{gap}");
    // Games have been played, so what does the same in all of them is said to.
    assert_eq!(outcomes(&all, "if (more >= 0) {"), ["no-difference"]);
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn a_switch_that_changes_what_a_test_comes_to_is_thrown_away() {
    // Behind a switch a text is no array any more, so another function is called.
    let source = r#"#pragma once
template <unsigned N>
int size(const char (&)[N]) {
    return N;
}
inline int size(...) { return 0; }
inline int four() { return size("abc"); }
"#;
    let tests = "#include \"size.h\"\n#include \"grader_test.h\"\nTEST(\"four\") { CHECK_EQUAL(4, four()); }\n";
    let course = course(&[("size.h", source)], tests, "");
    check(&course);
    assert!(
        course
            .read("log.txt")
            .contains("with all mutants off does something else")
    );
    let all = found(&course);
    assert_eq!(
        outcomes(&all, "inline int four() { return size(\"\"); }"),
        ["noticed"]
    );
    assert_eq!(
        outcomes(&all, "inline int size(...) { return 1; }"),
        ["survived"]
    );
}
