//! `grader run --case ID`, after one case was edited: what comes of it is what a whole run would say, to the last byte, and the
//! other cases are not run again.

mod besides;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::results::{Results, list, text};
use crate::support::{Course, Ran};

/// Cases that play and cases that call, criteria with comparisons of their own, one of which needs another; questions that are
/// answered; a game whose input has several variants.
const RUBRIC: &str = r#"
[defaults]
flags = []
limits = { cpu = "100ms", after_end = "50ms", output = "64KiB" }
answers = [{ asks = '\bagain\b', with = ["n", "N"] }, { asks = '\bx or o\b', with = "X" }]

[assignments.tttn]
repair = "0s"
sources = ["tttn.cpp"]
reference = { game = "tttn" }
compare = { scope = "final", prompts = "any" }
[[assignments.tttn.criteria]]
id = "games"
points = 60
cases = ["play-*"]
[[assignments.tttn.criteria]]
id = "format"
points = 10
cases = ["play-win", "play-draw"]
compare = { scope = "transcript", whitespace = "collapse", prompts = "shows", extra_lines = "allow" }
[[assignments.tttn.criteria]]
id = "exact"
points = 10
requires = ["format"]
cases = ["play-anti"]
compare = { scope = "turns", whitespace = "trailing", prompts = "exact" }
credit = "per-turn"
[[assignments.tttn.criteria]]
id = "functions"
points = 20
cases = ["call-*"]

[assignments.rowcol]
repair = "0s"
sources = ["rowcol.cpp"]
reference = { game = "rowcol", base = 0 }
index_bases = [0, 1]
player = "as-asked"
compare = { ending = ['(?i)player 1 .*wins'], never = ['(?i)tie'] }
[[assignments.rowcol.criteria]]
id = "games"
points = 100
cases = ["*"]
"#;

