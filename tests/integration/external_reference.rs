//! A reference that an instructor brings: sources that are built, or a command that is run.

use std::process::Command;

use crate::support::{ADDS, Course, EXPECTED, SUM};

const SOURCES: &str = r#"{ sources = ["solution.cpp"] }"#;

/// The same as [`ADDS`], as a shell script.
const SCRIPT: &str = "printf 'First: '; read a\nprintf 'Second: '; read b\necho Sum: $((a + b))\n";

/// The smallest course with another reference, not yet asked, and a right and a wrong submission.
fn course(reference: &str) -> Course {
    let course = Course::sum();
    course.write("rubric.toml", SUM.replace(SOURCES, reference));
    course.write("testcases/sum/adds.expected", "not yet asked");
    course.write("sum.sh", SCRIPT);
    course.write("submissions/ann/sum.cpp", ADDS);
    course.write("submissions/bob/sum.cpp", ADDS.replace("Sum: %d", "%d"));
    course
}

#[test]
fn sources_a_script_and_a_program_can_all_be_the_reference() {
    for reference in [
        SOURCES,
        r#"{ command = ["sh", "sum.sh"] }"#,
        r#"{ command = ["./solution"] }"#,
    ] {
        let course = course(reference);
        let mut compile = Command::new("g++");
        compile
            .args(["-o", "solution", "solution.cpp"])
            .current_dir(course.path(""));
        assert!(compile.status().unwrap().success());

        course.grader(&["regenerate"]).exits_with(0);
        assert_eq!(
            course.read("testcases/sum/adds.expected"),
            EXPECTED,
            "{reference}"
        );
        course.grader(&["regenerate", "--check"]).exits_with(0);
        let results = course.results();
        assert_eq!(
            results.case_of("ann", "sum")["verdict"],
            "accepted",
            "{reference}"
        );
        assert_eq!(
            results.case_of("bob", "sum")["verdict"],
            "wrong-answer",
            "{reference}"
        );
    }
}

