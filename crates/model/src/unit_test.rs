//! Unit tests of a student's own types: what a case asks for, and what was seen of each test.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Judgement, Observation};

/// What a case of kind `tests` asks for.
#[derive(Debug, Clone, Serialize)]
pub struct UnitTests {
    /// The files beside the case: sources with tests, and what they include.
    pub files: Vec<TestFile>,
    /// Files of the framework that the course provides to every submission.
    pub provided_framework: Vec<TestFile>,
    /// What the tests are written with.
    pub framework: TestFramework,
    /// Names of the tests that count, where `*` stands for anything; empty if all do.
    pub only: Vec<String>,
    /// Whether memory that is never freed fails a test.
    pub leaks: bool,
}

/// One file of tests.
#[derive(Debug, Clone, Serialize)]
pub struct TestFile {
    /// Its name, without a folder.
    pub name: String,
    /// All that it holds.
    #[serde(skip)]
    pub content: Arc<Vec<u8>>,
}

/// What tests are written with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum TestFramework {
    /// The grader's own header, `grader_test.h`.
    Grader,
    /// doctest.
    Doctest,
    /// Catch2, version 2 or 3.
    Catch2,
    /// GoogleTest.
    GoogleTest,
}

impl TestFramework {
    /// All of them.
    pub const ALL: [TestFramework; 4] = [
        TestFramework::Grader,
        TestFramework::Doctest,
        TestFramework::Catch2,
        TestFramework::GoogleTest,
    ];

    /// Its name in a case.
    pub fn name(self) -> &'static str {
        match self {
            TestFramework::Grader => "grader",
            TestFramework::Doctest => "doctest",
            TestFramework::Catch2 => "catch2",
            TestFramework::GoogleTest => "googletest",
        }
    }

    /// Where its headers may stand, below a folder of headers; none if it comes with the grader.
    pub fn headers(self) -> &'static [&'static str] {
        match self {
            TestFramework::Grader => &[],
            TestFramework::Doctest => &["doctest/doctest.h", "doctest.h"],
            TestFramework::Catch2 => &["catch2/catch_all.hpp", "catch2/catch.hpp"],
            TestFramework::GoogleTest => &["gtest/gtest.h"],
        }
    }

    /// The package of Debian and Ubuntu that has it; none if it comes with the grader.
    pub fn package(self) -> Option<&'static str> {
        match self {
            TestFramework::Grader => None,
            TestFramework::Doctest => Some("doctest-dev"),
            TestFramework::Catch2 => Some("catch2"),
            TestFramework::GoogleTest => Some("libgtest-dev"),
        }
    }
}

/// A test that there is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestName {
    /// What it is called.
    pub name: String,
    /// The file that it stands in.
    pub file: String,
    /// The line on which it begins.
    pub line: usize,
}

/// One test with one submission.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct TestReport {
    /// Which one it is.
    pub test: TestName,
    /// What did not hold, in the order in which it was seen.
    pub failures: Vec<TestFailure>,
    /// The verdict on this test alone.
    pub judgement: Judgement,
    /// What was seen of the process; none if the test was not run.
    pub observation: Option<Observation>,
}

/// Something that did not hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestFailure {
    /// The file of the check; empty if there is no place.
    pub file: String,
    /// Its line.
    pub line: usize,
    /// The text of what was checked; empty if there is none.
    pub expression: String,
    /// What it must come to; empty where the expression says so.
    pub expected: String,
    /// What it came to; empty where nothing is known of it.
    pub actual: String,
    /// The same in a sentence.
    pub sentence: String,
}
