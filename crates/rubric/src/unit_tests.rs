//! What a case of kind `tests` says: files with tests, what they are written with, and which of them count.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use super::choices::parse_name;
use super::config_file::ConfigFile;
use super::instructor_file::{self, is_source_name};
use super::raw;
use model::{CaseVisibility, TestCase, TestFile, TestFramework, UnitTests, has_header_ending};

/// The most files of a case.
const MOST: usize = 50;

/// How much they may hold together, in bytes.
const LARGEST: u64 = 1 << 20;

/// The tests that were typed.
pub(super) fn parse_unit_tests(config: &ConfigFile<'_>, raw: &raw::RawCase) -> Option<UnitTests> {
    let wanted = "expected the file with the tests beside this one, such as `\"stack_test.cpp\"`";
    let Some(typed) = &raw.tests else {
        config.report(&(0..0), format!("missing key `tests`: {wanted}"));
        return None;
    };
    let at = typed.span();
    let names = typed.get_ref().as_slice();
    if names.is_empty() || names.len() > MOST {
        config.report(
            &at,
            format!("found {} files in `tests`, {wanted}", names.len()),
        );
        return None;
    }
    let mut left = LARGEST;
    let mut files: Vec<TestFile> = Vec::new();
    for name in names {
        if files.iter().any(|known| known.name == *name) {
            config.report(&at, format!("found `{name}` twice in `tests`"));
            return None;
        }
        check_test_file_name(config, &at, name)?;
        let content = Arc::new(read_test_file(config, &at, name, &mut left)?);
        files.push(TestFile {
            name: name.clone(),
            content,
        });
    }
    if files
        .iter()
        .all(|file| has_header_ending(Path::new(&file.name)))
    {
        config.report(
            &at,
            "`tests` has headers alone, expected a source such as `stack_test.cpp`",
        );
    }
    let choices: Vec<_> = TestFramework::ALL
        .iter()
        .map(|one| (one.name(), *one))
        .collect();
    let framework = match &raw.framework {
        Some(word) => parse_name(config, "framework", word, &choices)?,
        None => TestFramework::Grader,
    };
    let only = raw.only.as_ref();
    if let Some(empty) = only.filter(|only| only.get_ref().is_empty()) {
        config.report(
            &empty.span(),
            "`only` is empty: leave it out, and all tests count",
        );
    }
    let only = only
        .map(|only| raw::to_strings(only.get_ref()))
        .unwrap_or_default();
    let leaks = raw.leaks.unwrap_or(false);
    Some(UnitTests {
        files,
        framework,
        only,
        leaks,
    })
}

/// A name that stands for itself in an `#include` and on a command line.
fn check_test_file_name(config: &ConfigFile<'_>, at: &Range<usize>, name: &str) -> Option<()> {
    let is_name = is_source_name(name, &["cpp", "cc", "cxx", "c++", "C"]);
    if !is_name {
        let wanted = "expected the name of a C++ source or header beside this file";
        config.report(at, format!("found `{name}` in `tests`, {wanted}"));
    }
    is_name.then_some(())
}

/// What a regular file beside the case holds.
fn read_test_file(
    config: &ConfigFile<'_>,
    at: &Range<usize>,
    name: &str,
    left: &mut u64,
) -> Option<Vec<u8>> {
    let most = "the `tests` of a case may hold 1 MiB together";
    let read = instructor_file::read_instructor_file(config.folder(), name, left, most);
    let report = |why: String| {
        let place = config.folder().display();
        config.report(
            at,
            format!("`{name}` {why}: expected a regular file in `{place}`"),
        );
    };
    read.map_err(report).ok()
}

/// Tests that students see less of are never in one program with others: a test can be found by the program that it is in.
pub(super) fn check_visibility(config: &ConfigFile<'_>, at: &Range<usize>, cases: &[TestCase]) {
    let tested = || {
        cases
            .iter()
            .filter_map(|case| Some((case, case.unit_tests.as_ref()?)))
    };
    for (case, tests) in tested().filter(|(case, _)| case.visibility != CaseVisibility::Full) {
        let is_source = |file: &&TestFile| !has_header_ending(Path::new(&file.name));
        let shares = |other: &UnitTests| {
            let mut files = tests.files.iter().filter(is_source);
            files.any(|file| other.files.iter().any(|it| it.content == file.content))
        };
        let other =
            tested().find(|(other, their)| other.visibility != case.visibility && shares(their));
        if let Some((other, _)) = other {
            let text = format!(
                "the cases `{}` and `{}` have a file of tests in common, and students see less of one: give each tests of its own",
                case.id, other.id
            );
            config.report(at, text);
            return;
        }
    }
}
