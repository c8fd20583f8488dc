//! Programs that do not compile: what is proposed so that they do, each proved by the compiler.

use crate::support::{Course, gate_step};

/// The assignments, each with keys of its own.
const ASSIGNMENTS: [(&str, &str); 3] = [
    (
        "sum",
        "sources = ['sum.cpp']\nprovide = ['helper.h']\nreference = { sources = ['solution.cpp'] }",
    ),
    (
        "c",
        "sources = ['c.c']\ntoolchain = 'gcc'\nreference = { sources = ['solution.c'] }",
    ),
    (
        "limited",
        "sources = ['limited.cpp']\nhints = 'where'\nreference = { sources = ['solution.cpp'] }",
    ),
];

fn rubric() -> String {
    let mut rubric = "[defaults]\nrepair = '0s'\n".to_owned();
    for (id, keys) in ASSIGNMENTS {
        rubric += &format!(
            "[assignments.{id}]\n{keys}\ntestcases = 'testcases/sum'\n\
             [[assignments.{id}.criteria]]\nid = 'sums'\npoints = 10\ncases = ['*']\n"
        );
    }
    rubric
}

const SUM: &str = r#"#include <iostream>
using namespace std;

int add(int a, int b) {
    return a + b;
}

int main() {
    int first = 0;
    int second = 0;
    cin >> first >> second;
    if (first > 0) {
        cout << "sum: " << add(first, second) << endl;
    } else {
        cout << "none" << endl;
    }
    return 0;
}
"#;

const IN_C: &str = r#"#include <stdio.h>

int main(void) {
    int first = 0, second = 0;
    scanf("%d%d", &first, &second);
    printf("sum: %d\n", first + second);
    return 0;
}
"#;

/// A program: its assignment, what is changed in the right one, by what, and what the report proposes; nothing if it proposes nothing.
type RejectedProgram = (
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
);

const REJECTED: [RejectedProgram; 16] = [
    (
        "sum",
        "second = 0;",
        "second = 0",
        &["In line 10, add `;` after `int second = 0`."],
    ),
    (
        "sum",
        "cin >>",
        "cin <<",
        &["In line 11, write `>>` for `<<`."],
    ),
    (
        "sum",
        "add(first, second) <<",
        "add(first, second) <",
        &["In line 13, write `<<` for `<`."],
    ),
    (
        "sum",
        "return a + b;\n}",
        "return a + b;\n",
        &["Before line 8, add `}`."],
    ),
    (
        "sum",
        "#include <iostream>\n",
        "",
        &["Before line 1, add `#include <iostream>`."],
    ),
    (
        "sum",
        "using namespace std;\n",
        "",
        &["Before line 2, add `using namespace std;`."],
    ),
    (
        "sum",
        "return 0;",
        "retrun 0;",
        &["In line 17, write `return` for `retrun`."],
    ),
    (
        "sum",
        "int main",
        "int mian",
        &["In line 8 of `sum.cpp`, write `main` for `mian`."],
    ),
    (
        "sum",
        "add(first",
        "ad(first",
        &["In line 13, write `add` for `ad`"],
    ),
    (
        "sum",
        "    return a",
        "    retrn a",
        &["In line 5, write `return` for `retrn`"],
    ),
    (
        "sum",
        "int first = 0;\n    int second = 0;",
        "int first = 0\n    int second = 0",
        &[
            "In line 9, add `;` after `int first = 0`.",
            "In line 10, add `;` after `int second = 0`.",
        ],
    ),
    (
        "c",
        "printf",
        "prinft",
        &["In line 6 of `c.c`, write `printf` for `prinft`."],
    ),
    (
        "c",
        "(\"%d%d\", &first, &second)",
        "(\"%d%d, &first, &second)",
        &["In line 5, add `\"` after `scanf(\"%d%d`."],
    ),
    // Nothing is known of a type that is nowhere, and an instructor's file is not changed.
    (
        "sum",
        "int add(int a, int b)",
        "Matrix<3> add(Vector a, Vector b)",
        &[],
    ),
    (
        "sum",
        "#include <iostream>",
        "#include <iostream>\n#include \"helper.h\"",
        &[],
    ),
    ("limited", "second = 0;", "second = 0", &[]),
];

#[test]
fn proposed_changes_compile_and_name_their_lines() {
    let course = Course::empty();
    course.write("rubric.toml", rubric());
    course.write("solution.cpp", SUM);
    course.write("solution.c", IN_C);
    course.write(
        "helper.h",
        "inline int helper(Missing value) { return 0; }\n",
    );
    course.write(
        "testcases/sum/one.toml",
        "description = 'a sum'\ninput = '1 2\\n'\n",
    );
    let tried = || REJECTED.iter().enumerate().step_by(gate_step(4));
    for (number, (assignment, from, to, _)) in tried() {
        let (right, ending) = if *assignment == "c" {
            (IN_C, "c")
        } else {
            (SUM, "cpp")
        };
        assert_eq!(right.matches(from).count(), 1, "{from}");
        let path = format!("submissions/p{number:02}/{assignment}.{ending}");
        course.write(path, right.replace(from, to));
    }
    course.grader(&["regenerate"]).exits_with(0);
    let results = course.results();
    for (number, (assignment, _, to, proposed)) in tried() {
        let student = format!("p{number:02}");
        let report = course.read(&format!("reports/{student}/{assignment}.md"));
        let found: Vec<&str> = report
            .lines()
            .filter(|line| line.contains("In line") || line.contains("Before line"))
            .collect();
        assert_eq!(found.len(), proposed.len(), "{to}: {report}");
        for (line, sentence) in found.iter().zip(*proposed) {
            assert!(line.contains(sentence), "{to}: {line}");
        }
        // Staff see the lines even if students do not.
        let build = &results.of(&student, assignment)["build"];
        assert_eq!(build["verdict"], "compile-error");
        let is_known = *assignment == "limited" || !proposed.is_empty();
        assert_eq!(build["repair"]["diff"].is_string(), is_known, "{to}");
    }
}
