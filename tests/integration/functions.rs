//! Functions that are graded one by one, with real compilers and real processes.

use crate::support::functions::{RUBRIC, SOLUTION, TWICE, case, course, graded, verdicts};
use crate::support::gate_step;
use crate::support::results::{Results, list, text};

#[test]
fn expected_values_come_from_the_instructors_solution_and_from_the_case() {
    let course = course();
    let expected = |name: &str| course.read(&format!("testcases/f/call-{name}.expected"));
    assert_eq!(
        expected("twice"),
        "twice(1) → 2\ntwice(-7) → -14\ntwice(0) → 0\ntwice(1000) → 2000\n"
    );
    assert_eq!(
        expected("mark"),
        "mark({'?','?','O','?'}, 1) → grid = {'?','X','O','?'}\n\
         mark({'?','?','?','?'}, 3) → grid = {'?','?','?','X'}\n"
    );
    assert_eq!(
        expected("shout"),
        "shout(2) →\n  | Hey!\n  | Hey!\nshout(0) → nothing changes\n"
    );
    course.grader(&["regenerate", "--check"]).exits_with(0);
}

#[test]
fn what_was_reviewed_is_what_grades() {
    let course = course();
    course.write("testcases/f/call-twice.expected", "twice(1) → 3\n");
    course.write("submissions/ann/f.cpp", SOLUTION);
    let ran = course.grader(&["run", "submissions"]);
    ran.exits_with(2)
        .says(&["call-twice.expected: edited by hand"]);
}

#[test]
fn a_function_that_testing_code_can_call_is_right_however_it_is_declared() {
    let course = course();
    let twice = "int twice(int x)";
    let mark = "void mark(char grid[], int at)";
    let programs = [
        ("as-asked", twice, twice),
        ("long-long", twice, "long long twice(long long x)"),
        ("constant-reference", twice, "int twice(const int& x)"),
        (
            "reference",
            twice,
            "int twice(int&& x) { return 2 * x; }\nint twice(int& x)",
        ),
        ("double-parameter", twice, "int twice(double x)"),
        ("pointer", mark, "void mark(char *grid, long at)"),
        (
            "sized-array",
            mark,
            "void mark(char grid[121], unsigned at)",
        ),
        ("static", twice, "static int twice(int x)"),
        ("inline", twice, "inline int twice(int x)"),
        (
            "nameless-namespace",
            "int twice(int x) { return 2 * x; }",
            "namespace { int twice(int x) { return 2 * x; } }",
        ),
        ("linkage-of-c", twice, "extern \"C\" int twice(int x)"),
        (
            "overloaded",
            twice,
            "double twice(char c) { return c; }\nint twice(int x)",
        ),
        (
            "default-argument",
            mark,
            "void mark(char grid[], int at = 3)",
        ),
        ("template", twice, "template <class T> T twice(T x)"),
        (
            "using-namespace",
            "int twice(int x) { return 2 * x; }",
            "namespace mine { int twice(int x) { return 2 * x; } }\nusing namespace mine;",
        ),
        (
            "int-is-a-macro",
            "int twice(int x) { return 2 * x; }",
            "#define int long long\nint twice(int x) { return 2 * x; }\n#undef int",
        ),
        (
            "main-is-called",
            twice,
            "int main();\nint never() { return main(); }\nint twice(int x)",
        ),
    ];
    let tried: Vec<_> = programs.into_iter().step_by(gate_step(2)).collect();
    let results = graded(&course, &tried);
    for submission in results.submissions() {
        let student = text(&submission["student"]);
        let points = &submission["points"];
        assert_eq!(*points, 40.0, "{student}: {:#}", submission["cases"]);
    }
}

