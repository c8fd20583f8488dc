//! What a case of kind `tests` says: files with tests, what they are written with, and which of them count.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use super::choices::parse_name;
use super::config_file::ConfigFile;
use super::instructor_file::{self, is_source_name};
use super::raw;
use cpp::unit_tests::runner::{is_framework_file, test_macros};
use cpp::unit_tests::{blank_main, find_bodies};
use model::{
    CaseVisibility, ProvidedFile, TestCase, TestFile, TestFramework, UnitTests, has_header_ending,
};

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
    for file in &mut files {
        strip_main(framework, file);
    }
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
        provided_framework: Vec::new(),
        framework,
        only,
        leaks,
    })
}

/// Leaves out what brings a `main`, as the grader has it.
fn strip_main(framework: TestFramework, file: &mut TestFile) {
    if is_framework_file(&file.name) {
        return;
    }
    if let Some(content) = strip_main_macros(framework, &file.content) {
        file.content = Arc::new(content);
    }
    if !has_header_ending(Path::new(&file.name))
        && let Some(content) = blank_main(&file.content)
    {
        file.content = Arc::new(content);
    }
}

/// What a file that belongs to every submission is for tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ProvidedPart {
    /// The `main` of the framework, which the grader has.
    Main,
    /// A part of the framework that the runner is compiled with, and submissions may include.
    Header,
    /// The source of the framework, which the runner is compiled with.
    Source,
}

/// Takes what belongs to a framework out of the files of every submission: its `main`, and Catch2 itself.
pub(super) fn take_framework_files(
    config: &ConfigFile<'_>,
    at: &Range<usize>,
    provided: &mut Vec<ProvidedFile>,
    cases: &mut [TestCase],
) {
    let Some(framework) = cases
        .iter()
        .find_map(|case| Some(case.unit_tests.as_ref()?.framework))
    else {
        return;
    };
    // Programs of other cases may need this `main`.
    let has_only_tests = cases.iter().all(|case| case.unit_tests.is_some());
    let mut parts = Vec::new();
    provided.retain(|file| {
        let mut left = LARGEST;
        let path = file.below.to_string_lossy();
        let content =
            instructor_file::read_instructor_file(&file.folder, &path, &mut left, "too large");
        let Ok(content) = content else { return true };
        let part = provided_part(framework, &file.name, &content);
        if part == Some(ProvidedPart::Main) {
            check_has_no_test(config, at, framework, &file.name, &content);
            return !has_only_tests;
        }
        if part.is_some() {
            parts.push(TestFile {
                name: file.name.clone(),
                content: Arc::new(content),
            });
        }
        part != Some(ProvidedPart::Source)
    });
    for tests in cases.iter_mut().filter_map(|case| case.unit_tests.as_mut()) {
        if tests.framework == framework {
            tests.provided_framework.clone_from(&parts);
        }
    }
}

fn provided_part(framework: TestFramework, name: &str, content: &[u8]) -> Option<ProvidedPart> {
    let is_header = has_header_ending(Path::new(name));
    if framework == TestFramework::Catch2 && is_framework_file(name) {
        return Some(if is_header {
            ProvidedPart::Header
        } else {
            ProvidedPart::Source
        });
    }
    let calls: &[&str] = match framework {
        TestFramework::Catch2 => &["Catch::Session"],
        TestFramework::Doctest => &["doctest::Context"],
        TestFramework::GoogleTest => &["RUN_ALL_TESTS"],
        TestFramework::Grader => &[],
    };
    let text = String::from_utf8_lossy(content);
    let is_main = !is_header
        && (strip_main_macros(framework, content).is_some()
            || calls.iter().any(|call| text.contains(call)) && blank_main(content).is_some());
    is_main.then_some(ProvidedPart::Main)
}

