//! Text that a system which runs builds would obey where it stands in a log, made into text that it only shows.
//!
//! | system | what it obeys |
//! | --- | --- |
//! | GitHub | `::error::…` where a line begins, blanks aside; `##[group]…` anywhere |
//! | Azure | `##vso[…]` and `##[section]` anywhere |
//! | TeamCity | `##teamcity[…]` anywhere |
//! | Travis | `travis_fold:…`, `travis_time:…` |
//! | GitLab | `section_start:…` before a carriage return and an escape sequence |
//! | Buildkite | `--- …`, `+++ …`, `~~~ …`, `^^^ +++` where a line begins; escape sequences |
//! | Cargo | `cargo:…` where a line begins |
//! | Jenkins, iTerm | escape sequences |
//!
//! So there are three classes. Control characters are gone before text comes here (see `visible`). An opener, two `#` and a
//! word and a bracket, or a word of the other two, loses its first character to the notation `\xNN`, wherever it stands,
//! and so does `::` where a line begins. What is obeyed at the first column alone stays as it is, because boards look like
//! that: no student's text stands there on a terminal.

use std::borrow::Cow;

/// Words that are obeyed anywhere, up to their colon.
const WORDS: [&str; 4] = [
    "travis_fold:",
    "travis_time:",
    "section_start:",
    "section_end:",
];

/// What is obeyed where a line begins, and looks like a board.
const STARTS: [&str; 5] = ["---", "+++", "~~~", "^^^", "cargo:"];

/// A line that no system obeys, if it stands behind a margin.
pub fn escape_commands(line: &str) -> Cow<'_, str> {
    // Each of them has one of these, and most lines have neither.
    if !line.contains(':') && !line.contains("##") {
        return Cow::Borrowed(line);
    }
    let mut inert = String::new();
    let mut shown = 0;
    for (at, character) in line.char_indices() {
        if character.is_ascii() && is_command_at(line, at) {
            inert += &format!("{}\\x{:02X}", &line[shown..at], u32::from(character));
            shown = at + character.len_utf8();
        }
    }
    if shown == 0 {
        Cow::Borrowed(line)
    } else {
        Cow::Owned(inert + &line[shown..])
    }
}

fn is_command_at(line: &str, at: usize) -> bool {
    let rest = &line[at..];
    is_command_opener(rest)
        || WORDS.iter().any(|word| rest.starts_with(word))
        || (rest.starts_with("::") && line[..at].trim().is_empty())
}

/// `##[`, `##vso[`, and whatever else there may be with another word.
fn is_command_opener(rest: &str) -> bool {
    let is_of_a_word = |c: char| c.is_alphanumeric() || "._-".contains(c);
    rest.strip_prefix("##")
        .is_some_and(|rest| rest.trim_start_matches(is_of_a_word).starts_with('['))
}

/// Whether a line would be obeyed at the first column alone.
pub fn needs_margin(line: &str) -> bool {
    STARTS.iter().any(|start| line.starts_with(start))
}

/// JSON that means the same and holds nothing that is obeyed: such signs stand in its strings, and nowhere else. They are
/// written by number; the colon of a word, because its first letter may belong to a `\t`.
pub fn escape_json_commands(json: String) -> String {
    let numbered = |json: String, sign: &str| {
        let by_number = sign.replace('#', "\\u0023").replace(':', "\\u003a");
        if json.contains(sign) {
            json.replace(sign, &by_number)
        } else {
            json
        }
    };
    WORDS
        .iter()
        .fold(numbered(json, "##"), |json, word| numbered(json, word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_obeyed_loses_its_first_character_and_nothing_else_changes() {
        for (line, shown) in [
            ("  ::error::hacked", "  \\x3A:error::hacked"),
            (":::x", "\\x3A::x"),
            ("x ##[group]y", "x \\x23#[group]y"),
            ("##vso[task.complete]", "\\x23#vso[task.complete]"),
            ("###teamcity[x]##é[", "#\\x23#teamcity[x]\\x23#é["),
            ("travis_fold:start:x", "\\x74ravis_fold:start:x"),
            ("a section_end:1:x", "a \\x73ection_end:1:x"),
        ] {
            assert_eq!(escape_commands(line), shown);
            assert_eq!(escape_commands(shown), shown);
        }
        for line in [
            "std::cout << a[0];",
            " ? | X | ? ",
            "---+---+---",
            "-----------",
            "#include <cstdio>",
            "#define GLUE(a, b) a ## b",
            "## [not a command]",
            "+++ a[0]",
            "",
        ] {
            assert!(
                matches!(escape_commands(line), Cow::Borrowed(same) if same == line),
                "{line}"
            );
        }
    }

    #[test]
    fn json_keeps_its_meaning() {
        let text = "## ### ##vso[x] \\## section_start:1 \travis_fold: \travis_time:travis_time:";
        let json = escape_json_commands(serde_json::to_string(text).unwrap());
        assert_eq!(escape_commands(&json), json);
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
    }
}