#[test]
fn one_wrong_or_missing_function_costs_that_function_and_no_other() {
    let course = course();
    let twice = "int twice(int x) { return 2 * x; }";
    // What is wrong, what its case says, and words of the reason.
    let table = [
        (
            "wrong-once",
            twice,
            "int twice(int x) { return x == -7 ? 14 : 2 * x; }",
            "wrong-answer",
            "`twice(-7)`: It returned `14`, and `-14` was expected. 3 of 4 calls are right.",
        ),
        (
            "missing",
            "twice(",
            "other_name(",
            "wrong-answer",
            "Your program has no function `int twice(int x)`.",
        ),
        (
            "other-case",
            "twice(",
            "Twice(",
            "wrong-answer",
            "It has `Twice(int)`: large and small letters count.",
        ),
        (
            "misspelled",
            "twice(",
            "twise(",
            "wrong-answer",
            "It has `twise(int)`: the name must be exactly",
        ),
        (
            "other-parameters",
            twice,
            "int twice(int x, int y) { return x + y; }\n#define twice(x) twice(x, x)",
            "wrong-answer",
            "It has `twice(int, int)`, whose parameters",
        ),
        (
            "in-a-class",
            "twice(",
            "Math::twice(",
            "wrong-answer",
            "It has `Math::twice(int)`, which is inside",
        ),
        (
            "crashes",
            twice,
            "#include <csignal>\nint twice(int x) { if (x < 0) raise(SIGSEGV); return 2 * x; }",
            "runtime-error",
            "SIGSEGV",
        ),
        (
            "loops",
            twice,
            "int twice(int x) { while (x < 0) {} return 2 * x; }",
            "time-limit",
            "still running",
        ),
        (
            "floods",
            twice,
            "int twice(int x) { while (x < 0) std::cout << \"x\"; return 2 * x; }",
            "output-limit",
            "far more",
        ),
        (
            "exits",
            twice,
            "#include <cstdlib>\nint twice(int x) { if (x < 0) exit(0); return 2 * x; }",
            "wrong-answer",
            "did not return: the function ended the program",
        ),
        (
            "throws",
            twice,
            "int twice(int x) { if (x < 0) throw 1; return 2 * x; }",
            "runtime-error",
            "SIGABRT",
        ),
    ];
    let table: Vec<_> = table.into_iter().step_by(gate_step(2)).collect();
    let programs: Vec<_> = table
        .iter()
        .map(|(student, from, to, ..)| (*student, *from, *to))
        .collect();
    let results = graded(&course, &programs);
    for (student, _, _, verdict, reason) in table {
        let found = verdicts(&results, student);
        assert_eq!(found["call-twice"], verdict, "{student}");
        let said = text(&case(&results, student, "call-twice")["reason"]);
        assert!(said.contains(reason), "{student}: {said}");
        for other in ["call-mark", "call-shout", "play"] {
            assert_eq!(found[other], "accepted", "{student} {other}");
        }
        assert_eq!(results.of(student, "f")["points"], 30.0, "{student}");
    }
}

#[test]
fn what_a_call_changes_and_prints_counts_where_it_must() {
    let course = course();
    let mark = "grid[at] = 'X'";
    let hey = "\"Hey!\\n\"";
    // What is changed, the verdicts on marking and shouting, and words of a reason.
    let table = [
        (
            "marks-another",
            mark,
            "grid[0] = 'X'",
            ["wrong-answer", "accepted"],
            "After the call `grid[0]` was `'X'`, and `'?'` was expected.",
        ),
        (
            "prints-besides",
            mark,
            "std::cout << grid[at] << std::endl; grid[at] = 'X'",
            ["accepted", "accepted"],
            "",
        ),
        (
            "shouts-less",
            hey,
            "\"Hey\\n\"",
            ["accepted", "wrong-answer"],
            "Hey",
        ),
        (
            "blanks-at-the-end",
            hey,
            "\"Hey!  \\n\"",
            ["accepted", "accepted"],
            "",
        ),
        (
            "never-flushes",
            "#include <iostream>",
            "#include <iostream>\nint off = (std::ios::sync_with_stdio(false), 0);",
            ["accepted", "accepted"],
            "",
        ),
        (
            "blanks-where-none-are",
            hey,
            "\" Hey!\\n\"",
            ["accepted", "presentation-error"],
            "",
        ),
        (
            "blanks-and-more",
            "std::cout << \"Hey!\\n\"; }",
            "std::cout << \" Hey!\\n\"; if (lines == 0) std::cout << 0; }",
            ["accepted", "wrong-answer"],
            "`shout(0)`",
        ),
        (
            "complains",
            hey,
            "(std::cerr << \"0 1 2\\n\", \"Hey!\\n\")",
            ["accepted", "accepted"],
            "",
        ),
    ];
    let programs: Vec<_> = table
        .iter()
        .map(|(student, from, to, ..)| (*student, *from, *to))
        .collect();
    let results = graded(&course, &programs);
    for (student, _, _, [marks, shouts], reason) in table {
        let found = verdicts(&results, student);
        assert_eq!(
            [&found["call-mark"], &found["call-shout"]],
            [marks, shouts],
            "{student}"
        );
        let reasons = ["call-mark", "call-shout"]
            .map(|id| text(&case(&results, student, id)["reason"]).to_owned());
        assert!(reasons.concat().contains(reason), "{student}: {reasons:?}");
    }
}

