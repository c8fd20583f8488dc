//! The C++ that runs a test and tells what came of it: one part for all frameworks, one of each, and one that counts memory.

use crate::model::Framework;

/// The header that tests of ours include.
pub(crate) const HEADER: &str = include_str!("cpp/grader_test.h");

/// The name under which they include it.
pub(crate) const HEADER_NAME: &str = "grader_test.h";

/// What stands behind each file of tests.
pub(crate) const END: &str = include_str!("cpp/grader_test_end.h");

/// Its name.
pub(crate) const END_NAME: &str = "grader_test_end.h";

/// What counts memory that is never freed.
pub(crate) const ALLOCATIONS: &str = include_str!("cpp/allocations.cpp");

/// A `main` for programs that need none of their own.
pub(crate) const WEAK_MAIN: &str = "int main() __attribute__((weak));\nint main() { return 0; }\n";

/// The source that runs the tests of a framework.
pub(crate) fn source(framework: Framework) -> String {
    let own = match framework {
        Framework::Grader => include_str!("cpp/grader_framework.cpp"),
        Framework::Doctest => include_str!("cpp/doctest_framework.cpp"),
        Framework::Catch2 => include_str!("cpp/catch2_framework.cpp"),
        Framework::GoogleTest => include_str!("cpp/googletest_framework.cpp"),
    };
    include_str!("cpp/runner.cpp").replace("// FRAMEWORK", own)
}

/// The source that is compiled for a file of tests.
pub(crate) fn wrapper(framework: Framework, file: &str) -> String {
    match framework {
        Framework::Grader => format!("#include \"{file}\"\n#include \"{END_NAME}\"\n"),
        _ => format!("#include \"{file}\"\n"),
    }
}

/// What begins a test.
pub(crate) fn words(framework: Framework) -> &'static [&'static str] {
    match framework {
        Framework::Grader => &["TEST"],
        Framework::Doctest => &["TEST_CASE", "TEST_CASE_FIXTURE", "SCENARIO", "DOCTEST_TEST_CASE"],
        Framework::Catch2 => &["TEST_CASE", "TEST_CASE_METHOD", "SCENARIO", "CATCH_TEST_CASE"],
        Framework::GoogleTest => &["TEST", "TEST_F", "GTEST_TEST"],
    }
}
