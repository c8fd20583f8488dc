//! Tests that a program of the package makes with a framework: its files, and which tests they have.

use std::sync::LazyLock;

use regex::Regex;

use super::super::error::ImportError;
use super::super::package::ImportPackage;
use super::super::programs::{file_name, file_stem, is_header, is_source};
use cpp::unit_tests::matches_pattern;

/// A file of tests.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct FrameworkTests {
    /// Its path in the package.
    pub(super) path: String,
    /// The name of the framework in a case.
    pub(super) framework: &'static str,
    /// The tests, each with the line on which it begins.
    pub(super) tests: Vec<(usize, String)>,
    /// Files of the package that it includes by name.
    pub(super) includes: Vec<String>,
}

/// What a compiler must find to make tests; the word is the name of the framework.
static INCLUDE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"(?m)^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]+)[>"]"#).ok());

/// The beginning of a test: its macro, the first argument if it is a class or a suite, and the name.
static BEGINNING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r#"(?m)^[ \t]*(TEST_CASE_METHOD|TEST_CASE_FIXTURE|TEST_CASE|SCENARIO|TEST_F|TEST)\s*\(\s*(?:(\w+)\s*,\s*)?(?:"((?:[^"\\\n]|\\.)*)"|(\w+))"#,
    )
    .ok()
});

/// Tests that are made of types or values, so that their names are not in the file.
static MADE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?m)^[ \t]*(TEMPLATE_\w+|TYPED_TEST\w*|TEST_P|TEST_CASE_TEMPLATE\w*)\s*\(").ok()
});

/// The beginning of `main`.
static MAIN: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\bmain\s*\(").ok());

/// What stands before the name of a file in another folder.
static OTHER_FOLDER: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"(?m)^([ \t]*#[ \t]*include[ \t]*")[^"\n]*/"#).ok());

impl FrameworkTests {
    /// The tests of a file; none if it has none that a framework of ours runs, or some whose names it does not say.
    pub(super) fn read_from(
        package: &ImportPackage,
        path: &str,
    ) -> Result<Option<FrameworkTests>, ImportError> {
        let bytes = package.read_bytes(path)?;
        let text = String::from_utf8_lossy(&bytes);
        Ok(FrameworkTests::parse(path, &text))
    }

    fn parse(path: &str, text: &str) -> Option<FrameworkTests> {
        let (beginning, made) = (BEGINNING.as_ref()?, MADE.as_ref()?);
        let includes = list_includes(text);
        let framework = includes.iter().find_map(|name| framework_of(name))?;
        if made.is_match(text) {
            return None;
        }
        let tests: Vec<(usize, String)> = beginning
            .captures_iter(text)
            .filter_map(|found| {
                let macro_name = found.get(1)?;
                let line = 1 + text.get(..macro_name.start())?.matches('\n').count();
                let name = match (found.get(3), found.get(2), found.get(4)) {
                    (Some(name), ..) if macro_name.as_str() == "SCENARIO" => {
                        format!("Scenario: {}", name.as_str())
                    }
                    (Some(name), ..) => name.as_str().to_owned(),
                    (None, Some(suite), Some(name)) => {
                        format!("{}.{}", suite.as_str(), name.as_str())
                    }
                    _ => return None,
                };
                Some((line, name.replace("\\\"", "\"")))
            })
            .collect();
        (!tests.is_empty()).then(|| FrameworkTests {
            path: path.to_owned(),
            framework,
            tests,
            includes,
        })
    }

    /// The tests whose names one of these patterns matches, with `*`; all without a pattern.
    pub(super) fn selected(&self, only: &[String]) -> Vec<&(usize, String)> {
        let is_selected = |name: &str| {
            only.is_empty() || only.iter().any(|pattern| matches_pattern(pattern, name))
        };
        let tests = self.tests.iter();
        tests.filter(|(_, name)| is_selected(name)).collect()
    }

    /// What students write of the files that it includes: those that are no tests and no framework, and sources of the same name.
    pub(super) fn tested_files(&self, package: &ImportPackage) -> Vec<String> {
        find_tested_files(package, &self.path, &self.includes)
    }
}

/// What students write of the files that a program of tests with this text includes.
pub(super) fn tested_files(package: &ImportPackage, path: &str, text: &str) -> Vec<String> {
    find_tested_files(package, path, &list_includes(text))
}

fn find_tested_files(package: &ImportPackage, path: &str, includes: &[String]) -> Vec<String> {
    let mut files = Vec::new();
    for include in includes {
        let name = file_name(include);
        if framework_of(include).is_some() || !(is_header(name) || is_source(name)) {
            continue;
        }
        let is_like = |file: &&str| {
            let other = file_name(file);
            other == name || is_source(other) && file_stem(other) == file_stem(name)
        };
        for file in package.files_below("").filter(is_like) {
            let known = file_name(file).to_owned();
            if *file != *path && !files.contains(&known) {
                files.push(known);
            }
        }
    }
    files
}

/// The names after `#include`.
fn list_includes(text: &str) -> Vec<String> {
    let Some(include) = INCLUDE.as_ref() else {
        return Vec::new();
    };
    let names = include.captures_iter(text);
    names
        .filter_map(|found| Some(found.get(1)?.as_str().to_owned()))
        .collect()
}

/// Whether a source has a `main`.
pub(super) fn has_main(text: &str) -> bool {
    MAIN.as_ref().is_some_and(|main| main.is_match(text))
}

/// A source that includes files by their names alone.
pub(super) fn without_folders(text: &str) -> String {
    match OTHER_FOLDER.as_ref() {
        Some(folder) => folder.replace_all(text, "${1}").into_owned(),
        None => text.to_owned(),
    }
}

fn framework_of(include: &str) -> Option<&'static str> {
    let name = file_name(include);
    match name {
        "catch.hpp" | "catch_amalgamated.hpp" => Some("catch2"),
        "doctest.h" => Some("doctest"),
        "gtest.h" | "gmock.h" => Some("googletest"),
        _ if include.starts_with("catch2/") => Some("catch2"),
        _ => None,
    }
}

