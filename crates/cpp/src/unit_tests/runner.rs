//! The C++ that runs a test (one part for all frameworks, one of each, and one that counts memory), and what it writes about the test:
//! records between two copies of a random number on standard error.
//!
//! The number is that of this one process, and it is taken out of its arguments before anything of the student's runs, so
//! nothing that a program prints is taken for a record. A program that means to can still find the number in its own memory,
//! or call what checks call: see docs/how-to/unit-tests.md.

use super::sentences;
use model::{TestFailure, TestFramework, TestName};

/// The header that tests of ours include.
pub const HEADER: &str = include_str!("cpp/grader_test.h");

/// The name under which they include it.
pub const HEADER_NAME: &str = "grader_test.h";

/// What stands behind each file of tests.
pub const END: &str = include_str!("cpp/grader_test_end.h");

/// Its name.
pub const END_NAME: &str = "grader_test_end.h";

/// What counts memory that is never freed.
pub const ALLOCATIONS: &str = include_str!("cpp/allocations.cpp");

/// A `main` for programs that need none of their own.
pub const WEAK_MAIN: &str = "int main() __attribute__((weak));\nint main() { return 0; }\n";

/// The header of Catch2 2 that a course may bring.
const CATCH_2_HEADER: &str = "catch.hpp";

/// Header and source of Catch2 3 in one file each.
const CATCH_3_HEADER: &str = "catch_amalgamated.hpp";
const CATCH_3_SOURCE: &str = "catch_amalgamated.cpp";

/// Whether a file with this name is a part of a framework, and has no tests.
pub fn is_framework_file(name: &str) -> bool {
    [CATCH_2_HEADER, CATCH_3_HEADER, CATCH_3_SOURCE].contains(&name)
}

/// The part of the runner that is Catch2 as a course brings it, of files by their names; none if it brings none.
pub fn bundled_catch<'f>(files: impl Iterator<Item = (&'f str, &'f [u8])>) -> Option<String> {
    let mut two = None;
    let mut three = None;
    let mut source = None;
    for (name, content) in files {
        let text = String::from_utf8_lossy(content);
        match name {
            CATCH_2_HEADER => two = Some(text),
            CATCH_3_HEADER => three = Some(text),
            CATCH_3_SOURCE => source = Some(text),
            _ => {}
        }
    }
    if let (Some(header), Some(source)) = (three, source) {
        let is_code = |line: &&str| {
            !line
                .trim_start()
                .starts_with("#include \"catch_amalgamated")
        };
        let source: Vec<&str> = source.lines().filter(is_code).collect();
        let source = source.join("\n");
        return Some(format!(
            "#define GRADER_CATCH_3\n#define CATCH_AMALGAMATED_CUSTOM_MAIN\n\
             #define CATCH_CONFIG_NO_POSIX_SIGNALS\n{header}\n{source}\n"
        ));
    }
    let header = two?;
    Some(format!(
        "#define GRADER_CATCH_2\n#define CATCH_CONFIG_RUNNER\n#define CATCH_CONFIG_NO_POSIX_SIGNALS\n{header}\n"
    ))
}

/// The source that runs the tests of a framework, with what `bundled_catch` says of one that the course brings.
pub fn runner_source(framework: TestFramework, bundled: Option<&str>) -> String {
    let own = match framework {
        TestFramework::Grader => include_str!("cpp/grader_framework.cpp"),
        TestFramework::Doctest => include_str!("cpp/doctest_framework.cpp"),
        TestFramework::Catch2 => include_str!("cpp/catch2_framework.cpp"),
        TestFramework::GoogleTest => include_str!("cpp/googletest_framework.cpp"),
    };
    let own = own.replace("// BUNDLED", bundled.unwrap_or_default());
    include_str!("cpp/runner.cpp").replace("// FRAMEWORK", &own)
}

/// The source that is compiled for a file of tests.
pub fn wrapper_source(framework: TestFramework, file: &str) -> String {
    match framework {
        TestFramework::Grader => format!("#include \"{file}\"\n#include \"{END_NAME}\"\n"),
        _ => format!("#include \"{file}\"\n"),
    }
}

/// What begins a test.
pub fn test_macros(framework: TestFramework) -> &'static [&'static str] {
    match framework {
        TestFramework::Grader => &["TEST"],
        TestFramework::Doctest => &[
            "TEST_CASE",
            "TEST_CASE_FIXTURE",
            "SCENARIO",
            "DOCTEST_TEST_CASE",
        ],
        TestFramework::Catch2 => &[
            "TEST_CASE",
            "TEST_CASE_METHOD",
            "SCENARIO",
            "CATCH_TEST_CASE",
        ],
        TestFramework::GoogleTest => &["TEST", "TEST_F", "GTEST_TEST"],
    }
}

/// All that was told of one test.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TestLog {
    /// What did not hold.
    pub failures: Vec<TestFailure>,
    /// Whether the test came to its end.
    pub has_ended: bool,
    /// Where it was when it crashed.
    pub crashed_at: Option<(String, usize)>,
}

