//! Programs that ask something which the assignment does not have: `Play again (Y/N)?`, `X or O?`.
//!
//! The programs are the shipped solutions with such a question before or after the game.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::results::{Results, list, text};
use crate::support::{Course, tries_all};

/// Four games, each judged in its own way: by knobs, by patterns, by a referee.
const RUBRIC: &str = r#"
[defaults]
flags = []
repair = "0s"
limits = { cpu = "200ms", after_end = "50ms", output = "64KiB" }
answers = [
    { asks = '\b(?:again|another game)\b', with = ["n", "N"] },
    { asks = 'press enter', with = "" },
    { asks = '\bx or o\b', with = "X" },
    { asks = '^choice', with = "1", later = ["0", "2"] },
]

[assignments.tttn]
sources = ["tttn.cpp"]
reference = { game = "tttn" }
compare = { scope = "final", prompts = "any" }
[[assignments.tttn.criteria]]
id = "games"
points = 80
cases = ["*"]
[[assignments.tttn.criteria]]
id = "format"
points = 10
cases = ["win"]
compare = { scope = "transcript", whitespace = "collapse", prompts = "shows" }
[[assignments.tttn.criteria]]
id = "exact"
points = 10
cases = ["win"]
compare = { scope = "transcript", whitespace = "trailing", prompts = "exact" }

[assignments.rowcol]
sources = ["rowcol.cpp"]
reference = { game = "rowcol", base = 0 }
player = "as-asked"
compare = { ending = ['Player 1 wins'], never = ['Player 2 wins', 'tie'] }
[[assignments.rowcol.criteria]]
id = "games"
points = 100
cases = ["*"]

[assignments.counters]
sources = ["counters.cpp"]
reference = { game = "counters" }
compare = { ending = ['Player 1 wins'], never = ['Player 2 wins', 'drawn'] }
[[assignments.counters.criteria]]
id = "games"
points = 100
cases = ["*"]

[assignments.cpu]
sources = ["cpu.cpp"]
reference = { game = "cpu", seed = 1 }
compare = { referee = { choice = 'CPU: (?<square>[0-9]+)', won = 'Winner: Player', lost = 'Winner: CPU', drawn = 'Winner: Draw' } }
[[assignments.cpu.criteria]]
id = "games"
points = 100
cases = ["*"]
"#;

/// The cases by assignment.
const CASES: [(&str, &str); 6] = [
    (
        "tttn/win",
        "input = [\"3\", \"0\", \"1\", \"0\", \"4\", \"2\", \"8\"]",
    ),
    ("tttn/quit", "input = [\"3\", \"0\", \"9\"]"),
    (
        "rowcol/win",
        "input = [\"0\", \"0\", \"1\", \"0\", \"0\", \"1\", \"1\", \"1\", \"0\", \"2\"]",
    ),
    (
        "counters/win",
        "input = [\"0\", \"3\", \"1\", \"4\", \"2\"]",
    ),
    (
        "counters/win-diagonal",
        "input = [\"0\", \"1\", \"4\", \"2\", \"8\"]",
    ),
    ("cpu/win", "player = \"wins\"\nseeds = [1, 2]"),
];

const GAMES: [&str; 4] = ["tttn", "rowcol", "counters", "cpu"];

/// The games that a gate tries: one half in some tests, the other in others.
fn tried(first: usize) -> impl Iterator<Item = &'static str> {
    let (first, step) = if tries_all() { (0, 1) } else { (first, 2) };
    GAMES.into_iter().skip(first).step_by(step)
}

/// Asks for another game as long as the answer is like this.
fn again_while(condition: &str) -> String {
    format!(
        "char c = 0; do {{ game(); cout << \"Play again (Y/N)? \"; cin >> c; }} while ({condition}); return 0;"
    )
}

const X_OR_O: &str = "char c; cout << \"Welcome!\\nX or O? \"; cin >> c;";

/// Shows a menu before and after each game.
const MENU: &str = "int c = 0; while (c != 2) { cout << \"1 Play, 2 Quit\\nChoice: \"; cin >> c; if (c == 1) game(); } return 0;";

/// A shipped program, whose `main` is now called by this one.
fn program(file: &str, main: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("calibration")
        .join(file);
    let source = fs::read_to_string(path)
        .unwrap()
        .replace("int main()", "int game()");
    format!("{source}\nint main()\n{{\n  {main}\n}}\n")
}

