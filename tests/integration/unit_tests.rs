//! Unit tests of a student's own types, with real compilers and real processes.

use std::fs;

use serde_json::Value;

use crate::support::results::{Results, list, text};
use crate::support::tiers::skipped;
use crate::support::{Course, gate_step, mistakes, tries_all};

/// A course whose assignment has unit tests alone.
fn course(solution: (&str, &str), cases: &[(&str, &str)]) -> Course {
    let course = Course::empty();
    let (name, text) = solution;
    let sources = if name.ends_with(".h") { name } else { "*.cpp" };
    let rubric = format!(
        r#"[assignments.types]
repair = "0s"
sources = ["{sources}"]
flags = ["-std=c++17"]
limits = {{ cpu = "300ms" }}
reference = {{ sources = ["solution/{name}"] }}

[[assignments.types.criteria]]
id = "tests"
points = 12
cases = ["*"]
credit = "per-test"
"#
    );
    course.write("rubric.toml", rubric);
    course.write(format!("solution/{name}"), text);
    for (name, text) in cases {
        course.write(format!("testcases/types/{name}"), text);
    }
    course
}

fn one<'r>(results: &'r Results, student: &str) -> &'r Value {
    results.of(student, "types")
}

fn tests<'r>(results: &'r Results, student: &str) -> &'r [Value] {
    list(&one(results, student)["cases"][0]["tests"])
}

/// The verdict on each test, in their order.
fn verdicts(results: &Results, student: &str) -> Vec<String> {
    let verdict = |test: &Value| text(&test["verdict"]).to_owned();
    tests(results, student).iter().map(verdict).collect()
}

const STACK: &str = r#"#pragma once
#include <stdexcept>
#include <vector>
class Stack {
    std::vector<int> items;
public:
    void push(int item) { items.push_back(item); }
    int pop() {
        if (items.empty()) throw std::out_of_range("the stack is empty");
        int last = items.back();
        items.pop_back();
        return last;
    }
    bool isEmpty() const { return items.empty(); }
};
"#;

const STACK_CASE: &str = r#"description = "A stack gives back what was pushed, the last first"
kind = "tests"
tests = "stack_test.cpp"
"#;

const STACK_TESTS: &str = r#"#include "grader_test.h"
#include "stack.h"

TEST("pop gives back the last item") {
    Stack stack;
    stack.push(3);
    stack.push(4);
    CHECK(stack.pop() == 4);
    CHECK_EQUAL(3, stack.pop());
}

TEST("pop of an empty stack throws") {
    Stack stack;
    CHECK_THROWS_AS(stack.pop(), std::out_of_range);
}

TEST("a new stack is empty") {
    const Stack stack;
    REQUIRE(stack.isEmpty());
}

TEST("a stack that was emptied is empty") {
    Stack stack;
    stack.push(1);
    stack.pop();
    CHECK(stack.isEmpty());
}
"#;

fn stack() -> Course {
    course(
        ("stack.h", STACK),
        &[("stack.toml", STACK_CASE), ("stack_test.cpp", STACK_TESTS)],
    )
}