/// The most records of one process: a runner stops long before.
const MOST: usize = 20_000;

/// Standard error without the records, and the records.
pub fn split_records(stderr: &[u8], mark: &str) -> (Vec<u8>, Vec<String>) {
    let opening = format!("\n{mark} ").into_bytes();
    let closing = format!("{mark}\n").into_bytes();
    let mut rest = Vec::new();
    let mut records = Vec::new();
    let mut left = stderr;
    while records.len() < MOST {
        let Some(start) = find_bytes(left, &opening) else {
            break;
        };
        let after = &left[start + opening.len()..];
        let Some(end) = find_bytes(after, &closing) else {
            break;
        };
        rest.extend_from_slice(&left[..start]);
        records.push(String::from_utf8_lossy(&after[..end]).into_owned());
        left = &after[end + closing.len()..];
    }
    rest.extend_from_slice(left);
    (rest, records)
}

fn find_bytes(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part)
}

/// The tests that were listed; none if the list did not come to its end.
pub fn read_test_list(records: &[String]) -> Option<Vec<TestName>> {
    let mut tests = Vec::new();
    let mut is_whole = false;
    for fields in records.iter().map(|record| parse_fields(record)) {
        match fields
            .iter()
            .map(String::as_str)
            .collect::<Vec<_>>()
            .as_slice()
        {
            ["test", name, file, line] => {
                let name = (*name).to_owned();
                let file = (*file).to_owned();
                tests.push(TestName {
                    name,
                    file,
                    line: line.parse().ok()?,
                });
            }
            ["listed"] => is_whole = true,
            _ => {}
        }
    }
    is_whole.then_some(tests)
}

impl TestLog {
    /// What records say.
    pub fn new(records: &[String]) -> TestLog {
        let mut told = TestLog::default();
        for fields in records.iter().map(|record| parse_fields(record)) {
            match fields
                .iter()
                .map(String::as_str)
                .collect::<Vec<_>>()
                .as_slice()
            {
                ["fail", kind, file, line, expression, expected, actual] => {
                    let failure = TestFailure {
                        file: (*file).to_owned(),
                        line: line.parse().unwrap_or_default(),
                        expression: (*expression).to_owned(),
                        expected: (*expected).to_owned(),
                        actual: (*actual).to_owned(),
                        sentence: String::new(),
                    };
                    told.failures.push(sentences::add_sentence(kind, failure));
                }
                ["leak", blocks, bytes] => {
                    told.failures.push(sentences::leak_failure(blocks, bytes));
                }
                ["at", file, line] => {
                    let line = line.parse().unwrap_or_default();
                    told.crashed_at = Some(((*file).to_owned(), line));
                }
                ["end", _] => told.has_ended = true,
                _ => {}
            }
        }
        told
    }
}

/// The fields of a record, as they were before they were written.
fn parse_fields(record: &str) -> Vec<String> {
    record.split('\t').map(unescape_field).collect()
}

fn unescape_field(field: &str) -> String {
    let mut text = String::with_capacity(field.len());
    let mut characters = field.chars();
    while let Some(character) = characters.next() {
        if character != '\\' {
            text.push(character);
            continue;
        }
        match characters.next() {
            Some('n') => text.push('\n'),
            Some('t') => text.push('\t'),
            Some('e') => text.push('…'),
            Some(other) => text.push(other),
            None => {}
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn records_differ_from_printed_text() {
        let seen = b"all tests passed\n\nabc fail\tcheck\tt.cpp\t3\tx == 1\t\t2 == 1abc\nend\t0\n\nabc end\t1abc\n";
        let (rest, records) = split_records(seen, "abc");
        assert_eq!(rest, b"all tests passed\nend\t0\n");
        let told = TestLog::new(&records);
        assert!(told.has_ended);
        let failure = &told.failures[0];
        assert_eq!((failure.line, failure.actual.as_str()), (3, "2 == 1"));
        assert_eq!(
            TestLog::new(&split_records(b"\nxyz end\t0xyz\n", "abc").1),
            TestLog::default()
        );
    }

    #[test]
    fn an_incomplete_list_is_ignored() {
        let records = ["test\ta\\tb\tt.cpp\t3".to_owned(), "listed".to_owned()];
        let test = TestName {
            name: "a\tb".to_owned(),
            file: "t.cpp".to_owned(),
            line: 3,
        };
        assert_eq!(read_test_list(&records), Some(vec![test]));
        assert_eq!(read_test_list(&records[..1]), None);
        assert!(
            !TestLog::new(&records).has_ended,
            "a list is no test that has passed"
        );
    }

    proptest! {
        #[test]
        fn whatever_was_written_is_read_and_bounded(stderr in "(\nabc |abc\n|fail\t|[ -~\t\n])*") {
            let (rest, records) = split_records(stderr.as_bytes(), "abc");
            let kept: usize = records.iter().map(String::len).sum();
            prop_assert!(rest.len() + kept <= stderr.len());
            let _ = TestLog::new(&records);
        }
    }
}