fn course(rubric: &str) -> Course {
    let course = Course::empty();
    course.write("rubric.toml", rubric);
    for (case, input) in CASES {
        course.write(
            format!("testcases/{case}.toml"),
            format!("description = \"a\"\n{input}\n"),
        );
    }
    course.grader(&["regenerate"]).exits_with(0);
    course
}

impl Course {
    /// Hands in the solution of a game with another `main`.
    fn hand_in(&self, student: &str, game: &str, main: &str) {
        self.hand_in_instead(student, game, "solution", main);
    }

    fn hand_in_instead(&self, student: &str, game: &str, other: &str, main: &str) {
        let file = format!("submissions/{game}/{student}/{game}.cpp");
        self.write(file, program(&format!("{game}/{other}.cpp"), main));
    }
}

impl Course {
    /// Hands in a program that flushes before a read only on a terminal.
    fn hand_in_stdio(&self, student: &str, game: &str, other: &str, main: &str) {
        let main = format!("cin.tie(nullptr); {main}");
        let code = program(&format!("{game}/{other}.cpp"), &main);
        self.write(
            format!("submissions/{game}/{student}/{game}.cpp"),
            code.replace("endl", "'\\n'"),
        );
    }
}

fn points(results: &Results, student: &str, game: &str) -> f64 {
    results.of(student, game)["points"].as_f64().unwrap()
}

/// The remarks on a submission.
fn remarks(results: &Results, student: &str, game: &str) -> Vec<String> {
    let remarks = list(&results.of(student, game)["remarks"]);
    remarks
        .iter()
        .map(|remark| text(remark).to_owned())
        .collect()
}

fn mistakes(submission: &Value) -> Vec<&str> {
    let cases = list(&submission["cases"]).iter();
    cases
        .map(|case| text(&case["mistake"]))
        .filter(|name| !name.is_empty())
        .collect()
}

const ASKED_AGAIN: &str = "Your program asked “Play again (Y/N)?”; it was answered with";

#[test]
fn a_right_program_may_ask_whether_to_play_again_whatever_ends_its_loop() {
    let course = course(RUBRIC);
    for game in tried(0) {
        course.hand_in("a-yes", game, &again_while("c == 'y'"));
        course.hand_in("not-n", game, &again_while("c != 'n'"));
        course.hand_in("not-large-n", game, &again_while("c != 'N'"));
    }
    let results = course.results();
    for game in tried(0) {
        // The exact criterion of `tttn` wants the text's words and no others.
        let full = if game == "tttn" { 90.0 } else { 100.0 };
        for student in ["a-yes", "not-n", "not-large-n"] {
            assert_eq!(points(&results, student, game), full, "{student} {game}");
        }
        let said = |answer: &str| vec![format!("{ASKED_AGAIN} `{answer}`.")];
        assert_eq!(remarks(&results, "not-n", game), said("n"), "{game}");
        assert_eq!(remarks(&results, "not-large-n", game), said("N"), "{game}");
    }
    // Nothing was answered where nothing was lost.
    for game in tried(0).filter(|game| *game != "tttn") {
        assert_eq!(remarks(&results, "a-yes", game), [""; 0], "{game}");
    }
}

#[test]
fn questions_before_the_game_take_no_input_of_it() {
    let course = course(RUBRIC);
    for game in tried(1) {
        course.hand_in("first", game, &format!("{X_OR_O} return game();"));
        let enter = "cout << \"Press Enter to start\" << endl; cin.get(); return game();";
        course.hand_in("enter", game, enter);
        let both = again_while("c != 'n'").replace("char c =", "c =");
        course.hand_in("both", game, &format!("{X_OR_O} {both}"));
        course.hand_in("menu", game, MENU);
    }
    let results = course.results();
    for game in tried(1) {
        let full = if game == "tttn" { 90.0 } else { 100.0 };
        for student in ["first", "enter", "both"] {
            assert_eq!(points(&results, student, game), full, "{student} {game}");
        }
    }
    for game in tried(1).filter(|game| *game != "tttn") {
        assert_eq!(points(&results, "menu", game), 100.0, "menu {game}");
    }
    let said = remarks(&results, "menu", "rowcol");
    let choice = "Your program asked “Choice:”; it was answered with";
    assert_eq!(said, [format!("{choice} `1`."), format!("{choice} `2`.")]);
    let said = remarks(&results, "both", "rowcol");
    let first = "Your program asked “X or O?”; it was answered with `X`.".to_owned();
    assert_eq!(said, [first, format!("{ASKED_AGAIN} `n`.")]);
    let said = remarks(&results, "enter", "rowcol");
    assert_eq!(
        said,
        ["Your program asked “Press Enter to start”; it was answered with an empty line."]
    );
}

