//! Programs that are told of the end of their input and go on: those that never stop are stopped early from their second
//! case on, with the same verdict, and those that may be right have all of their time.

use crate::support::results::{Results, text};
use crate::support::tiers::in_every_tier;
use crate::support::{ADDS, Course};

const RUBRIC: &str = r#"
[defaults]
flags = ["-pthread"]
repair = "0s"
limits = { cpu = "400ms", after_end = "100ms", wall = "60s" }

[assignments.sum]
sources = ["sum.cpp"]
reference = { sources = ["solution.cpp"] }

[[assignments.sum.criteria]]
id = "sums"
points = 9
cases = ["*"]
"#;

/// The cases in their order: the numbers that are added.
const CASES: [(&str, u32, u32); 3] = [("a", 2, 3), ("b", 4, 5), ("c", 6, 7)];

/// What every program begins with. `game` is right and does not look for the end of its input.
const BEGINNING: &str = r#"
#include <cstdio>
#include <ctime>
#include <pthread.h>
#include <unistd.h>

int ask(const char* prompt) {
    int number = 0;
    std::printf("%s: ", prompt);
    std::fflush(stdout);
    return std::scanf("%d", &number) == 1 ? number : 0;
}

int game() {
    int first = ask("First"), second = ask("Second");
    std::printf("Sum: %d\n", first + second);
    std::fflush(stdout);
    return first;
}

void at_the_end() { int more; while (std::scanf("%d", &more) == 1) {} }

void compute(double seconds) {
    std::clock_t until = std::clock() + std::clock_t(seconds * CLOCKS_PER_SEC);
    while (std::clock() < until) {}
}

void* loop(void* = nullptr) { for (volatile int i = 0;; i = i + 1) {} }
"#;

fn course() -> Course {
    course_with_cases(3)
}

/// The same with so many of the cases.
fn course_with_cases(count: usize) -> Course {
    let course = Course::empty();
    course.write("rubric.toml", RUBRIC);
    course.write("solution.cpp", ADDS);
    for (name, one, other) in CASES.into_iter().take(count) {
        let case = format!("description = \"Two numbers\"\ninput = [\"{one}\", \"{other}\"]\n");
        let expected = format!("First: ‹{one}›\nSecond: ‹{other}›\nSum: {}\n", one + other);
        course.write(format!("testcases/sum/{name}.toml"), case);
        course.write(format!("testcases/sum/{name}.expected"), expected);
    }
    course
}

/// Hands in a program with this `main`.
fn hand_in(course: &Course, student: &str, main: &str) {
    let code = format!("{BEGINNING}int main() {{ {main} }}\n");
    course.write(format!("submissions/{student}/sum.cpp"), code);
}

/// How the cases ended, and with which verdicts.
fn ends(results: &Results, student: &str) -> Vec<String> {
    let mut ends = Vec::new();
    for case in results.of(student, "sum")["cases"].as_array().unwrap() {
        let exit = case["exit"].as_object().unwrap().iter().next().unwrap();
        let how = exit.1.to_string();
        ends.push(format!(
            "{}: {} {}",
            text(&case["verdict"]),
            exit.0,
            how.trim_matches('"')
        ));
    }
    ends
}

const FULL: &str = "read-past-end: stopped cpu";
const SHORT: &str = "read-past-end: stopped after-end";
const RIGHT: &str = "accepted: code 0";

#[test]
fn a_silent_loop_is_stopped_early_once_it_is_known_and_its_report_says_by_which_limit() {
    let course = course_with_cases(2);
    hand_in(&course, "ann", "game(); at_the_end(); loop();");
    let results = course.results();
    assert_eq!(ends(&results, "ann"), [FULL, SHORT]);
    assert_eq!(results.of("ann", "sum")["points"], 0.0);
    assert!(
        course
            .read("reports/ann/sum.md")
            .contains("; the limit is 0.4 s.")
    );
    // Cases with the same cause are told once, so the next one is seen where the first is not shown.
    let case = course.read("testcases/sum/a.toml");
    course.write(
        "testcases/sum/a.toml",
        format!("{case}visibility = \"hidden\"\n"),
    );
    course.results();
    let report = course.read("reports/ann/sum.md");
    let silent = "It had computed in silence since it was told that its input had ended; the limit is 0.10 s.";
    assert!(report.contains(silent), "{report}");
}