#[test]
fn a_source_is_compiled_once_however_many_functions_are_called() {
    let course = course();
    course.write(
        "submissions/two/a.cpp",
        "int twice(int x) { return 2 * x; }\nvoid mark(char g[], int at) { g[at] = 'X'; }\n",
    );
    course.write("submissions/two/b.cpp", "#include <iostream>\nint twice(int);\nvoid shout(int n) { while (n-- > 0) std::cout << \"Hey!\\n\"; }\nint main() { std::cout << twice(2) << '\\n'; }\n");
    course.write("submissions/one/f.cpp", SOLUTION);
    let results = course.results();
    for (student, sources) in [("one", &["f.cpp"][..]), ("two", &["a.cpp", "b.cpp"])] {
        let submission = results.of(student, "f");
        assert_eq!(submission["points"], 40.0, "{student}");
        let log: Vec<&str> = list(&submission["build"]["log"]).iter().map(text).collect();
        let compiled: Vec<&str> = log
            .iter()
            .filter(|command| command.contains(".cpp"))
            .copied()
            .collect();
        assert_eq!(compiled.len(), sources.len(), "{log:#?}");
        for (command, source) in compiled.iter().zip(sources) {
            assert!(
                command.ends_with(source) && command.contains(" -c "),
                "{command}"
            );
        }
        let command: Vec<&str> = list(&submission["build"]["command"])
            .iter()
            .map(text)
            .collect();
        assert_eq!(
            command,
            [&["g++", "-o", "f"], sources].concat(),
            "what a student types stays simple"
        );
    }
}

#[test]
fn what_no_object_has_is_compiled_together_with_its_source_and_that_is_said() {
    let course = course();
    let results = graded(
        &course,
        &[("ann", "int twice(int x)", "template <class T> T twice(T x)")],
    );
    let log = list(&results.of("ann", "f")["build"]["log"])
        .iter()
        .map(text);
    let compiled: Vec<&str> = log.filter(|command| command.contains(" -c ")).collect();
    assert_eq!(compiled.len(), 2, "{compiled:#?}");
    let remarks = list(&case(&results, "ann", "call-twice")["remarks"]);
    assert!(
        text(&remarks[0]).contains("compiled together with your source"),
        "{remarks:?}"
    );
    assert!(list(&case(&results, "ann", "call-mark")["remarks"]).is_empty());
}

