//! What a case starts programs with, and the exit code that it asks for.

use serde_json::json;

use crate::support::results::{Results, text};
use crate::support::{Course, SUM, mistakes};

/// Prints its name, its arguments and a variable, and ends with 2 if it has no argument.
const TELLS: &str = r#"#include <cstdlib>
#include <iostream>
int main(int argc, char** argv) {
    for (int i = 0; i < argc; ++i) std::cout << "[" << argv[i] << "]\n";
    const char* mode = std::getenv("MODE");
    std::cout << (mode ? mode : "no mode") << "\n";
    return argc > 1 ? 0 : 2;
}
"#;

const ARGUED: &str = "description = \"Arguments\"\ninput = []\nargs = [\"-v\", \"two words\", \"\"]\nenv = { MODE = \"fast $x\" }\n";
const BARE: &str = "description = \"Usage\"\ninput = []\nexit = 2\n";

/// A course whose cases start programs in two ways.
fn tells() -> Course {
    let course = Course::empty();
    course.write("rubric.toml", SUM);
    course.write("solution.cpp", TELLS);
    course.write("testcases/sum/argued.toml", ARGUED);
    course.write("testcases/sum/bare.toml", BARE);
    course.grader(&["regenerate"]).exits_with(0);
    course
}

#[test]
fn programs_get_arguments_and_variables_and_so_does_the_reference() {
    let course = tells();
    assert_eq!(
        course.read("testcases/sum/argued.expected"),
        "[./sum]\n[-v]\n[two words]\n[]\nfast $x\n"
    );
    assert_eq!(
        course.read("testcases/sum/bare.expected"),
        "[./sum]\nno mode\n"
    );
    course.write("submissions/right/sum.cpp", TELLS);
    // A program is called by the same name without namespaces, where its folder is another one in each run.
    let mut in_a_weaker_tier = course.command(&["run", "submissions"]);
    in_a_weaker_tier.env(
        "GRADER_STRONGEST_TIER",
        if rustix::process::geteuid().is_root() {
            "C"
        } else {
            "D"
        },
    );
    course.run(in_a_weaker_tier).exits_with(0);
    let results = Results::read(&course.path("reports"));
    assert_eq!(results.of("right", "sum")["points"], json!(10.0));
    course.write(
        "submissions/deaf/sum.cpp",
        TELLS.replace("getenv(\"MODE\")", "getenv(\"mode\")"),
    );
    course.write(
        "submissions/zero/sum.cpp",
        TELLS.replace("? 0 : 2", "? 0 : 0"),
    );
    course.grader(&["run", "submissions/"]).exits_with(0);
    let results = Results::read(&course.path("reports"));
    let verdicts = |student: &str| {
        let cases = results.of(student, "sum")["cases"].as_array().unwrap();
        cases
            .iter()
            .map(|case| text(&case["verdict"]).to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(verdicts("right"), ["accepted", "accepted"]);
    assert_eq!(verdicts("deaf"), ["wrong-answer", "accepted"]);
    assert_eq!(verdicts("zero"), ["accepted", "wrong-answer"]);
    let shown = results.case_of("deaf", "sum");
    assert_eq!(shown["args"], json!(["-v", "two words", ""]));
    assert_eq!(shown["env"], json!({ "MODE": "fast $x" }));
    let report = course.read("reports/deaf/sum.md");
    assert!(
        report.contains("MODE='fast $x' ./sum -v 'two words' '' < /dev/null"),
        "{report}"
    );
    assert!(report.contains("**Arguments.**"), "{report}");
    assert_eq!(
        results.of("zero", "sum")["cases"][1]["mistake"],
        json!(null),
        "its output is right"
    );
    let reason = text(&results.of("zero", "sum")["cases"][1]["reason"]).to_owned();
    assert_eq!(
        reason,
        "Your program ended with exit code 0, and here it must end with 2."
    );
}

#[test]
fn of_a_case_that_students_do_not_see_in_full_they_see_no_argument() {
    let course = tells();
    course.write(
        "testcases/sum/argued.toml",
        format!("{ARGUED}visibility = \"verdict\"\n"),
    );
    course.write("submissions/ann/sum.cpp", "int main() {}\n");
    course.grader(&["run", "submissions/"]).exits_with(0);
    let files = course.files_in("reports/ann");
    let leak = files
        .iter()
        .find(|(_, text)| text.contains("two words") || text.contains("fast"));
    assert_eq!(leak.map(|(name, _)| name), None);
}

#[test]
fn a_case_that_changes_its_arguments_is_graded_anew_and_its_transcript_is_stale() {
    let course = tells();
    course.write("submissions/ann/sum.cpp", TELLS);
    course.grader(&["run", "submissions/"]).exits_with(0);
    course.write("testcases/sum/argued.toml", ARGUED.replace("-v", "-w"));
    course
        .grader(&["run", "submissions/"])
        .exits_with(2)
        .says(&["argued.expected: stale"]);
}

#[test]
fn what_the_reference_ends_with_is_told_where_the_case_says_otherwise() {
    let course = tells();
    course.write("testcases/sum/bare.toml", BARE.replace("exit = 2\n", ""));
    course
        .grader(&["regenerate"])
        .says(&["it ends with exit code 2; where that is right, write `exit = 2` in the case"]);
    course.write("testcases/sum/bare.toml", BARE.replace('2', "3"));
    course
        .grader(&["regenerate"])
        .says(&["it ends with exit code 2, and the case says `exit = 3`"]);
}

#[test]
fn what_no_program_can_be_started_with_is_refused_with_words() {
    for (keys, message) in [
        (
            "env = { PATH = \"/tmp\" }",
            "testcases/sum/a.toml:3:9: `PATH` decides how programs are started, and is the same for all of them: choose another name in `env`",
        ),
        (
            "env = { LD_PRELOAD = \"x\" }",
            "testcases/sum/a.toml:3:9: `LD_PRELOAD` decides how programs are started, and is the same for all of them: choose another name in `env`",
        ),
        (
            "env = { \"a b\" = \"x\" }",
            "testcases/sum/a.toml:3:9: found the variable `a b`, expected a name of letters, digits and `_` that does not start with a digit",
        ),
        (
            "args = [\"a\\u0000b\"]",
            "testcases/sum/a.toml:3:9: an argument cannot hold a zero byte",
        ),
        (
            "exit = 300",
            "testcases/sum/a.toml:3:8: found the exit code 300, expected one from 0 to 255, or `\"non-zero\"`",
        ),
        ("exit = \"non-zero\"", "no mistake"),
        (
            "args = [\"--\", \"ok\"]\nenv = { _x1 = \"\" }\nexit = 0",
            "no mistake",
        ),
    ] {
        let case = format!("description = \"A\"\ninput = []\n{keys}\n");
        let files = [
            ("rubric.toml", SUM.as_bytes()),
            ("solution.cpp", b"".as_slice()),
            ("testcases/sum/a.toml", case.as_bytes()),
        ];
        assert_eq!(mistakes::messages(&files), message, "{keys}");
    }
}
