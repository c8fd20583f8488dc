//! Mistakes in a program's text that are proved by changing it: what is said of them, and where nothing may be said.

use serde_json::Value;

use crate::support::Course;
use crate::support::results::{Results, list};

const RUBRIC: &str = r#"
[assignments.grades]
sources = ["grades.cpp"]
reference = { sources = ["solution.cpp"] }
compare = { scope = "output" }

[[assignments.grades.criteria]]
id = "results"
points = 10
cases = ["*"]
"#;

const SOLUTION: &str = r#"#include <iostream>
int main() {
    int points = 0, best = 0;
    while (std::cin >> points) {
        if (points == 100) std::cout << "full\n";
        else if (points >= 50) std::cout << "passed\n";
        else std::cout << "failed\n";
        if (points > best) best = points;
    }
    std::cout << "best of " << best << "\n";
}
"#;

/// Cases by name, with their input.
const CASES: [(&str, &str); 5] = [
    ("full", "100 90\n"),
    ("passed", "60 70 80\n"),
    ("edge", "50\n"),
    ("two-edges", "50 49 50\n"),
    ("failed", "1 2 3\n"),
];

fn course(cases: &[(&str, &str)], students: &[(&str, String)]) -> Course {
    let course = Course::empty();
    course.write("rubric.toml", RUBRIC);
    course.write("solution.cpp", SOLUTION);
    for (case, input) in cases {
        let text = format!("description = 'grades'\ninput = '''\n{input}'''\n");
        course.write(format!("testcases/grades/{case}.toml"), text);
    }
    for (student, source) in students {
        course.write(format!("submissions/{student}/grades.cpp"), source);
    }
    course.grader(&["regenerate"]).exits_with(0);
    course.grader(&["run", "submissions"]).exits_with(0);
    course
}

fn mistakes(submission: &Value) -> Vec<(&str, &str)> {
    let failed = list(&submission["cases"])
        .iter()
        .filter(|it| it["verdict"] != "accepted");
    let named = failed.map(|it| (it["id"].as_str().unwrap(), it["mistake"].as_str()));
    named
        .map(|(case, mistake)| (case, mistake.unwrap_or("none")))
        .collect()
}

#[test]
fn a_line_is_named_whose_change_makes_all_right_and_the_change_is_not() {
    let wrong = SOLUTION.replace("points == 100", "points = 100");
    let course = course(&CASES, &[("ann", wrong)]);
    let results = Results::read(&course.path("reports"));
    let found = mistakes(results.of("ann", "grades"));
    assert!(
        found
            .iter()
            .all(|(_, mistake)| *mistake == "assignment-in-condition"),
        "{found:?}"
    );
    let report = course.read("reports/ann/grades.md");
    assert!(
        report.contains("It is in line 5 of `grades.cpp`: `if (points = 100)"),
        "{report}"
    );
    assert!(!report.contains("points == 100"), "{report}");
}

#[test]
fn two_slips_are_told_where_each_explains_cases_of_its_own() {
    let two = SOLUTION
        .replace("points >= 50", "points > 50")
        .replace("best = 0;", "best = 3;");
    let one = SOLUTION.replace("points >= 50", "points > 50");
    let course = course(&CASES, &[("ann", one), ("bob", two)]);
    let results = Results::read(&course.path("reports"));
    let edges = [
        ("edge", "limit-on-the-wrong-side"),
        ("two-edges", "limit-on-the-wrong-side"),
    ];
    assert_eq!(mistakes(results.of("ann", "grades")), edges);
    assert_eq!(
        mistakes(results.of("bob", "grades")),
        edges,
        "the other does no harm"
    );
}

#[test]
fn of_too_few_cases_and_of_changes_that_lose_others_nothing_is_said() {
    let edge = SOLUTION.replace("points >= 50", "points > 50");
    let other = SOLUTION.replace("points >= 50", "points > 49 && points != 60");
    let few = course(&CASES[2..3], &[("ann", edge)]);
    let results = Results::read(&few.path("reports"));
    assert_eq!(mistakes(results.of("ann", "grades")), [("edge", "none")]);
    let all = course(&CASES, &[("bob", other)]);
    let results = Results::read(&all.path("reports"));
    assert_eq!(mistakes(results.of("bob", "grades")), [("passed", "none")]);
}

/// Asks for a number until it gets one, and for a name.
const ASKS: &str = r#"#include <iostream>
#include <string>
int main() {
    int age = 0;
    std::string name;
    while (!(std::cin >> age) && !std::cin.eof()) {
        std::cin.clear();
        std::cin.ignore(1000, '\n');
        std::cout << "No number.\n";
    }
    getline(std::cin >> std::ws, name);
    std::cout << name << " is " << age << ".\n";
}
"#;

#[test]
fn slips_in_reading_are_found_in_few_cases_whatever_else_is_known() {
    let course = Course::empty();
    course.write("rubric.toml", RUBRIC);
    course.write("solution.cpp", ASKS);
    let case = |input: &str| format!("description = 'a name'\ninput = '''\n{input}'''\n");
    course.write("testcases/grades/number.toml", case("7\nann\n"));
    course.write("testcases/grades/word.toml", case("x\n8\nbob\n"));
    let without_clear = "        std::cin.clear();\n        std::cin.ignore(1000, '\\n');\n";
    let programs = [
        (
            "ann",
            ASKS.replace("std::cin >> std::ws", "std::cin"),
            "line-break-left-unread",
        ),
        (
            "bob",
            ASKS.replace(without_clear, ""),
            "failed-read-repeated",
        ),
    ];
    for (student, source, _) in &programs {
        course.write(format!("submissions/{student}/grades.cpp"), source);
    }
    course.grader(&["regenerate"]).exits_with(0);
    course.grader(&["run", "submissions"]).exits_with(0);
    let results = Results::read(&course.path("reports"));
    for (student, _, mistake) in &programs {
        let found = mistakes(results.of(student, "grades"));
        assert!(
            !found.is_empty() && found.iter().all(|(_, it)| it == mistake),
            "{found:?}"
        );
    }
}
