//! What an instructor reads who made a slip in a player or a referee.

use crate::support::mistakes;

/// A rubric without mistakes.
const RUBRIC: &str = r#"[assignments.ttt]
sources = ["ttt.cpp"]
reference = { game = "cpu" }
compare = { referee = { choice = 'CPU: (?<square>[0-9]+)', won = 'you', lost = 'cpu', drawn = 'draw' } }
# more
[[assignments.ttt.criteria]]
id = "games"
points = 10
cases = ["*"]
"#;

/// A case without mistakes.
const CASE: &str = r#"description = "The human wins"
input = ["0"]
player = "wins"
seeds = [1, 2]
"#;

/// What is wrong with these files, one line for each mistake.
fn messages(rubric: &str, case: &str) -> String {
    let files = [("rubric.toml", rubric), ("testcases/ttt/win.toml", case)];
    mistakes::messages(&files.map(|(name, text)| (name, text.as_bytes())))
}

#[test]
fn the_files_that_the_tables_start_from_have_no_mistake() {
    assert_eq!(messages(RUBRIC, CASE), "no mistake");
    assert_eq!(
        messages(RUBRIC, &CASE.replace("input = [\"0\"]\n", "")),
        "no mistake"
    );
}

#[test]
fn every_slip_in_a_case_has_a_message() {
    for (from, to, expected) in CASE_SLIPS {
        assert!(CASE.contains(from), "{from}");
        assert_eq!(messages(RUBRIC, &CASE.replace(from, to)), *expected, "{to}");
    }
}

#[test]
fn every_slip_in_a_rubric_has_a_message() {
    for (from, to, expected) in RUBRIC_SLIPS {
        assert!(RUBRIC.contains(from), "{from}");
        assert_eq!(messages(&RUBRIC.replace(from, to), CASE), *expected, "{to}");
    }
}

#[test]
fn rows_and_columns_come_in_pairs() {
    let rubric = RUBRIC.replace("\"cpu\"", "\"rowcol\"");
    let rubric = rubric.lines().filter(|line| !line.starts_with("compare"));
    let rubric = rubric.collect::<Vec<_>>().join("\n");
    let case = "description = \"a\"\nplayer = \"as-asked\"\ninput = [\"0\", \"1\", \"2\"]\n";
    assert_eq!(
        messages(&rubric, case),
        "testcases/ttt/win.toml:3:9: found an odd number of lines, expected a row and a column for each move"
    );
    assert_eq!(
        messages(&rubric, &case.replace("\"1\", \"2\"", "\"1 2\"")),
        "testcases/ttt/win.toml:3:15: found `1 2`, expected a whole number: here each one is a line of its own"
    );
}

type Slip = (&'static str, &'static str, &'static str);

const CASE_SLIPS: &[Slip] = &[
    (
        "\"wins\"",
        "\"win\"",
        "testcases/ttt/win.toml:3:10: unknown player `win`; did you mean `wins`? Expected one of `script`, `as-asked`, `first-free`, `wins`, \
         `draws`, `loses`, `random`, `stubborn`",
    ),
    (
        "\"wins\"",
        "\"script\"",
        "testcases/ttt/win.toml:4:9: `seeds` go with a `player` that has a policy, such as `random`",
    ),
    (
        "\"wins\"\nseeds = [1, 2]",
        "\"as-asked\"",
        "testcases/ttt/win.toml:2:9: found an odd number of lines, expected a row and a column for each move\n\
         testcases/ttt/win.toml:3:10: the player `as-asked` is only for `reference = { game = \"rowcol\" }`",
    ),
    (
        "[1, 2]",
        "[]",
        "testcases/ttt/win.toml:4:9: expected `seeds` to be numbers that differ, one for each game to be played",
    ),
    (
        "[1, 2]",
        "[1, 1]",
        "testcases/ttt/win.toml:4:9: expected `seeds` to be numbers that differ, one for each game to be played",
    ),
    (
        "\"0\"",
        "\"zero\"",
        "testcases/ttt/win.toml:2:10: found `zero`, expected a whole number: here each one is a line of its own",
    ),
    (
        "seeds = [1, 2]",
        "compare = { referee = {} }",
        "testcases/ttt/win.toml:3:10: a policy can only answer where a referee follows the game: add a `referee` to `compare`",
    ),
    (
        "input = [\"0\"]\nplayer = \"wins\"\nseeds = [1, 2]",
        "",
        "testcases/ttt/win.toml:1:1: missing key `input`: expected an array of strings, one for each line, a string with all lines, or a file beside this one whose name ends in `.in`",
    ),
];

const RUBRIC_SLIPS: &[Slip] = &[
    (
        ", drawn = 'draw'",
        "",
        "rubric.toml:4:23: missing key `drawn`: a referee needs `choice`, `won`, `lost` and `drawn`, each a pattern",
    ),
    (
        "(?<square>[0-9]+)",
        "[0-9]+",
        "rubric.toml:4:34: `choice` must say which part of it is the square's number: write `(?<square>[0-9]+)` there",
    ),
    (
        "won =",
        "wonn =",
        "rubric.toml:4:60: unknown key `wonn`; did you mean `won`? Expected one of `choice`, `won`, `lost`, `drawn`, `judges`",
    ),
    (
        "cases = [\"*\"]\n",
        "cases = [\"*\"]\ncompare = { referee = { judges = [\"moves\", \"winer\"] } }\n",
        "rubric.toml:10:44: unknown aspect `winer`; did you mean `winner`? Expected one of `moves`, `board`, `winner`, `end`, `asks-again`",
    ),
    (
        "cases = [\"*\"]\n",
        "cases = [\"*\"]\ncompare = { referee = { judges = [] } }\n",
        "rubric.toml:10:34: `judges` is empty: expected some of `moves`, `board`, `winner`, `end`, `asks-again`",
    ),
    (
        "choice = 'CPU: (?<square>[0-9]+)', won = 'you', lost = 'cpu', drawn = 'draw'",
        "judges = [\"moves\"]",
        "rubric.toml:4:23: missing key `choice`: a referee needs `choice`, `won`, `lost` and `drawn`, each a pattern\n\
         rubric.toml:4:23: missing key `drawn`: a referee needs `choice`, `won`, `lost` and `drawn`, each a pattern\n\
         rubric.toml:4:23: missing key `lost`: a referee needs `choice`, `won`, `lost` and `drawn`, each a pattern\n\
         rubric.toml:4:23: missing key `won`: a referee needs `choice`, `won`, `lost` and `drawn`, each a pattern\n\
         testcases/ttt/win.toml:3:10: a policy can only answer where a referee follows the game: add a `referee` to `compare`",
    ),
    (
        "\"cpu\"",
        "\"counters\"",
        "rubric.toml:4:23: a `referee` is only for `reference = { game = \"cpu\" }`\n\
         testcases/ttt/win.toml:3:10: the player `wins` is only for `reference = { game = \"cpu\" }`",
    ),
    (
        "# more",
        "player = \"randum\"",
        "rubric.toml:5:10: unknown player `randum`; did you mean `random`? Expected one of `script`, `as-asked`, `first-free`, `wins`, `draws`, \
         `loses`, `random`, `stubborn`",
    ),
];
