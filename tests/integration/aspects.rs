//! Criteria that ask a referee for parts of the rules: through the real command, compiler and processes.

use std::sync::LazyLock;

use crate::outcomes::{Definitions, source_with};
use crate::support::Course;
use crate::support::results::{Results, list, text};

const RUBRIC: &str = r#"
[defaults]
limits = { cpu = "400ms", wall = "4s", memory = "64MiB", output = "64KiB" }

[assignments.cpu]
sources = ["cpu.cpp"]
reference = { game = "cpu" }

[assignments.cpu.compare]
referee = { choice = 'CPU: (?<square>[0-9]+)', won = 'Winner: Player', lost = 'Winner: CPU', drawn = 'Winner: Draw' }
"#;

/// Each part of the rules is worth 10 points.
const PARTS: [(&str, &str); 5] = [
    ("moves", "games"),
    ("board", "games"),
    ("winner", "games"),
    ("end", "games"),
    ("asks-again", "errors"),
];

const GAMES: &str = r#"description = "Both play at random"
player = "random"
seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
"#;

const ERRORS: &str = r#"description = "Taken squares are tried"
input = ["10", "0"]
player = "stubborn"
seeds = [1, 2, 3]
"#;

/// In games that begin on a square up to 4 the CPU takes the human's squares, and in the others the loser is named: what is
/// known of the beginning is kept beside the board.
const TWO_FAULTS: [(&str, &str); 4] = [
    (
        "ANSWERED",
        r#"if (taken == 0) board[11] = (char) square; std::printf("Player: %d\n", square)"#,
    ),
    (
        "CHOOSE",
        "do { square = 1 + std::rand() % 9; } while (board[11] <= 4 ? board[square] != 'X' : board[square] != EMPTY)",
    ),
    (
        "WON",
        r#"std::printf(board[11] <= 4 ? "Winner: Player\n" : "Winner: CPU\n")"#,
    ),
    (
        "LOST",
        r#"std::printf(board[11] <= 4 ? "Winner: CPU\n" : "Winner: Player\n")"#,
    ),
];

static GRADED: LazyLock<(Course, Results)> = LazyLock::new(|| {
    let course = Course::empty();
    let criterion = |(part, case): (&str, &str)| {
        format!(
            "[[assignments.cpu.criteria]]\nid = \"{part}\"\npoints = 10\ncases = [\"{case}\"]\n\
             compare = {{ referee = {{ judges = [\"{part}\"] }} }}\n"
        )
    };
    course.write(
        "rubric.toml",
        RUBRIC.to_owned() + &PARTS.map(criterion).concat(),
    );
    course.write("testcases/cpu/games.toml", GAMES);
    course.write("testcases/cpu/errors.toml", ERRORS);
    course.grader(&["regenerate"]).exits_with(0);
    let students: [(&str, &[(&str, &str)]); 4] = [
        ("right", &[]),
        ("two-faults", &TWO_FAULTS),
        (
            "crashes-at-the-end",
            &[("EXIT", "(std::fflush(stdout), std::abort(), 0)")],
        ),
        (
            "crashes-on-the-way",
            &[(
                "CHOOSE",
                "if (taken == 3) std::abort(); square = 9; while (board[square] != EMPTY) square--",
            )],
        ),
    ];
    for (student, changes) in students {
        let pair = |(name, text): &(&str, &str)| ((*name).to_owned(), (*text).to_owned());
        let changes: Definitions = changes.iter().map(pair).collect();
        course.write(
            format!("submissions/{student}/cpu.cpp"),
            source_with("cpu", &changes),
        );
    }
    course.write(
        "submissions/says-it-at-once/cpu.cpp",
        "#include <cstdio>\nint main() { std::puts(\"Winner: Player\"); }\n",
    );
    let one_answer = "#include <cstdio>\nint main() { int n; std::scanf(\"%d\", &n); std::puts(\"Winner: CPU\"); }\n";
    course.write("submissions/says-it-after-one-answer/cpu.cpp", one_answer);
    let results = course.results();
    (course, results)
});