#[test]
fn each_test_counts_by_itself_and_says_what_did_not_hold() {
    let course = stack();
    // What is changed, the verdicts, and words of the report.
    let back = "items.back()";
    let throws = "throw std::out_of_range(\"the stack is empty\")";
    let table = [
        ("ann", back, back, [true, true, true, true], ""),
        (
            "bob",
            back,
            "items.front()",
            [false, true, true, true],
            "`stack.pop() == 4` does not hold: `3 == 4`",
        ),
        (
            "cy",
            throws,
            "return 0",
            [true, false, true, true],
            "threw nothing, and `std::out_of_range` was expected",
        ),
        (
            "dan",
            throws,
            "throw std::logic_error(\"no\")",
            [true, false, true, true],
            "threw `std::logic_error: no`",
        ),
        (
            "eve",
            back,
            "items.at(7)",
            [false, true, true, false],
            "an exception came out of the test: `std::out_of_range",
        ),
        (
            "fay",
            "return items.empty()",
            "while (items.empty()) {} return true",
            [true, true, false, false],
            "still running",
        ),
        (
            "gus",
            "return items.empty()",
            "std::abort(); return true",
            [true, true, false, false],
            "SIGABRT",
        ),
        (
            "hal",
            back,
            "(std::exit(0), 4)",
            [false, true, true, false],
            "the program ended itself",
        ),
        (
            "ida",
            "int pop()",
            "int take()",
            [false, false, true, false],
            "has no member named 'pop'",
        ),
    ];
    for (student, from, to, ..) in table {
        let program = STACK
            .replace(from, to)
            .replace("<vector>", "<vector>\n#include <cstdlib>");
        course.write(format!("submissions/{student}/stack.h"), program);
    }
    // No test compiles with a header that has an error of its own: it is the header that does not compile.
    course.write("submissions/kim/stack.h", STACK.replace("};", "}"));
    let results = course.results();
    let build = &one(&results, "kim")["build"];
    assert_eq!(build["verdict"], "compile-error");
    let report = course.read("reports/kim/types.md");
    assert!(report.contains("In line 15, add `;` after `}`"), "{report}");
    for (student, _, _, passes, words) in table {
        let found: Vec<bool> = verdicts(&results, student)
            .iter()
            .map(|verdict| verdict == "accepted")
            .collect();
        let said = format!("{:#}", one(&results, student)["cases"]);
        assert_eq!(found, passes, "{student}: {said}");
        let points = 3.0 * passes.iter().filter(|passes| **passes).count() as f64;
        assert_eq!(one(&results, student)["points"], points, "{student}");
        let report = course.read(&format!("reports/{student}/types.md"));
        let plain = report.replace('\\', "");
        assert!(plain.contains(words), "{student}: {report}");
    }
    let report = course.read("reports/bob/types.md");
    assert!(report.contains("stack_test.cpp:8"), "{report}");
    let failure = &tests(&results, "bob")[0]["failures"][0];
    assert_eq!(
        (text(&failure["expression"]), &failure["line"]),
        ("stack.pop() == 4", &8.into())
    );
}