#[test]
fn a_command_is_run_in_the_courses_folder_wherever_the_grader_is() {
    let course = course(r#"{ command = ["sh", "sum.sh"] }"#);
    let mut command = course.command(&["regenerate"]);
    command.current_dir(course.path("testcases/sum"));
    course.run(command).exits_with(0);
    assert_eq!(course.read("testcases/sum/adds.expected"), EXPECTED);
}

#[test]
fn an_expected_transcript_records_prompts_and_inputs_where_they_were_read() {
    // What the reference is, what it is given, and what a terminal would have shown.
    const TABLE: [(&str, &str, &str); 6] = [
        (
            "echo first; read a; echo \"<$a>\"",
            r#"["x"]"#,
            "first\n‹x›\n<x>\n",
        ),
        (
            "printf 'a? '; read a; printf 'b? '; read b",
            r#"["1", "2"]"#,
            "a? ‹1›\nb? ‹2›\n",
        ),
        (
            "read a; read b; echo \"$b$a\"",
            r#"["1", "2"]"#,
            "‹1›\n‹2›\n21\n",
        ),
        ("read a; echo done", r#"["1", "never read"]"#, "‹1›\ndone\n"),
        (
            "read a; printf 'no newline: %s' \"$a\"",
            r#"[""]"#,
            "‹›\nno newline: ",
        ),
        ("echo 'reads nothing ‹é›'", "[]", "reads nothing ‹é›\n"),
    ];
    for (script, input, expected) in TABLE {
        let course = course(r#"{ command = ["sh", "sum.sh"] }"#);
        course.write("sum.sh", script);
        course.write(
            "testcases/sum/adds.toml",
            format!("description = \"x\"\ninput = {input}\n"),
        );
        course.grader(&["regenerate"]).exits_with(0);
        assert_eq!(
            course.read("testcases/sum/adds.expected"),
            expected,
            "{script}"
        );
    }
}

#[test]
fn an_unflushed_reference_has_its_prompts_before_its_inputs() {
    let course = course(SOURCES);
    let unflushed = ADDS.replace("    std::fflush(stdout);\n", "");
    assert_ne!(unflushed, ADDS);
    course.write("solution.cpp", &unflushed);
    course.write("submissions/bob/sum.cpp", &unflushed);
    course.grader(&["regenerate"]).exits_with(0);
    assert_eq!(course.read("testcases/sum/adds.expected"), EXPECTED);
    let results = course.results();
    for student in ["ann", "bob"] {
        assert_eq!(results.case_of(student, "sum")["verdict"], "accepted");
    }
}

#[test]
fn a_dialogue_in_one_text_is_input_and_output_and_is_checked() {
    let course = course(r#"{ command = ["sh", "sum.sh"] }"#);
    std::fs::remove_file(course.path("testcases/sum/adds.expected")).unwrap();
    std::fs::remove_file(course.path("testcases/sum/adds.toml")).unwrap();
    let dialog = "testcases/sum/adds.dialog.txt";
    course.write(dialog, "First: <<2>>\nSecond: <<3>>\nSum: 6\n");
    let stale = course.grader(&["regenerate", "--check"]);
    stale.exits_with(1).shows(&["adds.dialog.txt"]);
    course.write(dialog, "First: <<2>>\nSecond: <<3>>\nSum: 5\n");
    course.grader(&["regenerate", "--check"]).exits_with(0);
    let checked = course.grader(&["check"]);
    assert!(!checked.stdout.contains("ends before it has read"));
    let answers = SUM.replace(SOURCES, "{ answers = true }");
    course.write("rubric.toml", answers);
    let results = course.results();
    assert_eq!(results.case_of("ann", "sum")["verdict"], "accepted");
    assert_eq!(results.case_of("bob", "sum")["verdict"], "wrong-answer");
    // A file with other keys may be next to it, but not a second input.
    course.write(
        "testcases/sum/adds.toml",
        "description = \"x\"\ninput = [\"1\"]\n",
    );
    let twice = course.grader(&["regenerate", "--check"]);
    twice
        .exits_with(2)
        .says(&["adds.dialog.txt", "no other `input`"]);
}

#[test]
fn what_a_reference_says_on_standard_error_is_no_part_of_the_transcript() {
    let course = course(r#"{ command = ["sh", "sum.sh"] }"#);
    course.write("sum.sh", format!("echo debug >&2\n{SCRIPT}"));
    course.grader(&["regenerate"]).exits_with(0);
    assert_eq!(course.read("testcases/sum/adds.expected"), EXPECTED);
}

/// References that are the instructor's to mend: the code or script, and what the message says.
const BROKEN_SOURCES: [(&str, &[&str]); 5] = [
    (
        "int sum(int a, int b) { return a + b; }",
        &[
            "`sum` does not build: The compiler found errors. There is no `main`: every program needs one",
            "undefined reference to `main'",
        ],
    ),
    (
        "int main() { for (;;) {} }",
        &["the reference of `sum` did not come to an end", "`adds`"],
    ),
    (
        "int main() { return }",
        &["`sum` does not build", "solution.cpp:1:", "error:"],
    ),
    (
        "int main() { __builtin_trap(); }",
        &["`sum` fails on the case `adds`", "signal"],
    ),
    (
        "int main() { return 3; }",
        &["`sum` fails on the case `adds`", "exit code 3"],
    ),
];

const BROKEN_SCRIPTS: [(&str, &[&str]); 5] = [
    (
        "read a; read b; read c",
        &["adds.toml", "the script ends before", "`input`"],
    ),
    (
        "while :; do read a; done",
        &[
            "the reference of `sum` did not come to an end on the case `adds`",
            "a loop in the reference",
            "too short: add the lines that bring it to its end to `input` in testcases/sum/adds.toml",
        ],
    ),
    (
        "while :; do :; done",
        &[
            "the reference of `sum` did not come to an end on the case `adds`",
            "still running when its time was up",
        ],
    ),
    (
        "while :; do echo x; done",
        &[
            "`sum` did not come to an end on the case `adds`",
            "prints too much",
        ],
    ),
    (
        r"printf '\377'",
        &["`sum` fails on the case `adds`", "UTF-8"],
    ),
];

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn a_reference_that_does_not_work_is_the_instructors_to_mend() {
    let sources = BROKEN_SOURCES.map(|(text, says)| (SOURCES, "solution.cpp", text, says));
    let script = r#"{ command = ["sh", "sum.sh"] }"#;
    let scripts = BROKEN_SCRIPTS.map(|(text, says)| (script, "sum.sh", text, says));
    for (reference, file, text, says) in sources.into_iter().chain(scripts) {
        let course = course(reference);
        course.write(file, text);
        for arguments in [
            &["regenerate"] as &[&str],
            &["run", "submissions"],
            &["check"],
        ] {
            course.grader(arguments).exits_with(2).says(says);
        }
        assert_eq!(
            course.read("testcases/sum/adds.expected"),
            "not yet asked",
            "{text}"
        );
        assert!(!course.path("reports/results.json").exists(), "{text}");
    }
}

#[test]
fn a_command_that_does_not_exist_is_named() {
    let course = course(r#"{ command = ["./no-such-program"] }"#);
    course
        .grader(&["regenerate"])
        .exits_with(2)
        .says(&["`sum`", "no-such-program"]);
}

#[test]
fn what_a_dialogue_asks_of_every_program_and_what_it_leaves_unread_is_noted() {
    let course = course(r#"{ command = ["sh", "sum.sh"] }"#);
    let asks = "printf '1 Add\\nChoice: '; read a\n";
    course.write("sum.sh", format!("{asks}{asks}echo Sum: 5\n"));
    let case = "description = \"Two choices\"\ninput = [\"2\", \"3\", \"9\"]\n";
    course.write("testcases/sum/adds.toml", case);
    course.write("testcases/sum/more.toml", case);
    let rubric = course.read("rubric.toml");
    assert!(rubric.contains("cases = [\"*\"]"), "{rubric}");
    course.write(
        "rubric.toml",
        rubric.replace("cases = [\"*\"]", "cases = [\"adds\"]"),
    );
    let notes = [
        "note: sum: no criterion has the case `more`, so it earns no points",
        "note: sum: in `adds` the reference ends before it has read all of `input`",
        "what a program does with the rest: `9`",
        "note: sum: every program must print these lines above each prompt `Choice:`: `1 Add`.",
    ];
    course
        .grader(&["check", "--accept"])
        .exits_with(0)
        .shows(&notes);
}
