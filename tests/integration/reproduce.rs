//! A student can see a failed case at home with nothing but the report's own lines and the files beside it.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{ADDS, Course, SUM, entries, functions};

/// Runs a line of a report as its reader would, beside the source.
fn shell(folder: &Path, commands: &str) -> String {
    let output = Command::new("bash")
        .args(["-ec", commands])
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(output.status.success(), "{commands}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The first block of the report in that language.
fn block<'a>(report: &'a str, language: &str) -> &'a str {
    let (_, after) = report.split_once(&format!("```{language}\n")).unwrap();
    after.split_once("\n```").unwrap().0
}

#[test]
fn the_commands_of_a_report_show_a_failed_case_again() {
    let course = Course::sum();
    let odd = "description = \"Words with quotes\"\ninput = [\"it's 2\", \"$HOME \\\"3\\\"\"]\n";
    let program = ADDS
        .replace("first + second", "first + second + 1")
        .replace("\"%d\"", "\"%*[^0-9]%d\"");
    course.write("solution.cpp", ADDS.replace("\"%d\"", "\"%*[^0-9]%d\""));
    fs::remove_file(course.path("testcases/sum/adds.toml")).unwrap();
    fs::remove_file(course.path("testcases/sum/adds.expected")).unwrap();
    course.write("testcases/sum/odd.toml", odd);
    course.grader(&["regenerate"]).exits_with(0);
    course.write("submissions/ann/sum.cpp", &program);
    course.grader(&["run", "submissions"]).exits_with(0);

    let report = course.read("reports/ann/sum.md");
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("sum.cpp"), program).unwrap();
    assert_eq!(
        shell(home.path(), block(&report, "sh")),
        "First: Second: Sum: 6\n"
    );
    // The case's script stands once for all students, and nothing beside the report.
    assert_eq!(
        entries(&course.path("reports/ann")),
        ["sum.html", "sum.json", "sum.md"]
    );
    let script = course
        .path("reports/cases/sum/odd.in")
        .display()
        .to_string();
    let with_script = format!("./sum < '{script}'");
    assert_eq!(shell(home.path(), &with_script), "First: Second: Sum: 6\n");
}

/// Adds up numbers until one has no line break directly after it.
const NEEDS_A_LINE_BREAK: &str = r#"
#include <cstdio>
int main() {
    int number = 0, sum = 0, next = 0;
    while (std::scanf("%d", &number) == 1 && (next = std::getchar()) == '\n') {
        sum += number;
    }
    std::printf("%d\n", sum);
}
"#;

#[test]
fn input_that_does_not_end_with_a_line_break_is_repeated_byte_for_byte() {
    let course = Course::sum();
    fs::remove_dir_all(course.path("testcases")).unwrap();
    course.write(
        "rubric.toml",
        SUM.replace("[[", "compare = { scope = \"output\" }\n[["),
    );
    course.write(
        "solution.cpp",
        NEEDS_A_LINE_BREAK.replace(" && (next = std::getchar()) == '\\n'", ""),
    );
    fs::create_dir_all(course.path("testcases/sum")).unwrap();
    course.write(
        "testcases/sum/odd.toml",
        "description = \"Three numbers\"\n",
    );
    course.write("testcases/sum/odd.in", "5\n7\r\n8");
    course.grader(&["regenerate"]).exits_with(0);
    course.write("submissions/ann/sum.cpp", NEEDS_A_LINE_BREAK);
    course.grader(&["run", "submissions"]).exits_with(0);

    let report = course.read("reports/ann/sum.md");
    let words = "Lines end with `\\r\\n`, and the input ends without a line break.";
    assert!(report.contains(words), "{report}");
    assert_eq!(course.read("reports/cases/sum/odd.in"), "5\n7\r\n8");
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("sum.cpp"), NEEDS_A_LINE_BREAK).unwrap();
    assert_eq!(shell(home.path(), block(&report, "sh")), "5\n");
}

#[test]
fn inputs_that_no_command_can_hold_stand_in_a_file_beside_the_report() {
    let course = Course::sum();
    let mut many = String::new();
    (0..600).for_each(|number| write!(many, "\"{number}\", ").unwrap());
    course.write(
        "testcases/sum/adds.toml",
        format!("description = \"Many\"\ninput = [{many}]\n"),
    );
    course.grader(&["regenerate"]).exits_with(0);
    let program = ADDS.replace("first + second", "first + second + 1");
    course.write("submissions/ann/sum.cpp", &program);
    course.grader(&["run", "submissions"]).exits_with(0);

    let report = course.read("reports/ann/sum.md");
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("sum.cpp"), program).unwrap();
    fs::copy(
        course.path("reports/ann/sum/adds.in"),
        home.path().join("adds.in"),
    )
    .unwrap();
    assert_eq!(
        shell(home.path(), block(&report, "sh")),
        "First: Second: Sum: 2\n"
    );
    let page = course.read("reports/ann/sum.html");
    assert!(page.contains("href=\"sum/adds.in\""), "{page}");
    assert_eq!(
        course.read("reports/ann/sum/adds.in"),
        course.read("reports/cases/sum/adds.in")
    );
}

#[test]
fn the_code_of_a_report_calls_a_function_again() {
    let course = functions::course();
    let programs = [
        ("ann", "return 2 * x;", "return x > 0 ? 2 * x : 7;"),
        ("bob", "return 2 * x;", "return x != 0 ? 2 * x : 7;"),
    ];
    functions::graded(&course, &programs);
    // One wrong call is in the report already.
    assert_eq!(
        entries(&course.path("reports/bob")),
        ["f.html", "f.json", "f.md"]
    );
    let report = course.read("reports/ann/f.md");
    let code = course.read("reports/ann/f/call-twice.cpp");
    // The report shows the first call that was not right, the file all of them.
    for (main, expected) in [(block(&report, "cpp"), "7\n"), (&code, "7\n7\n")] {
        let home = tempfile::tempdir().unwrap();
        let function = "#include <iostream>\nint twice(int x) { return x > 0 ? 2 * x : 7; }\n";
        fs::write(home.path().join("f.cpp"), format!("{function}{main}\n")).unwrap();
        assert_eq!(shell(home.path(), "g++ -o f f.cpp\n./f"), expected);
    }
}
