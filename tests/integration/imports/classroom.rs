//! GitHub Classroom: both forms of tests, commands that need no shell, and what is named because it cannot be carried over.

use super::{imported, package};

const JSON: &str = r#"{
  "tests": [
    { "name": "Compiles", "setup": "", "run": "g++ -Wall -o sum *.cpp", "input": "", "output": "", "comparison": "included", "timeout": 10, "points": 2 },
    { "name": "Two numbers", "setup": "g++ -Wall -o sum *.cpp", "run": "./sum", "input": "2 3", "output": "5", "comparison": "exact", "timeout": 0.05, "points": 5 },
    { "name": "From a file", "setup": "", "run": "./sum < data/in.txt", "input": "", "output": "Sum: 9", "comparison": "included", "timeout": 10, "points": 1 },
    { "name": "Piped", "setup": "", "run": "echo 4 4 | ./sum", "input": "", "output": "^8$", "comparison": "regex", "timeout": 10, "points": 1 },
    { "name": "In Python", "setup": "pip3 install pytest", "run": "pytest", "input": "", "output": "", "comparison": "included", "timeout": 10, "points": 1 }
  ]
}"#;

const WORKFLOW: &str = "name: Autograding Tests
on: [push]
jobs:
  run-autograding-tests:
    runs-on: ubuntu-latest
    steps:
      - name: Checkout code
        uses: actions/checkout@v4
      - name: Two numbers
        id: two-numbers
        uses: classroom-resources/autograding-io-grader@v1
        with:
          test-name: Two numbers
          setup-command: make sum
          command: ./sum
          input: 2 3
          expected-output: 5
          comparison-method: exact
          timeout: 10
          max-score: 5
      - name: Prepare
        run: sudo apt-get install libfoo
      - name: In Python
        uses: classroom-resources/autograding-python-grader@v1
        with:
          max-score: 5
      - name: Autograding Reporter
        uses: classroom-resources/autograding-grading-reporter@v1
        with:
          runners: two-numbers
";

const SUM: &str = "#include <iostream>\nint main() { int a, b; std::cin >> a >> b; std::cout << a + b << std::endl; }\n";

#[test]
fn tests_of_both_forms_become_cases_or_are_named() {
    let made = imported(
        "github-classroom",
        &[
            (".github/classroom/autograding.json", JSON),
            ("data/in.txt", "4 5\n"),
            (
                "submissions/accepted/sum.cpp",
                &SUM.replace(
                    "<< a + b",
                    "<< (a == 4 && b == 5 ? \"Sum: \" : \"\") << a + b",
                ),
            ),
            (
                "submissions/wrong_answer/minus.cpp",
                &SUM.replace("a + b", "a - b"),
            ),
        ],
    );
    made.told.shows(&[
        "a criterion with `build = \"compiles\"`",
        "the case `Two-numbers`",
        "autograding.json:7: the command `pip3 install pytest`: it runs no program of the student's",
    ]);
    made.checks(2);
    let rubric = made.place.read("made/rubric.toml");
    for key in ["sources = [\"*.cpp\"]", "flags = [\"-Wall\"]", "points = 9"] {
        assert!(rubric.contains(key), "{key}: {rubric}");
    }

    let made = imported(
        "github-classroom",
        &[
            (".github/workflows/classroom.yml", WORKFLOW),
            ("submissions/accepted/sum.cpp", SUM),
        ],
    );
    made.told.shows(&[
        "the case `Two-numbers`",
        "classroom.yml:21: what this step does before the tests is not done here",
        "autograding-python-grader@v1` is not for C and C++",
    ]);
    made.checks(1);
}

const UNITS: &str = r#"{
  "tests": [
    { "name": "All tests", "setup": "", "run": "make test", "input": "", "output": "", "comparison": "included", "timeout": 10, "points": 4 },
    { "name": "One test", "setup": "g++ -std=c++17 -o tests tests/twice_test.cpp twice.cpp", "run": "./tests -tc='it doubles'", "input": "", "output": "", "points": 6 }
  ]
}"#;