#[test]
fn what_was_wrong_stays_wrong() {
    let course = course(RUBRIC);
    let again = again_while("c != 'n'");
    course.hand_in_instead("wrong", "counters", "misses-main-diagonal", &again);
    course.hand_in_instead("wrong", "cpu", "misses-rows", &again);
    course.hand_in_instead(
        "wrong",
        "rowcol",
        "misses-columns",
        &again_while("c == 'y'"),
    );
    for game in tried(1) {
        // It plays on, whatever is answered.
        course.hand_in("ignores", game, &again_while("true"));
        let for_ever = "char c; game(); while (true) { cout << \"Again? \"; cin >> c; }";
        course.hand_in("for-ever", game, for_ever);
        let for_ever = "char c; while (true) { cout << \"Another game? \"; cin >> c; }";
        course.hand_in("never-plays", game, for_ever);
    }
    let results = course.results();
    assert_eq!(points(&results, "wrong", "counters"), 50.0);
    assert_eq!(
        mistakes(results.of("wrong", "counters")),
        ["main-diagonal-missed"]
    );
    assert_eq!(points(&results, "wrong", "cpu"), 0.0);
    for game in tried(1) {
        for student in ["ignores", "for-ever", "never-plays"] {
            assert_eq!(points(&results, student, game), 0.0, "{student} {game}");
            assert_eq!(
                remarks(&results, student, game),
                [""; 0],
                "{student} {game}"
            );
        }
    }
}

#[test]
fn a_program_that_plays_by_chance_gets_no_second_game_after_a_fault() {
    let course = course(RUBRIC);
    // Processes are numbered one after the other, so every other game has the fault.
    let source = program("cpu/solution.cpp", &again_while("c != 'n'"));
    let fault = "board[getpid() % 2 == 0 ? pos : 0] = 'O';";
    let source = source.replace("board[pos] = 'O';", fault);
    assert!(source.contains(fault));
    course.write(
        "submissions/cpu/ann/cpu.cpp",
        format!("#include <unistd.h>\n{source}"),
    );
    assert_eq!(points(&course.results(), "ann", "cpu"), 0.0);
}

#[test]
fn answers_can_be_switched_off_and_changed_for_an_assignment_or_a_case() {
    let off = "index_bases = [0]\nanswers = []\n";
    let rubric = RUBRIC.replace(
        "player = \"as-asked\"\n",
        &format!("player = \"as-asked\"\n{off}"),
    );
    let course = course(&rubric);
    let own = "answers = [{ asks = '\\(Y/N\\)', with = 'stop' }]\n";
    let case = format!("description = \"a\"\n{own}{}\n", CASES[3].1);
    course.write("testcases/counters/win.toml", case);
    course.hand_in("ann", "rowcol", &again_while("c != 'n'"));
    course.hand_in("ann", "counters", &again_while("c != 's'"));
    let results = course.results();
    assert_eq!(points(&results, "ann", "rowcol"), 0.0);
    assert_eq!(points(&results, "ann", "counters"), 50.0);
    assert_eq!(
        remarks(&results, "ann", "counters"),
        [format!("{ASKED_AGAIN} `stop`.")]
    );
}

#[test]
fn what_the_reference_asks_is_no_question_of_the_programs_own() {
    let rubric = RUBRIC.replace("'\\bx or o\\b'", "'\\b(?:choice|x or o)\\b'");
    let course = course(&rubric);
    course.hand_in("ann", "tttn", &format!("{X_OR_O} return game();"));
    course.hand_in("ann", "counters", &format!("{X_OR_O} return game();"));
    let results = course.results();
    assert_eq!(points(&results, "ann", "tttn"), 0.0);
    assert_eq!(points(&results, "ann", "counters"), 100.0);
}

