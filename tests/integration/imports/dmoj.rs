//! DMOJ: batches with dependencies, an archive, its own checkers, and checkers that are programs.

use super::{imported, outcome, package, program};
use crate::support::packed::zipped;

const HALF: &str =
    "#include <cstdio>\nint main() { double a; scanf(\"%lf\", &a); printf(FORMAT, a / 2); }\n";

#[test]
fn batches_points_and_dependencies_become_criteria() {
    let half = |format: &str| HALF.replace("FORMAT", format);
    let right = half("\"%.9f  \\n\\n\"");
    let rough = half("\"%.2f\\n\"");
    let whole = half("\"%.0f\\n\"");
    let init = "\
# Halves
checker: {name: floatsabs, args: {precision: 4}}
output_prefix_length: 0
test_cases:
- {in: a.in, out: a.out, points: 10}
- {in: b.in, out: b.out, points: 30}
- points: 40
  batched:
  - {in: c.in, out: c.out}
  - {in: d.in, out: d.out}
- points: 20
  dependencies: [1]
  batched:
  - {in: e.in, out: e.out, checker: identical}
- {generator: gen.py, in: none.in, out: none.out, points: 5}
";
    let files = [
        ("init.yml", init),
        ("a.in", "4\n"),
        ("a.out", "2\n"),
        ("b.in", "1\r\n"),
        ("b.out", "0.5\r\n"),
        ("c.in", "3\n"),
        ("c.out", "1.5\n"),
        ("d.in", "0.001\n"),
        ("d.out", "0.0005\n"),
        ("e.in", "2\n"),
        ("e.out", "1.000000000  \n\n"),
        (
            "tests/right/test.yml",
            "language: CPP17\ntime: 1.5\nmemory: 65536\nsource: half.cpp\nexpect: AC\n",
        ),
        ("tests/right/half.cpp", &right),
        (
            "tests/rough/test.yml",
            "language: CPP17\nsource: half.cpp\ncases: [AC, AC, AC, WA, SC]\n",
        ),
        ("tests/rough/half.cpp", &rough),
        (
            "tests/whole/test.yml",
            "language: CPP17\nsource: half.cpp\nexpect: [WA]\ncases: {2: WA}\n",
        ),
        ("tests/whole/half.cpp", &whole),
    ];
    let halves = imported("dmoj", &files);
    halves.checks(3);
    for said in [
        "init.yml:15: the input `none.in` is not in the package",
        "`output_prefix_length`",
    ] {
        assert!(halves.losses().contains(said), "{}", halves.losses());
    }
    let results = halves.graded(&[
        ("ann", "sum.cpp", &right),
        ("bob", "sum.cpp", &rough),
        ("cid", "sum.cpp", &whole),
    ]);
    let points = ["ann", "bob", "cid"].map(|student| outcome(&results, student).0);
    assert_eq!(points, [100.0, 40.0, 10.0]);
}

/// Answers as checkers made with testlib do.
const CHECKER: &str = r#"#include <cstdio>
#include <fstream>
int main(int, char** words) {
    std::ifstream input(words[1]), output(words[2]);
    long a, b, c, d;
    input >> a >> b;
    if (!(output >> c >> d)) { std::fprintf(stderr, "wrong output format two numbers are expected\n"); return 2; }
    if (a + b != c + d) { std::fprintf(stderr, "wrong answer the sum is %ld\n", c + d); return 1; }
    if (c == 1) { std::fprintf(stderr, "points 10\n"); return 7; }
    std::fprintf(stderr, "ok the sum is %ld\n", c + d);
    return ANSWER;
}
"#;