const UNIT_TESTS: &str = "#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
#include \"twice.h\"
TEST_CASE(\"it doubles\") { CHECK(twice(2) == 4); }
TEST_CASE(\"it doubles negative numbers\") { CHECK(twice(-3) == -6); }
";

#[test]
fn test_programs_of_a_framework_become_unit_tests() {
    if !std::path::Path::new("/usr/include/doctest/doctest.h").is_file() {
        println!("skipped: doctest is not installed");
        return;
    }
    let twice = |body: &str| format!("#include \"twice.h\"\nint twice(int a) {{ {body} }}\n");
    let header = "int twice(int);\n";
    let made = imported(
        "github-classroom",
        &[
            (".github/classroom/autograding.json", UNITS),
            (
                "Makefile",
                "test:\n\tg++ -o tests tests/*.cpp twice.cpp\n\t./tests\n",
            ),
            ("tests/twice_test.cpp", UNIT_TESTS),
            ("twice.cpp", &twice("return 0;")),
            ("twice.h", header),
            (
                "submissions/accepted/right/twice.cpp",
                &twice("return 2 * a;"),
            ),
            ("submissions/accepted/right/twice.h", header),
            (
                "submissions/wrong_answer/positive/twice.cpp",
                &twice("return a < 0 ? 0 : 2 * a;"),
            ),
            ("submissions/wrong_answer/positive/twice.h", header),
        ],
    );
    made.told.shows(&[
        "the case `All-tests` of unit tests (doctest)",
        "the case `One-test` of unit tests (doctest)",
    ]);
    let points = made.checks(2);
    points.shows(&["10 points, as declared", "6 points, as declared"]);
}

#[test]
fn a_package_without_a_test_that_can_be_carried_over_says_why() {
    let json = r#"{ "tests": [{ "name": "Tests", "run": "make test && ./tests", "points": 5 }] }"#;
    let place = package(&[(".github/classroom/autograding.json", json)]);
    let told = place.grader(&["import", "github-classroom", "sum"]);
    told.exits_with(2).says(&[
        "no test could be carried over",
        "autograding.json:1: it makes `test`, and runs `tests`",
    ]);
}

#[test]
fn a_makefile_exit_codes_and_programs_with_asserts_decide_as_on_github() {
    let tests = r#"{ "tests": [
        { "name": "Compiles", "run": "make all", "points": 1 },
        { "name": "Asserts", "run": "make all && ./tests", "points": 4 }
    ] }"#;
    let makefile = "all: tests\ntests: tests.cpp twice.cpp\n\tg++ -o tests tests.cpp twice.cpp\n";
    let asserts = "#include <cassert>\nint twice(int);\nint main() { assert(twice(2) == 4); }\n";
    let made = imported(
        "github-classroom",
        &[
            (".github/classroom/autograding.json", tests),
            ("Makefile", makefile),
            ("tests.cpp", asserts),
            (
                "submissions/accepted/right/twice.cpp",
                "int twice(int a) { return 2 * a; }\n",
            ),
            (
                "submissions/run_time_error/wrong/twice.cpp",
                "int twice(int a) { return a; }\n",
            ),
        ],
    );
    made.checks(2);
    let only_build =
        r#"{ "tests": [{ "name": "Compiles", "run": "g++ -o sum sum.cpp", "points": 1 }] }"#;
    let made = imported(
        "github-classroom",
        &[(".github/classroom/autograding.json", only_build)],
    );
    let results = made.graded(&[("ann", "sum.cpp", SUM), ("bob", "sum.cpp", "int main( {\n")]);
    assert_eq!(results.of("ann", "sum")["points"], 1.0);
    assert_eq!(results.of("bob", "sum")["points"], 0.0);
}
