//! check50: checks in Python, which are read and never executed, and simple checks in YAML.

use super::{imported, outcome, package};

const CHECKS: &str = r#"import check50
import check50.c
import os

GREETING = "hello, "
os.system("touch was-executed")

@check50.check()
def exists():
    """hello.c exists"""
    check50.exists("hello.c")

@check50.check(exists)
def compiles():
    """hello.c compiles"""
    check50.c.compile("hello.c")

@check50.check(compiles)
def emma():
    """responds to name Emma"""
    check50.run("./hello").stdin("Emma").stdout("hello, Emma\n", "hello, Emma\n").stdout(check50.EOF).exit(0)

@check50.check(compiles)
@check50.hidden("greets nobody in particular")
def counts():
    """counts letters of both names, and not a number that holds the count"""
    (check50.run("./hello -c")
        .stdin("Emma")  # no prompt
        .stdout(4)
        .exit(0))
    check50.run("./hello -c").stdin("Rodrigo").stdout(r"(?<!\d)7\b")

@check50.check(compiles)
def rejects():
    """asks again"""
    check50.run("./hello").stdin("").reject()

@check50.check(compiles)
def loops():
    """many names"""
    for name in ["a", "b"]:
        check50.run("./hello").stdin(name).stdout(GREETING + name)

def helper(x):
    return x
"#;

/// Greets, or counts with `-c`.
fn hello(greeting: &str, count: &str) -> String {
    format!(
        "#include <stdio.h>\n#include <string.h>\nint main(int n, char** words) {{\n char name[99] = \"\"; scanf(\"%98s\", name);\n \
         if (n > 1) printf(\"{count}\\n\", (int) strlen(name)); else printf(\"{greeting}\\n\", name);\n return 0;\n}}\n"
    )
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn checks_in_python_become_cases_that_wait_for_each_other() {
    let right = hello("hello, %s", "%d letters");
    let files = [
        (
            ".cs50.yml",
            "check50:\n  dependencies:\n  - numpy\n  files:\n  - !exclude \"*\"\n  - !require hello.c\n",
        ),
        ("__init__.py", CHECKS),
        ("submissions/accepted/hello.c", &right),
        (
            "submissions/wrong_answer/hello.c",
            &hello("hello, %s!", "1%d"),
        ),
    ];
    let hello_course = imported("check50", &files);
    assert!(!hello_course.place.path("was-executed").exists());
    for said in [
        "__init__.py:6: what stands outside of checks is not executed",
        "__init__.py:36: the check `rejects`: `reject` asks whether a program waits for more",
        "__init__.py:41: the check `loops`: only chains of calls are carried over",
        "__init__.py:44: the function `helper` is no check",
        ".cs50.yml:2: packages of Python are not installed",
    ] {
        assert!(
            hello_course.losses().contains(said),
            "{said}: {}",
            hello_course.losses()
        );
    }
    hello_course.checks(2);
    let wrong_count = hello("hello, %s", "4%d");
    let results = hello_course.graded(&[
        ("ann", "hello.c", &right),
        ("bob", "hello.c", &wrong_count),
        ("cid", "hello.c", "int main( {"),
        ("dan", "hello.c", &hello("hello, %s ", "%d")),
    ]);
    let points = ["ann", "bob", "cid", "dan"].map(|student| outcome(&results, student).0);
    // Compiling, Emma and the count are worth a point each; two more await a person.
    assert_eq!(points, [3.0, 2.0, 0.0, 2.0]);
    let verdicts = outcome(&results, "bob").1;
    assert_eq!(
        verdicts,
        [
            "counts-2 wrong-answer",
            "counts wrong-answer",
            "emma accepted"
        ]
    );
}

#[test]
fn simple_checks_become_cases() {
    let settings = "\
check50:
  files:
  - !exclude \"*\"
  - !require sum.cpp
  checks:
    adds two numbers:
    - run: ./sum
      stdin: [1, 2]
      stdout: \"3\"
      exit: 0
    - run: ./sum -v
      stdin: |
        4
        5
      stdout: [\"sum:\", 9]
    piped:
    - run: ./sum | cat
    of another program:
    - run: ./sum_test 0 0
";
    let sum = imported("check50", &[(".cs50.yml", settings)]);
    let program = |body: &str| {
        format!(
            "#include <iostream>\nint main(int n, char**) {{ int a, b; std::cin >> a >> b; if (n > 1) std::cout << \"sum:\\n\"; {body} }}\n"
        )
    };
    assert!(
        sum.losses()
            .contains("the command `./sum | cat` is more than a program with arguments"),
        "{}",
        sum.losses()
    );
    let other = "does not run the student's program `./sum`";
    assert!(sum.losses().contains(other), "{}", sum.losses());
    let results = sum.graded(&[
        ("ann", "sum.cpp", &program("std::cout << a + b;")),
        ("bob", "sum.cpp", &program("std::cout << a + b; return 1;")),
    ]);
    assert_eq!(outcome(&results, "ann").0, 1.0);
    assert_eq!(outcome(&results, "bob").0, 0.0);
}

#[test]
fn a_chain_without_end_and_what_is_no_python_are_no_harm() {
    let chain = format!(
        "import check50\n@check50.check()\ndef a():\n    check50.run(\"./a\"){}\n@check50.check()\ndef b():\n    check50.exists(\"a.c\")\n",
        ".stdin(\"x\")".repeat(20_000)
    );
    let deep = format!(
        "import check50\nx = {}1{}\n",
        "(".repeat(20_000),
        ")".repeat(20_000)
    );
    for text in [chain.as_str(), &deep, "import check50\n\u{0}def \"\n"] {
        let place = package(&[("__init__.py", text)]);
        place
            .grader(&["import", "check50", "sum", "--out", "made"])
            .exits_with(2)
            .says(&["__init__.py"]);
    }
}
