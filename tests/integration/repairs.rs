//! Mistakes in a program's text that are proved by changing it: what is said of them, and where nothing may be said.

use serde_json::{Value, json};

use crate::support::results::{Results, list};
use crate::support::served::ServedClass;
use crate::support::{Course, gate_step};
use crate::toolchains::is_there;

const RUBRIC: &str = r#"
[assignments.grades]
sources = ["grades.cpp"]
reference = { sources = ["solution.cpp"] }
compare = { scope = "output" }

[[assignments.grades.criteria]]
id = "results"
points = 10
cases = ["*"]
"#;

const SOLUTION: &str = r#"#include <iostream>
int main() {
    int points = 0, best = 0;
    while (std::cin >> points) {
        if (points == 100) std::cout << "full\n";
        else if (points >= 50) std::cout << "passed\n";
        else std::cout << "failed\n";
        if (points > best) best = points;
    }
    std::cout << "best of " << best << "\n";
}
"#;

/// Cases by name, with their input.
const CASES: [(&str, &str); 5] = [
    ("full", "100 90\n"),
    ("passed", "60 70 80\n"),
    ("edge", "50\n"),
    ("two-edges", "50 49 50\n"),
    ("failed", "1 2 3\n"),
];

/// A class, and a solution from which no change can be taken: it has no function in common with programs that only have a `main`.
fn course(cases: &[(&str, &str)], students: &[(&str, String)]) -> Course {
    let course = Course::empty();
    course.write("rubric.toml", RUBRIC);
    let elsewhere = SOLUTION.replace("int main()", "void grade_all()");
    course.write(
        "solution.cpp",
        format!("{elsewhere}int main() {{ grade_all(); }}\n"),
    );
    for (case, input) in cases {
        let text = format!("description = 'grades'\ninput = '''\n{input}'''\n");
        course.write(format!("testcases/grades/{case}.toml"), text);
    }
    for (student, source) in students {
        course.write(format!("submissions/{student}/grades.cpp"), source);
    }
    course.grader(&["regenerate"]).exits_with(0);
    course.grader(&["run", "submissions"]).exits_with(0);
    course
}

fn mistakes(submission: &Value) -> Vec<(&str, &str)> {
    let failed = list(&submission["cases"])
        .iter()
        .filter(|it| it["verdict"] != "accepted");
    let named = failed.map(|it| (it["id"].as_str().unwrap(), it["mistake"].as_str()));
    named
        .map(|(case, mistake)| (case, mistake.unwrap_or("none")))
        .collect()
}

/// The same in C, with a function of its own.
const IN_C: &str = r#"#include <stdio.h>
int best_of(int a, int b) {
    if (a > b) return a;
    return b;
}
int main(void) {
    int points = 0, best = 0, count = 0;
    double sum = 0;
    while (scanf("%d", &points) == 1) {
        if (points >= 50) {
            printf("passed\n");
            count++;
        } else {
            printf("failed\n");
        }
        best = best_of(best, points);
        sum += points;
    }
    printf("%d passed, best of %d\n", count, best);
    printf("average: %.2f\n", sum / 2);
    return 0;
}
"#;

/// A function that is called, and a class that is tested.
const CLAMP: &str = r#"int clamp(int value, int low, int high) {
    if (value < low) return low;
    if (value > high) return high;
    return value;
}
int main() {}
"#;

const COUNTER: &str = r#"#pragma once
class Counter {
    int total = 0;
    int calls = 0;
public:
    void add(int value) {
        total += value;
        calls++;
    }
    int sum() const { return total; }
    int count() const { return calls; }
};
"#;

/// Sums that are no whole numbers.
const PRICES: &str = r#"#include <iostream>
int main() {
    double price = 0, sum = 0;
    while (std::cin >> price) sum += price;
    std::cout << sum << "\n";
}
"#;

/// A game, for which changes are searched only where the rubric says so.
const GAME: &str = include_str!("../../calibration/counters/solution.cpp");

/// A faulty program: its assignment, the text that is changed, what it becomes, and what is said of which lines.
type FaultyProgram = (
    &'static str,
    &'static str,
    &'static str,
    &'static [(&'static str, u64)],
);

