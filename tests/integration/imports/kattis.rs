//! Kattis: its own validator, groups with points, validators of a package's own.

use super::{Imported, imported, outcome, package, program};
use crate::support::packed::zip_folder;

const RIGHT: &str = "printf(\"Sum:\\n%ld\\n\", a + b);";

fn sum(more: &[(&str, &str)]) -> Imported {
    let right = program(RIGHT);
    let lower = program("printf(\"sum: %ld\\n\", a + b);");
    let slow = program("volatile long n = a; while (n < 0) {} printf(\"Sum: %ld\\n\", a + b);");
    let crashes = program("printf(\"Sum: %ld\\n\", a + b); return a < 0;");
    let files = [
        (
            "problem.yaml",
            "name: \"The sum of two\"\nvalidator_flags: case_sensitive\nlimits:\n  memory: 512\n",
        ),
        ("data/sample/1.in", "1 2\n"),
        ("data/sample/1.ans", "Sum: 3\n"),
        ("data/secret/01-negative.in", "-5 2\n"),
        ("data/secret/01-negative.ans", "Sum: -3\n"),
        ("data/secret/lost.in", "1 1\n"),
        ("submissions/accepted/right.cpp", &right),
        (
            "submissions/accepted/right.py",
            "print('Sum:', sum(map(int, input().split())))\n",
        ),
        ("submissions/wrong_answer/right.cpp", &lower),
        ("submissions/time_limit_exceeded/slow.cpp", &slow),
        ("submissions/run_time_error/crashes.cpp", &crashes),
        ("attachments/hint.txt", "Add them.\n"),
    ];
    imported("kattis", &[&files[..], more].concat())
}

#[test]
fn a_package_with_the_usual_validator_gives_every_program_its_verdict() {
    let sum = sum(&[]);
    sum.told.shows(&[
        "wrote the course made with 2 cases, 1 criterion and 4 calibration programs",
        "limits.cpu: 1 s, which is 5 times the ",
    ]);
    for said in [
        "data/secret/lost.in: there is no answer beside it (`.ans`)",
        "submissions/accepted/right.py: it is in Python, and only C and C++ are built here",
        "attachments/: hand it out yourself",
    ] {
        assert!(sum.losses().contains(said), "{}", sum.losses());
    }
    assert!(
        sum.rubric().contains("title = \"The sum of two\""),
        "{}",
        sum.rubric()
    );
    sum.checks(4);
    let results = sum.graded(&[
        ("ann", "sum.cpp", &program(RIGHT)),
        (
            "bob",
            "anything.cc",
            &program("printf(\"Sum: %ld\", a < 0 ? 0 : a + b);"),
        ),
    ]);
    let right = outcome(&results, "ann");
    let wrong = outcome(&results, "bob");
    assert_eq!(
        right,
        (
            100.0,
            vec![
                "sample-1 accepted".to_owned(),
                "secret-01-negative accepted".to_owned()
            ]
        )
    );
    assert_eq!(wrong.0, 0.0);
    assert_eq!(
        wrong.1,
        ["sample-1 accepted", "secret-01-negative wrong-answer"]
    );
}

#[test]
fn a_program_that_does_not_do_what_its_folder_says_is_told_by_check() {
    let sum = sum(&[("submissions/wrong_answer/is_right.cpp", &program(RIGHT))]);
    sum.grader(&["check"]).exits_with(1).shows(&[
        "sum/is_right: 100 points, NOT AS DECLARED",
        "no case is `wrong-answer` or `presentation-error` or `output-limit`, and one is required",
    ]);
}

const FLOATS: &str = "#include <cstdio>\nint main() { double r; scanf(\"%lf\", &r); printf(FORMAT, r * r * SCALE); }\n";

