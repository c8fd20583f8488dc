//! Programs that only lack standard headers or `using namespace std;`, where the rubric forgives that.

use serde_json::{Value, json};

use crate::support::results::{Results, text};
use crate::support::{Course, SUM};

const ADDS: &str = r#"#include <iostream>
using namespace std;
int main() {
    int first = 0, second = 0;
    cout << "First: ";
    cin >> first;
    cout << "Second: ";
    cin >> second;
    cout << "Sum: " << first + second << endl;
}
"#;

const CRITERIA: &str = r#"
[[assignments.sum.criteria]]
id = "compiles"
points = 4
each = 1
build = "compiles"

[[assignments.sum.criteria]]
id = "warnings"
points = 2
build = "no-warnings"
"#;

/// Students, what each wrote in place of what, the lines that are added, and the points.
const STUDENTS: [(&str, &str, &str, &[&str], f64); 5] = [
    ("whole", "second = 0;", "second = 0;", &[], 16.0),
    (
        "header",
        "cin >> first;",
        "cin >> first; char copy[3]; strcpy(copy, \"a\");",
        &["#include <cstring>"],
        13.0,
    ),
    (
        "using",
        "using namespace std;\n",
        "",
        &["using namespace std;"],
        13.0,
    ),
    (
        "both",
        "#include <iostream>\nusing namespace std;\n",
        "",
        &["#include <iostream>", "using namespace std;"],
        12.0,
    ),
    (
        "limits",
        "cin >> first;",
        "cin >> first; cin.ignore(numeric_limits<streamsize>::max(), '\\n');",
        &["#include <limits>"],
        13.0,
    ),
];

fn course(keys: &str) -> Course {
    let course = Course::sum();
    let keys = format!("{keys}\nreference =");
    course.write("rubric.toml", SUM.replace("reference =", &keys) + CRITERIA);
    for (student, from, to, ..) in STUDENTS {
        course.write(
            format!("submissions/{student}/sum.cpp"),
            ADDS.replacen(from, to, 1),
        );
    }
    let misspelt = ADDS.replace("cin >> first", "cin >> frist; strlen(\"a\")");
    course.write("submissions/misspelt/sum.cpp", misspelt);
    course
}

fn verdict<'r>(results: &'r Results, student: &str) -> &'r str {
    text(&results.of(student, "sum")["build"]["verdict"])
}

#[test]
fn lines_that_a_program_lacks_are_added_and_cost_what_the_rubric_says() {
    let course = course("forgive = [\"missing-include\"]\nundefined = { sanitizers = true }");
    let results = course.results();
    let page = course.read("reports/index.html");
    for (student, _, _, added, points) in STUDENTS {
        let one = results.of(student, "sum");
        let expected = if added.is_empty() {
            Value::Null
        } else {
            json!(added)
        };
        assert_eq!(one["build"]["added"], expected, "{student}");
        assert_eq!(one["points"], json!(points), "{student}");
        assert_eq!(one["undefined"]["checked"], json!(true), "{student}");
        assert_eq!(one["build"].get("provided"), None, "{student}");
        let command = one["build"]["command"].to_string();
        assert!(!command.contains("grader-added"), "{command}");
        let report = course.read(&format!("reports/{student}/sum.md"));
        for line in added {
            assert!(report.contains(&format!("`{line}`")), "{report}");
        }
        for words in [
            "does not compile as it was handed in",
            "compiled only with lines that the grader added",
        ] {
            assert_eq!(report.contains(words), !added.is_empty(), "{report}");
        }
    }
    assert!(page.contains("4 submissions to check"), "{page}");
    assert_eq!(verdict(&results, "misspelt"), "compile-error");

    let rubric = course.read("rubric.toml");
    course.write("rubric.toml", rubric.replace("each = 1", "each = 2"));
    course
        .grader(&["run", "submissions", "--out", "after"])
        .exits_with(0);
    let compared = course.grader(&["compare", "reports", "after"]);
    compared
        .exits_with(0)
        .shows(&["criterion `compiles` (4 points, 1 each → 4 points, 2 each): 4 submissions −2 to −1, −5 in all"]);
}

#[test]
fn nothing_is_added_unless_the_rubric_allows_it() {
    let course = course("");
    let results = course.results();
    for (student, _, _, added, _) in STUDENTS {
        let expected = if added.is_empty() {
            "ok"
        } else {
            "compile-error"
        };
        assert_eq!(verdict(&results, student), expected, "{student}");
    }
}
