//! What students read is easy to read: each sentence in the sources of reports has a US reading grade of at most 9 (Flesch–Kincaid).
//!
//! The sentences are the string literals of these files. What a sentence quotes or fills in counts as one short word, and so do the
//! terms that a first course teaches.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use regex::Regex;

const MOST: f64 = 9.0;

/// A shorter text is a label. The formula is for sentences.
const LEAST_WORDS: usize = 5;

/// The files, and the folders with all of their files, under `crates`.
const SOURCES: [&str; 32] = [
    "cpp/src/source/rules",
    "games/src",
    "grading/src/case_runner.rs",
    "grading/src/extra_prompts",
    "grading/src/functions",
    "grading/src/held_back.rs",
    "grading/src/submission",
    "judging/src/compare",
    "judging/src/feedback",
    "judging/src/judge.rs",
    "judging/src/score",
    "judging/src/undefined/kinds.rs",
    "lms/src/intake/sentences.rs",
    "report/src/adjustments.rs",
    "report/src/audience.rs",
    "report/src/criteria.rs",
    "report/src/diagnostics.rs",
    "report/src/diff_rows.rs",
    "report/src/difference.rs",
    "report/src/error_meanings.rs",
    "report/src/explain.rs",
    "report/src/failed_calls.rs",
    "report/src/failed_case.rs",
    "report/src/failed_tests.rs",
    "report/src/failure.rs",
    "report/src/findings.rs",
    "report/src/first_error.rs",
    "report/src/hints.rs",
    "report/src/shortest_game.rs",
    "report/src/student.rs",
    "report/src/summary.rs",
    "report/src/warnings.rs",
];

/// Terms of the course, which count as one syllable.
const TERMS: [&str; 27] = [
    "array",
    "arrays",
    "assignment",
    "behaviour",
    "character",
    "characters",
    "compiler",
    "criteria",
    "criterion",
    "declaration",
    "definition",
    "exception",
    "function",
    "functions",
    "instructor",
    "library",
    "memory",
    "operator",
    "parameter",
    "parameters",
    "program",
    "programs",
    "simulator",
    "submission",
    "undefined",
    "variable",
    "variables",
];

/// What compilers and other tools say, which the files quote to recognise it.
const QUOTED: [&str; 1] = ["comparison between pointer and integer"];

fn rust_files(path: &Path) -> Vec<PathBuf> {
    let files = walkdir::WalkDir::new(path).sort_by_file_name();
    let files = files.into_iter().map(|entry| entry.unwrap().into_path());
    let is_source = |file: &PathBuf| {
        let is_test = file.components().any(|part| part.as_os_str() == "tests");
        let is_rust = file.extension().is_some_and(|ending| ending == "rs");
        is_rust && !is_test && !file.ends_with("tests.rs") && !file.ends_with("stage.rs")
    };
    files.filter(is_source).collect()
}

/// The string literals of a source, its tests and comments aside, with line breaks and blanks as they are printed.
fn literals(source: &str) -> Vec<String> {
    let code = source.split("#[cfg(test)]\nmod tests").next().unwrap();
    let comments = Regex::new(r#"(?m)^\s*//.*$|'\\?"'"#).unwrap();
    let code = comments.replace_all(code, "");
    let literal = Regex::new(r#"(?s)"((?:[^"\\]|\\.)*)""#).unwrap();
    let continued = Regex::new(r"\\\n\s*").unwrap();
    let found = literal.captures_iter(&code);
    found
        .map(|found| {
            let text = continued.replace_all(&found[1], "");
            text.replace("**", "").replace("\\\"", "\"")
        })
        .collect()
}

/// A text cut where a reader pauses: colons and semicolons end sentences in Flesch's rule.
fn sentences(text: &str) -> Vec<String> {
    static QUOTATION: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"`[^`]*`|\{[^}]*\}").unwrap());
    let text = QUOTATION.replace_all(text, "it").into_owned();
    let mut sentences = vec![String::new()];
    for word in text.split_whitespace() {
        let last = sentences.last_mut().unwrap();
        last.push_str(word);
        last.push(' ');
        if word.ends_with(['.', '!', '?', ':', ';']) {
            sentences.push(String::new());
        }
    }
    sentences
}

fn words(sentence: &str) -> Vec<String> {
    static WORD: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"[A-Za-z]+(?:['’][a-z]+)?|\d+").unwrap());
    let found = WORD.find_iter(sentence);
    found.map(|found| found.as_str().to_lowercase()).collect()
}

/// Groups of vowels, without an `e` that is silent.
fn syllables(word: &str) -> usize {
    if TERMS.contains(&word) {
        return 1;
    }
    let vowels = |letter: char| "aeiouy".contains(letter);
    let mut count = 0;
    let mut was_vowel = false;
    for letter in word.chars() {
        count += usize::from(vowels(letter) && !was_vowel);
        was_vowel = vowels(letter);
    }
    static SILENT: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"[^aeiouyl]e$|[^aeiouytd]ed$|[^aeiouyszxcgh]es$").unwrap());
    if count > 1 && SILENT.is_match(word) {
        count -= 1;
    }
    count.max(1)
}

#[expect(clippy::cast_precision_loss, reason = "a sentence has few words")]
fn grade(words: &[String]) -> f64 {
    let count = words.len() as f64;
    let syllables = words.iter().map(|word| syllables(word)).sum::<usize>() as f64;
    0.39 * count + 11.8 * syllables / count - 15.59
}

#[test]
fn each_sentence_that_students_read_is_of_grade_9_at_most() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    let mut hard = Vec::new();
    let mut count = 0;
    for file in SOURCES
        .iter()
        .flat_map(|path| rust_files(&crates.join(path)))
    {
        let source = fs::read_to_string(&file).unwrap();
        for sentence in literals(&source).iter().flat_map(|text| sentences(text)) {
            let words = words(&sentence);
            let is_quoted = QUOTED.iter().any(|quoted| sentence.contains(quoted));
            // A pattern is no sentence.
            if words.len() < LEAST_WORDS || is_quoted || sentence.contains("(?") {
                continue;
            }
            count += 1;
            if grade(&words) > MOST {
                let file = file.strip_prefix(&crates).unwrap().display();
                hard.push(format!("{:.1} {file}: {sentence}", grade(&words)));
            }
        }
    }
    assert!(count > 500, "only {count} sentences were found");
    assert!(hard.is_empty(), "{}", hard.join("\n"));
}

#[test]
fn the_grade_tells_plain_sentences_from_hard_ones() {
    let plain = words("Your program prints the board twice where it should print it once.");
    let hard = words(
        "Insufficient verification of intermediate computational representations causes termination.",
    );
    assert!(grade(&plain) < 5.0 && grade(&hard) > 20.0);
    for (word, count) in [
        ("line", 1),
        ("printed", 2),
        ("asked", 1),
        ("table", 2),
        ("values", 2),
        ("a", 1),
    ] {
        assert_eq!(syllables(word), count, "{word}");
    }
}