#[test]
fn groups_with_points_and_flags_become_criteria() {
    let floats =
        |format: &str, scale: &str| FLOATS.replace("FORMAT", format).replace("SCALE", scale);
    let right = floats("\"%.9f\\n\"", "3.14159265358979");
    let rough = floats("\"%.4f\\n\"", "3.14159265358979");
    let wrong = floats("\"%.4f\\n\"", "3.2");
    let files = [
        (
            "problem.yaml",
            "problem_format_version: 2025-09\ntype: scoring\nname:\n  de: Kreis\n  en: Circle\nlimits:\n  time_limit: 1.5\n",
        ),
        ("data/sample/1.in", "1\n"),
        ("data/sample/1.ans", "3.14159265\n"),
        (
            "data/secret/small/test_group.yaml",
            "max_score: 30\noutput_validator_args: [float_tolerance, 1e-3]\n",
        ),
        ("data/secret/small/a.in", "1\n"),
        ("data/secret/small/a.ans", "3.14159265\n"),
        ("data/secret/small/b.in", "2\n"),
        ("data/secret/small/b.ans", "12.56637061\n"),
        (
            "data/secret/large/test_group.yaml",
            "max_score: 70\nscore_aggregation: sum\nrequire_pass: small\noutput_validator_args: [float_relative_tolerance, 1e-8]\n",
        ),
        ("data/secret/large/a.in", "10\n"),
        ("data/secret/large/a.ans", "314.159265359\n"),
        ("data/secret/large/b.in", "0\n"),
        ("data/secret/large/b.ans", "0\n"),
        (
            "data/sample/test_group.yaml",
            "output_validator_args: [float_tolerance, 1e-3]\n",
        ),
        ("submissions/accepted/right.cpp", &right),
        ("submissions/wrong_answer/rough.cpp", &rough),
        (
            "submissions/submissions.yaml",
            "wrong_answer/rough.cpp:\n  score: 65\n",
        ),
    ];
    let circle = imported("kattis", &files);
    circle.checks(2);
    let rubric = circle.rubric();
    for said in [
        "title = \"Circle\"",
        "cpu = \"1500ms\"",
        "points = 30",
        "requires = [\"small\"]",
    ] {
        assert!(rubric.contains(said), "{rubric}");
    }
    let results = circle.graded(&[
        ("ann", "sum.cpp", &right),
        ("bob", "sum.cpp", &rough),
        ("cid", "sum.cpp", &wrong),
    ]);
    let points = ["ann", "bob", "cid"].map(|student| outcome(&results, student).0);
    // 0 is right however rough; nothing large counts without what is small.
    assert_eq!(points, [100.0, 65.0, 0.0]);
}

/// Accepts any two numbers with the right sum.
const PYTHON: &str = r#"import sys
wanted = sum(map(int, open(sys.argv[1]).read().split()))
words = sys.stdin.read().split()
if len(words) == 2 and sum(map(int, words)) == wanted:
    sys.exit(42)
open(sys.argv[3] + "teammessage.txt", "w").write("the sum is not %d" % wanted)
sys.exit(43)
"#;

const CPP: &str = r#"#include <fstream>
#include <iostream>
#include "result.h"
int main(int, char** words) {
    std::ifstream input(words[1]);
    long a, b, c, d;
    input >> a >> b;
    return std::cin >> c >> d && a + b == c + d ? RIGHT : WRONG;
}
"#;

