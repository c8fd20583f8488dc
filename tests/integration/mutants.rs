//! Faults planted in a course's own solution: which of them no case notices, and why.

mod alone;
mod planted;
mod shipped;
mod ungraded;
mod unit_tests;
mod with_sanitizers;

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::{Course, Ran};

/// A solution that adds what is positive, in a function that cases can call.
const SOLUTION: &str = r#"#include <cstdio>

int add(int first, int second) {
    if (first < 0) {
        first = 0;
    }
    return first + second;
}

int main() {
    int first = 0;
    int second = 0;
    std::printf("First: ");
    std::fflush(stdout);
    if (std::scanf("%d", &first) != 1) {
        return 0;
    }
    std::printf("Second: ");
    std::fflush(stdout);
    if (std::scanf("%d", &second) != 1) {
        return 0;
    }
    std::printf("Sum: %d\n", add(first, second));
}
"#;

const RUBRIC: &str = r#"
[defaults]
flags = []

[assignments.sum]
sources = ["sum.cpp"]
reference = { sources = ["solution.cpp"] }

[[assignments.sum.criteria]]
id = "sums"
points = 10
cases = ["*"]
"#;

/// A course with these cases, each given by its inputs.
fn course(rubric: &str, cases: &[(&str, &str)]) -> Course {
    let course = Course::empty();
    course.write("rubric.toml", rubric);
    course.write("solution.cpp", SOLUTION);
    for (name, input) in cases {
        let text = format!("description = \"A case\"\ninput = [{input}]\n");
        course.write(format!("testcases/sum/{name}.toml"), text);
    }
    assert_eq!(course.grader(&["regenerate"]).code, Some(0));
    course
}

fn check(course: &Course, more: &[&str]) -> Ran {
    course.grader(&[&["check", "--mutants", "--games", "25"], more].concat())
}

fn found(course: &Course) -> Vec<Value> {
    let all: Value = serde_json::from_str(&course.read("mutants/mutants.json")).unwrap();
    all["programs"][0]["mutants"].as_array().unwrap().clone()
}

fn outcomes<'v>(all: &'v [Value], becomes: &str) -> Vec<&'v str> {
    let of = all.iter().filter(|one| one["becomes"] == becomes);
    of.map(|one| one["outcome"].as_str().unwrap()).collect()
}