/// Tests in the file of a `main` that is left out would be missing.
fn check_has_no_test(
    config: &ConfigFile<'_>,
    at: &Range<usize>,
    framework: TestFramework,
    name: &str,
    content: &[u8],
) {
    if !find_bodies(content, test_macros(framework)).is_empty() {
        let text = format!(
            "`{name}` has tests and is in `provide`: put it beside the case, and name it in its `tests`"
        );
        config.report(at, text);
    }
}

/// The macros by which a framework brings its own `main`.
fn main_macros(framework: TestFramework) -> &'static [&'static str] {
    match framework {
        TestFramework::Catch2 => &["CATCH_CONFIG_MAIN", "CATCH_CONFIG_RUNNER"],
        TestFramework::Doctest => &[
            "DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN",
            "DOCTEST_CONFIG_IMPLEMENT",
        ],
        TestFramework::Grader | TestFramework::GoogleTest => &[],
    }
}

/// The tests without the lines that define such a macro, as the grader has the `main`; none if there is no such line. All other lines
/// keep their numbers.
fn strip_main_macros(framework: TestFramework, content: &[u8]) -> Option<Vec<u8>> {
    let macros = main_macros(framework);
    let text = str::from_utf8(content).ok()?;
    let defines_main = |line: &str| {
        let rest = line.trim_start().strip_prefix('#')?.trim_start();
        let word = rest.strip_prefix("define")?.split_whitespace().next()?;
        Some(macros.contains(&word))
    };
    let mut is_changed = false;
    let mut kept = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        if defines_main(line) == Some(true) {
            is_changed = true;
            kept.push_str(if line.ends_with('\n') { "\n" } else { "" });
        } else {
            kept.push_str(line);
        }
    }
    is_changed.then(|| kept.into_bytes())
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
        let is_source = |file: &&TestFile| {
            !has_header_ending(Path::new(&file.name)) && !is_framework_file(&file.name)
        };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_provided_main_of_a_framework_is_known() {
        use ProvidedPart::{Header, Main, Source};
        use TestFramework::{Catch2, Doctest, GoogleTest, Grader};
        let run = "#include <gtest/gtest.h>\nint main() { return RUN_ALL_TESTS(); }\n";
        let table = [
            (
                Catch2,
                "main.cpp",
                "#define CATCH_CONFIG_MAIN\n#include \"catch.hpp\"\n",
                Some(Main),
            ),
            (
                Catch2,
                "main.cpp",
                "int main() { return Catch::Session().run(); }",
                Some(Main),
            ),
            (GoogleTest, "main.cpp", run, Some(Main)),
            (Doctest, "main.cpp", run, None),
            (Grader, "main.cpp", "int main() {}", None),
            (Catch2, "main.cpp", "int main() {}", None),
            (Catch2, "catch.hpp", "", Some(Header)),
            (Catch2, "catch_amalgamated.cpp", "", Some(Source)),
            (Doctest, "catch.hpp", "", None),
        ];
        for (framework, name, content, part) in table {
            let found = provided_part(framework, name, content.as_bytes());
            assert_eq!(found, part, "{name}: {content}");
        }
    }

    #[test]
    fn lines_that_bring_a_main_are_left_out_and_all_others_keep_their_numbers() {
        let table = [
            (
                TestFramework::Catch2,
                "#define CATCH_CONFIG_MAIN\n#include <catch.hpp>\n",
                Some("\n#include <catch.hpp>\n"),
            ),
            (
                TestFramework::Catch2,
                "int a;\n  # define CATCH_CONFIG_RUNNER // ours\nint b;",
                Some("int a;\n\nint b;"),
            ),
            (
                TestFramework::Doctest,
                "#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN",
                Some(""),
            ),
            (TestFramework::Catch2, "#define CATCH_CONFIG_MAIN_X\n", None),
            (TestFramework::Grader, "#define CATCH_CONFIG_MAIN\n", None),
        ];
        for (framework, content, kept) in table {
            let found = strip_main_macros(framework, content.as_bytes());
            assert_eq!(found.as_deref(), kept.map(str::as_bytes), "{content}");
        }
    }
}