/// A package in two passes: a program doubles a number, and halves it again.
fn passes() -> [(&'static str, String); 6] {
    const VALIDATOR: &str = r#"import sys
word, number = open(sys.argv[1]).read().split()
right = int(number) * 2 if word == "double" else int(number) // 2
if sys.stdin.read().split() != [str(right)]:
    sys.exit(43)
if word == "double":
    open(sys.argv[3] + "nextpass.in", "w").write("halve %d\n" % right)
sys.exit(42)
"#;
    let halves = |by: &str| {
        format!(
            "#include <iostream>\n#include <string>\nint main() {{ std::string word; int number; std::cin >> word >> number; \
             std::cout << (word == \"double\" ? 2 * number : number / {by}) << \"\\n\"; }}\n"
        )
    };
    [
        (
            "problem.yaml",
            "name: Twice\nvalidation: custom multi-pass\nlimits: {time_limit: 1}\n".to_owned(),
        ),
        ("data/secret/1.in", "double 21\n".to_owned()),
        ("data/secret/1.ans", "21\n".to_owned()),
        ("output_validators/twice.py", VALIDATOR.to_owned()),
        ("submissions/accepted/right.cpp", halves("2")),
        ("submissions/wrong_answer/wrong.cpp", halves("3")),
    ]
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn validators_of_the_packages_own_decide_whatever_they_are_written_in() {
    let right = program("printf(\"0 %ld\\n\", a + b);");
    let wrong = program("printf(\"0 %ld\\n\", a - b);");
    let usual = [
        (
            "problem.yaml",
            "name: Parts\nvalidation: custom\nlimits: {time_limit: 1}\n",
        ),
        ("data/secret/1.in", "1 2\n"),
        ("data/secret/1.ans", "1 2\n"),
        ("submissions/accepted/right.cpp", right.as_str()),
        ("submissions/wrong_answer/wrong.cpp", &wrong),
    ];
    let python: &[_] = &[("output_validators/parts.py", PYTHON)];
    let cpp: &[_] = &[
        ("output_validators/parts/parts.cpp", CPP),
        (
            "output_validators/parts/result.h",
            "enum { RIGHT = 42, WRONG = 43 };\n",
        ),
    ];
    let passes = passes();
    for validator in [python, cpp] {
        let parts = imported("kattis", &[&usual[..], validator].concat());
        parts.checks(2);
        let results = parts.graded(&[("ann", "sum.cpp", &right), ("bob", "sum.cpp", &wrong)]);
        let points = ["ann", "bob"].map(|student| outcome(&results, student).0);
        assert_eq!(points, [100.0, 0.0]);
    }
    let twice = imported(
        "kattis",
        &passes.each_ref().map(|(name, text)| (*name, text.as_str())),
    );
    twice.checks(2);
    let results = twice.graded(&[
        ("ann", "sum.cpp", &passes[4].1),
        ("bob", "sum.cpp", &passes[5].1),
    ]);
    assert_eq!(
        ["ann", "bob"].map(|student| outcome(&results, student).0),
        [100.0, 0.0]
    );
    let broken = [("output_validators/parts.cpp", "int main( {}\n")];
    let place = package(&[&usual[..], &broken].concat());
    let ran = place.grader(&["import", "kattis", "sum", "--out", "made", "--partial"]);
    ran.exits_with(2).says(&[
        "output_validators/parts.cpp: it does not compile here (`parts.cpp:1:",
        "nothing was written",
    ]);
    assert!(!ran.stdout.contains("proves") && !place.path("made").exists());
}

#[test]
fn a_package_may_be_packed() {
    let place = package(&[
        ("sum/problem.yaml", "name: Sum\n"),
        ("sum/data/secret/1.in", "1 2\n"),
        ("sum/data/secret/1.ans", "3\n"),
    ]);
    zip_folder(&place.path("sum"), &place.path("two.zip"));
    place.grader(&["import", "kattis", "two.zip"]).exits_with(0);
    assert!(
        place
            .read("two-course/rubric.toml")
            .contains("[assignments.two]")
    );
}

#[test]
fn files_that_are_included_are_compiled_with_every_program() {
    let uses = |body: &str| format!("#include \"grid.h\"\nint solve(int a) {{ {body} }}\n");
    // More than 8 MiB of its memory are stack.
    let deep = "struct Deep { static int down(int n) { volatile char room[100]; room[0] = 0; return n > 0 ? down(n - 1) + room[0] : 0; } };";
    let right = uses(&format!("{deep} return TWICE * a + Deep::down(200000);"));
    let twice = imported(
        "kattis",
        &[
            ("problem.yaml", "name: Twice\nlimits: {time_limit: 1}\n"),
            ("data/secret/1.in", "4\n"),
            ("data/secret/1.ans", "8\n"),
            (
                "include/cpp/main.cpp",
                "#include <iostream>\nint solve(int);\nint main() { int a; std::cin >> a; std::cout << solve(a) << \"\\n\"; }\n",
            ),
            ("include/default/grid.h", "enum { TWICE = 2 };\n"),
            ("include/java/Main.java", "class Main {}\n"),
            ("submissions/accepted/right.cpp", &right),
            ("submissions/wrong_answer/wrong.cpp", &uses("return a;")),
        ],
    );
    assert!(
        twice
            .losses()
            .contains("include/java: it is for programs in another language"),
        "{}",
        twice.losses()
    );
    twice.checks(2);
    let results = twice.graded(&[("ann", "sum.cpp", &right)]);
    assert_eq!(outcome(&results, "ann").0, 100.0);
}

/// Thinks of the number in its input.
const GUESSES: &str = r#"import sys
secret = int(open(sys.argv[1]).read())
for left in range(7):
    line = sys.stdin.readline().strip()
    if not line.isdecimal():
        break
    if int(line) == secret:
        print("correct")
        sys.exit(42)
    print("higher" if int(line) < secret else "lower", flush=True)
open(sys.argv[3] + "teammessage.txt", "w").write("not found in seven guesses")
sys.exit(43)
"#;

#[test]
fn a_validator_that_speaks_with_programs_becomes_an_interactor() {
    let guesses = |next: &str| {
        format!(
            "#include <iostream>\n#include <string>\nint main() {{\n    int low = 1, high = 100; std::string word;\n    \
             while (low <= high) {{\n        int guess = {next};\n        std::cout << guess << std::endl;\n        \
             if (!(std::cin >> word) || word == \"correct\") return 0;\n        \
             if (word == \"higher\") low = guess + 1; else high = guess - 1;\n    }}\n}}\n"
        )
    };
    let right = guesses("(low + high) / 2");
    let wrong = guesses("low");
    let guess = imported(
        "kattis",
        &[
            (
                "problem.yaml",
                "name: Guess\nvalidation: custom interactive\n",
            ),
            ("domjudge-problem.ini", "color = red\ntimelimit = '1.25'\n"),
            ("data/secret/1.in", "37\n"),
            ("data/secret/1.ans", ""),
            ("data/secret/2.in", "100\n"),
            ("data/secret/2.ans", ""),
            ("output_validators/guess.py", GUESSES),
            ("submissions/accepted/right.cpp", &right),
            ("submissions/wrong_answer/wrong.cpp", &wrong),
        ],
    );
    guess.checks(2);
    assert!(
        guess.rubric().contains("cpu = \"1250ms\""),
        "{}",
        guess.rubric()
    );
    let results = guess.graded(&[("ann", "sum.cpp", &right), ("bob", "sum.cpp", &wrong)]);
    assert_eq!(
        ["ann", "bob"].map(|student| outcome(&results, student).0),
        [100.0, 0.0]
    );
}
