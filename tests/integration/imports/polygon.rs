//! Polygon: tests that are there and tests that are made, groups, and a checker that is a program.

use super::{imported, outcome, program};

const XML: &str = "<?xml version='1.0' encoding='utf-8' standalone='no'?>
<problem revision='3' short-name='sum'>
  <names><name language='english' value='A sum'/></names>
  <judging cpu-name='x' cpu-speed='3600' input-file='' output-file=''>
    <testset name='tests'>
      <time-limit>1000</time-limit>
      <memory-limit>268435456</memory-limit>
      <test-count>2</test-count>
      <input-path-pattern>tests/%02d</input-path-pattern>
      <answer-path-pattern>tests/%02d.a</answer-path-pattern>
      <tests>
        <test method='manual' sample='true' points='40.0' group='1'/>
        <test cmd='gen 20 22' method='generated' points='60.0' group='2'/>
      </tests>
      <groups>
        <group name='1' points-policy='complete-group'/>
        <group name='2' points-policy='each-test'><dependencies><dependency group='1'/></dependencies></group>
      </groups>
    </testset>
  </judging>
  <files><executables><executable><source path='files/gen.cpp' type='cpp.g++17'/></executable></executables></files>
  <assets>
    <checker type='testlib'><source path='files/check.cpp' type='cpp.g++17'/></checker>
    <solutions>
      <solution tag='main'><source path='solutions/add.cpp' type='cpp.g++17'/></solution>
      <solution tag='wrong-answer'><source path='solutions/small.cpp' type='cpp.g++17'/></solution>
      <solution tag='rejected'><source path='solutions/add.py' type='python.3'/></solution>
    </solutions>
  </assets>
</problem>
";

const GENERATOR: &str = "#include <cstdio>\nint main(int, char** words) { std::printf(\"%s %s\\n\", words[1], words[2]); }\n";

/// Accepts the sum with either sign, in the words of testlib.
const CHECKER: &str = "#include <cstdlib>
#include <fstream>
#include <iostream>
int main(int, char** words) {
    std::ifstream output(words[2]), answer(words[3]);
    long found = 0, right = 0;
    answer >> right;
    if (output >> found && std::labs(found) == std::labs(right)) { std::cerr << \"ok\\n\"; return 0; }
    std::cerr << \"wrong answer it is not \" << right << \"\\n\";
    return 1;
}
";

#[test]
fn tests_are_made_by_their_generator_and_answered_by_the_main_solution() {
    let add = program("printf(\"%ld\\n\", a + b);");
    let small = program("printf(\"%ld\\n\", a + b > 9 ? 9 : a + b);");
    let made = imported(
        "polygon",
        &[
            ("problem.xml", XML),
            ("tests/01", "2 3\n"),
            ("files/gen.cpp", GENERATOR),
            ("files/check.cpp", CHECKER),
            ("solutions/add.cpp", &add),
            ("solutions/small.cpp", &small),
            ("solutions/add.py", "print(5)\n"),
        ],
    );
    assert!(!made.losses().contains("problem.xml:"), "{}", made.losses());
    assert_eq!(made.place.read("made/testcases/sum/02.in"), "20 22\n");
    assert_eq!(made.place.read("made/testcases/sum/02.ans"), "42\n");
    made.checks(2);
    let results = made.graded(&[
        ("ann", "sum.cpp", &program("printf(\"%ld\\n\", -a - b);")),
        ("bob", "sum.cpp", &small),
    ]);
    let points = ["ann", "bob"].map(|student| outcome(&results, student).0);
    assert_eq!(points, [100.0, 40.0]);
}