#[test]
fn the_credit_per_call_gives_each_call_its_part() {
    let course = course();
    course.write("rubric.toml", format!("{RUBRIC}credit = \"per-call\"\n"));
    let twice = "return 2 * x;";
    let results = graded(
        &course,
        &[
            ("half", twice, "return x < 0 || x > 100 ? 0 : 2 * x;"),
            ("none", twice, "return x == 2 ? 4 : 77;"),
            ("all", twice, twice),
        ],
    );
    for (student, points) in [("half", 35.0), ("none", 30.0), ("all", 40.0)] {
        assert_eq!(results.of(student, "f")["points"], points, "{student}");
    }
    let told = course.read("reports/half/f.md");
    assert!(
        told.contains("are right, and "),
        "the calls are what counts: {told}"
    );
    course.write("rubric.toml", format!("{RUBRIC}credit = \"per-line\"\n"));
    course
        .grader(&["run", "submissions"])
        .exits_with(2)
        .says(&["give the credit `per-call`"]);
}

#[test]
fn reports_show_the_call_what_it_must_come_to_and_what_it_came_to() {
    let course = course();
    graded(
        &course,
        &[
            ("ann", "return 2 * x;", "return x / (x - 1);"),
            ("bob", "grid[at] = 'X';", ""),
        ],
    );
    let ann = course.read("reports/ann/f.md");
    for part in [
        "| `twice(1)` | `2` | crash (SIGFPE) |",
        "| `twice(1000)` | `2000` | `1` |",
        "std::cout << twice(x) << std::endl;  // 2",
        "`f/call-twice.cpp`",
    ] {
        assert!(ann.contains(part), "{part}\n{ann}");
    }
    let bob = course.read("reports/bob/f.md");
    let row = "| `mark({'?','?','O','?'}, 1)` | `grid = {'?','X','O','?'}` | `grid = {'?','?','O','?'}` |";
    assert!(bob.contains(row), "{bob}");
    let file = course.read("reports/ann/f/call-twice.cpp");
    assert!(
        file.starts_with("int main() {") && file.matches("twice(x)").count() == 3,
        "{file}"
    );
    let results = Results::read(&course.path("reports"));
    let calls = list(&case(&results, "bob", "call-mark")["calls"]);
    assert_eq!(calls[0]["call"], "mark({'?','?','O','?'}, 1)");
    assert_eq!(calls[0]["verdict"], "wrong-answer");
    assert_eq!(calls[0]["expected"]["after"]["grid"], "{'?','X','O','?'}");
    assert_eq!(calls[0]["actual"]["after"]["grid"], "{'?','?','O','?'}");
}

#[test]
fn every_type_of_value_goes_there_and_back() {
    let course = course();
    let functions = r#"#include <string>
#include <vector>
unsigned long long mix(bool a, char b, short c, unsigned d, long long e, unsigned long long f) {
    return a + b + c + d + e + f;
}
double half(double x, float y) { return x / 2 + y; }
std::string join(std::string a, const std::string& b) { return a + b; }
std::vector<int> grow(std::vector<int>& v, int by) { v.push_back(by); return v; }
bool sort(int numbers[], bool flags[]) { std::swap(numbers[0], numbers[1]); flags[0] = !flags[0]; return flags[0]; }
char next(char& c) { return ++c; }
void least(long long& x) { x -= 1; }
"#;
    let solution = SOLUTION.replace(
        "#include <iostream>",
        &format!("#include <iostream>\n{functions}"),
    );
    course.write("solution.cpp", &solution);
    // The prototype, the arguments, and what they come to.
    let table = [
        (
            "unsigned long long mix(bool a, char b, short c, unsigned d, long long e, unsigned long long f)",
            "true, \"A\", -2, 4294967295, -9223372036854775807, 9223372036854775807",
            "63",
        ),
        ("double half(double x, float y)", "1e3, 0.25", "500.25"),
        (
            "std::string join(std::string a, const std::string& b)",
            r#""\"é\n", "1?""#,
            r#""\"\303\251\n1?""#,
        ),
        (
            "std::vector<int> grow(std::vector<int>& v, int by)",
            "[1, 2], -3",
            "{1, 2, -3}; v = {1, 2, -3}",
        ),
        (
            "bool sort(int numbers[], bool flags[])",
            "[1, 2], [false]",
            "true; numbers = {2, 1}; flags = {true}",
        ),
        ("char next(char& c)", "\"'\"", "'('; c = '('"),
        (
            "void least(long long& x)",
            "-9223372036854775807",
            "x = -9223372036854775808",
        ),
    ];
    for (number, (prototype, arguments, _)) in table.iter().enumerate() {
        let case = format!(
            "description = \"x\"\nkind = \"call\"\nprototype = '{prototype}'\ncalls = [{{ arguments = [{arguments}] }}]\n"
        );
        course.write(format!("testcases/f/call-{number}.toml"), case);
    }
    course.grader(&["regenerate"]).exits_with(0);
    for (number, (prototype, _, outcome)) in table.iter().enumerate() {
        let text = course.read(&format!("testcases/f/call-{number}.expected"));
        assert!(
            text.ends_with(&format!(" → {outcome}\n")),
            "{prototype}: {text}"
        );
    }
    course.write("submissions/ann/f.cpp", &solution);
    assert_eq!(course.results().of("ann", "f")["points"], 40.0);
}