#[test]
fn what_a_program_prints_or_does_to_be_taken_for_right_earns_nothing() {
    let course = stack();
    let wrong = STACK.replace("items.back()", "0");
    let forged = "\\nall tests passed\\nend\\t0\\n";
    let with = |more: &str| wrong.replace("class Stack", &format!("{more}\nclass Stack"));
    let programs = [
        ("zero", wrong.clone()),
        (
            "prints",
            with(&format!(
                "#include <cstdio>\nstatic int said = (std::printf(\"{forged}\"), std::fprintf(stderr, \"{forged}\"));"
            )),
        ),
        (
            "exits",
            with("#include <cstdlib>\nstatic int ended = (std::exit(0), 1);"),
        ),
        (
            "leaves",
            with("#include <unistd.h>\nstatic int ended = (_exit(0), 1);"),
        ),
        (
            "at-exit",
            with(
                "#include <cstdlib>\n#include <unistd.h>\nstatic int ended = std::atexit([] { _exit(0); });\nstatic int now = (std::exit(3), 1);",
            ),
        ),
        (
            "forks",
            with("#include <unistd.h>\nstatic int forked = (fork(), 1);"),
        ),
        (
            "kills",
            with(
                "#include <csignal>\n#include <unistd.h>\nstatic int killed = (kill(getppid(), SIGKILL), 1);",
            ),
        ),
        (
            "floods",
            with(
                "#include <cstdio>\nstatic int flooded = [] { for (;;) std::puts(\"passed\"); return 1; }();",
            ),
        ),
        (
            "macro",
            with("#undef CHECK\n#define CHECK(...)\n#undef CHECK_EQUAL\n#define CHECK_EQUAL(...)"),
        ),
        ("keyword", with("#define throw (void)")),
        ("own-main", with("int main() { return 0; }")),
        (
            "reads",
            with(
                "#include <cstdio>\nstatic int read = [] { char text[999]; for (const char* name : {\"stack_test.cpp\", \"tests/stack_test.cpp\", \"../source/tests/stack_test.cpp\", \"/work/source/tests/stack_test.cpp\"}) if (FILE* file = std::fopen(name, \"r\")) while (std::fgets(text, 999, file)) std::fputs(text, stdout); return 1; }();",
            ),
        ),
        ("includes", with("#include \"/etc/passwd\"")),
        (
            "syscall",
            with(
                "extern \"C\" { long syscall(long, ...) { return 0; } long write(int, const void*, unsigned long n) { return n; } }",
            ),
        ),
        (
            "stops",
            STACK.replace("int last = items.back();", "throw grader_test::stop();"),
        ),
        (
            "news",
            with(
                "#include <cstdlib>\n#include <new>\nvoid* operator new(std::size_t n) { return std::malloc(n); }\nvoid operator delete(void* p) noexcept { std::free(p); }\nvoid operator delete(void* p, std::size_t) noexcept { std::free(p); }",
            ),
        ),
    ];
    // `zero` is what `compares` is held against.
    let programs = programs.into_iter().step_by(gate_step(3));
    let programs: Vec<_> = programs.collect();
    for (student, program) in &programs {
        course.write(format!("submissions/{student}/stack.h"), program);
    }
    course.write("submissions/honest/stack.h", STACK);
    // Functions of the C library that are written again, and wrongly.
    let again = "int strcmp(const char*, const char*) { return 0; }\nsize_t strlen(const char*) { return 0; }\nvoid* memset(void* it, int, size_t) { return it; }\n";
    for (student, program) in [("compares", &wrong), ("compares-right", &STACK.to_owned())] {
        let program = program.replace("class Stack", &format!("{again}class Stack"));
        course.write(
            format!("submissions/{student}/stack.h"),
            program.replace("<vector>", "<vector>\n#include <cstring>"),
        );
    }
    let results = course.results();
    assert_eq!(verdicts(&results, "compares"), verdicts(&results, "zero"));
    assert_eq!(one(&results, "compares-right")["points"], 12.0);
    for (student, _) in programs {
        let said = format!("{:#}", one(&results, student));
        if one(&results, student)["build"]["verdict"] == "ok" {
            let first = &verdicts(&results, student)[0];
            assert_ne!(first, "accepted", "{student}: {said}");
            assert_ne!(first, "ungraded", "{student}: {said}");
        } else {
            assert!(["includes", "stops"].contains(&student), "{said}");
        }
        let report = course.read(&format!("reports/{student}/types.md"));
        assert!(
            !report.contains("root:") && !report.contains("REQUIRE(stack"),
            "{report}"
        );
    }
    assert_eq!(one(&results, "honest")["points"], 12.0);
}

