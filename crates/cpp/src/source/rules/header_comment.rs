//! `header-comment`: who wrote the program, at its beginning.

use std::sync::LazyLock;

use regex::{Regex, RegexBuilder};

use super::super::program::{self, ParsedFile, ParsedProgram};
use model::{HeaderField, RuleFinding};

/// What the comments at the beginning do not say.
pub(super) fn find_violations(
    rule: &'static str,
    program: &ParsedProgram,
    says: &[HeaderField],
) -> Vec<RuleFinding> {
    let Some(main) = program.main_file() else {
        return Vec::new();
    };
    let text = header_text(main);
    let missing: Vec<&str> = says
        .iter()
        .filter(|it| !has_field(it, &text))
        .map(field_title)
        .collect();
    if missing.is_empty() {
        return Vec::new();
    }
    let message = format!(
        "The comment at the beginning does not say: {}.",
        missing.join(", ")
    );
    vec![main.finding_without_line(rule, message)]
}

/// The comments before the first code. Lines for the preprocessor and `using` are no code.
fn header_text(file: &ParsedFile) -> String {
    let mut code = 0;
    let tokens = &file.lexed.tokens;
    while let Some(token) = tokens.get(code) {
        let is_line = token.first && token.text == "#";
        let is_using = token.text == "using";
        if !is_line && !is_using {
            break;
        }
        let end = (code + 1..tokens.len()).find(|it| {
            if is_line {
                tokens[*it].first
            } else {
                tokens[*it - 1].text == ";"
            }
        });
        code = end.unwrap_or(tokens.len());
    }
    let comments = file
        .lexed
        .comments
        .iter()
        .filter(|comment| comment.after <= code);
    comments
        .map(|comment| normalize_comment(&comment.text))
        .collect()
}

/// A comment with a line's end, in which signs of another encoding stand for letters, and wide signs are narrow.
fn normalize_comment(comment: &str) -> String {
    let mut text = comment
        .replace(char::REPLACEMENT_CHARACTER, "字")
        .replace('：', ":");
    text.push('\n');
    text
}

fn field_title(field: &HeaderField) -> &str {
    match field {
        HeaderField::Name => "your name",
        HeaderField::StudentId => "your student id",
        HeaderField::Email => "your e-mail",
        HeaderField::Pattern { title, .. } => title,
    }
}

fn has_field(field: &HeaderField, header: &str) -> bool {
    match field {
        HeaderField::Email => matches_pattern(&EMAIL, header),
        HeaderField::StudentId => LazyLock::force(&EMAIL)
            .as_ref()
            .is_none_or(|email| has_number(&email.replace_all(header, " "))),
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
    Regex::new(r"(?i)[^\s@<>,;，、]+\s*(?:@|\(at\)|\[at\]|\sat\s)\s*[^\s@]+(?:\.|\(dot\)|\[dot\]|\sdot\s)\s*[a-z]{2,}").ok()
});
static NUMBER: Pattern = LazyLock::new(|| Regex::new(r"\d[\d\s-]{3,}\d|\d{5,}").ok());
/// Dates, and what courses and years are called: `2021-10-23`, `23/10/2021`, `CSCI1120`, `2021/22`.
static NO_NUMBERS: Pattern = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)\b(?:19|20)\d\d\s?[-/.\s]\s?\d{1,2}(?:\s?[-/.\s]\s?\d{1,2})?\b",
        r"|\b\d{1,2}\s?[-/.\s]\s?\d{1,2}\s?[-/.\s]\s?(?:19|20)\d\d\b",
        r"|\b[a-z]{2,4}[\s-]?\d{3,4}\b",
        r"|\b(?:19|20)\d\d\s?-\s?(?:19|20)\d\d\b",
    ))
    .ok()
});
static LABEL: Pattern = LazyLock::new(|| {
    Regex::new(r"(?im)\b(?:name|author|programmer|developer|student|written\s+by|created\s+by|by|@author)\b[^\S\n]*[:=.-]*[^\S\n]*(?:\p{L}{2,}|\p{L}\.|字)|(?:姓名|名字|作者)\s*:?\s*\p{L}").ok()
});

fn matches_pattern(pattern: &Pattern, text: &str) -> bool {
    // Without the pattern nothing could be held against anybody.
    LazyLock::force(pattern)
        .as_ref()
        .is_none_or(|pattern| pattern.is_match(text))
}

/// Whether there is a number that may be a student's.
fn has_number(text: &str) -> bool {
    let rest = LazyLock::force(&NO_NUMBERS).as_ref().map_or_else(
        || text.to_owned(),
        |dates| dates.replace_all(text, " ").into_owned(),
    );
    // A student id may look like a date; where it says what it is, it is believed.
    matches_pattern(&NUMBER, &rest) || matches_pattern(&LABELLED_NUMBER, text)
}