#[test]
fn questions_on_a_terminal_are_answered_too() {
    let rubric = RUBRIC.replace(
        "[assignments.rowcol]\n",
        "[assignments.rowcol]\nterminal = true\n",
    );
    let course = course(&rubric);
    let both = again_while("c != 'n'").replace("char c =", "c =");
    course.hand_in("ann", "rowcol", &format!("{X_OR_O} {both}"));
    // These hold their output back on a pipe, as `printf` and `scanf` do.
    for game in tried(0) {
        course.hand_in_stdio("ben", game, "solution", "return game();");
        course.hand_in_stdio("cleo", game, "solution", &format!("{X_OR_O} {both}"));
    }
    course.hand_in_stdio("dora", "counters", "misses-main-diagonal", "return game();");
    course.hand_in_stdio(
        "eve",
        "counters",
        "misses-main-diagonal",
        &format!("{X_OR_O} {both}"),
    );
    let results = course.results();
    assert_eq!(points(&results, "ann", "rowcol"), 100.0);
    for game in tried(0) {
        assert_eq!(points(&results, "ben", game), 100.0, "{game}");
        let full = if game == "tttn" { 90.0 } else { 100.0 };
        assert_eq!(points(&results, "cleo", game), full, "{game}");
    }
    let is_terminal = |remark: &String| remark.contains("run again on a terminal");
    assert!(remarks(&results, "cleo", "tttn").iter().any(is_terminal));
    for student in ["dora", "eve"] {
        assert_eq!(points(&results, student, "counters"), 50.0, "{student}");
        assert_eq!(
            mistakes(results.of(student, "counters")),
            ["main-diagonal-missed"],
            "{student}"
        );
    }
}

#[test]
fn a_stricter_criterion_shows_the_question_and_its_answer() {
    let course = course(RUBRIC);
    course.hand_in("ann", "tttn", &again_while("c != 'n'"));
    course.results();
    let report = course.read("reports/ann/tttn.md");
    for part in [
        "### `win`: wrong answer under “exact”",
        "+ Play again (Y/N)? ‹n›",
        "**Inputs, in order.** `3` `0` `1` `0` `4` `2` `8` `n`",
        "printf '%s\\n' 3 0 1 0 4 2 8 n | ./tttn",
        "- Your program asked “Play again (Y/N)?”; it was answered with `n`.",
    ] {
        assert!(report.contains(part), "{part}: {report}");
    }
}

#[test]
fn a_failed_case_is_shown_with_the_answers_that_fit_elsewhere() {
    let course = course(RUBRIC);
    let main = format!("{X_OR_O} return game();");
    course.hand_in_instead("ann", "counters", "misses-main-diagonal", &main);
    let results = course.results();
    assert_eq!(points(&results, "ann", "counters"), 50.0);
    assert_eq!(
        mistakes(results.of("ann", "counters")),
        ["main-diagonal-missed"]
    );
    let report = course.read("reports/ann/counters.md");
    assert!(report.contains("printf '%s\\n' X 0 1 "), "{report}");
    assert!(report.contains("\nX or O? ‹X›\n"), "{report}");
}

#[test]
fn questions_of_hidden_cases_are_not_quoted() {
    let course = course(&RUBRIC.replace("flags = []", "flags = []\nvisibility = \"hidden\""));
    course.hand_in("ann", "counters", &again_while("c != 'n'"));
    course.results();
    let report = course.read("reports/ann/counters.md");
    let told = "Your program asked a question that the assignment does not have; it was answered with `n`.";
    assert!(
        report.contains(told) && !report.contains("Play again"),
        "{report}"
    );
}

#[test]
fn a_question_that_nobody_answers_is_named_and_shown() {
    let rubric = RUBRIC
        .lines()
        .filter(|line| !line.starts_with("    { asks"))
        .collect::<Vec<_>>();
    let course = course(&rubric.join("\n"));
    for game in tried(1) {
        let first = "char c; cout << \"Choose your symbol (X/O): \"; cin >> c; return game();";
        course.hand_in("first", game, first);
        course.hand_in("last", game, &again_while("c != 'n'"));
    }
    let results = course.results();
    for game in tried(1) {
        for (student, mistake, words) in [
            (
                "first",
                "question-before-the-game",
                "Before the game it asks “Choose your symbol (X/O):”",
            ),
            (
                "last",
                "question-after-the-game",
                "it asks “Play again (Y/N)?”.",
            ),
        ] {
            let named = mistakes(results.of(student, game));
            assert!(named.contains(&mistake), "{student} {game}: {named:?}");
            let report = course.read(&format!("reports/{student}/{game}.md"));
            assert!(report.contains(words), "{student} {game}: {report}");
            let (_, printed) = report.split_once("**What your program printed**").unwrap();
            let question = words.split(['“', '”']).nth(1).unwrap();
            assert!(printed.contains(question), "{student} {game}: {report}");
        }
    }
}