/// The names that arguments of a test program select; none if they mean something else.
pub(super) fn selected_names(framework: &str, arguments: &[String]) -> Option<Vec<String>> {
    let mut only = Vec::new();
    for argument in arguments {
        let filter = match framework {
            "googletest" => argument.strip_prefix("--gtest_filter="),
            "doctest" => argument
                .strip_prefix("-tc=")
                .or_else(|| argument.strip_prefix("--test-case=")),
            _ => Some(argument.as_str()).filter(|it| !it.starts_with(['-', '[', '~'])),
        };
        let is_display = ["--success", "-s", "--gtest_color=yes", "--gtest_brief=1"]
            .contains(&argument.as_str());
        match filter {
            Some(filter) if framework == "googletest" && !filter.contains('-') => {
                only.extend(filter.split(':').map(str::to_owned));
            }
            Some(filter) if framework != "googletest" && !filter.contains(',') => {
                only.push(filter.to_owned());
            }
            _ if is_display => {}
            _ => return None,
        }
    }
    Some(only)
}

/// All files of tests of a package.
pub(super) fn find_test_files(package: &ImportPackage) -> Result<Vec<FrameworkTests>, ImportError> {
    let mut all = Vec::new();
    for file in package.files_below("") {
        let is_shipped = file.starts_with("submissions/") || file.starts_with("solution/");
        if is_source(file) && !is_shipped && file_name(file) != "catch_amalgamated.cpp" {
            all.extend(FrameworkTests::read_from(package, file)?);
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_known_by_their_macros() {
        let text = "#define CATCH_CONFIG_MAIN\n#include \"catch.hpp\"\n#include \"stack.h\"\nTEST_CASE(\"a \\\"b\\\"\", \"[x]\") {}\n\
                    SCENARIO(\"s\") {}\nTEST_CASE_METHOD(Fix,\n  \"m\") {}\n";
        let found = FrameworkTests::parse("tests/t.cpp", text).unwrap();
        let names = [(4, "a \"b\""), (5, "Scenario: s"), (6, "m")];
        let names = names.map(|(line, name)| (line, name.to_owned()));
        assert_eq!(
            (found.framework, found.tests.as_slice()),
            ("catch2", names.as_slice())
        );
        assert_eq!(found.selected(&["a*".to_owned()]), [&names[0]]);
        let text = "#include <gtest/gtest.h>\nTEST(Stack, Pops) {}\nTEST_F(Fix, Runs) {}\n";
        let found = FrameworkTests::parse("t.cpp", text).unwrap();
        let names: Vec<&str> = found.tests.iter().map(|(_, name)| name.as_str()).collect();
        assert_eq!(names, ["Stack.Pops", "Fix.Runs"]);
        for text in [
            "#include <cassert>\nint main() {}\n",
            "#include <gtest/gtest.h>\nTEST(A, B) {}\nTEST_P(C, D) {}\n",
        ] {
            assert_eq!(FrameworkTests::parse("t.cpp", text), None);
        }
        let only = |framework, argument: &str| selected_names(framework, &[argument.to_owned()]);
        let names = |all: &[&str]| Some(all.iter().map(|&it| it.to_owned()).collect::<Vec<_>>());
        assert_eq!(
            only("googletest", "--gtest_filter=A.*:B.c"),
            names(&["A.*", "B.c"])
        );
        assert_eq!(only("googletest", "--gtest_filter=-A.*"), None);
        assert_eq!(only("catch2", "a name"), names(&["a name"]));
        assert_eq!(only("catch2", "[tag]"), None);
    }
}
