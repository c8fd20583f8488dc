//! A course with three functions that are graded one by one, and a game.

use std::collections::BTreeMap;

use serde_json::Value;

use super::Course;
use super::results::{Results, list, text};

/// The rubric: 10 points for the game, and 10 for each function.
pub(crate) const RUBRIC: &str = r#"
[defaults]
flags = []
limits = { cpu = "200ms" }

[assignments.f]
repair = "0s"
sources = ["*.cpp"]
reference = { sources = ["solution.cpp"] }

[[assignments.f.criteria]]
id = "game"
points = 10
cases = ["play"]

[[assignments.f.criteria]]
id = "functions"
points = 30
cases = ["call-*"]
"#;

/// The instructor's solution: a game that prints 4, and three functions.
pub(crate) const SOLUTION: &str = r#"#include <iostream>
int twice(int x) { return 2 * x; }
void mark(char grid[], int at) { grid[at] = 'X'; }
void shout(int lines) { for (int i = 0; i < lines; ++i) std::cout << "Hey!\n"; }
int main() { char grid[] = "?"; mark(grid, 0); shout(0); std::cout << twice(2) << "\n"; }
"#;

/// A class that every submission has, for a function that may be in it.
pub(crate) const MATH: &str = "struct Math { static int twice(int x); };\n";

pub(crate) const TWICE: &str = r#"description = "Twice a number"
kind = "call"
prototype = "int twice(int x)"
calls = [
    { arguments = [1] },
    { arguments = [-7] },
    { arguments = [0], returns = 0 },
    { arguments = [1000] },
]
"#;

pub(crate) const MARK: &str = r#"description = "Marks a square"
kind = "call"
prototype = "void mark(char grid[], int at)"
calls = [
    { arguments = [["??", "O?"], 1] },
    { arguments = ["????", 3] },
]
"#;

pub(crate) const SHOUT: &str = r#"description = "Shouts"
kind = "call"
prototype = "void shout(int lines)"
printed = "trailing"
calls = [{ arguments = [2] }, { arguments = [0] }]
"#;

pub(crate) fn course() -> Course {
    let course = Course::empty();
    course.write("rubric.toml", RUBRIC);
    course.write("solution.cpp", SOLUTION);
    course.write(
        "testcases/f/play.toml",
        "description = \"Prints 4\"\ninput = []\n",
    );
    for (name, case) in [("twice", TWICE), ("mark", MARK), ("shout", SHOUT)] {
        course.write(format!("testcases/f/call-{name}.toml"), case);
    }
    course.grader(&["regenerate"]).exits_with(0);
    course
}

/// Grades programs that differ from the solution in one replacement, each under the name of a student.
pub(crate) fn graded(course: &Course, programs: &[(&str, &str, &str)]) -> Results {
    for (student, from, to) in programs {
        assert!(SOLUTION.contains(from), "{from}");
        let program = SOLUTION.replace(from, to);
        course.write(
            format!("submissions/{student}/f.cpp"),
            MATH.to_owned() + &program,
        );
    }
    course.results()
}

/// The verdict on each case.
pub(crate) fn verdicts(results: &Results, student: &str) -> BTreeMap<String, String> {
    let cases = list(&results.of(student, "f")["cases"]).iter();
    cases
        .map(|case| {
            (
                text(&case["id"]).to_owned(),
                text(&case["verdict"]).to_owned(),
            )
        })
        .collect()
}

pub(crate) fn case<'r>(results: &'r Results, student: &str, id: &str) -> &'r Value {
    list(&results.of(student, "f")["cases"])
        .iter()
        .find(|case| case["id"] == id)
        .unwrap()
}