#[test]
fn a_fraction_has_operators_and_streams() {
    const FRACTION: &str = r#"#include "fraction.h"
#include <numeric>
Fraction::Fraction(int top, int bottom) : top(top), bottom(bottom) {
    int common = std::gcd(top, bottom);
    this->top /= common; this->bottom /= common;
}
Fraction operator+(Fraction a, Fraction b) { return Fraction(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom); }
bool operator==(Fraction a, Fraction b) { return a.top == b.top && a.bottom == b.bottom; }
std::ostream& operator<<(std::ostream& out, Fraction it) { return out << it.top << "/" << it.bottom; }
int main() { std::cout << Fraction(1, 2) + Fraction(1, 3) << "\n"; }
"#;
    let case = "description = \"Fractions\"\nkind = \"tests\"\ntests = [\"fraction_test.cpp\", \"third.h\"]\n";
    let tests = r#"#include "grader_test.h"
#include "fraction.h"
#include "third.h"
#include <sstream>
TEST("halves and thirds") { CHECK_EQUAL(Fraction(5, 6), Fraction(1, 2) + third()); }
TEST("lowest terms") { CHECK(Fraction(2, 4) == Fraction(1, 2)); }
TEST("printed") { CHECK_OUTPUT("1/3\n", std::cout << third() << "\n"); }
TEST("into a stream") { std::ostringstream out; out << third(); CHECK(out.str() == "1/3"); }
"#;
    let header = "#pragma once\n#include <iostream>\nstruct Fraction { int top, bottom; Fraction(int top, int bottom); };\n\
        Fraction operator+(Fraction, Fraction);\nbool operator==(Fraction, Fraction);\nstd::ostream& operator<<(std::ostream&, Fraction);\n";
    let third = "#pragma once\n#include \"fraction.h\"\ninline Fraction third() { return Fraction(1, 3); }\n";
    let cases = [
        ("fraction.toml", case),
        ("fraction_test.cpp", tests),
        ("third.h", third),
    ];
    let course = course(("fraction.cpp", FRACTION), &cases);
    let rubric = course.read("rubric.toml");
    let rubric = rubric.replace(
        "[\"solution/fraction.cpp\"]",
        "[\"solution/fraction.cpp\", \"solution/fraction.h\"]",
    );
    course.write("rubric.toml", rubric);
    course.write("solution/fraction.h", header);
    let programs = [
        ("ann", FRACTION.to_owned()),
        (
            "bob",
            FRACTION.replace("int common = std::gcd(top, bottom);", "int common = 1;"),
        ),
        ("cy", FRACTION.replace("\"/\"", "\":\"")),
        // Declared, and nowhere defined.
        (
            "dan",
            FRACTION
                .replace(
                    "Fraction operator+(Fraction a, Fraction b)",
                    "Fraction plus(Fraction a, Fraction b)",
                )
                .replace("Fraction(1, 2) + Fraction(1, 3)", "Fraction(1, 2)"),
        ),
    ];
    for (student, program) in programs {
        course.write(format!("submissions/{student}/fraction.cpp"), program);
        course.write(format!("submissions/{student}/fraction.h"), header);
    }
    let results = course.results();
    let said = |student: &str| format!("{:#}", one(&results, student)["cases"]);
    assert_eq!(one(&results, "ann")["points"], 12.0, "{}", said("ann"));
    assert_eq!(
        verdicts(&results, "bob"),
        ["accepted", "wrong-answer", "accepted", "accepted"],
        "{}",
        said("bob")
    );
    assert!(said("bob").contains("`2/4 == 1/2`"), "{}", said("bob"));
    assert_eq!(
        verdicts(&results, "cy"),
        ["accepted", "accepted", "wrong-answer", "wrong-answer"]
    );
    assert!(said("cy").contains("printed `\\\"1:3"), "{}", said("cy"));
    assert_eq!(
        verdicts(&results, "dan"),
        ["wrong-answer", "accepted", "accepted", "accepted"],
        "{}",
        said("dan")
    );
    assert!(
        said("dan").contains("undefined reference to 'operator+(Fraction, Fraction)'"),
        "{}",
        said("dan")
    );
}

