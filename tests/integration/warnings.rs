//! The compiler's warnings, from its JSON to the student's report, through the real command and the real compiler.

use serde_json::{Value, json};

use crate::support::results::{list, text};
use crate::support::{ADDS, Course, SUM, compiler};

/// A right program with a warning in its header, which both of its sources include, and two of its own.
const HEADER: &str =
    "#pragma once\nint twice(int number);\nstatic int nobody_calls_this() { return 1; }\n";
const TWICE: &str = "#include \"twice.h\"\n#pragma nobody knows\nint twice(int number) { int idle; return 2 * number; }\n";

fn course(flags: &str) -> Course {
    let course = Course::sum();
    let criterion = "[[assignments.sum.criteria]]\nid = \"untidy\"\npenalty = { each = 1, most = 4 }\n\
                     build = \"no-warnings\"\n";
    let rubric = SUM
        .replace("\"sum.cpp\"]", "\"*.cpp\"]")
        .replace("accept = [\"*.cpp\"]", "");
    course.write(
        "rubric.toml",
        format!("{rubric}{criterion}").replace("flags = []", flags),
    );
    course
}

fn hand_in(course: &Course) {
    let signs = ADDS.replace(
        "int main() {",
        "int main() { unsigned zero = 0; if (zero < twice(0)) return 1; ",
    );
    course.write(
        "submissions/ann/sum.cpp",
        format!("#include \"twice.h\"\n{signs}"),
    );
    course.write("submissions/ann/twice.cpp", TWICE);
    course.write("submissions/ann/twice.h", HEADER);
}

/// File, line and flag of each warning.
fn places(build: &Value) -> Vec<(&str, u64, &str)> {
    let listed = list(&build["warning_list"]).iter();
    let place = |one: &Value| one["line"].as_u64().unwrap_or(0);
    listed
        .map(|one| (text(&one["file"]), place(one), text(&one["flag"])))
        .collect()
}

/// A warning about a line for the preprocessor has no column.
const FOUND: [(&str, u64, &str); 4] = [
    ("sum.cpp", 11, "-Wsign-compare"),
    ("twice.cpp", 2, "-Wunknown-pragmas"),
    ("twice.cpp", 3, "-Wunused-variable"),
    ("twice.h", 3, "-Wunused-function"),
];

#[test]
fn each_place_and_flag_counts_once_and_each_line_can_be_found() {
    let course = course("flags = [\"-Wall\", \"-Wextra\"]");
    hand_in(&course);
    let results = course.results();
    let submission = results.of("ann", "sum");
    assert_eq!(places(&submission["build"]), FOUND);
    assert_eq!(submission["build"]["warnings"], json!(4));
    assert_eq!(
        submission["build"]["warning_list"][2]["source"],
        json!("int twice(int number) { int idle; return 2 * number; }")
    );
    assert_eq!(submission["points"], json!(6.0));
    let report = course.read("reports/ann/sum.md");
    for part in [
        "1 for each of 4 compiler warnings",
        "`-Wunused-variable`: Nothing uses this variable.",
        "- `twice.cpp:3`: unused variable 'idle': `int twice(int number) { int idle; return 2 * number; }`",
        "- `twice.h:3`: ",
    ] {
        assert!(report.contains(part), "`{part}` is not in {report}");
    }
    assert!(!report.contains("\"kind\""), "{report}");
}

#[test]
fn the_example_of_the_page_is_what_students_are_shown() {
    let page = include_str!("../../docs/how-to/warnings.md");
    let block = |language: &str| {
        let fenced = page.split("```").skip(1).step_by(2);
        let found = fenced
            .filter_map(|block| block.strip_prefix(&format!("{language}\n")))
            .next();
        found.unwrap_or_default().to_owned()
    };
    let course = Course::sum();
    let rubric = SUM.replace("flags = []", "flags = [\"-Wall\", \"-Wextra\"]");
    course.write("rubric.toml", format!("{rubric}\n{}", block("toml")));
    course.write("submissions/ann/sum.cpp", block("cpp"));
    let results = course.results();
    let report = course.read("reports/ann/sum.md");
    for line in block("text").lines() {
        assert!(report.contains(line), "`{line}` is not in {report}");
    }
    let warnings = &results.of("ann", "sum")["criteria"][1];
    assert_eq!(warnings["points"], json!(-1.0), "{warnings}");
}

#[test]
fn every_source_is_compiled_once() {
    let course = course("flags = [\"-Wall\"]");
    hand_in(&course);
    let results = course.results();
    let log = list(&results.of("ann", "sum")["build"]["log"]);
    for source in ["sum.cpp", "twice.cpp"] {
        let compiled = log
            .iter()
            .filter(|line| text(line).ends_with(source))
            .count();
        assert_eq!(compiled, 1, "{source} in {log:#?}");
    }
}

#[test]
fn the_flags_decide_what_is_a_warning_and_the_systems_headers_are_not_looked_at() {
    // With `-Wsystem-headers` the library's own code gives warnings, all of them in the system's files.
    for (flags, count) in [
        ("flags = []", 0),
        ("flags = [\"-w\", \"-Wall\"]", 0),
        (
            "flags = [\"-Wall\", \"-Wextra\", \"-Wundef\", \"-Wconversion\", \"-Wsystem-headers\"]",
            1,
        ),
    ] {
        let course = course(flags);
        let uses = "#include <regex>\n#include <cstdio>\nint main() { unsigned zero = 0; int one = 1; return zero < one ? 0 : 1; }";
        course.write("submissions/ann/sum.cpp", uses);
        let results = course.results();
        let build = &results.of("ann", "sum")["build"];
        let own = places(build)
            .iter()
            .filter(|(_, _, flag)| *flag == "-Wsign-compare")
            .count();
        assert_eq!(own, count, "{flags}: {build:#}");
        assert!(
            places(build).iter().all(|(file, ..)| *file == "sum.cpp"),
            "{build:#}"
        );
    }
}

