//! `header-comment`: who wrote the program, at its beginning.

use std::sync::LazyLock;

use regex::{Regex, RegexBuilder};

use super::super::layout;
use super::super::program::{File, Program};
use crate::model::{Finding, HeaderField};

/// What the comments at the beginning do not say.
pub(super) fn find(rule: &'static str, program: &Program, says: &[HeaderField]) -> Vec<Finding> {
    let Some(main) = program.main_file() else { return Vec::new() };
    let text = header(main);
    let missing: Vec<&str> = says.iter().filter(|it| !is_said(it, &text)).map(title).collect();
    if missing.is_empty() {
        return Vec::new();
    }
    let message = format!("The comment at the beginning does not say: {}.", missing.join(", "));
    vec![main.missing(rule, message)]
}

/// The comments before the first code. Lines for the preprocessor and `using` are no code.
fn header(file: &File) -> String {
    let mut code = 0;
    let tokens = &file.lexed.tokens;
    while let Some(token) = tokens.get(code) {
        let is_line = token.first && token.text == "#";
        let is_using = token.text == "using";
        if !is_line && !is_using {
            break;
        }
        let end = (code + 1..tokens.len())
            .find(|it| if is_line { tokens[*it].first } else { tokens[*it - 1].text == ";" });
        code = end.unwrap_or(tokens.len());
    }
    let comments = file.lexed.comments.iter().filter(|comment| comment.after <= code);
    comments.map(|comment| format!("{}\n", comment.text)).collect()
}

fn title(field: &HeaderField) -> &str {
    match field {
        HeaderField::Name => "your name",
        HeaderField::StudentId => "your student id",
        HeaderField::Email => "your e-mail",
        HeaderField::Pattern { title, .. } => title,
    }
}

fn is_said(field: &HeaderField, header: &str) -> bool {
    match field {
        HeaderField::Email => matches(&EMAIL, header),
        HeaderField::StudentId => LazyLock::force(&EMAIL)
            .as_ref()
            .is_none_or(|email| matches(&NUMBER, &email.replace_all(header, " "))),
        HeaderField::Name => has_name(header),
        HeaderField::Pattern { pattern, .. } => RegexBuilder::new(pattern)
            .case_insensitive(true)
            .multi_line(true)
            .build()
            .map_or(true, |pattern| pattern.is_match(header)),
    }
}

/// An expression of this module; none never, but nothing here may panic.
type Pattern = LazyLock<Option<Regex>>;

static EMAIL: Pattern = LazyLock::new(|| {
    Regex::new(r"(?i)[^\s@<>]+\s*(?:@|\(at\)|\[at\]|\sat\s)\s*[^\s@]+(?:\.|\(dot\)|\[dot\]|\sdot\s)\s*[a-z]{2,}").ok()
});
static NUMBER: Pattern = LazyLock::new(|| Regex::new(r"\d[\d\s-]{3,}\d|\d{5,}").ok());
static LABEL: Pattern = LazyLock::new(|| {
    Regex::new(r"(?im)\b(?:name|author|student|written\s+by|created\s+by|by|@author)\b[^\S\n]*[:=.-]*[^\S\n]*(?:\p{L}{2,}|\p{L}\.)").ok()
});

fn matches(pattern: &Pattern, text: &str) -> bool {
    // Without the pattern nothing could be held against anybody.
    LazyLock::force(pattern).as_ref().is_none_or(|pattern| pattern.is_match(text))
}

/// Whether there is something like a name: behind a label such as `Name:`, or a line of two to five words that all begin
/// with a large letter, or one in a script without such letters.
fn has_name(header: &str) -> bool {
    let has_label = header.lines().any(|line| matches(&LABEL, &without_ids(line)));
    has_label || header.lines().any(|line| is_name(&without_ids(line)))
}

/// A line without labels of other things, such as `Student ID:`, so that they are not taken for a name.
fn without_ids(line: &str) -> String {
    let line = LazyLock::force(&EMAIL)
        .as_ref()
        .map_or_else(|| line.to_owned(), |email| email.replace_all(line, " ").into_owned());
    let line = LazyLock::force(&OTHER)
        .as_ref()
        .map_or_else(|| line.clone(), |other| other.replace_all(&line, " ").into_owned());
    line.chars().filter(|it| !it.is_numeric()).collect()
}

static OTHER: Pattern = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:file\s*name|program\s*name|project\s*name|student\s*(?:id|no\.?|number)|e-?mail(?:\s*address)?|sid|id)\b[^\S\n]*[:=#.-]*").ok()
});

/// Words of headers that are no part of a name.
const NO_NAMES: [&str; 32] = [
    "assignment",
    "homework",
    "exercise",
    "project",
    "program",
    "programming",
    "file",
    "course",
    "section",
    "due",
    "date",
    "description",
    "game",
    "introduction",
    "computing",
    "university",
    "department",
    "computer",
    "science",
    "engineering",
    "school",
    "semester",
    "fall",
    "spring",
    "lab",
    "the",
    "using",
    "domineering",
    "tic",
    "tac",
    "toe",
    "copyright",
];

fn is_name(line: &str) -> bool {
    let line = line.trim().trim_matches(|it: char| !it.is_alphabetic());
    if line.chars().all(|it| it.is_whitespace() || layout::is_ideograph(it)) {
        return line.chars().filter(|it| !it.is_whitespace()).count() >= 2;
    }
    let words: Vec<&str> = line
        .split(|it: char| it.is_whitespace() || ",()/|;:_-".contains(it))
        .filter(|word| !word.is_empty())
        .collect();
    let is_word = |word: &&str| {
        word.starts_with(char::is_uppercase)
            && word.chars().all(|it| it.is_alphabetic() || ".'’".contains(it))
            && !NO_NAMES.contains(&word.to_lowercase().as_str())
    };
    (2..=5).contains(&words.len()) && words.iter().all(is_word)
}