#[test]
fn a_list_that_forgets_its_nodes_leaks_and_a_static_one_does_not() {
    const LIST: &str = r#"#pragma once
struct Node { long item; Node* next; Node* before; };
class List {
    Node* head = nullptr;
public:
    void add(long item) { head = new Node{item, head, nullptr}; }
    long sum() const { long all = 0; for (Node* at = head; at; at = at->next) all += at->item; return all; }
    ~List() { while (head) { Node* next = head->next; delete head; head = next; } }
};
"#;
    let case = "description = \"A list frees its nodes\"\nkind = \"tests\"\ntests = \"list_test.cpp\"\nleaks = true\n";
    let tests = r#"#include "grader_test.h"
#include "list.h"
#include <iostream>
TEST("three items") { List list; list.add(1); list.add(2); list.add(3); CHECK(list.sum() == 6); }
TEST("no item") { List list; std::cout << "prints\n"; CHECK_EQUAL(0, list.sum()); }
"#;
    let cases = [("list.toml", case), ("list_test.cpp", tests)];
    let course = course(("list.h", LIST), &cases);
    course.write("submissions/ann/list.h", LIST);
    course.write("submissions/bob/list.h", LIST.replace("delete head;", ""));
    course.write(
        "submissions/cy/list.h",
        LIST.replace("while (head)", "if (head)"),
    );
    let pool = "#include <vector>\ninline std::vector<Node*>& pool() { static std::vector<Node*> all; return all; }\nclass List";
    let pooled = LIST
        .replace("class List", pool)
        .replace("delete head;", "pool().push_back(head);");
    course.write("submissions/dan/list.h", pooled);
    let results = course.results();
    let said = |student: &str| format!("{:#}", one(&results, student)["cases"]);
    assert_eq!(one(&results, "ann")["points"], 12.0, "{}", said("ann"));
    assert_eq!(one(&results, "dan")["points"], 12.0, "{}", said("dan"));
    assert!(
        said("bob").contains("3 blocks were never freed (72 bytes)"),
        "{}",
        said("bob")
    );
    assert!(
        said("cy").contains("2 blocks were never freed (48 bytes)"),
        "{}",
        said("cy")
    );
    assert_eq!(verdicts(&results, "bob"), ["wrong-answer", "accepted"]);
    assert!(course.read("reports/bob/types.md").contains("never freed"));
}

#[test]
fn a_template_in_a_namespace_costs_only_the_tests_that_it_does_not_compile_with() {
    const PAIR: &str = r#"#pragma once
namespace shapes {
template <class T> class Pair {
    T one, two;
public:
    Pair(T one, T two) : one(one), two(two) {}
    T larger() const { return one < two ? two : one; }
    T sum() const { return one + two; }
};
}
"#;
    let case = "description = \"Pairs\"\nkind = \"tests\"\ntests = \"pair_test.cpp\"\n";
    let tests = r#"#include "grader_test.h"
#include "pair.h"
#include <string>
using shapes::Pair;
TEST("larger of numbers") { CHECK_EQUAL(4, Pair<int>(3, 4).larger()); }
TEST("larger of words") { CHECK_EQUAL(std::string("b"), Pair<std::string>("a", "b").larger()); }
TEST("sum of numbers") { CHECK_NEAR(0.3, Pair<double>(0.1, 0.2).sum(), 1e-9); }
TEST("sum of words") { CHECK_EQUAL(std::string("ab"), Pair<std::string>("a", "b").sum()); }
"#;
    let course = course(
        ("pair.h", PAIR),
        &[("pair.toml", case), ("pair_test.cpp", tests)],
    );
    course.write("submissions/ann/pair.h", PAIR);
    course.write(
        "submissions/bob/pair.h",
        PAIR.replace("return one + two;", "return one * 1 + two;"),
    );
    course.write(
        "submissions/cy/pair.h",
        PAIR.replace("T sum()", "T total()"),
    );
    course.write(
        "submissions/dan/pair.h",
        PAIR.replace("namespace shapes", "namespace shape"),
    );
    let results = course.results();
    let yes = "accepted";
    let no = "wrong-answer";
    assert_eq!(verdicts(&results, "ann"), [yes; 4]);
    let said = format!("{:#}", one(&results, "bob")["cases"]);
    assert_eq!(verdicts(&results, "bob"), [yes, yes, yes, no], "{said}");
    assert!(said.contains("no match for 'operator*'"), "{said}");
    assert_eq!(verdicts(&results, "cy"), [yes, yes, no, no]);
    assert_eq!(verdicts(&results, "dan"), [no; 4]);
    assert!(
        format!("{:#}", one(&results, "dan")["cases"]).contains("'shapes' has not been declared")
    );
}

