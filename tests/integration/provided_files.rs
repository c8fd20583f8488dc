//! Files of the instructor's that are compiled with the student's: a `main`, starter files, headers.

use serde_json::json;

use crate::support::results::{Results, list, text};
use crate::support::{Course, mistakes};

/// A header that a student writes, with nothing else.
const STACK: &str = r#"#ifndef STACK_H
#define STACK_H
#include <vector>
#include "limits_of.h"
class Stack {
    std::vector<int> items;
public:
    void push(int item) { items.push_back(item); }
    int pop() { int last = items.back(); items.pop_back(); return last; }
    bool isEmpty() const { return items.empty(); }
};
#endif
"#;

const MAIN: &str = r#"#include <iostream>
#include "stack.h"
int main() { int unused; Stack stack; int item = 0; while (std::cin >> item) stack.push(item); while (!stack.isEmpty()) std::cout << stack.pop() << "\n"; }
"#;

fn course(keys: &str) -> Course {
    let course = Course::empty();
    let rubric = format!(
        r#"[assignments.stack]
{keys}
repair = "0s"
flags = ["-Wall"]
reference = {{ sources = ["solution/stack.h"] }}
compare = {{ scope = "output" }}

[[assignments.stack.criteria]]
id = "all"
points = 10
cases = ["*"]

[[assignments.stack.criteria]]
id = "no-arrays"
points = 2
rule = "no-global-variables"

[[assignments.stack.criteria]]
id = "warnings"
penalty = {{ each = 1, most = 2 }}
build = "no-warnings"
"#
    );
    course.write("rubric.toml", rubric);
    course.write("solution/stack.h", STACK);
    course.write("given/main.cpp", MAIN);
    course.write("given/limits_of.h", "enum { MOST = 100 };\n");
    course.write(
        "testcases/stack/three.toml",
        "description = \"Three items come back in reverse\"\ninput = [\"1\", \"2\", \"3\"]\n",
    );
    course.grader(&["regenerate"]).exits_with(0);
    course
}

const PROVIDE: &str =
    "sources = [\"stack.h\"]\nprovide = [\"given/main.cpp\", \"given/limits_of.h\"]";
const REPLACE: &str = "sources = [\"*.cpp\", \"stack.h\"]\nreplace = [\"given/main.cpp\"]\nprovide = { \"limits_of.h\" = \"given/limits_of.h\" }";

fn verdict(results: &Results, student: &str) -> (String, f64) {
    let one = results.of(student, "stack");
    (
        text(&one["cases"][0]["verdict"]).to_owned(),
        one["points"].as_f64().unwrap(),
    )
}

fn remarks(results: &Results, student: &str) -> String {
    let remarks = list(&results.of(student, "stack")["remarks"]).iter();
    remarks
        .map(|remark| text(remark).to_owned())
        .collect::<Vec<_>>()
        .join("; ")
}

#[test]
fn a_header_alone_is_a_program_with_the_instructors_main() {
    let course = course(PROVIDE);
    course.write("submissions/ann/stack.h", STACK);
    course.write(
        "submissions/bob/stack.h",
        STACK.replace("items.back()", "items.front()"),
    );
    course.write("submissions/cy/stack.h", STACK);
    course.write("submissions/cy/main.cpp", "int main() {}\n");
    // Another assignment's header comes first, and capital letters are not the rubric's.
    course.write("submissions/dee/a-queue/queue.h", "");
    course.write("submissions/dee/stack/stack.h", STACK);
    course.write("submissions/eve/Stack.h", STACK);
    let results = course.results();
    for student in ["dee", "eve"] {
        assert_eq!(verdict(&results, student).0, "accepted", "{student}");
    }
    // The unused variable is the instructor's, so it is no warning of the student's.
    assert_eq!(verdict(&results, "ann"), ("accepted".to_owned(), 12.0));
    assert_eq!(verdict(&results, "bob").0, "wrong-answer");
    assert_eq!(verdict(&results, "cy").0, "wrong-answer");
    let build = &results.of("ann", "stack")["build"];
    assert_eq!(build["provided"], json!(["limits_of.h", "main.cpp"]));
    assert_eq!(build["warnings"], 0);
    assert!(
        list(&build["command"]).contains(&json!("main.cpp")),
        "{build:#}"
    );
    assert!(remarks(&results, "ann").contains("`main.cpp` is your instructor's"));
    assert!(remarks(&results, "cy").contains("takes the place of your instructor's"));
}

#[test]
fn a_file_that_replaces_is_the_one_that_is_compiled_and_included() {
    let course = course(REPLACE);
    let cheats = "#include <iostream>\nint main() { std::cout << \"3\\n2\\n1\\n\"; }\n";
    course.write("submissions/ann/main.cpp", cheats);
    course.write(
        "submissions/ann/stack.h",
        STACK.replace("items.back()", "items.front()"),
    );
    course.write("submissions/bob/project/main.cpp", cheats);
    course.write("submissions/bob/project/stack.h", STACK);
    let results = course.results();
    assert_eq!(verdict(&results, "ann").0, "wrong-answer");
    assert_eq!(verdict(&results, "bob"), ("accepted".to_owned(), 12.0));
    assert!(remarks(&results, "bob").contains("takes the place of the one that was handed in"));
}

#[test]
fn a_provided_file_that_has_changed_grades_again() {
    let course = course(PROVIDE);
    course.write("submissions/ann/stack.h", STACK);
    assert_eq!(verdict(&course.results(), "ann").0, "accepted");
    course.write(
        "given/main.cpp",
        MAIN.replace("stack.pop()", "stack.pop() + 1"),
    );
    course
        .grader(&["run", "submissions"])
        .exits_with(2)
        .says(&["three.ans: stale"]);
    course.grader(&["regenerate"]).exits_with(0);
    course.write(
        "submissions/ann/stack.h",
        STACK.replace("items.back()", "items.front()"),
    );
    assert_eq!(verdict(&course.results(), "ann").0, "wrong-answer");
    course.write("submissions/ann/stack.h", STACK);
    assert_eq!(verdict(&course.results(), "ann").0, "accepted");
}

#[test]
fn what_cannot_be_provided_is_said_with_its_place() {
    let rubric = |keys: &str| format!("[assignments.stack]\nsources = [\"stack.h\"]\n{keys}\n");
    for (keys, says) in [
        ("provide = [\"given/mian.cpp\"]", "does not exist"),
        ("provide = [\"../main.cpp\"]", "leads out of the folder"),
        ("provide = [\"given/link.h\"]", "is a link or no file"),
        (
            "provide = [\"given/data.txt\"]",
            "expected the name of a source",
        ),
        (
            "provide = { \"-x.h\" = \"given/limits_of.h\" }",
            "found `-x.h` in `provide`",
        ),
        (
            "provide = [\"given/main.cpp\"]\nreplace = [\"given/main.cpp\"]",
            "twice",
        ),
        ("provide = [\"given/large.h\"]", "is too large"),
    ] {
        let course = Course::empty();
        course.write("rubric.toml", rubric(keys));
        course.write("given/main.cpp", MAIN);
        course.write("given/limits_of.h", "");
        course.write("given/data.txt", "");
        course.write("given/large.h", vec![b' '; (1 << 20) + 1]);
        std::os::unix::fs::symlink("main.cpp", course.path("given/link.h")).unwrap();
        let message = mistakes::messages_in(&course.path(""));
        assert!(
            message.contains("rubric.toml:3") || message.contains("rubric.toml:4"),
            "{message}"
        );
        assert!(message.contains(says), "{message}");
    }
}