#[test]
fn a_fault_that_no_case_shows_is_told_with_a_game_and_a_case_closes_the_gap() {
    let gate = RUBRIC.replace("[[assi", "mutants = { unnoticed = 0 }\n\n[[assi");
    let course = course(
        &gate,
        &[("small", "\"2\", \"3\""), ("large", "\"20\", \"-7\"")],
    );
    let ran = check(&course, &["--write-case", "negative", "--which", "all"]);
    assert_eq!(ran.code, Some(1), "{}", ran.stdout);
    assert!(
        ran.stdout.contains("not noticed: solution.cpp:4"),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.contains("+ if (false) {"), "{}", ran.stdout);
    let all = found(&course);
    assert_eq!(outcomes(&all, "if (false) {")[0], "not-noticed");
    assert_eq!(outcomes(&all, "return first - second;"), ["noticed"]);
    // The case that was written shows it, and is reviewed as every other.
    let case = course.read("testcases/sum/negative-1.toml");
    assert!(case.contains("input = [\"-"), "{case}");
    assert!(
        course
            .read("testcases/sum/negative-1.expected")
            .contains("Sum: ")
    );
    let again = check(&course, &["--write-case", "negative-1"]);
    let is_told = again.stdout.contains("+ if (false) {");
    assert!(!is_told, "{}", again.stdout);
    assert!(
        again.code == Some(0)
            || again
                .stderr
                .contains("there is a case `negative-1` already")
    );
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn a_loop_without_end_is_noticed_and_what_is_forgiven_says_what_forgives_it() {
    let rubric = RUBRIC.replace("[[assi", "compare = { prompts = \"any\" }\n\n[[assi");
    let solution = SOLUTION.replace(
        "    return first + second;",
        "    for (int i = 0; i < second; i++) {\n        first++;\n    }\n    return first;",
    );
    let course = course(&rubric, &[("small", "\"2\", \"3\"")]);
    course.write("solution.cpp", solution);
    let ran = check(&course, &[]);
    assert_eq!(ran.code, Some(0), "{}", ran.stdout);
    let all = found(&course);
    // It runs into its limit, twice.
    assert_eq!(outcomes(&all, "for (int i = 0; true; i++) {"), ["noticed"]);
    let forgiven: Vec<&Value> = all
        .iter()
        .filter(|one| one["outcome"] == "allowed")
        .collect();
    let by = |one: &&Value| one["was"] == "std::printf(\"Second: \");" && one["becomes"] == "";
    let prompt = forgiven.iter().find(|one| by(one)).unwrap();
    assert_eq!(prompt["by"], "prompts");
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn the_same_seed_tells_the_same_however_many_work() {
    let course = course(RUBRIC, &[("small", "\"2\", \"3\"")]);
    let read = |jobs: &str, out: &str| {
        let ran = check(&course, &["--jobs", jobs, "--out", out]);
        let told = ran.stdout.replace(out, "OUT");
        (
            told,
            course.read(&format!("{out}/mutants.json")),
            course.read(&format!("{out}/index.html")),
        )
    };
    assert_eq!(read("1", "one"), read("8", "eight"));
}

#[test]
fn a_sample_is_a_part_and_says_how_much_it_says() {
    let course = course(RUBRIC, &[("small", "\"2\", \"3\"")]);
    let ran = course.grader(&["check", "--mutants=5", "--games", "10"]);
    assert!(
        ran.stdout
            .contains("sum: 5 mutants of reference (a sample of "),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout.contains("in 95 of 100 samples"),
        "{}",
        ran.stdout
    );
    assert_eq!(found(&course).len(), 5);
}

#[test]
fn decisions_follow_the_text_and_one_that_nobody_needs_is_told() {
    let accepted = "mutants = { unnoticed = 0 }\n\n\
        [[assignments.sum.accepted_mutants]]\nat = \"solution.cpp\"\nwas = \"if (first < 0) {\"\nwhy = \"nobody types that\"\n\n\
        [[assignments.sum.accepted_mutants]]\nat = \"solution.cpp\"\nwas = \"first = 0;\"\nwhy = \"nor that\"\n\n\
        [[assignments.sum.accepted_mutants]]\nat = \"solution.cpp\"\nwas = \"no such line\"\nwhy = \"it is gone\"\n\n[[assi";
    let rubric = RUBRIC.replace("[[assi", accepted);
    let cases = [
        ("small", "\"2\", \"3\""),
        ("zero", "\"0\", \"0\""),
        ("large", "\"1\", \"-7\""),
    ];
    let course = course(&rubric, &cases);
    let ran = check(&course, &[]);
    assert_eq!(ran.code, Some(0), "{}", ran.stdout);
    assert!(
        ran.stdout.contains("accepted by the rubric's decisions"),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout
            .contains("no survivor needs the decision about `no such line`"),
        "{}",
        ran.stdout
    );
    let page = course.read("mutants/index.html");
    assert!(page.contains("nobody types that"), "{page}");
    assert!(
        page.contains("<code>") && !page.contains('`'),
        "what is quoted is shown as code: {page}"
    );
}

/// Some of its mutants write where a student's program may not.
const NASTY: &str = r#"#include <cstdio>
#include <fstream>
int main() {
    int first = 0, second = 0;
    if (std::scanf("%d%d", &first, &second) == 12345) {
        std::ofstream("/tmp/grader-mutant-was-here") << 1;
    }
}
"#;

#[test]
fn a_program_that_does_what_it_likes_is_confined_as_a_students() {
    let course = course(RUBRIC, &[("small", "\"2\", \"3\"")]);
    course.write("solution.cpp", NASTY);
    course.grader(&["regenerate"]).exits_with(0);
    let ran = course.grader(&["check", "--mutants", "--games", "5"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stdout);
    assert_ne!(outcomes(&found(&course), "if (true) {"), [""; 0]);
    assert!(!Path::new("/tmp/grader-mutant-was-here").exists());
}

#[test]
fn mistakes_in_what_is_asked_of_mutants_are_named_with_their_place() {
    for (typed, told) in [
        ("mutants = { unnoticd = 0 }", "unnoticed"),
        ("mutants = {}", "missing key `unnoticed`"),
        (
            "mutants = { unnoticed = -1 }",
            "found -1, expected 0 or a larger number",
        ),
        (
            "accepted_mutants = [{ at = \"solution.cpp\", was = \"x\" }]",
            "missing key `why`",
        ),
        (
            "accepted_mutants = [{ at = \"solution.cpp\", why = \"x\" }]",
            "missing key `was` or `within`",
        ),
        (
            "accepted_mutants = [{ was = \"y\", why = \"x\" }]",
            "missing key `at`",
        ),
    ] {
        let course = Course::sum();
        let rubric = RUBRIC.replace("[[assi", &format!("{typed}\n\n[[assi"));
        course.write("rubric.toml", rubric);
        let ran = course.grader(&["check"]);
        assert_eq!(ran.code, Some(2), "{typed}");
        assert!(
            ran.stderr.contains(told) && ran.stderr.contains("rubric.toml:9"),
            "{}",
            ran.stderr
        );
    }
    let course = Course::sum();
    assert_eq!(
        course
            .grader(&["check", "--mutants", "--out", "testcases/sum"])
            .code,
        Some(2)
    );
    assert_eq!(course.grader(&["check", "--games", "5"]).code, Some(2));
    assert_eq!(
        fs::read_dir(course.path("testcases/sum")).unwrap().count(),
        2
    );
}