#[test]
fn the_solution_must_pass_all_tests_that_count() {
    let says = |solution: &str, case: &str, words: &str| {
        let cases = [("stack.toml", case), ("stack_test.cpp", STACK_TESTS)];
        let course = course(("stack.h", solution), &cases);
        course.write("submissions/ann/stack.h", STACK);
        for arguments in [&["run", "submissions"][..], &["check"], &["regenerate"]] {
            course
                .grader(arguments)
                .exits_with(2)
                .says(&["stack.toml", words]);
        }
    };
    let wrong = STACK.replace("items.back()", "items.front()");
    says(
        &wrong,
        STACK_CASE,
        "does not pass the test “pop gives back the last item” (stack_test.cpp:4)",
    );
    says(
        &STACK.replace("pop()", "take()"),
        STACK_CASE,
        "do not compile with the reference",
    );
    let only = format!("{STACK_CASE}only = [\"pop of a full*\"]\n");
    says(STACK, &only, "no test has the name `pop of a full*`");
}

#[test]
fn only_the_named_tests_count() {
    let case = format!("{STACK_CASE}only = [\"pop of*\", \"a new stack is empty\"]\n");
    let cases = [
        ("stack.toml", case.as_str()),
        ("stack_test.cpp", STACK_TESTS),
    ];
    let course = course(("stack.h", STACK), &cases);
    course.write(
        "submissions/ann/stack.h",
        STACK.replace("items.back()", "items.front()"),
    );
    assert_eq!(verdicts(&course.results(), "ann"), ["accepted", "accepted"]);
}

#[test]
fn hidden_tests_leave_no_trace() {
    let secret = "TEST(\"a secret\") { Stack secret_stack; secret_stack.push(77); CHECK(secret_stack.pop() == 77); }\n";
    let hidden_tests = format!("#include \"grader_test.h\"\n#include \"stack.h\"\n{secret}");
    let hidden =
        STACK_CASE.replace("stack_test.cpp", "secret_test.cpp") + "visibility = \"hidden\"\n";
    let cases = [
        ("open.toml", STACK_CASE),
        ("stack_test.cpp", STACK_TESTS),
        ("other.toml", hidden.as_str()),
        ("secret_test.cpp", hidden_tests.as_str()),
    ];
    let course = course(("stack.h", STACK), &cases);
    // It prints what it was compiled with.
    let embeds = "#include <cstdio>\nextern const char text[], text_end[];\n__asm__(\".section .rodata\\n.global text\\ntext: .incbin \\\"tests/secret_test.cpp\\\"\\n.global text_end\\ntext_end:\\n.previous\");\nclass Stack";
    course.write(
        "submissions/ann/stack.h",
        STACK.replace("items.back()", "0"),
    );
    course.write(
        "submissions/bob/stack.h",
        STACK.replace("class Stack", embeds).replace(
            "items.back()",
            "(fwrite(text, 1, text_end - text, stdout), 0)",
        ),
    );
    course.results();
    for (name, text) in course
        .files_in("reports/ann")
        .into_iter()
        .chain(course.files_in("reports/bob"))
    {
        assert!(
            !text.contains("secret") && !text.contains("77"),
            "{name}: {text}"
        );
    }
    let shared = STACK_CASE.to_owned() + "visibility = \"hidden\"\n";
    course.write("testcases/types/other.toml", shared);
    let message = mistakes::messages_in(&course.path(""));
    assert!(
        message.contains("have a file of tests in common"),
        "{message}"
    );
}

#[test]
fn slips_in_cases_of_tests_are_told() {
    for (case, words) in [
        ("kind = \"tests\"\n", "missing key `tests`"),
        (
            "kind = \"tests\"\ntests = \"stak_test.cpp\"\n",
            "does not exist",
        ),
        (
            "kind = \"tests\"\ntests = \"../stack_test.cpp\"\n",
            "expected the name of a C++ source",
        ),
        (
            "kind = \"tests\"\ntests = \"stack_test.cpp\"\nframework = \"gtest\"\n",
            "unknown framework",
        ),
        (
            "kind = \"tests\"\ntests = \"stack_test.cpp\"\ninput = [\"1\"]\n",
            "`input` goes with a script",
        ),
        (
            "input = [\"1\"]\ntests = \"stack_test.cpp\"\n",
            "`tests` goes with `kind = \"tests\"`",
        ),
    ] {
        let text = format!("description = \"x\"\n{case}");
        let cases = [
            ("stack.toml", text.as_str()),
            ("stack_test.cpp", STACK_TESTS),
        ];
        let course = course(("stack.h", STACK), &cases);
        let message = mistakes::messages_in(&course.path(""));
        assert!(
            message.contains("stack.toml") && message.contains(words),
            "{words}: {message}"
        );
    }
}