static FAULTY: [FaultyProgram; 27] = [
    (
        "grades",
        "points == 100",
        "points = 100",
        &[("assignment-in-condition", 5)],
    ),
    (
        "grades",
        "points >= 50",
        "points > 50",
        &[("limit-on-the-wrong-side", 6)],
    ),
    ("grades", "passed", "past", &[("printed-text-wrong", 6)]),
    (
        "grades",
        "best of \" << best",
        "best of \" << points",
        &[("variable-mixed-up", 10)],
    ),
    (
        "grades",
        "else std::cout << \"failed",
        "std::cout << \"failed",
        &[("else-missing", 7)],
    ),
    (
        "grades",
        "<< best <<",
        "<< best << best <<",
        &[("prints-too-much", 10)],
    ),
    (
        "grades",
        "best = 0;",
        "best = 77;",
        &[("first-value-wrong", 3)],
    ),
    (
        "grades",
        "points > best",
        "points < best",
        &[("comparison-wrong", 8)],
    ),
    ("c", "passed\\n", "passed", &[("print-missing", 11)]),
    ("c", "best of", "best:", &[("printed-text-wrong", 19)]),
    ("c", "%.2f", "%f", &[("number-format", 20)]),
    (
        "c",
        "sum += points",
        "sum -= points",
        &[("calculation-wrong", 17)],
    ),
    (
        "c",
        "best_of(best, points)",
        "best_of(best, count)",
        &[("variable-mixed-up", 16)],
    ),
    (
        "c",
        "            count++;\n",
        "",
        &[("statement-missing", 11)],
    ),
    ("c", "&points", "points", &[("address-missing", 9)]),
    ("c", "count = 0;", "count = 1;", &[("first-value-wrong", 7)]),
    (
        "c",
        "(a > b) return a;",
        "(a > b);\n    return a;",
        &[("stray-semicolon", 3)],
    ),
    ("c", "sum / 2", "sum / 3", &[("constant-wrong", 20)]),
    (
        "c",
        "count, best)",
        "best, count)",
        &[("order-reversed", 19)],
    ),
    (
        "c",
        "points >= 50",
        "!(points >= 50)",
        &[("condition-reversed", 10)],
    ),
    (
        "clamp",
        "return low",
        "return high",
        &[("variable-mixed-up", 2)],
    ),
    (
        "clamp",
        "return value",
        "return 0 * value",
        &[("calculation-wrong", 4)],
    ),
    (
        "counter",
        "total += value",
        "total = value",
        &[("calculation-wrong", 7)],
    ),
    ("counter", "return calls", "return total", &[]),
    ("clang", "count++", "count--", &[("calculation-wrong", 12)]),
    ("prices", "double price", "int price", &[("number-type", 3)]),
    (
        "game",
        "row + col == 2",
        "row + col == 3",
        &[("constant-wrong", 17)],
    ),
];

/// The name of the hidden case of `c`, what it is about, and what is expected there alone.
const HIDDEN: [&str; 3] = ["\"id\": \"failed\"", "nobody passes", "average: 3.00"];

const TABLE_RUBRIC: &str = r#"
[toolchains.clang]
compiler = "clang"
files = ["*.c"]

[assignments.clang]
sources = ["clang.c"]
toolchain = "clang"
reference = { sources = ["clang.c"] }
compare = { scope = "output" }
[[assignments.clang.criteria]]
id = "results"
points = 10
cases = ["*"]

[assignments.prices]
sources = ["prices.cpp"]
reference = { sources = ["prices.cpp"] }
compare = { scope = "output" }
[[assignments.prices.criteria]]
id = "results"
points = 10
cases = ["*"]

[assignments.game]
sources = ["game.cpp"]
reference = { game = "counters", base = 0 }
compare = { whitespace = "collapse" }
repair = "2s"
[[assignments.game.criteria]]
id = "results"
points = 10
cases = ["*"]

[assignments.c]
sources = ["c.c"]
toolchain = "gcc"
reference = { sources = ["c.c"] }
compare = { scope = "output" }
[[assignments.c.criteria]]
id = "results"
points = 10
cases = ["*"]

[assignments.clamp]
sources = ["clamp.cpp"]
reference = { sources = ["clamp.cpp"] }
[[assignments.clamp.criteria]]
id = "results"
points = 10
cases = ["*"]

[assignments.counter]
sources = ["counter.h"]
reference = { sources = ["counter.h"] }
[[assignments.counter.criteria]]
id = "results"
points = 10
cases = ["*"]
"#;

/// The rows that are tried, each with its place.
fn tried() -> impl Iterator<Item = (usize, &'static FaultyProgram)> {
    let rows = FAULTY.iter().enumerate().step_by(gate_step(12));
    rows.filter(|(_, (assignment, ..))| *assignment != "clang" || is_there("clang"))
}