/// The points of the parts, in their order.
fn points(student: &str) -> Vec<f64> {
    let criteria = list(&GRADED.1.of(student, "cpu")["criteria"]);
    criteria
        .iter()
        .filter_map(|criterion| criterion["points"].as_f64())
        .collect()
}

/// The verdict of each part.
fn verdicts(student: &str) -> Vec<&'static str> {
    let criteria = list(&GRADED.1.of(student, "cpu")["criteria"]);
    criteria
        .iter()
        .map(|criterion| text(&criterion["cases"][0]["verdict"]))
        .collect()
}

fn report(student: &str) -> String {
    GRADED.0.read(&format!("reports/{student}/cpu.md"))
}

/// The part of a report that is about a criterion.
fn section(student: &str, criterion: &str) -> String {
    let report = report(student);
    let mut sections = report.split("\n### ").skip(1);
    let is_it = |section: &&str| {
        section
            .lines()
            .next()
            .unwrap_or_default()
            .contains(criterion)
    };
    sections.find(is_it).unwrap_or_default().to_owned()
}

#[test]
fn a_right_program_has_all_points() {
    assert_eq!(points("right"), [10.0; 5]);
}

#[test]
fn each_fault_costs_its_own_points() {
    assert_eq!(points("two-faults"), [0.0, 10.0, 0.0, 10.0, 10.0]);
}

#[test]
fn a_criterion_shows_the_game_that_it_is_about() {
    let first_input = |section: &str| -> i64 {
        let inputs = section
            .split("**Inputs, in order.** `")
            .nth(1)
            .unwrap_or_default();
        inputs
            .split('`')
            .next()
            .unwrap_or_default()
            .parse()
            .unwrap_or_default()
    };
    let moves = section("two-faults", "“moves”");
    let winner = section("two-faults", "“winner”");
    assert!(moves.contains("which the human already has"), "{moves}");
    assert!((1..=4).contains(&first_input(&moves)), "{moves}");
    assert!(
        winner.contains("your program announced that the"),
        "{winner}"
    );
    assert!((5..=9).contains(&first_input(&winner)), "{winner}");
    let numbers: Vec<&str> = [&moves, &winner]
        .map(|section| section.split("It was run ").nth(1).unwrap_or_default())
        .map(|rest| rest.split(' ').next().unwrap_or_default())
        .into();
    assert_ne!(numbers[0], numbers[1], "{}", report("two-faults"));
    // What a policy typed is no script of the class: it stands in the command.
    for section in [&moves, &winner] {
        assert!(
            section.contains("printf '") && !section.contains("The inputs are in the file"),
            "{section}"
        );
    }
}

#[test]
fn a_program_that_only_says_that_somebody_has_won_earns_nothing() {
    assert_eq!(points("says-it-at-once"), [0.0; 5]);
    assert_eq!(points("says-it-after-one-answer"), [0.0; 5]);
    // What has one reason stands once, whatever it costs.
    let said = report("says-it-at-once");
    assert_eq!(said.matches("\n### `games`").count(), 1, "{said}");
}

#[test]
fn a_crash_after_the_end_costs_the_end_and_one_before_it_everything() {
    let end = "runtime-error";
    assert_eq!(
        verdicts("crashes-at-the-end"),
        ["accepted", "accepted", "accepted", end, "accepted"]
    );
    assert_eq!(verdicts("crashes-on-the-way"), [end; 5]);
    let crash = section("crashes-at-the-end", "“end”");
    assert!(crash.contains("SIGABRT"), "{crash}");
    let mistake =
        &list(&GRADED.1.of("crashes-at-the-end", "cpu")["criteria"])[3]["cases"][0]["mistake"];
    assert_eq!(text(mistake), "ended-by-abort");
}

#[test]
fn the_cases_own_verdicts_stay_as_strict() {
    for student in ["two-faults", "crashes-at-the-end"] {
        let cases = list(&GRADED.1.of(student, "cpu")["cases"]);
        assert!(
            cases
                .iter()
                .any(|case| text(&case["verdict"]) != "accepted"),
            "{student}"
        );
    }
    assert!(
        report("two-faults").contains("1 of 2 test cases is right"),
        "{}",
        report("two-faults")
    );
}