#[test]
fn a_second_prototype_takes_the_arguments_of_its_names() {
    let course = course();
    course.write(
        "testcases/f/call-twice.toml",
        TWICE
            .replace(
                "\"int twice(int x)\"",
                "[\"int twice(int x, int dim)\", \"int twice(int x)\"]",
            )
            .replace("[1]", "[1, 3]")
            .replace("[-7]", "[-7, 3]")
            .replace("[0]", "[0, 3]")
            .replace("[1000]", "[1000, 5], returns = 5"),
    );
    course.grader(&["regenerate"]).exits_with(0);
    let results = graded(
        &course,
        &[
            ("one-argument", "int twice(int x)", "int twice(int x)"),
            (
                "two-arguments",
                "int twice(int x) {",
                "int twice(int x, int dim) { if (dim == 5) return 5;",
            ),
        ]
        .map(|(student, from, to)| (student, from, to)),
    );
    let one = case(&results, "one-argument", "call-twice");
    assert_eq!(one["verdict"], "accepted");
    assert_eq!(list(&one["calls"]).len(), 3);
    assert!(
        text(&list(&one["remarks"])[0]).contains("1 call was not made"),
        "{one:#}"
    );
    assert_eq!(
        results.of("two-arguments", "f")["build"]["verdict"],
        "compile-error"
    );
}

#[test]
fn a_call_that_nobody_can_answer_is_told_with_its_line() {
    let course = course();
    course.write(
        "testcases/f/call-none.toml",
        TWICE.replace("twice", "thrice"),
    );
    course.grader(&["regenerate"]).exits_with(2).says(&[
        "call-none.toml:5: nothing says what `thrice(1)` must come to",
        "its program has no function `int thrice(int x)`",
        "give the call `returns`",
    ]);
    course.write(
        "testcases/f/call-none.toml",
        TWICE.replace("twice", "delete"),
    );
    course
        .grader(&["regenerate"])
        .exits_with(2)
        .says(&["call-none.toml", "does not compile"]);
}

#[test]
fn functions_in_c_are_called_too() {
    let course = course();
    let rubric = RUBRIC
        .replace("*.cpp", "*.c")
        .replace("solution.cpp", "solution.c");
    let rubric = rubric.replace(
        "flags = []",
        "toolchain = \"gcc\"\nflags = [\"-std=c11\", \"-Werror\"]",
    );
    course.write("rubric.toml", rubric);
    let solution = "#include <stdio.h>\nint twice(int x) { return 2 * x; }\nvoid mark(char *grid, int at) { grid[at] = 'X'; }\n\
        static void shout(int n) { while (n-- > 0) puts(\"Hey!\"); }\nint main(void) { shout(0); printf(\"%d\\n\", twice(2)); return 0; }\n";
    course.write("solution.c", solution);
    course.write("submissions/ann/f.c", solution);
    course.grader(&["regenerate", "--check"]).exits_with(0);
    assert_eq!(course.results().of("ann", "f")["points"], 40.0);
}