/// The limits that hold where nothing is said, but for the clock: this machine may be busy.
#[test]
fn a_right_program_that_computes_after_the_end_of_its_input_has_all_of_its_time() {
    let course = course_with_cases(2);
    let mut limits = RUBRIC.lines().filter(|line| line.starts_with("limits"));
    let rubric = RUBRIC.replace(limits.next().unwrap(), "limits = { wall = \"60s\" }");
    course.write("rubric.toml", rubric);
    hand_in(&course, "loops", "game(); at_the_end(); loop();");
    hand_in(
        &course,
        "last-words",
        "game(); at_the_end(); compute(0.25);",
    );
    hand_in(
        &course,
        "reads-first",
        r#"int sum = 0, number = 0;
           while (std::scanf("%d", &number) == 1) sum += number;
           compute(0.25);
           std::printf("First: Second: Sum: %d\n", sum);"#,
    );
    let results = course.results();
    assert_eq!(ends(&results, "loops"), [FULL, SHORT], "there is a default");
    assert_eq!(ends(&results, "last-words"), [RIGHT; 2]);
    assert_eq!(ends(&results, "reads-first"), [RIGHT; 2]);
}

#[test]
fn whoever_stops_in_one_case_has_all_of_its_time_in_each() {
    let course = course();
    // Case b is run before case c shows that the program can stop.
    let main =
        "int first = game(); at_the_end(); if (first == 2) loop(); if (first == 4) compute(0.25);";
    hand_in(&course, "ann", main);
    assert_eq!(ends(&course.results(), "ann"), [FULL, RIGHT, RIGHT]);
}

#[test]
fn other_limits_stay_what_they_are() {
    let course = course_with_cases(2);
    hand_in(
        &course,
        "asks",
        "for (;;) { game(); std::clearerr(stdin); }",
    );
    hand_in(&course, "floods", "for (;;) game();");
    hand_in(&course, "untold", "game(); loop();");
    let results = course.results();
    assert_eq!(ends(&results, "asks"), ["read-past-end: stopped reads"; 2]);
    assert_eq!(
        ends(&results, "floods"),
        ["read-past-end: stopped output"; 2]
    );
    assert_eq!(ends(&results, "untold"), ["time-limit: stopped cpu"; 2]);
}

#[test]
fn whoever_sleeps_after_the_end_of_input_is_stopped_by_the_clock() {
    let course = course();
    let case =
        "description = \"Two numbers\"\ninput = [\"6\", \"7\"]\nlimits = { wall = \"1s\" }\n";
    course.write("testcases/sum/c.toml", case);
    let main = "int first = game(); at_the_end(); if (first != 6) loop(); for (;;) pause();";
    hand_in(&course, "ann", main);
    assert_eq!(
        ends(&course.results(), "ann"),
        [FULL, SHORT, "read-past-end: stopped wall"]
    );
}

#[test]
fn all_threads_of_a_program_are_silent_together() {
    let course = course_with_cases(2);
    let main = "game(); at_the_end(); pthread_t one; pthread_create(&one, nullptr, loop, nullptr); loop();";
    hand_in(&course, "loop", main);
    let main = "game(); at_the_end(); pthread_t one; pthread_create(&one, nullptr, loop, nullptr); compute(0.25);";
    hand_in(&course, "one-computes", main);
    let results = course.results();
    assert_eq!(ends(&results, "loop"), [FULL, SHORT]);
    assert_eq!(ends(&results, "one-computes"), [RIGHT; 2]);
}

