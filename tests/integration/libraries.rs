//! Libraries that a rubric names: they stand behind the objects, because a linker takes of a library only what was asked for.

use serde_json::json;

use crate::support::results::{Results, list, text};
use crate::support::{Course, SUM, mistakes};

/// A program in C that needs the library of mathematics, and a static link, at which order matters.
const ROOT: &str = r#"#include <math.h>
#include <stdio.h>
int main(void) { double x = 0; if (scanf("%lf", &x) != 1) return 1; printf("%.3f\n", sqrt(x)); }
"#;

/// A course in C with these keys.
fn roots(keys: &str) -> Course {
    let course = Course::empty();
    let rubric = SUM
        .replace("flags = []", keys)
        .replace(
            "sources = [\"sum.cpp\"]\naccept = [\"*.cpp\"]",
            "toolchain = \"gcc\"\nsources = [\"*.c\"]",
        )
        .replace("solution.cpp", "solution.c");
    course.write("rubric.toml", rubric);
    course.write("solution.c", ROOT);
    course.write(
        "testcases/sum/two.toml",
        "description = \"Two\"\ninput = [\"2\"]\n",
    );
    course.write("testcases/sum/two.expected", "‹2›\n1.414\n");
    course.write("submissions/ann/root.c", ROOT);
    course
}

#[test]
fn libraries_stand_behind_the_objects_wherever_they_are_named() {
    for keys in [
        "flags = [\"-static\", \"-lm\"]",
        "flags = [\"-static\"]\nlibraries = [\"m\"]",
    ] {
        let course = roots(keys);
        course.grader(&["run", "submissions/"]).exits_with(0);
        let results = Results::read(&course.path("reports"));
        let one = results.of("ann", "sum");
        assert_eq!(
            text(&one["cases"][0]["verdict"]),
            "accepted",
            "{keys}: {one:#}"
        );
        let build = &one["build"];
        assert_eq!(
            build["command"].as_array().and_then(|words| words.last()),
            Some(&json!("-lm"))
        );
        let log = list(&build["log"]);
        assert!(
            log.iter().any(|line| text(line).ends_with("1.o -lm")),
            "{build:#}"
        );
    }
    let course = roots("flags = [\"-static\"]");
    course.grader(&["run", "submissions/"]).exits_with(2);
}

#[test]
fn a_kept_build_is_of_the_same_libraries() {
    let course = roots("flags = []\nlibraries = [\"m\"]");
    course.grader(&["run", "submissions/"]).exits_with(0);
    course.write(
        "rubric.toml",
        course
            .read("rubric.toml")
            .replace("[\"m\"]", "[\"no-such-library\"]"),
    );
    course.grader(&["run", "submissions/"]).exits_with(2);
}

/// A function that needs a library which a driver for C++ does not add by itself.
const NAMED: &str = r#"#include <experimental/filesystem>
#include <iostream>
#include <string>
int depth(int n) { std::experimental::filesystem::path p("/"); for (int i = 0; i < n; ++i) p /= "x"; int parts = 0; for (auto& part : p) { (void)part; ++parts; } return parts; }
int main() { std::cout << depth(2) << "\n"; }
"#;

#[test]
fn programs_that_call_functions_are_linked_with_the_libraries_too() {
    let course = Course::empty();
    let rubric = SUM.replace("flags = []", "flags = []\nlibraries = [\"stdc++fs\"]");
    course.write("rubric.toml", rubric);
    course.write("solution.cpp", NAMED);
    course.write(
        "testcases/sum/depth.toml",
        "description = \"Depth\"\nkind = \"call\"\nprototype = \"int depth(int n)\"\ncalls = [{ arguments = [3] }]\n",
    );
    course.write("submissions/ann/sum.cpp", NAMED);
    course.grader(&["regenerate"]);
    course.grader(&["run", "submissions/"]).exits_with(0);
    let results = Results::read(&course.path("reports"));
    assert_eq!(text(&results.case_of("ann", "sum")["verdict"]), "accepted");
}

#[test]
fn what_is_no_library_is_refused_with_words() {
    let messages = |keys: &str| {
        let rubric = SUM.replace("flags = []", keys);
        mistakes::messages(&[
            ("rubric.toml", rubric.as_bytes()),
            ("solution.cpp", b""),
            ("testcases/sum/adds.toml", crate::support::CASE.as_bytes()),
        ])
    };
    assert_eq!(messages("libraries = [\"m\", \"stdc++fs\"]"), "no mistake");
    assert_eq!(
        messages("libraries = [\"-lm\"]"),
        "rubric.toml:3:14: found `-lm`, expected the name alone: `m`"
    );
    for bad in ["a b", "../x", "", ":x.a"] {
        let said = messages(&format!("libraries = [\"{bad}\"]"));
        assert!(
            said.contains("expected the name of a library"),
            "{bad}: {said}"
        );
    }
    let said = messages("toolchain = \"spim\"\nlibraries = [\"m\"]");
    assert_eq!(
        said, "no mistake",
        "defaults may hold what one assignment has no use for"
    );
}

#[test]
fn two_files_with_a_main_are_told_in_words_in_c_and_in_cpp() {
    for (toolchain, ending) in [("g++", "cpp"), ("gcc", "c")] {
        let course = Course::sum();
        let keys = format!("toolchain = \"{toolchain}\"\nflags = []");
        let sources = format!("sources = [\"*.{ending}\"]");
        let rubric = SUM.replace("flags = []", &keys);
        let rubric = rubric.replace("sources = [\"sum.cpp\"]\naccept = [\"*.cpp\"]", &sources);
        course.write(
            "rubric.toml",
            rubric.replace("solution.cpp", &format!("solution.{ending}")),
        );
        let adds = "#include <stdio.h>\nint ask(const char* p) { int n = 0; printf(\"%s: \", p); fflush(stdout); \
                    return scanf(\"%d\", &n) == 1 ? n : 0; }\nint sum(int a, int b);\n\
                    int main(void) { int a = ask(\"First\"); int b = ask(\"Second\"); printf(\"Sum: %d\\n\", sum(a, b)); }\n";
        let sum = "int sum(int a, int b) { return a + b; }\n";
        course.write(format!("solution.{ending}"), format!("{adds}{sum}"));
        course.write(format!("submissions/ann/main.{ending}"), adds);
        course.write(format!("submissions/ann/sum.{ending}"), sum);
        course.write(format!("submissions/bob/main.{ending}"), adds);
        course.write(
            format!("submissions/bob/old.{ending}"),
            format!("{sum}int main(void) {{ }}\n"),
        );
        course.grader(&["run", "submissions/"]).exits_with(0);
        let results = Results::read(&course.path("reports"));
        assert_eq!(
            text(&results.case_of("ann", "sum")["verdict"]),
            "accepted",
            "{toolchain}"
        );
        assert_eq!(
            text(&results.of("bob", "sum")["build"]["verdict"]),
            "compile-error"
        );
        let report = course.read("reports/bob/sum.md");
        let words = format!("**Two files have a `main`:** `main.{ending}` and `old.{ending}`.");
        assert!(report.contains(&words), "{report}");
    }
}
