//! What an instructor reads who made a slip in `answers`.

use crate::support::mistakes;

const RUBRIC: &str = r#"[defaults]
answers = [{ asks = 'again', with = "n" }]

[assignments.ttt]
sources = ["ttt.cpp"]
reference = { game = "counters" }
answers = [{ asks = '{yes}', with = ["n", "N"] }]
vocabulary = { yes = '\(y/n\)' }

[[assignments.ttt.criteria]]
id = "games"
points = 10
cases = ["*"]
"#;

const CASE: &str = "description = \"a\"\ninput = [\"0\"]\nanswers = []\n";

fn messages(rubric: &str, case: &str) -> String {
    let files = [("rubric.toml", rubric), ("testcases/ttt/win.toml", case)];
    mistakes::messages(&files.map(|(name, text)| (name, text.as_bytes())))
}

#[test]
fn the_files_that_the_table_starts_from_have_no_mistake() {
    assert_eq!(messages(RUBRIC, CASE), "no mistake");
}

#[test]
fn every_slip_in_answers_has_a_message() {
    for (from, to, expected) in SLIPS {
        assert!(RUBRIC.contains(from) || CASE.contains(from), "{from}");
        let found = messages(&RUBRIC.replace(from, to), &CASE.replace(from, to));
        assert_eq!(found, *expected, "{to}");
    }
}

const SLIPS: &[(&str, &str, &str)] = &[
    (
        "asks = 'again'",
        "ask = 'again'",
        "rubric.toml:2:14: unknown key `ask`; did you mean `asks`? Expected one of `asks`, `with`, `later`",
    ),
    (
        "asks = 'again', ",
        "",
        "rubric.toml:2:12: missing key `asks`: expected a pattern for the question",
    ),
    (
        ", with = \"n\" }",
        " }",
        "rubric.toml:2:12: missing key `with`: expected the line that answers it, or several that are tried one after the other",
    ),
    (
        "with = \"n\"",
        "with = []",
        "rubric.toml:2:37: the list is empty: expected the line that answers it, or several that are tried one after the other",
    ),
    (
        "with = \"n\"",
        "with = 1",
        "rubric.toml:2:37: found `1`, expected a string or an array of strings",
    ),
    (
        "with = \"n\"",
        "with = \"n\\n\"",
        "rubric.toml:2:37: found a line break at the end of the string: leave it out, each string is a line",
    ),
    (
        "'again'",
        "'(again'",
        "rubric.toml:2:21: the pattern `(again` is not valid: unclosed group",
    ),
    (
        "'again'",
        "'(?:again)?'",
        "rubric.toml:2:21: the pattern `(?:again)?` matches even an empty text",
    ),
    (
        "'{yes}'",
        "'{yet}'",
        "rubric.toml:7:21: unknown word of the vocabulary `yet`: expected `yes`",
    ),
    (
        "answers = []\n",
        "answers = [{ asks = 'x' }]\n",
        "testcases/ttt/win.toml:3:12: missing key `with`: expected the line that answers it, or several that are tried one after the other",
    ),
    (
        "input = [\"0\"]\nanswers = []\n",
        "kind = \"call\"\nprototype = \"int f()\"\ncalls = [{ arguments = [] }]\nanswers = [{ asks = 'x', with = \"y\" }]\n",
        "testcases/ttt/win.toml:5:12: `answers` goes with a script, and this case has `kind = \"call\"`",
    ),
];
