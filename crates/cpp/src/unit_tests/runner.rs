//! The C++ that runs a test and tells what came of it: one part for all frameworks, one of each, and one that counts memory.

use model::TestFramework;

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

/// The source that runs the tests of a framework.
pub fn runner_source(framework: TestFramework) -> String {
    let own = match framework {
        TestFramework::Grader => include_str!("cpp/grader_framework.cpp"),
        TestFramework::Doctest => include_str!("cpp/doctest_framework.cpp"),
        TestFramework::Catch2 => include_str!("cpp/catch2_framework.cpp"),
        TestFramework::GoogleTest => include_str!("cpp/googletest_framework.cpp"),
    };
    include_str!("cpp/runner.cpp").replace("// FRAMEWORK", own)
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
