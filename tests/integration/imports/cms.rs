//! CMS: subtasks, a grader with functions of students, and a comparator that gives a share.

use super::{imported, outcome};

const SETTINGS: &str = "name: sum\ntitle: A sum\ntime_limit: 1.0\nmemory_limit: 256\ninfile: ''\noutfile: ''\n\
                        public_testcases: '0,1'\ntoken_mode: disabled\n";

const GRADER: &str = "#include \"sum.h\"
#include <cstdio>
int main() { int a, b; if (std::scanf(\"%d %d\", &a, &b) == 2) std::printf(\"%d\\n\", add(a, b)); }
";

/// A sum that is off by one has half of the points.
const COMPARATOR: &str = "#include <cstdlib>
#include <fstream>
#include <iostream>
int main(int, char** words) {
    std::ifstream answer(words[2]), output(words[3]);
    int right = 0, found = 0;
    answer >> right;
    int off = output >> found ? std::abs(right - found) : 9;
    std::cout << (off == 0 ? 1.0 : off == 1 ? 0.5 : 0.0) << \"\\n\";
    std::cerr << (off == 1 ? \"Off by one.\" : off == 0 ? \"translate:success\" : \"translate:wrong\") << \"\\n\";
}
";

#[test]
fn subtasks_are_worth_their_worst_case() {
    let add = |result: &str| {
        format!("#include \"sum.h\"\nint add(int a, int b) {{ return {result}; }}\n")
    };
    let made = imported(
        "cms",
        &[
            ("task.yaml", SETTINGS),
            (
                "gen/GEN",
                "#ST: 30\n2 3\n#ST: 70\n20 22\n#COPY: gen/third.txt\n",
            ),
            ("input/input0.txt", "2 3\n"),
            ("output/output0.txt", "5\n"),
            ("input/input1.txt", "20 22\n"),
            ("output/output1.txt", "42\n"),
            ("gen/third.txt", "30 30\n"),
            ("output/output2.txt", "60\n"),
            ("check/checker.cpp", COMPARATOR),
            ("sol/grader.cpp", GRADER),
            ("sol/sum.h", "int add(int a, int b);\n"),
            ("sol/solution.cpp", &add("a + b")),
        ],
    );
    made.checks(1);
    let results = made.graded(&[
        ("ann", "sum.cpp", &add("a + b")),
        ("bob", "sum.cpp", &add("a + b - (a > 20)")),
        ("cid", "sum.cpp", &add("a == 2 ? 5 : 0")),
    ]);
    let points = ["ann", "bob", "cid"].map(|student| outcome(&results, student).0);
    assert_eq!(points, [100.0, 65.0, 30.0]);
}
