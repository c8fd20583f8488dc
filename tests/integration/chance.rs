//! Programs that make choices of their own, played by policies through the real command, compiler and processes.

use std::sync::LazyLock;

use crate::support::Course;
use crate::support::results::{Results, text};

const RUBRIC: &str = r#"
[defaults]
flags = []
limits = { cpu = "150ms", wall = "4s", memory = "64MiB", output = "64KiB" }

[assignments.cpu]
sources = ["cpu.cpp"]
reference = { game = "cpu" }
compare = { referee = { choice = 'CPU: (?<square>[0-9]+)', won = 'You win', lost = 'You lose', drawn = 'Draw' } }

[[assignments.cpu.criteria]]
id = "games"
points = 10
cases = ["*"]
"#;

/// Each square that the CPU takes is tried by the human, and its own as well.
const CASE: &str = r#"description = "Taken squares are tried"
input = ["10", "0"]
player = "stubborn"
seeds = [1, 2, 3]
"#;

/// A right program. The marks `/*…*/` are where others differ.
const PROGRAM: &str = r#"
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <random>
using namespace std;
char b[10];
const int L[8][3] = {{1,2,3},{4,5,6},{7,8,9},{1,4,7},{2,5,8},{3,6,9},{1,5,9},{3,5,7}};
bool wins(char m) {
    for (auto& l : L) if (b[l[0]] == m && b[l[1]] == m && b[l[2]] == m) return true;
    return false;
}
void show() { for (int i = 1; i <= 9; i++) cout << b[i] << (i % 3 ? "|" : "\n"); }
int main() {
    const time_t begun = time(nullptr);
    srand(begun);
    for (char& c : b) c = '.';
    for (int n = 1; n <= 9; n++) {
        if (n % 2) {
            int p = 0;
            do { cout << "Square? "; if (!(cin >> p)) return 1; } while (p < 1 || p > 9 || b[p] != '.');
            b[p] = 'X';
            if (wins('X')) { show(); cout << "You win\n"; return 0; }
        } else {
            int p = 9;
            /*choose*/ while (b[p] != '.') p--;
            b[p] = 'O';
            cout << "CPU: " << p << "\n";
            if (wins('O')) { show(); cout << /*lost*/ "You lose\n"; return 0; }
            show();
        }
    }
    show();
    cout << "Draw\n";
}
"#;

static GRADED: LazyLock<(Course, Results)> = LazyLock::new(|| {
    let course = Course::empty();
    course.write("rubric.toml", RUBRIC);
    course.write("testcases/cpu/taken.toml", CASE);
    course.grader(&["regenerate"]).exits_with(0);
    let students = [
        ("highest", "", ""),
        (
            "random",
            "/*choose*/",
            "p = 1 + rand() % 9; while (b[p] != '.') p = 1 + rand() % 9;",
        ),
        // It never finds the even squares.
        (
            "hangs",
            "/*choose*/",
            "while (b[p] != '.') p = 1 + (p + 1) % 2;",
        ),
        (
            "mute",
            "/*choose*/",
            "if (n == 4) { cout << endl; return 0; }",
        ),
        // Wrong in every second game: seconds are odd and even in turn.
        (
            "odd",
            "/*choose*/",
            "static long long t = chrono::steady_clock::now().time_since_epoch().count() + chrono::system_clock::now().time_since_epoch().count(); \
             random_device d; p = 1 + (d() + rand() + t) % 9; while (b[p] != '.') p = 1 + (d() + rand()) % 9; \
             if (n == 4 && begun % 2) { cout << endl; return 0; }",
        ),
    ];
    for (student, from, to) in students {
        course.write(
            format!("submissions/{student}/cpu.cpp"),
            PROGRAM.replace(from, to),
        );
    }
    course.write(
        "submissions/unreadable/cpu.cpp",
        PROGRAM
            .replace("\"|\"", "\" &&& \"")
            .replace("\"CPU: \" << p", "\"My turn is over\""),
    );
    let results = course.results();
    let again = ["run", "submissions", "--no-cache", "--out", "again"];
    course.grader(&again).exits_with(0);
    (course, results)
});

fn verdict(student: &str) -> &'static str {
    text(&GRADED.1.case_of(student, "cpu")["verdict"])
}

fn report(student: &str) -> String {
    GRADED.0.read(&format!("reports/{student}/cpu.md"))
}

#[test]
fn a_right_program_is_accepted_whatever_it_chooses() {
    assert_eq!(
        (verdict("highest"), verdict("random")),
        ("accepted", "accepted")
    );
}

#[test]
fn a_policy_answers_what_the_program_did() {
    assert_eq!(verdict("mute"), "wrong-answer");
    // The CPU took the highest free square: that is what a stubborn player tries, and then its own.
    // Nobody else was given the same, so it stands in no file but in the command of the report.
    let report = report("mute");
    let (_, taken) = report.split_once("### `taken`").unwrap();
    let (_, command) = taken.split_once("printf '%s\\n' ").unwrap();
    let script = command.split_once(" |").unwrap().0;
    let inputs: Vec<&str> = script.split(' ').collect();
    let first = inputs[2];
    let cpu = if first == "9" { "8" } else { "9" };
    assert_eq!(inputs[..5], ["10", "0", first, cpu, first], "{script}");
    assert!(report.contains("your program ended although"), "{report}");
}

#[test]
fn a_program_that_hangs_in_its_random_choice_is_found() {
    assert_eq!(verdict("hangs"), "time-limit");
    assert!(
        report("hangs").contains("did not come back when the CPU had to choose"),
        "{}",
        report("hangs")
    );
}

#[test]
fn each_game_has_its_own_time_which_is_the_same_in_every_run() {
    assert_eq!(verdict("odd"), "wrong-answer");
    assert_eq!(
        GRADED.0.files_but_measures("again"),
        GRADED.0.files_but_measures("reports")
    );
}

#[test]
fn a_game_that_cannot_be_followed_is_for_the_instructor_to_look_at() {
    assert!(report("unreadable").contains("The game could not be followed"));
    let class = GRADED.0.read("reports/index.html");
    assert_eq!(class.matches("could not be followed").count(), 1, "{class}");
}

#[test]
fn the_game_that_failed_is_told() {
    assert!(
        report("mute").contains("It was run 1 of 3 of this test case"),
        "{}",
        report("mute")
    );
}

#[test]
fn an_expected_transcript_is_one_game_of_the_reference_and_stays_fresh() {
    let expected = GRADED.0.read("testcases/cpu/taken.expected");
    assert!(
        expected.contains("‹10›\nInvalid Position, Please Try Again\n"),
        "{expected}"
    );
    assert!(expected.contains("\nGame Over!\nWinner: "), "{expected}");
    GRADED.0.grader(&["regenerate", "--check"]).exits_with(0);
}