fn table_course() -> Course {
    let course = Course::empty();
    course.write("rubric.toml", format!("{RUBRIC}{TABLE_RUBRIC}"));
    course.write("solution.cpp", SOLUTION);
    course.write("c.c", IN_C);
    course.write("clang.c", IN_C);
    course.write("prices.cpp", PRICES);
    course.write("clamp.cpp", CLAMP);
    course.write("counter.h", COUNTER);
    for (case, input) in CASES {
        let text = format!("input = '''\n{input}'''\n");
        let described = format!("description = 'grades'\n{text}");
        course.write(format!("testcases/grades/{case}.toml"), &described);
        // What only hidden cases show must not be read anywhere.
        let hidden = if case == "failed" {
            format!("visibility = 'hidden'\ndescription = 'nobody passes'\n{text}")
        } else {
            described
        };
        course.write(format!("testcases/c/{case}.toml"), &hidden);
        course.write(format!("testcases/clang/{case}.toml"), hidden);
    }
    for (case, input) in [
        ("halves", "2.5 1"),
        ("quarters", "0.25 0.5"),
        ("whole", "4 4"),
    ] {
        let text = format!("description = 'prices'\ninput = '{input}'\n");
        course.write(format!("testcases/prices/{case}.toml"), text);
    }
    for (case, input) in [
        ("anti-diagonal", "2 0 4 1 6"),
        ("main-diagonal", "0 1 4 2 8"),
        ("second-column", "0 1 2 4 3 7"),
        ("taken", "0 0 3 1 4 2"),
    ] {
        let lines: Vec<&str> = input.split(' ').collect();
        let text = format!("description = 'a game'\ninput = {lines:?}\n");
        course.write(format!("testcases/game/{case}.toml"), text);
    }
    for (case, arguments) in [
        ("inside", "2, 1, 3"),
        ("below", "0, 1, 3"),
        ("above", "9, 1, 3"),
    ] {
        let text = format!(
            "description = 'clamp'\nkind = 'call'\nprototype = 'int clamp(int value, int low, int high)'\n\
             calls = [{{ arguments = [{arguments}] }}]\n"
        );
        course.write(format!("testcases/clamp/{case}.toml"), text);
    }
    for (case, check) in [
        ("sum", "counter.sum() == 7"),
        ("count", "counter.count() == 2"),
        ("both", "counter.sum() - counter.count() == 5"),
    ] {
        let text = format!("description = 'counter'\nkind = 'tests'\ntests = '{case}.cpp'\n");
        course.write(format!("testcases/counter/{case}.toml"), text);
        let test = format!(
            "#include \"grader_test.h\"\n#include \"counter.h\"\n\
             TEST(\"{case}\") {{ Counter counter; counter.add(3); counter.add(4); CHECK({check}); }}\n"
        );
        course.write(format!("testcases/counter/{case}.cpp"), test);
    }
    course
}