#[test]
fn an_error_is_shown_in_the_compilers_own_words() {
    let course = course("flags = [\"-Wall\"]");
    let wrong = "#include <vector>\n#include <algorithm>\nstruct Square {};\nint main() {\n    int idle;\n    std::vector<Square> all(2);\n    std::sort(all.begin(), all.end());\n}\n";
    course.write("submissions/ann/sum.cpp", wrong);
    let results = course.results();
    let build = &results.of("ann", "sum")["build"];
    assert_eq!(build["verdict"], "compile-error");
    assert_eq!(build["warnings"], json!(1));
    let report = course.read("reports/ann/sum.md");
    // Only the text says which line of the student's leads into the library.
    assert!(
        report.contains("sum.cpp:7:14:   required from here"),
        "{report}"
    );
    assert!(!report.contains("\"kind\""), "{report}");
}

#[test]
fn a_source_can_make_the_compiler_say_anything_and_it_stays_text() {
    let course = course("flags = [\"-Wall\"]");
    let forged = "#line 1 \"../../../../etc/passwd\"\n#warning <b>**look**</b> [](x) `\u{1b}[31m\n";
    let many: String = (0..3000)
        .map(|number| format!("static int idle_{number};\n"))
        .collect();
    course.write("submissions/ann/sum.cpp", format!("{ADDS}{forged}"));
    course.write("submissions/bob/sum.cpp", format!("{many}{ADDS}"));
    let results = course.results();
    let [ann, bob] = ["ann", "bob"].map(|student| &results.of(student, "sum")["build"]);
    assert_eq!(ann["warning_list"][0]["source"], json!(""));
    let report = course.read("reports/ann/sum.md");
    assert!(
        report.contains("&lt;b>") && !report.contains('\u{1b}'),
        "{report}"
    );
    assert_eq!(bob["verdict"], "ok");
    assert_eq!(list(&bob["warning_list"]).len(), 100);
    let count = bob["warnings"].as_u64().unwrap_or(0);
    assert!(
        (500..=3000).contains(&count),
        "what was kept of the compiler's words is counted: {count}"
    );
    assert!(course.read("reports/bob/sum.md").len() < 20_000);
}

#[test]
fn a_compiler_that_does_not_know_json_is_understood_by_its_text() {
    let course = course("flags = [\"-Wall\", \"-Wextra\"]");
    hand_in(&course);
    let old = "for word in \"$@\"; do case \"$word\" in -fdiagnostics-format=*)\n\
               echo \"g++: error: unrecognized option $word\" >&2; exit 1;; esac; done\n";
    let folder = compiler::install(&course, &format!("{old}{}", compiler::COMPILES));
    let mut command = course.command(&["run", "submissions"]);
    command.env("PATH", folder);
    course.run(command).exits_with(0);
    let results = crate::support::results::Results::read(&course.path("reports"));
    let build = &results.of("ann", "sum")["build"];
    assert_eq!(places(build), FOUND, "{build:#}");
    let tried = list(&build["log"])
        .iter()
        .filter(|line| text(line).contains("-fdiagnostics-format"))
        .count();
    assert_eq!(
        tried, 1,
        "it is asked once, and then in its own language: {build:#}"
    );
}

/// GCC's JSON puts what the preprocessor warns of into what it warns of first, and forgets the columns of comments.
const NESTED: &str = "#include <cstdio>\n/* /* */\n/* /* */ /* /* */\n#define A 1 \\ \n\nchar c = 'ab';\n\
                      // one line \\\n   and another\nint main() { int idle; std::printf(\"Sum: 5\\n\"); }\n";

#[test]
fn as_many_warnings_count_as_the_compiler_prints() {
    let course = course("flags = [\"-Wall\", \"-Wextra\"]");
    course.write("submissions/ann/sum.cpp", NESTED);
    course.write(
        "submissions/bob/sum.cpp",
        format!("#include \"same.h\"\n{ADDS}"),
    );
    course.write("submissions/bob/other.cpp", "#include \"same.h\"\n");
    course.write("submissions/bob/same.h", "/* /* */ /* /* */\n");
    let source = course.path("submissions/ann/sum.cpp");
    let object = course.temporary().join("sum.o");
    let mut compiler = std::process::Command::new("g++");
    compiler
        .args(["-Wall", "-Wextra", "-c", "-o"])
        .arg(&object)
        .arg(source)
        .env("LC_ALL", "C");
    let said = compiler
        .output()
        .map(|ran| String::from_utf8_lossy(&ran.stderr).into_owned());
    let printed = said.unwrap_or_default().matches(": warning: ").count();
    let _ = std::fs::remove_file(object);
    assert_eq!(printed, 8);
    let results = course.results();
    let build = &results.of("ann", "sum")["build"];
    assert_eq!(build["warnings"], json!(printed), "{build:#}");
    assert_eq!(list(&build["warning_list"]).len(), printed);
    // A header that two sources include warns once, however often on a line.
    assert_eq!(results.of("bob", "sum")["build"]["warnings"], json!(2));
}