static LABELLED_NUMBER: Pattern = LazyLock::new(|| {
    Regex::new(r"(?i)(?:\bs?id\b|\bstudent\s*(?:no\b|number\b|#)|\bnumber\b|學號|学号)[^\S\n]*[.:=#-]*[^\S\n]*[a-z]{0,3}[\d][\d\s-]{3,}\d").ok()
});

/// Whether there is something like a name: behind a label such as `Name:`, or a line of two to five words that all begin
/// with a large letter, or one in a script without such letters.
fn has_name(header: &str) -> bool {
    let has_label = header
        .lines()
        .any(|line| matches_pattern(&LABEL, &without_ids(line)));
    let has_line = header.lines().any(|line| is_name(&without_ids(line)));
    has_label || has_label_above(header) || has_line || header.lines().any(lists_name_and_number)
}

/// Whether a line is a list in which a name and a student's number are items: `Chan Tai Man,1155000000,section A`.
fn lists_name_and_number(line: &str) -> bool {
    let items: Vec<&str> = line.split([',', ';', '，', '、']).collect();
    items.iter().any(is_student_number) && items.iter().any(|item| is_name(&without_ids(item)))
}

fn is_student_number(item: &&str) -> bool {
    let item = item.trim();
    item.len() >= 8 && item.bytes().all(|it| it.is_ascii_digit())
}

/// Whether a line that is nothing but `Name:` stands above a word.
fn has_label_above(header: &str) -> bool {
    let lines: Vec<String> = header.lines().map(without_ids).collect();
    let mut pairs = lines.iter().zip(lines.iter().skip(1));
    pairs.any(|(label, next)| {
        matches_pattern(&LABEL_ALONE, label) && has_two_letters(next) && !next.contains(':')
    })
}

fn has_two_letters(line: &str) -> bool {
    line.chars().filter(|it| it.is_alphabetic()).count() >= 2
}

static LABEL_ALONE: Pattern = LazyLock::new(|| {
    Regex::new(r"(?i)^[^\p{L}]*(?:student|my|your|full)?\s*(?:name|author)s?[^\S\n]*[:=-]+\W*$")
        .ok()
});

/// A line without labels of other things, such as `Student ID:`, so that they are not taken for a name.
fn without_ids(line: &str) -> String {
    let line = LazyLock::force(&EMAIL).as_ref().map_or_else(
        || line.to_owned(),
        |email| email.replace_all(line, " ").into_owned(),
    );
    let line = LazyLock::force(&OTHER).as_ref().map_or_else(
        || line.clone(),
        |other| other.replace_all(&line, " ").into_owned(),
    );
    line.chars().filter(|it| !it.is_numeric()).collect()
}

static OTHER: Pattern = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:file\s*name|program\s*name|project\s*name|student\s*(?:id|no\.?|number)|e-?mail(?:\s*address)?|sid|id)\b[^\S\n]*[:=#.-]*").ok()
});

/// Words of headers that are no part of a name.
const NO_NAMES: [&str; 37] = [
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
    "player",
    "players",
    "one",
    "two",
    "and",
];

/// Small words within names.
const PARTICLES: [&str; 16] = [
    "van", "von", "der", "den", "de", "da", "do", "dos", "del", "della", "di", "la", "le", "bin",
    "binti", "al",
];

fn is_name(line: &str) -> bool {
    let line = line.trim().trim_matches(|it: char| !it.is_alphabetic());
    if line
        .chars()
        .all(|it| it.is_whitespace() || program::is_ideograph(it))
    {
        return line.chars().filter(|it| !it.is_whitespace()).count() >= 2;
    }
    let words: Vec<&str> = line
        .split(|it: char| it.is_whitespace() || ",()/|;:_-".contains(it))
        .filter(|word| !word.is_empty())
        .collect();
    let has_name = (2..=5).contains(&words.len()) && words.iter().all(is_name_word);
    // Of `Tai-man` and of `van der Berg` only one word begins with a large letter.
    let whole: Vec<&str> = line
        .split(|it: char| it.is_whitespace() || ",()/|;:_".contains(it))
        .filter(|word| !word.is_empty() && !is_particle(word))
        .collect();
    let is_joined = |word: &&str| {
        let mut parts = word.split('-');
        parts.next().is_some_and(|first| is_name_word(&first))
            && parts.all(|it| !it.is_empty() && it.chars().all(char::is_alphabetic))
    };
    has_name || ((2..=5).contains(&whole.len()) && whole.iter().all(is_joined))
}

fn is_name_word(word: &&str) -> bool {
    word.starts_with(|it: char| it.is_uppercase() || program::is_ideograph(it))
        && word
            .chars()
            .all(|it| it.is_alphabetic() || ".'’".contains(it))
        && !NO_NAMES.contains(&word.to_lowercase().as_str())
}

fn is_particle(word: &&str) -> bool {
    PARTICLES.contains(word)
}