#[test]
fn each_faulty_program_gets_its_mistake_and_line() {
    let course = table_course();
    for (number, (assignment, right, wrong, _)) in tried() {
        let (file, text) = match *assignment {
            "grades" => ("grades.cpp", SOLUTION),
            "c" => ("c.c", IN_C),
            "clang" => ("clang.c", IN_C),
            "prices" => ("prices.cpp", PRICES),
            "game" => ("game.cpp", GAME),
            "clamp" => ("clamp.cpp", CLAMP),
            _ => ("counter.h", COUNTER),
        };
        assert!(text.contains(right), "{right}");
        let faulty = text.replacen(right, wrong, 1);
        course.write(format!("submissions/s{number:02}/{file}"), faulty);
    }
    course.grader(&["regenerate"]).exits_with(0);
    course.grader(&["run", "submissions"]).exits_with(0);
    let results = Results::read(&course.path("reports"));
    let mut wrong = Vec::new();
    for (number, (assignment, _, becomes, places)) in tried() {
        let submission = results.of(&format!("s{number:02}"), assignment);
        let mut found = Vec::new();
        for place in submission["repair"]["places"]
            .as_array()
            .into_iter()
            .flatten()
        {
            let mistake = place["mistake"].as_str().unwrap_or_default();
            found.push((mistake, place["line"].as_u64().unwrap_or_default()));
        }
        if found != *places {
            wrong.push(format!("{number} {becomes}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    // A student reads which line it is, and not what it should be.
    let report = course.read("reports/s00/grades.md");
    assert!(
        report.contains("It is in line 5 of `grades.cpp`: `if (points = 100)"),
        "{report}"
    );
    for (number, (assignment, right, wrong, places)) in tried() {
        for file in ["md", "html", "json"] {
            let path = format!("reports/s{number:02}/{assignment}.{file}");
            let report = course.read(&path);
            assert!(!report.contains("\"repair\""), "{path}");
            let hidden = if *assignment == "c" { &HIDDEN[..] } else { &[] };
            for text in hidden {
                assert!(!report.contains(text), "{path} has {text}");
            }
            let is_told = *assignment == "grades" && right.len() > 8 && !wrong.contains(right);
            let is_told = is_told && !places.is_empty();
            assert!(!is_told || !report.contains(right), "{path} has {right}");
        }
    }
}

/// Of small numbers it asks whether they are seven, and of large ones something that no small change leads to.
const TWO_FAULTS: &str = r#"#include <iostream>
int main() {
    int number = 0;
    std::cin >> number;
    if (number < 100) {
        if (number = 7) std::cout << "a\n";
        else std::cout << "b\n";
    } else if (number % 2 == 1) {
        std::cout << "yes\n";
    } else {
        std::cout << "no\n";
    }
}
"#;

#[test]
fn a_change_for_some_cases_states_how_many() {
    let course = Course::empty();
    // The page for staff is that of a criterion which a person judges.
    let style = "[[assignments.grades.criteria]]\nid = \"style\"\npoints = 5\nmanual = \"none\"\n";
    course.write("rubric.toml", format!("{RUBRIC}{style}"));
    let right = TWO_FAULTS
        .replace("number = 7", "number == 7")
        .replace("number % 2 == 1", "(number * 37 + 11) % 101 < 40")
        .replace("int main()", "void answer()");
    course.write(
        "solution.cpp",
        format!("{right}int main() {{ answer(); }}\n"),
    );
    for number in [1, 2, 7, 101, 102, 103, 104, 105, 106, 150, 199] {
        let text = format!("description = 'a number'\ninput = '{number}'\n");
        course.write(format!("testcases/grades/n{number}.toml"), text);
    }
    course.write("submissions/ann/grades.cpp", TWO_FAULTS);
    course.grader(&["regenerate"]).exits_with(0);
    course
        .grader(&["run", "submissions", "--format", "sarif=out.sarif"])
        .exits_with(0);
    let results = Results::read(&course.path("reports"));
    let submission = results.of("ann", "grades");
    let repair = &submission["repair"];
    assert_eq!(repair["makes_all_right"], false, "{submission}");
    let wrong = mistakes(submission).len();
    assert_eq!(repair["wrong_cases"], json!({"fixed": 2, "all": wrong}));
    let proof = format!("makes 2 of {wrong} wrong cases right");
    let log: Value = serde_json::from_str(&course.read("out.sarif")).unwrap();
    let change = &list(&log["runs"][0]["results"])[0];
    assert_eq!(
        change["message"]["text"],
        format!("The proposed change {proof}.")
    );
    let replacement = &change["fixes"][0]["artifactChanges"][0]["replacements"][0];
    assert_eq!(replacement["deletedRegion"]["startLine"], 6);
    let text = replacement["insertedContent"]["text"].as_str().unwrap();
    assert!(text.contains("if (number == 7)"), "{text}");
    let served = ServedClass::start(&course);
    for page in [
        served.get("review/grades/ann").body,
        course.grader(&["report", "ann"]).stdout,
    ] {
        assert!(page.contains(&format!("A change that {proof}")), "{page}");
        assert!(page.contains("+        if (number == 7)"), "{page}");
        assert!(!page.contains("every case right"), "{page}");
    }
    let report = course.read("reports/ann/grades.md");
    assert!(!report.contains(&proof), "{report}");
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn of_too_few_cases_and_of_changes_that_lose_others_nothing_is_said() {
    let edge = SOLUTION.replace("points >= 50", "points > 50");
    let other = SOLUTION.replace("<< best <<", "<< points * points - best * 2 <<");
    let few = course(&CASES[2..3], &[("ann", edge)]);
    let results = Results::read(&few.path("reports"));
    assert_eq!(mistakes(results.of("ann", "grades")), [("edge", "none")]);
    let all = course(&CASES, &[("bob", other)]);
    let results = Results::read(&all.path("reports"));
    assert_eq!(results.of("bob", "grades")["repair"], Value::Null);
}

/// Asks for a number until it gets one, and for a name.
const ASKS: &str = r#"#include <iostream>
#include <string>
int main() {
    int age = 0;
    std::string name;
    while (!(std::cin >> age) && !std::cin.eof()) {
        std::cin.clear();
        std::cin.ignore(1000, '\n');
        std::cout << "No number.\n";
    }
    getline(std::cin >> std::ws, name);
    std::cout << name << " is " << age << ".\n";
}
"#;

#[test]
fn slips_in_reading_are_found_in_few_cases_whatever_else_is_known() {
    let course = Course::empty();
    course.write("rubric.toml", RUBRIC);
    course.write("solution.cpp", ASKS);
    let case = |input: &str| format!("description = 'a name'\ninput = '''\n{input}'''\n");
    course.write("testcases/grades/number.toml", case("7\nann\n"));
    course.write("testcases/grades/word.toml", case("x\n8\nbob\n"));
    let without_clear = "        std::cin.clear();\n        std::cin.ignore(1000, '\\n');\n";
    let programs = [
        (
            "ann",
            ASKS.replace("std::cin >> std::ws", "std::cin"),
            "line-break-left-unread",
        ),
        (
            "bob",
            ASKS.replace(without_clear, ""),
            "failed-read-repeated",
        ),
    ];
    for (student, source, _) in &programs {
        course.write(format!("submissions/{student}/grades.cpp"), source);
    }
    course.grader(&["regenerate"]).exits_with(0);
    course.grader(&["run", "submissions"]).exits_with(0);
    let results = Results::read(&course.path("reports"));
    for (student, _, mistake) in &programs {
        let found = mistakes(results.of(student, "grades"));
        assert!(
            !found.is_empty() && found.iter().all(|(_, it)| it == mistake),
            "{found:?}"
        );
    }
}

/// Whether a number passes, by a rule that no small change leads to, in words of its own.
const SECRET_RULE: &str = "(secret * 37 + 11) % 101 < 40";

/// A program that reads a number, and asks this of it.
fn asks_of_number(name: &str, rule: &str) -> String {
    format!(
        "#include <iostream>\nint main() {{\n    int {name} = 0;\n    std::cin >> {name};\n    if ({rule}) {{\n        \
         std::cout << \"yes\\n\";\n    }} else {{\n        std::cout << \"no\\n\";\n    }}\n}}\n"
    )
}

#[test]
fn a_change_is_taken_from_other_programs_and_no_student_sees_their_text() {
    let course = Course::empty();
    course.write("rubric.toml", RUBRIC);
    // The solution is made in another way, so nothing can be taken from it.
    course.write(
        "solution.cpp",
        "#include <iostream>\n#include <string>\nstd::string answer(int asked) { return (asked * 37 + 11) % 101 < 40 ? \"yes\" : \"no\"; }\n\
         int main() { int asked; std::cin >> asked; std::cout << answer(asked) << std::endl; }\n",
    );
    for number in [0, 1, 2, 3, 4, 5, 6, 50, 99] {
        let text = format!("description = 'a number'\ninput = '{number}'\n");
        course.write(format!("testcases/grades/n{number}.toml"), text);
    }
    let wrong = asks_of_number("number", "number % 2 == 1");
    course.write("submissions/ann/grades.cpp", wrong);
    let right = asks_of_number("secret", SECRET_RULE);
    course.write("last-year/zoe/grades.cpp", right);
    course.grader(&["regenerate"]).exits_with(0);
    let repair = |options: &[&str]| {
        let words = [&["run", "submissions"], options].concat();
        course.grader(&words).exits_with(0);
        let results = Results::read(&course.path("reports"));
        results.of("ann", "grades")["repair"].clone()
    };
    assert_eq!(repair(&[]), Value::Null);
    let found = repair(&["--donors", "last-year"]);
    let place = &found["places"][0];
    assert_eq!(place["mistake"], "condition-wrong", "{found}");
    assert_eq!(place["line"], 5);
    let change = SECRET_RULE.replace("secret", "number");
    assert!(found["diff"].as_str().unwrap().contains(&change), "{found}");
    let report = course.read("reports/ann/grades.md");
    let told = "It is in line 5 of `grades.cpp`: `if (number % 2 == 1) {`";
    assert!(report.contains(told), "{report}");
    for file in ["md", "html", "json"] {
        let report = course.read(&format!("reports/ann/grades.{file}"));
        for hidden in ["% 101", "secret", "zoe", "last-year"] {
            assert!(!report.contains(hidden), "{file} has {hidden}");
        }
    }
    assert_eq!(repair(&[]), Value::Null, "a grade is kept without donors");
    course
        .grader(&["run", "submissions", "--donors", "nowhere"])
        .exits_with(2)
        .says(&["grader: --donors: "]);
}
