//! VPL: how each form of expected output is compared, and what wrong cases cost.

use super::{imported, outcome, program};

const CASES: &str = "\
# Defaults hold for all cases.
time limit = 2

case = Numbers
input = 2 3
output = 5
case = Words
input = 4 4
grade reduction = 10%
output = the sum is 8
fail message = Add the two numbers.
case = Exact
input = 1 1
output = \"Sum: 2\"
output = /^sum: +2\\n$/i
case = End
input = 0 7
output = * 7.0
case = Other
program to run = ./other
output = 1
";

/// Prints the sum with these words before it.
fn adds(before: &str) -> String {
    program(&format!("printf(\"{before}%ld\\n\", a + b); return 3;"))
}

#[test]
fn outputs_are_compared_as_vpl_does_and_wrong_cases_take_points_off() {
    let right =
        program("printf(\"%s%ld\\n\", b == 1 ? \"SUM:  \" : \"The sum is: \", a + b); return 3;");
    let made = imported(
        "vpl",
        &[
            ("vpl_evaluate.cases", CASES),
            ("vpl_run.sh", "\n"),
            ("solution/sum.cpp", &right),
            ("submissions/wrong_answer/plain.cpp", &adds("")),
        ],
    );
    made.told
        .shows(&["vpl_evaluate.cases:19: it runs `./other`"]);
    made.checks(2);
    let results = made.graded(&[
        ("bob", "sum.cpp", &adds("")),
        ("cid", "sum.cpp", &adds("1 + ")),
    ]);
    // A case takes a fifth, for there are five, and the one with a percentage ten of a hundred points.
    let (points, cases) = outcome(&results, "bob");
    let (wrong, right) = ("wrong-answer", "accepted");
    let verdicts: Vec<&str> = cases
        .iter()
        .filter_map(|case| case.split_once(' '))
        .map(|(_, verdict)| verdict)
        .collect();
    // By name: End, Exact, Numbers, Words.
    assert_eq!(verdicts, [right, wrong, right, wrong], "{cases:?}");
    assert!((points - 70.0).abs() < 1e-9, "{points}");
    let (points, _) = outcome(&results, "cid");
    assert!((points - 50.0).abs() < 1e-9, "{points}");
    let report = made.place.read("made/reports/bob/sum.md");
    assert!(report.contains("Add the two numbers."), "{report}");
}
