//! Too much memory is called that wherever it can be known, and no honest crash is; and how large a stack is.

use crate::support::results::{Results, text};
use crate::support::{ADDS, Course, SUM, mistakes};

/// What follows the headers of each program, what becomes of it under 64 MiB, and the mistake that is named.
const PROGRAMS: &[(&str, &str, &str, &str)] = &[
    (
        "static",
        "int a[100000000]; int main() { for (int& one : a) one = 1; return a[7] != 1; }",
        "memory-limit",
        "",
    ),
    // The program fits, its libraries do not.
    (
        "nearly",
        "char a[62 << 20]; int main() { a[1] = 1; std::cout << a[1]; }",
        "memory-limit",
        "",
    ),
    (
        "vector",
        "int main() { std::vector<int> a(100000000); std::cout << a[3]; }",
        "memory-limit",
        "",
    ),
    (
        "new_in_a_loop",
        "int main() { for (;;) { int* p = new int[100000]; p[0] = 1; } }",
        "memory-limit",
        "",
    ),
    (
        "malloc",
        "int main() { for (;;) { char* p = (char*)std::malloc(1 << 20); std::memset(p, 1, 1 << 20); } }",
        "memory-limit",
        "",
    ),
    (
        "realloc",
        "int main() { char* p = 0; for (size_t n = 1 << 20;; n += n / 4) { p = (char*)std::realloc(p, n); std::memset(p, 1, n); } }",
        "memory-limit",
        "",
    ),
    (
        "index",
        "int a[10]; int main() { volatile int i = 100000000; a[i] = 1; }",
        "runtime-error",
        "index-out-of-range",
    ),
    (
        "large_and_index",
        "int a[5000000]; int main() { volatile int i = 500000000; a[i] = 1; }",
        "runtime-error",
        "index-out-of-range",
    ),
    (
        "loader_s_words",
        "int main() { std::cerr << \"x: error while loading shared libraries: y\\n\"; std::_Exit(127); }",
        "wrong-answer",
        "prints-nothing",
    ),
];

#[test]
fn out_of_memory_is_a_memory_limit_and_no_crash_is() {
    let course = Course::sum();
    course.write(
        "rubric.toml",
        SUM.replace("flags = []", "limits = { memory = \"64MiB\" }\nflags = []"),
    );
    for (name, code, ..) in PROGRAMS {
        let headers = ["cstdlib", "cstring", "iostream", "vector"];
        let headers: String = headers
            .iter()
            .map(|it| format!("#include <{it}>\n"))
            .collect();
        course.write(
            format!("submissions/{name}/sum.cpp"),
            format!("{headers}{code}\n"),
        );
    }
    course.grader(&["run", "submissions/"]).exits_with(0);
    let results = Results::read(&course.path("reports"));
    for (name, _, verdict, mistake) in PROGRAMS {
        let case = results.case_of(name, "sum");
        let found = (text(&case["verdict"]), text(&case["mistake"]));
        assert_eq!(found, (*verdict, *mistake), "{name}: {case:#}");
    }
    let report = course.read("reports/static/sum.md");
    assert!(
        report.contains("too much memory") && report.contains("64.0 MiB"),
        "{report}"
    );
}

/// Adds two numbers by a function that calls itself a million times.
fn deep() -> String {
    let adds = "int deep(volatile int n) { return n ? deep(n - 1) + 1 : 0; }\nint main() {\n";
    ADDS.replace("int main() {", adds).replace(
        "first + second",
        "first - deep(0) + second + deep(400000) - 400000",
    )
}

#[test]
fn a_larger_stack_is_there_if_it_is_asked_for() {
    for (limits, verdict) in [
        ("{}", "runtime-error"),
        ("{ stack = \"128MiB\" }", "accepted"),
    ] {
        let course = Course::sum();
        let keys = format!("limits = {limits}\nflags = []");
        course.write("rubric.toml", SUM.replace("flags = []", &keys));
        course.write("submissions/ann/sum.cpp", deep());
        course.grader(&["run", "submissions/"]).exits_with(0);
        let results = Results::read(&course.path("reports"));
        assert_eq!(
            text(&results.case_of("ann", "sum")["verdict"]),
            verdict,
            "{limits}"
        );
    }
}

#[test]
fn a_stack_on_which_nothing_starts_is_refused_with_words() {
    let rubric = SUM.replace("flags = []", "flags = []\nlimits = { stack = \"64KiB\" }");
    let files = [
        ("rubric.toml", rubric.as_bytes()),
        ("solution.cpp", b"".as_slice()),
        ("testcases/sum/adds.toml", crate::support::CASE.as_bytes()),
    ];
    assert_eq!(
        mistakes::messages(&files),
        "rubric.toml:4:20: found a `stack` of 65536 bytes, expected 1MiB or more: programs start on it, with their arguments"
    );
}