#[test]
fn a_test_that_has_changed_grades_again_and_one_case_can_be_run_alone() {
    let course = stack();
    course.write("submissions/ann/stack.h", STACK);
    assert_eq!(one(&course.results(), "ann")["points"], 12.0);
    course
        .grader(&["run", "submissions", "--case", "stack"])
        .exits_with(0);
    let stricter = STACK_TESTS.replace(
        "CHECK(stack.isEmpty());",
        "CHECK(stack.isEmpty()); CHECK(sizeof stack < 100);",
    );
    course.write(
        "testcases/types/stack_test.cpp",
        stricter + "TEST(\"one more\") { CHECK(Stack().isEmpty()); }\n",
    );
    assert_eq!(tests(&course.results(), "ann").len(), 5);
}

#[test]
fn unit_tests_are_compiled_again_only_after_a_change() {
    let course = stack().with_own_cache();
    let graded = |header: &str| {
        course.write("submissions/ann/stack.h", header);
        course
            .grader(&["run", "submissions", "--log", "log"])
            .exits_with(0);
        let log = course.read("log");
        let compiled = log.matches("process{program=g++").count();
        (compiled, course.files_but_measures("reports"))
    };
    let (cold, reports) = graded(STACK);
    fs::remove_dir_all(course.caches().join("grader/grades")).unwrap();
    let (warm, again) = graded(STACK);
    assert_eq!(again, reports);
    assert!(warm < cold, "{warm} of {cold}: {}", course.read("log"));
    graded(&STACK.replace("items.back()", "items.front()"));
    let results = Results::read(&course.path("reports"));
    assert_eq!(
        verdicts(&results, "ann"),
        ["wrong-answer", "accepted", "accepted", "accepted"]
    );
}

/// Whether the machine has what tests with a framework need.
fn has(header: &str) -> bool {
    let folders = ["/usr/include", "/usr/local/include"];
    folders
        .iter()
        .any(|folder| std::path::Path::new(folder).join(header).exists())
}

const DOCTEST: &str = r#"#include <doctest/doctest.h>
#include "stack.h"
#include <fstream>
// What a test finds and writes where it runs.
static std::string copied() {
    std::ofstream("made.txt") << std::ifstream("given.txt").rdbuf();
    std::string line;
    std::ifstream made("made.txt");
    std::getline(made, line);
    return line;
}
TEST_CASE("pops, the last first") {
    Stack stack;
    stack.push(3);
    SUBCASE("one") { CHECK(stack.pop() == 3); }
    SUBCASE("two") { stack.push(4); REQUIRE(stack.pop() == 4); }
}
TEST_CASE("throws") { Stack stack; CHECK_THROWS_AS(stack.pop(), std::out_of_range); }
TEST_CASE("is empty") { CHECK(Stack().isEmpty()); CHECK(copied() == "a line"); }
TEST_CASE("was emptied") { Stack stack; stack.push(1); stack.pop(); CHECK(stack.isEmpty()); }
"#;

const GOOGLETEST: &str = r#"#include <gtest/gtest.h>
#include "stack.h"
TEST(StackTest, Pops) { Stack stack; stack.push(3); stack.push(4); EXPECT_EQ(stack.pop(), 4); }
TEST(StackTest, Throws) { Stack stack; EXPECT_THROW(stack.pop(), std::out_of_range); }
TEST(StackTest, IsEmpty) { EXPECT_TRUE(Stack().isEmpty()); }
TEST(StackTest, WasEmptied) { Stack stack; stack.push(1); stack.pop(); ASSERT_TRUE(stack.isEmpty()); }
"#;