#[test]
fn every_tier_has_the_limit() {
    let course = course_with_cases(2);
    hand_in(&course, "loops", "game(); at_the_end(); loop();");
    hand_in(&course, "computes", "game(); at_the_end(); compute(0.25);");
    in_every_tier("D", &course, |tier, ran, results| {
        assert_eq!(ran.code, Some(0), "tier {tier}: {ran:?}");
        assert_eq!(ends(results, "loops"), [FULL, SHORT], "tier {tier}");
        assert_eq!(ends(results, "computes"), [RIGHT; 2], "tier {tier}");
    });
}

#[test]
fn a_terminal_has_the_limit() {
    let course = course_with_cases(2);
    course.write(
        "rubric.toml",
        RUBRIC.replace("flags =", "terminal = true\nflags ="),
    );
    hand_in(&course, "loops", "game(); at_the_end(); loop();");
    hand_in(&course, "computes", "game(); at_the_end(); compute(0.25);");
    let results = course.results();
    assert_eq!(ends(&results, "loops"), [FULL, SHORT]);
    assert_eq!(ends(&results, "computes"), [RIGHT; 2]);
}

#[test]
fn an_allowance_as_long_as_all_processor_time_changes_nothing() {
    let course = course_with_cases(2);
    course.write("rubric.toml", RUBRIC.replace("100ms", "400ms"));
    hand_in(&course, "ann", "game(); at_the_end(); loop();");
    assert_eq!(ends(&course.results(), "ann"), [FULL; 2]);
}

/// Rows and columns, counted from 1 or from 0.
const ROWCOL: &str = r#"
[defaults]
flags = []
limits = { cpu = "400ms", after_end = "100ms", wall = "60s" }

[assignments.rowcol]
sources = ["rowcol.cpp"]
reference = { game = "rowcol", base = 0 }
index_bases = [0, 1]
player = "as-asked"
compare = { ending = ["Player 1 wins"] }

[[assignments.rowcol.criteria]]
id = "wins"
points = 9
cases = ["*"]
"#;

#[test]
fn what_a_program_does_with_rows_that_it_counts_otherwise_is_not_held_against_it() {
    let course = Course::empty();
    course.write("rubric.toml", ROWCOL);
    for (name, second) in [("a", 1), ("b", 2)] {
        let moves =
            format!("\"0\", \"0\", \"{second}\", \"0\", \"0\", \"1\", \"1\", \"1\", \"0\", \"2\"");
        let case = format!("description = \"The top row\"\ninput = [{moves}]\n");
        course.write(format!("testcases/rowcol/{name}.toml"), case);
    }
    course.grader(&["regenerate"]).exits_with(0);
    // It counts from 1: given rows from 0 it refuses some, asks for more than there is, and never stops.
    let solution = include_str!("../../calibration/rowcol/solution.cpp");
    let counts_from_1 = solution
        .replace("return false;\n        }", "for (volatile int i = 0;; i = i + 1) {}\n        }")
        .replace("if (outOfBounds", "row--; col--;\n        if (outOfBounds")
        .replace("GAME OVER!\" << endl;", "GAME OVER!\" << endl; cin >> moveNum; compute();")
        .replace("int main()", "#include <ctime>\nvoid compute() { while (clock() < CLOCKS_PER_SEC / 4) {} }\nint main()")
        .replace("cout << \"It is a tie!\"", "int moveNum = 0; cout << \"It is a tie!\"");
    course.write("submissions/rowcol/ann/rowcol.cpp", counts_from_1);
    let results = course.results();
    let cases = results.of("ann", "rowcol")["cases"].as_array().unwrap();
    for case in cases {
        assert_eq!(case["verdict"], "accepted", "{case:#}");
        assert_eq!(case["exit"]["code"], 0, "{case:#}");
    }
    assert_eq!(cases.len(), 2);
}