/// Gives half of eight points for a wrong guess.
const TALK: &str = r#"#include <cstdio>
#include <fstream>
int main(int, char** words) {
    std::ifstream input(words[1]);
    int secret = 0, guess = 0;
    input >> secret;
    if (std::scanf("%d", &guess) != 1) { std::fprintf(stderr, "wrong output format a number is expected\n"); return 2; }
    if (guess == secret) { std::fprintf(stderr, "ok\n"); return 0; }
    std::fprintf(stderr, "points 4\n");
    return 7;
}
"#;

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn data_in_an_archive_and_a_checker_that_is_a_program() {
    let init = "\
archive: data.zip
checker: {name: bridged, args: {files: check.cpp, lang: CPP17, type: testlib, flags: [-DANSWER=0]}}
points: 25
";
    let right = program("printf(\"0 %ld\\n\", a + b);");
    let wrong = program("printf(\"0 %ld\\n\", a > 5 ? a : a + b);");
    let place = package(&[
        ("init.yml", init),
        ("check.cpp", CHECKER),
        ("submissions/accepted/right.cpp", &right),
        ("submissions/wrong_answer/wrong.cpp", &wrong),
    ]);
    let data = zipped(&[
        ("1.in", "1 2\n"),
        ("1.out", "3 0\n"),
        ("2.1.in", "5 6\n"),
        ("2.1.out", "11 0\n"),
        ("2.2.in", "7 8\n"),
        ("2.2.out", "15 0\n"),
    ]);
    place.write("sum/data.zip", data);
    place
        .grader(&["import", "dmoj", "sum", "--out", "made", "--partial"])
        .exits_with(0)
        .shows(&[
            "the criterion `cases`: 25 points",
            "the criterion `batch-1`: 25 points if all of its cases are right",
            "the limits of time and memory stand on the site",
        ]);
    let made = super::Imported {
        told: place.grader(&["--version"]),
        place,
    };
    made.checks(2);
    let partly = program("printf(\"1 %ld\\n\", a + b - 1);");
    let results = made.graded(&[
        ("ann", "sum.cpp", &right),
        ("bob", "sum.cpp", &wrong),
        ("cid", "sum.cpp", &partly),
    ]);
    assert_eq!(outcome(&results, "ann").0, 50.0);
    // 10 of 25 points, in the single case and in the batch.
    assert_eq!(outcome(&results, "cid").0, 20.0);
    let (points, verdicts) = outcome(&results, "bob");
    assert_eq!(points, 25.0);
    assert_eq!(
        verdicts,
        [
            "batch-2-1 accepted",
            "batch-2-2 wrong-answer",
            "case-1 accepted"
        ]
    );
    // An interactor that answers in points of the case.
    let guess =
        |number: u8| format!("#include <cstdio>\nint main() {{ std::printf(\"{number}\\n\"); }}\n");
    let talk = imported(
        "dmoj",
        &[
            (
                "init.yml",
                "interactive: {files: talk.cpp, type: testlib}\ntest_cases:\n- {in: 1.in, points: 8}\n",
            ),
            ("1.in", "5\n"),
            ("talk.cpp", TALK),
            (
                "tests/right/test.yml",
                "language: CPP17\ntime: 2\nsource: a.cpp\nexpect: AC\nscore: 8\n",
            ),
            ("tests/right/a.cpp", &guess(5)),
        ],
    );
    talk.checks(1);
    let results = talk.graded(&[("ann", "sum.cpp", &guess(5)), ("bob", "sum.cpp", &guess(6))]);
    let points = ["ann", "bob"].map(|student| outcome(&results, student).0);
    assert_eq!(points, [8.0, 4.0]);
}

#[test]
fn a_judge_in_python_talks_with_programs_and_a_program_in_python_is_the_reference() {
    let judge = "\
from dmoj.graders.interactive import InteractiveGrader
from dmoj.result import CheckerResult
class Grader(InteractiveGrader):
    def interact(self, case, interactor):
        secret = int(case.input_data())
        for left in range(4, 0, -1):
            guess = interactor.readint(1, 9)
            interactor.writeln((guess < secret) - (guess > secret))
            if guess == secret:
                return CheckerResult(True, case.points if left > 2 else case.points * left // 4, 'late')
        return False
";
    let guess = "low, high = 1, 9\nwhile True:\n    middle = (low + high) // 2\n    print(middle, flush=True)\n    \
                 way = int(input())\n    if way == 0:\n        break\n    low, high = (middle + 1, high) if way > 0 else (low, middle - 1)\n";
    let init =
        "custom_judge: judge.py\ntest_cases:\n- {in: 1.in, points: 8}\n- {in: 2.in, points: 8}\n";
    let made = imported(
        "dmoj",
        &[
            ("init.yml", init),
            ("1.in", "5\n"),
            ("2.in", "7\n"),
            ("judge.py", judge),
            (
                "tests/right/test.yml",
                "language: PY3\ntime: 2\nsource: a.py\nexpect: AC\n",
            ),
            ("tests/right/a.py", guess),
        ],
    );
    made.checks(1);
    let counts = |from: u8| {
        format!(
            "#include <cstdio>\nint main() {{ int way = 1; for (int i = {from}; way; ++i) {{ std::printf(\"%d\\n\", i); \
             std::fflush(stdout); if (std::scanf(\"%d\", &way) != 1) return 0; }} }}\n"
        )
    };
    let results = made.graded(&[
        ("ann", "sum.cpp", &counts(5)),
        ("bob", "sum.cpp", &counts(6)),
        ("cid", "sum.cpp", "int main() {}\n"),
    ]);
    // 8 for one or two guesses, 4 for three, nothing after four.
    let points = ["ann", "bob", "cid"].map(|student| outcome(&results, student).0);
    assert_eq!(points, [12.0, 8.0, 0.0]);
}
