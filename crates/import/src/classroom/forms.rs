//! All documented forms of tests, each with what becomes of it.

use super::super::plan::to_strings;
use super::super::{PackageFormat, test_package};
use std::fmt::Write as _;

/// `setup`, `run`, `input`, `output` and `comparison` of a test.
type TestRow = [&'static str; 5];

/// The tests of a package, its other files, and a letter for what becomes of each test: `p` patterns, `o` all output is compared, `e` the
/// exit code decides, `b` the build does, `u` unit tests, `-` it is named with its line.
type PackageRow = (
    &'static [TestRow],
    &'static [(&'static str, &'static str)],
    &'static str,
);

const BUILD: &str = "g++ -o prog main.cpp";
const CATCH: (&str, &str) = (
    "tests/t.cpp",
    "#include <catch2/catch.hpp>\n#include \"../add.h\"\nTEST_CASE(\"pos\") {}\nTEST_CASE(\"neg\") {}\n",
);
const GOOGLE: (&str, &str) = (
    "tests/t.cpp",
    "#include <gtest/gtest.h>\n#include \"../add.h\"\nTEST(Add, Pos) {}\n",
);
const DOCTEST: (&str, &str) = (
    "tests/t.cpp",
    "#include <doctest/doctest.h>\nTEST_CASE(\"pos\") {}\n",
);
const ASSERTS: (&str, &str) = (
    "tests.cpp",
    "#include <cassert>\n#include \"../add.h\"\nint main() {}\n",
);
const HEADER: (&str, &str) = ("add.h", "int add(int, int);\n");
const MAKEFILE: (&str, &str) = (
    "Makefile",
    "all: prog\nprog: main.cpp\n\tg++ -o prog main.cpp\n",
);

const OLDER: [PackageRow; 35] = [
    (&[[BUILD, "./prog", "2 3", "5", "included"]], &[], "p"),
    (&[[BUILD, "./prog", "2 3", "5", "exact"]], &[], "p"),
    (
        &[[BUILD, "./prog", "x", "a\\nb  c\\n\\nd", "exact"]],
        &[],
        "p",
    ),
    (
        &[[BUILD, "./prog", "2 3", "^Sum: \\\\d+$", "regex"]],
        &[],
        "p",
    ),
    (
        &[[
            BUILD,
            "./prog",
            "",
            "(Hello|Hi),?\\\\s+\\\\w{3,}[.!]",
            "regex",
        ]],
        &[],
        "p",
    ),
    (
        &[
            [BUILD, "./prog", "", "(?=.*a)b", "regex"],
            [BUILD, "./prog", "", "b", "included"],
        ],
        &[],
        "-p",
    ),
    (
        &[[BUILD, "./prog", "", "set = {tie}, {1, 2}", "included"]],
        &[],
        "p",
    ),
    (
        &[[
            BUILD,
            "./prog",
            "",
            "cost: $5.00 (50%) [x] a|b ^ * + ? \\\\",
            "included",
        ]],
        &[],
        "p",
    ),
    (
        &[
            [BUILD, "./prog", "2 3", "", "included"],
            [BUILD, "./prog", "2 3", "", "exact"],
        ],
        &[],
        "eo",
    ),
    (
        &[
            [BUILD, "./prog", "2 3", "a*", "regex"],
            [BUILD, "./prog", "2 3", "^a*$", "regex"],
        ],
        &[],
        "e-",
    ),
    (&[["", BUILD, "", "", ""]], &[], "b"),
    (
        &[
            [BUILD, "./prog", "", "", ""],
            [BUILD, "./prog", "1 1", "2", ""],
        ],
        &[],
        "ep",
    ),
    (
        &[[BUILD, "./prog 3 'a b'", "", "3a b", "included"]],
        &[],
        "p",
    ),
    (
        &[[BUILD, "./prog < tests/in.txt", "", "9", "exact"]],
        &[("tests/in.txt", "4 5\n")],
        "p",
    ),
    (
        &[
            [BUILD, "echo 4 5 | ./prog", "", "9", "exact"],
            [BUILD, "printf '1\\\\n2\\\\n' | ./prog", "", "3", "exact"],
        ],
        &[],
        "pp",
    ),
    (
        &[["", "g++ -o prog main.cpp && ./prog", "4 5", "9", "exact"]],
        &[],
        "p",
    ),
    (&[["make main", "./main", "4 5", "9", "exact"]], &[], "p"),
    (&[["make", "./prog", "4 5", "9", "exact"]], &[MAKEFILE], "p"),
    (
        &[["make all", "./prog", "4 5", "9", "exact"]],
        &[MAKEFILE],
        "p",
    ),
    (&[["make all", "./prog", "4 5", "9", "exact"]], &[], "-"),
    (&[["make", "./prog", "4 5", "9", "exact"]], &[], "-"),
    (
        &[["make", "./other", "4 5", "9", "exact"]],
        &[MAKEFILE],
        "-",
    ),
    (
        &[[
            "g++ -std=c++17 -Wall main.cpp util.cpp -o prog",
            "./prog",
            "4 5",
            "9",
            "exact",
        ]],
        &[],
        "p",
    ),
    (
        &[
            ["g++ -o one one.cpp", "./one", "", "1", ""],
            ["g++ -o two two.cpp", "./two", "", "2", ""],
        ],
        &[],
        "p-",
    ),
    (
        &[
            ["g++ -o one one.cpp", "./one", "", "1", ""],
            ["", "./two", "", "2", ""],
        ],
        &[],
        "p-",
    ),
    (&[["gcc main.c -lm", "./a.out", "2", "1.41", ""]], &[], "p"),
    (
        &[[
            "sudo apt-get update && sudo apt-get install -y g++ && g++ -o prog main.cpp",
            "./prog",
            "4 5",
            "9",
            "",
        ]],
        &[],
        "p",
    ),
    (
        &[[BUILD, "timeout 2 ./prog", "4 5", "9", "exact"]],
        &[],
        "p",
    ),
    (
        &[
            ["", "grep -q for main.cpp", "", "", ""],
            [BUILD, "cat in.txt | ./prog", "", "9", ""],
            [BUILD, "./prog", "", "9", ""],
        ],
        &[],
        "--p",
    ),
    (
        &[
            [
                BUILD,
                "./prog > out.txt && diff out.txt exp.txt",
                "",
                "",
                "",
            ],
            [BUILD, "./prog", "", "9", ""],
        ],
        &[],
        "-p",
    ),
    (
        &[
            ["sudo -H pip3 install pytest", "pytest", "", "", ""],
            [BUILD, "./prog", "", "9", ""],
        ],
        &[],
        "-p",
    ),
    (
        &[[BUILD, "./prog", "1\\r\\n2\\r\\n", "a\\r\\nb", "exact"]],
        &[],
        "p",
    ),
    (
        &[
            ["g++ -o t tests/t.cpp add.cpp", "./t", "", "", ""],
            ["g++ -o t tests/t.cpp add.cpp", "./t neg", "", "", ""],
        ],
        &[CATCH, HEADER],
        "uu",
    ),
    (
        &[[
            "cmake -B build -S . && cmake --build build",
            "ctest --test-dir build",
            "",
            "",
            "",
        ]],
        &[GOOGLE, HEADER],
        "u",
    ),
    (
        &[["g++ -o tests tests.cpp add.cpp", "./tests", "", "", ""]],
        &[ASSERTS, HEADER],
        "e",
    ),
];

/// The same for steps of a workflow. The comparison `command` is that of `autograding-command-grader`, and `python` that for Python.
const NEWER: [PackageRow; 8] = [
    (&[[BUILD, "./prog", "2 3", "5", "exact"]], &[], "p"),
    (&[[BUILD, "./prog", "2 3", "is 5", "contains"]], &[], "p"),
    (
        &[[BUILD, "./prog", "2 3", "^It is \\\\d$", "regex"]],
        &[],
        "p",
    ),
    (&[[BUILD, "./prog", "2 3", "5", "included"]], &[], "p"),
    (
        &[
            [BUILD, "./prog", "2 3", "5", "similar"],
            [BUILD, "./prog", "2 3", "5", "exact"],
        ],
        &[],
        "-p",
    ),
    (
        &[
            ["g++ -o t tests/t.cpp add.cpp", "./t", "", "", "command"],
            ["", "g++ -c add.cpp", "", "", "command"],
        ],
        &[DOCTEST],
        "u-",
    ),
    (
        &[
            ["pip install pytest", "", "", "", "python"],
            [BUILD, "./prog", "2 3", "5", "exact"],
        ],
        &[],
        "-p",
    ),
    (
        &[[BUILD, "./prog", "2\\n3\\n", "a\\nb\\n", "exact"]],
        &[],
        "p",
    ),
];

fn render_json(tests: &[TestRow]) -> String {
    let tests = tests.iter().enumerate().map(|(index, [setup, run, input, output, comparison])| {
        format!(
            "{{\"name\": \"t{index}\", \"setup\": \"{setup}\", \"run\": \"{run}\", \"input\": \"{input}\", \"output\": \"{output}\", \
             \"comparison\": \"{comparison}\", \"points\": 5}}"
        )
    });
    let tests: Vec<String> = tests.collect();
    format!("{{\"tests\": [\n{}\n]}}", tests.join(",\n"))
}

fn render_workflow(tests: &[TestRow]) -> String {
    let mut text = "jobs:\n  test:\n    steps:\n    - uses: actions/checkout@v4\n".to_owned();
    for (index, [setup, run, input, output, comparison]) in tests.iter().enumerate() {
        let kind = match *comparison {
            "command" | "python" => comparison,
            _ => "io",
        };
        let _ = write!(
            text,
            "    - uses: classroom-resources/autograding-{kind}-grader@v1\n      with:\n        test-name: t{index}\n        \
             setup-command: \"{setup}\"\n        command: \"{run}\"\n        input: \"{input}\"\n        expected-output: \"{output}\"\n        \
             comparison-method: {comparison}\n        max-score: 5\n"
        );
    }
    text
}

/// A letter for what became of each test. What is missing must be named with its line.
fn describe_outcome(file: &str, text: &str, more: &[(&str, &str)], count: usize) -> String {
    let files = [&[(file, text)], more].concat();
    let plan = match test_package::read_files(PackageFormat::GithubClassroom, &files) {
        Ok(plan) => plan,
        Err(error) => {
            let text = error.to_string();
            assert!(text.contains(&format!("{file}:")), "{text}");
            return "-".repeat(count);
        }
    };
    let mut missing = 0;
    let mut letters = String::new();
    for index in 0..count {
        let title = Some(format!("t{index}"));
        let Some(one) = plan.criteria.iter().find(|one| one.title == title) else {
            letters.push('-');
            missing += 1;
            continue;
        };
        let names = to_strings(one.cases.as_ref());
        let case = plan.cases.iter().find(|case| names.contains(&case.id));
        let compare = case.and_then(|case| case.file.compare.as_ref());
        letters.push(match (case, compare) {
            (None, _) => 'b',
            (Some(case), _) if case.file.kind.is_some() => 'u',
            (Some(_), None) => 'o',
            (Some(_), Some(table)) if table.body.patterns.is_some() => 'p',
            (Some(_), Some(_)) => 'e',
        });
    }
    assert_eq!(
        plan.notes.dropped.len(),
        missing,
        "{:?}",
        plan.notes.dropped
    );
    letters
}

#[test]
fn every_form_of_a_test_is_carried_over_or_named_with_its_line() {
    let older = ".github/classroom/autograding.json";
    let newer = ".github/workflows/classroom.yml";
    for (tests, more, expected) in OLDER {
        let found = describe_outcome(older, &render_json(tests), more, tests.len());
        assert_eq!(found, expected, "{tests:?}");
    }
    for (tests, more, expected) in NEWER {
        let found = describe_outcome(newer, &render_workflow(tests), more, tests.len());
        assert_eq!(found, expected, "{tests:?}");
    }
}

#[test]
fn further_keys_of_a_step_are_named_with_their_line() {
    let step = render_workflow(&[[BUILD, "./prog", "2 3", "5", "exact"]]);
    let newer = ".github/workflows/classroom.yml";
    let condition =
        |text: &str| step.replacen("      with:", &format!("      if: {text}\n      with:"), 1);
    let table = [
        (condition("always()"), None),
        (condition("github.actor == 'x'"), Some(":6")),
        (format!("{step}        shell: zsh\n"), Some(":14")),
    ];
    for (text, line) in table {
        let files = [(newer, text.as_str())];
        let plan = test_package::read_files(PackageFormat::GithubClassroom, &files).unwrap();
        let places = plan.notes.dropped.iter().map(|note| note.place.as_str());
        let expected = line.map(|line| format!("{newer}{line}"));
        assert_eq!(
            places.collect::<Vec<_>>(),
            expected.iter().collect::<Vec<_>>(),
            "{text}"
        );
    }
}

#[test]
fn programs_with_asserts_are_provided_and_find_the_headers_of_students() {
    let test = ["g++ -o tests tests.cpp add.cpp", "./tests", "", "", ""];
    let files = [
        (".github/classroom/autograding.json", &*render_json(&[test])),
        ASSERTS,
        HEADER,
    ];
    let plan = test_package::read_files(PackageFormat::GithubClassroom, &files).unwrap();
    assert_eq!(plan.sources(), ["add.cpp", "add.h"]);
    let provided = String::from_utf8_lossy(&plan.files["provided/sum/tests.cpp"]);
    assert!(provided.contains("#include \"add.h\""), "{provided}");
}
