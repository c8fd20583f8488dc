//! What mutants, calibration programs and a class say of the cases of a small course.

use serde_json::Value;

use crate::support::{Course, Ran};

/// Three messages, one of them only for a number below zero.
const SOLUTION: &str = r#"#include <cstdio>

int main() {
    int number = 0;
    std::printf("Number: ");
    std::fflush(stdout);
    if (std::scanf("%d", &number) != 1) {
        return 0;
    }
    if (number < 0) {
        std::printf("below zero\n");
        return 0;
    }
    if (number > 100) {
        std::printf("too large\n");
        return 0;
    }
    std::printf("fine\n");
}
"#;

const RUBRIC: &str = r#"
[defaults]
flags = []
repair = "0s"

[assignments.range]
sources = ["range.cpp"]
reference = { sources = ["solution.cpp"] }

[[assignments.range.criteria]]
id = "numbers"
points = 10
cases = ["large*", "small"]

[[assignments.range.criteria]]
id = "free"
points = 2
cases = ["loose"]

[[assignments.range.calibration]]
sources = ["solution.cpp"]
points = 12
"#;

/// `large-again` is `large` once more, and `loose` takes any output.
fn course() -> Course {
    let course = Course::empty();
    course.write("rubric.toml", RUBRIC);
    course.write("solution.cpp", SOLUTION);
    for (name, number) in [("large", "500"), ("large-again", "700"), ("small", "5")] {
        let text = format!("description = \"A number\"\ninput = [\"{number}\"]\n");
        course.write(format!("testcases/range/{name}.toml"), text);
    }
    course.write(
        "testcases/range/loose.toml",
        "description = \"Anything\"\ninput = [\"5\"]\ncompare = { checker = [\"true\"] }\n",
    );
    assert_eq!(course.grader(&["regenerate"]).code, Some(0));
    course
}

fn lint(course: &Course, more: &[&str]) -> Ran {
    course.grader(
        &[
            &["check", "--mutants", "--lint-cases", "--games", "60"],
            more,
        ]
        .concat(),
    )
}

fn found(course: &Course) -> Value {
    let all: Value = serde_json::from_str(&course.read("mutants/cases.json")).unwrap();
    assert_eq!(all["schema"], "grader/cases/v1");
    all["assignments"][0].clone()
}

#[test]
fn twins_sole_killers_and_a_message_that_no_case_shows_are_named() {
    let course = course();
    let ran = lint(&course, &[]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("nobody fails: loose"), "{}", ran.stdout);
    assert!(
        ran.stdout
            .contains("always fail together: large-again = large"),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout.contains("the message `below zero`"),
        "{}",
        ran.stdout
    );
    let all = found(&course);
    assert_eq!(all["failed_by_nobody"], serde_json::json!(["loose"]));
    assert_eq!(
        all["always_together"],
        serde_json::json!([["large-again", "large"]])
    );
    let alone: Vec<&str> = all["fails_alone"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["case"].as_str().unwrap())
        .collect();
    assert_eq!(alone, ["small"]);
    // The matrix is whole: a row for each program, a verdict for each case.
    let programs = all["programs"].as_array().unwrap();
    let calibration = programs
        .iter()
        .find(|one| one["kind"] == "calibration")
        .unwrap();
    assert_eq!(
        calibration["verdicts"],
        serde_json::json!(vec!["accepted"; 4])
    );
    assert!(
        programs
            .iter()
            .all(|one| one["verdicts"].as_array().unwrap().len() == 4)
    );
    let page = course.read("mutants/cases.html");
    assert!(page.contains("below zero") && !page.contains('`'), "{page}");
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn a_class_counts_without_names_and_must_have_been_graded() {
    let course = course();
    let wrong = SOLUTION.replace("number > 100", "number > 600");
    course.write("submissions/ann-of-the-class/range.cpp", wrong);
    let graded = course.grader(&["run", "submissions", "--out", "reports"]);
    assert!(graded.code == Some(0), "{}{}", graded.stdout, graded.stderr);
    let ran = lint(&course, &["--class", "reports"]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.stdout, ran.stderr);
    assert!(
        ran.stdout.contains("1 calibration programs and 1 students"),
        "{}",
        ran.stdout
    );
    // Ann tells the twins apart.
    let all = found(&course);
    assert_eq!(all["always_together"], serde_json::json!([]));
    for file in ["mutants/cases.json", "mutants/cases.html"] {
        assert!(!course.read(file).contains("ann-of-the-class"), "{file}");
    }
    let ran = lint(&course, &["--class", "submissions"]);
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    assert!(
        ran.stderr.contains("found no records of a run"),
        "{}",
        ran.stderr
    );
}
