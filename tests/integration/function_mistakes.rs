//! What an instructor reads who made a slip in a case that calls a function: what is replaced, by what, and the message.

use crate::support::mistakes;

const RUBRIC: &str = r#"[assignments.f]
sources = ["f.cpp"]
reference = { game = "tttn" }
[[assignments.f.criteria]]
id = "functions"
points = 10
cases = ["call-*"]
"#;

/// A case without mistakes.
const CASE: &str = r#"description = "Changes things"
kind = "call"
prototype = "int f(char grid[], long long &sum, bool b)"
printed = "trailing"
calls = [
    { arguments = ["XO", 5, true], returns = 1, after = { sum = 6 }, prints = ["X"] },
]
"#;

/// The mistakes in the case, without the file's name.
fn messages(rubric: &str, case: &str) -> String {
    const FILE: &str = "testcases/f/call-f.toml";
    let files = [("rubric.toml", rubric.as_bytes()), (FILE, case.as_bytes())];
    mistakes::messages(&files).replace(&format!("{FILE}:"), "")
}

#[test]
fn every_slip_in_a_function_case_has_a_message_that_says_where_it_is_and_what_was_expected() {
    assert_eq!(messages(RUBRIC, CASE), "no mistake");
    for (from, to, expected) in SLIPS {
        assert!(CASE.contains(from), "{from}");
        let found = messages(RUBRIC, &CASE.replace(from, to));
        assert!(found.contains(expected), "{from} → {to}:\n{found}");
    }
}

#[test]
fn a_comparison_of_transcripts_does_not_go_with_calls() {
    let rubric = format!("{RUBRIC}compare = {{ whitespace = \"exact\" }}\n");
    let expected =
        "rubric.toml:8:11: `compare` is about transcripts, and `call-f` calls a function";
    assert!(
        messages(&rubric, CASE).contains(expected),
        "{}",
        messages(&rubric, CASE)
    );
}

#[rustfmt::skip]
const SLIPS: &[(&str, &str, &str)] = &[
    ("\"call\"", "\"calls\"", "2:8: unknown kind `calls`; did you mean `call`? Expected one of `script`, `call`, `tests`"),
    ("kind = \"call\"\n", "input = []\n", "`prototype` goes with `kind = \"call\"`, which this case does not have"),
    ("printed =", "input = [\"3\"]\nprinted =", "4:9: `input` goes with a script, and this case has `kind = \"call\"`"),
    ("printed =", "player = \"random\"\nprinted =", "4:10: `player` goes with a script"),
    ("printed =", "compare = { scope = \"final\" }\nprinted =", "4:11: `compare` goes with a script"),
    ("prototype = \"int f(char grid[], long long &sum, bool b)\"\n", "", "missing key `prototype`: expected the function's declaration"),
    ("\"int f(char grid[], long long &sum, bool b)\"", "[]", "3:13: `prototype` is empty"),
    ("\"int f(char grid[], long long &sum, bool b)\"", "3", "3:13: "),
    ("bool b)", "Board b)", "3:13: the prototype `int f(char grid[], long long &sum, Board b)`: `Board b` has a type that cannot be called with: known are `bool`"),
    ("bool b)", "bool)", "every parameter needs a name"),
    ("int f(", "int main(", "`main` is never called"),
    ("int f(", "f(", "expected a prototype such as"),
    ("\"int f(char grid[], long long &sum, bool b)\"", "[\"int f(char grid[], long long &sum, bool b)\", \"int f(char gird[])\"]", "3:13: the prototype `int f(char gird[])`: the first prototype has no parameter `gird` of that type"),
    ("\"int f(char grid[], long long &sum, bool b)\"", "[\"int f(char grid[], long long &sum, bool b)\", \"int g(char grid[])\"]", "all prototypes of a case must have the same name"),
    ("\"trailing\"", "\"traling\"", "4:11: unknown value `traling` for `printed`; did you mean `trailing`? Expected one of `ignore`, `exact`, `trailing`, `collapse`"),
    ("    { arguments = [\"XO\", 5, true], returns = 1, after = { sum = 6 }, prints = [\"X\"] },\n", "", "missing key `calls`: expected a list of calls"),
    ("arguments = [\"XO\", 5, true], ", "", "6:5: missing key `arguments`"),
    ("arguments", "argument", "6:7: unknown key `argument`; did you mean `arguments`?"),
    ("[\"XO\", 5, true]", "[\"XO\", 5]", "6:19: found 2 arguments, expected 3: `int f(char grid[], long long &sum, bool b)`"),
    ("\"XO\"", "7", "6:20: `grid`: found 7, expected a string, or a list of strings, of plain ASCII characters"),
    ("\"XO\"", "\"é\"", "6:20: `grid`: found \"é\", expected a string"),
    ("5, true", "\"5\", true", "6:26: `sum`: found \"5\", expected a whole number from -9223372036854775808 to 9223372036854775807 (`long long`)"),
    ("5, true", "5, 1", "6:29: `b`: found 1, expected `true` or `false`"),
    ("returns = 1", "returns = 2147483648", "6:46: `returns`: found 2147483648, expected a whole number from -2147483648 to 2147483647 (`int`)"),
    ("int f(", "void f(", "6:46: `void f(char grid[], long long &sum, bool b)` returns nothing"),
    ("sum = 6", "b = true", "6:59: unknown array or reference parameter `b`: expected one of `grid`, `sum`"),
    ("[\"X\"]", "[\"X\\n\"]", "a printed line is one line"),
];