const CASES: [(&str, &str); 6] = [
    ("tttn/play-win", r#"["3", "0", "1", "4", "2", "8"]"#),
    ("tttn/play-anti", r#"["3", "2", "0", "4", "1", "6"]"#),
    (
        "tttn/play-draw",
        r#"["3", "0", "1", "2", "4", "3", "5", "7", "6", "8"]"#,
    ),
    ("tttn/play-quit", r#"["3", "0", "9"]"#),
    (
        "rowcol/play-win",
        r#"["0", "0", "1", "0", "0", "1", "1", "1", "0", "2"]"#,
    ),
    (
        "rowcol/play-diagonal",
        r#"["0", "0", "1", "0", "1", "1", "0", "1", "2", "2"]"#,
    ),
];

/// Shipped programs: a right one, one that knows no other diagonal, one that sees no early draw, one that does not compile.
const SHIPPED: [(&str, &str); 7] = [
    ("tttn/right", "calibration/tttn/solution.cpp"),
    ("tttn/anti", "submissions/tttn/student-04/tttn.cpp"),
    ("tttn/draws", "submissions/tttn/student-05/tttn.cpp"),
    ("tttn/broken", "submissions/tttn/student-06/tttn.cpp"),
    ("rowcol/zero", "submissions/rowcol/student-11/rowcol.cpp"),
    ("rowcol/one", "submissions/rowcol/student-12/rowcol.cpp"),
    ("rowcol/columns", "submissions/rowcol/student-13/rowcol.cpp"),
];

/// The right program of tttn with another `main`, which plays `game`.
const MAINS: [(&str, &str); 4] = [
    (
        "again",
        r#"char c = 0; do { game(); cout << "Play again (y/n)? "; cin >> c; } while (c != 'n');"#,
    ),
    (
        "welcome",
        r#"char c; cout << "Welcome!\nX or O? "; cin >> c; game();"#,
    ),
    (
        "loops-at-the-end",
        "game(); char c; while (cin >> c) {} for (volatile int i = 0;; i = i + 1) {}",
    ),
    ("loops", "for (volatile int i = 0;; i = i + 1) {}"),
];

fn shipped(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap()
}

fn game(input: &str) -> String {
    format!("description = \"A game\"\ninput = {input}\n")
}

fn games() -> Course {
    let course = Course::empty();
    course.write("rubric.toml", RUBRIC);
    for (case, input) in CASES {
        course.write(format!("testcases/{case}.toml"), game(input));
    }
    for function in ["idxToRow", "idxToCol"] {
        let file = format!("testcases/tttn/call-{function}.toml");
        course.write(&file, shipped(&file));
    }
    for (whose, file) in SHIPPED {
        let (assignment, _) = whose.split_once('/').unwrap();
        course.write(
            format!("submissions/{whose}/{assignment}.cpp"),
            shipped(file),
        );
    }
    let right = shipped("calibration/tttn/solution.cpp").replace("int main()", "int game()");
    for (student, main) in MAINS {
        let source = format!("{right}\nint main()\n{{\n{main}\nreturn 0;\n}}\n");
        course.write(format!("submissions/tttn/{student}/tttn.cpp"), source);
    }
    course.grader(&["regenerate"]).exits_with(0);
    course
}

/// Grades, and takes nothing from the cache but what programs are built with.
fn run(course: &Course, more: &[&str]) -> Ran {
    let ran = course.grader(&[&["run", "submissions", "--regrade"], more].concat());
    ran.exits_with(0);
    ran
}

/// Demands that the reports are those of a whole run.
#[track_caller]
fn is_as_a_whole_run(course: &Course) {
    run(course, &["--out", "whole"]);
    let [whole, reports] = ["whole", "reports"].map(|folder| course.files_but_measures(folder));
    assert_eq!(
        whole.keys().collect::<Vec<_>>(),
        reports.keys().collect::<Vec<_>>()
    );
    for (name, text) in &whole {
        assert_eq!(reports[name], *text, "{name}");
    }
}

/// The cases of a submission that were not run again: what was measured is the same to the last digit.
fn kept(earlier: &Results, later: &Results, student: &str, assignment: &str) -> Vec<String> {
    let cases = |results: &Results| list(&results.of(student, assignment)["cases"]).to_vec();
    let measures = |case: &Value| {
        let names = ["cpu_seconds", "wall_seconds", "peak_memory_bytes"];
        names.map(|name| case[name].clone())
    };
    let before = cases(earlier);
    let is_kept = |case: &&Value| {
        // Of calls nothing is measured.
        if text(&case["id"]).starts_with("call-") {
            return false;
        }
        let earlier = before.iter().find(|one| one["id"] == case["id"]);
        earlier.is_some_and(|earlier| measures(earlier) == measures(case))
    };
    cases(later)
        .iter()
        .filter(is_kept)
        .map(|case| text(&case["id"]).to_owned())
        .collect()
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn one_case_run_again_gives_the_same_files_as_a_whole_run() {
    let course = games();
    run(&course, &[]);
    let before = Results::read(&course.path("reports"));

    // Now it is won on the diagonal and in the column that some programs do not know.
    course.write(
        "testcases/tttn/play-win.toml",
        game(r#"["3", "2", "0", "4", "8", "6"]"#),
    );
    course.write(
        "testcases/rowcol/play-win.toml",
        game(r#"["0", "0", "0", "1", "1", "0", "1", "1", "2", "0"]"#),
    );
    course.grader(&["regenerate"]).exits_with(0);
    let ran = run(
        &course,
        &["--case", "tttn/play-win", "--case", "rowcol/play-win"],
    );
    assert!(!ran.stderr.contains("grader: "), "{ran:?}");
    let edited = Results::read(&course.path("reports"));
    is_as_a_whole_run(&course);
    assert_eq!(kept(&before, &edited, "zero", "rowcol"), ["play-diagonal"]);
    assert_eq!(kept(&before, &edited, "one", "rowcol"), ["play-diagonal"]);
    let all = ["play-draw", "play-quit", "play-anti"];
    // Where a criterion was skipped, nobody has noted what it would have said of `play-anti`.
    for (student, count) in [("right", 3), ("anti", 3), ("loops", 2)] {
        let kept: BTreeSet<String> = kept(&before, &edited, student, "tttn")
            .into_iter()
            .collect();
        assert_eq!(
            kept,
            all[..count].iter().map(|id| (*id).to_owned()).collect(),
            "{student}"
        );
    }
    assert_ne!(
        before.of("anti", "tttn")["points"],
        edited.of("anti", "tttn")["points"]
    );

    // A case that calls, a new one, and one that is gone.
    let calls = course
        .read("testcases/tttn/call-idxToRow.toml")
        .replace("[37, 11]", "[47, 11]");
    course.write("testcases/tttn/call-idxToRow.toml", calls);
    course.write(
        "testcases/tttn/play-new.toml",
        game(r#"["3", "0", "1", "3", "2", "6"]"#),
    );
    for file in ["play-quit.toml", "play-quit.expected"] {
        fs::remove_file(course.path(format!("testcases/tttn/{file}"))).unwrap();
    }
    course.grader(&["regenerate"]).exits_with(0);
    let ran = run(&course, &["--case", "call-idxToRow", "--case", "play-new"]);
    ran.says(&["`call-idxToCol` was run as well"]);
    let again = Results::read(&course.path("reports"));
    is_as_a_whole_run(&course);
    assert_eq!(
        kept(&edited, &again, "right", "tttn"),
        ["play-anti", "play-draw", "play-win"]
    );
    assert_eq!(
        kept(&edited, &again, "one", "rowcol"),
        ["play-diagonal", "play-win"],
        "nobody asked"
    );
}

/// A game against a program that plays at random.
const AT_RANDOM: &str = r#"
[assignments.cpu]
sources = ["cpu.cpp"]
reference = { game = "cpu", seed = 1 }
compare = { referee = { choice = 'CPU: (?<square>[0-9]+)', won = 'Winner: Player', lost = 'Winner: CPU', drawn = 'Winner: Draw' } }
[[assignments.cpu.criteria]]
id = "games"
points = 100
cases = ["*"]
"#;

#[test]
fn a_game_by_chance_stays_as_it_was_found() {
    let course = Course::empty();
    course.write("rubric.toml", AT_RANDOM);
    let case =
        |policy| format!("description = \"A game\"\nplayer = \"{policy}\"\nseeds = [1, 2]\n");
    course.write("testcases/cpu/one.toml", case("wins"));
    course.write("testcases/cpu/two.toml", case("wins"));
    course.write(
        "submissions/ann/cpu.cpp",
        shipped("calibration/cpu/solution.cpp"),
    );
    course.grader(&["regenerate"]).exits_with(0);
    run(&course, &[]);
    let before = Results::read(&course.path("reports"));
    course.write(
        "testcases/cpu/one.toml",
        case("wins").replace("[1, 2]", "[1, 3]"),
    );
    run(&course, &["--case", "one"]);
    let later = Results::read(&course.path("reports"));
    let two = |results: &Results| list(&results.of("ann", "cpu")["cases"])[1].clone();
    assert_eq!(
        (text(&two(&later)["id"]), two(&later)),
        ("two", two(&before))
    );
}