#[test]
fn tests_of_doctest_catch2_and_googletest_are_run_as_ours_are() {
    // The header of Catch2 2 is provided by the course, as is a `main` for it. Version 3 is the system's.
    let bundled = std::fs::read_to_string("/usr/include/catch2/catch.hpp").ok();
    let catch = if bundled.is_some() {
        "#include \"catch.hpp\"\n"
    } else {
        "#include <catch2/catch_all.hpp>\n"
    };
    let catch = DOCTEST
        .replace("#include <doctest/doctest.h>\n", catch)
        .replace("SUBCASE", "SECTION");
    let table = [
        (
            "doctest",
            "doctest/doctest.h",
            DOCTEST,
            "`stack.pop() == 3` does not hold: `0 == 3`",
        ),
        (
            "catch2",
            "catch2",
            catch.as_str(),
            "`stack.pop() == 3` does not hold: `0 == 3`",
        ),
        ("googletest", "gtest/gtest.h", GOOGLETEST, "Which is: 0"),
    ];
    let main = "int main(int count, char** words) {\n    return RUN_ALL_TESTS();\n}\n";
    for (framework, header, tests, words) in table.into_iter().step_by(gate_step(3)) {
        if !has(header) {
            skipped(&format!("there is no {header}"));
            continue;
        }
        let case = format!(
            "{STACK_CASE}framework = \"{framework}\"\nleaks = true\nlimits = {{ cpu = \"2s\" }}\n\
             files = [\"given.txt\"]\nwrites = [\"made.txt\"]\n"
        );
        let more = if framework == "googletest" { main } else { "" };
        let tests = format!("{tests}{more}");
        let cases = [
            ("stack.toml", case.as_str()),
            ("stack_test.cpp", tests.as_str()),
            ("given.txt", "a line\n"),
        ];
        let course = course(("stack.h", STACK), &cases);
        if let (Some(bundled), "catch2") = (&bundled, framework) {
            course.write("catch.hpp", bundled);
            let main = "// Only the main\n#define CATCH_CONFIG_MAIN\n#include \"catch.hpp\"\n";
            course.write("main.cpp", main);
            let rubric = course.read("rubric.toml");
            let provide = "provide = [\"main.cpp\", \"catch.hpp\"]\nflags";
            course.write("rubric.toml", rubric.replacen("flags", provide, 1));
        }
        let printing = "static int said = (std::puts(\"[  PASSED  ] 4 tests. All tests passed\"), 1);\nclass Stack";
        let forged = STACK
            .replace("class Stack", printing)
            .replace("<vector>", "<vector>\n#include <cstdio>");
        let programs = [
            ("ann", STACK.to_owned(), [true; 4]),
            (
                "bob",
                forged.replace("items.back()", "0"),
                [false, true, true, true],
            ),
            (
                "lea",
                STACK.replace("push(int item) {", "push(int item) { new int(item);"),
                [false, true, true, false],
            ),
            (
                "cy",
                STACK.replace("return items.empty()", "while (items.empty()) {} return 1"),
                [true, true, false, false],
            ),
            (
                "dan",
                STACK.replace("isEmpty()", "is_empty()"),
                [true, true, false, false],
            ),
            (
                "eve",
                STACK
                    .replace(
                        "throw std::out_of_range(\"the stack is empty\")",
                        "std::exit(0)",
                    )
                    .replace("<vector>", "<vector>\n#include <cstdlib>"),
                [true, false, true, true],
            ),
        ];
        // These headers take a compiler seconds for each submission.
        let is_long = framework != "catch2" && tries_all();
        let programs = &programs[..if is_long { programs.len() } else { 3 }];
        for (student, program, _) in programs {
            course.write(format!("submissions/{student}/stack.h"), program);
        }
        let results = course.results();
        for (student, _, passes) in programs {
            let found: Vec<bool> = verdicts(&results, student)
                .iter()
                .map(|verdict| verdict == "accepted")
                .collect();
            let said = format!("{:#}", one(&results, student)["cases"]);
            assert_eq!(found, *passes, "{framework} {student}: {said}");
        }
        let said = format!("{:#}", one(&results, "bob")["cases"]);
        assert!(said.contains(words), "{framework}: {said}");
    }
}
