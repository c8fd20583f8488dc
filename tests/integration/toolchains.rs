//! Toolchains: those that come with the grader, those that a rubric describes, and what becomes of programs that a
//! simulator runs. The programs for SPIM are in `tests/integration/toolchains/`; each says in its first line what it does.

use std::fs;
use std::io::{Write as _, stderr};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::results::{Results, list, text};
use crate::support::{ADDS, CASE, Course, EXPECTED, SUM, programs};

/// Whether a command is there; a test that needs it is skipped otherwise, with a line that says so.
pub(crate) fn is_there(command: &str) -> bool {
    let mut asked = Command::new(command);
    let quiet = asked
        .arg("--version")
        .stdin(Stdio::null())
        .stdout(Stdio::null());
    let there = quiet.stderr(Stdio::null()).status().is_ok();
    if !there {
        // Standard error itself, because a test's own is shown only if it fails.
        let line = format!("SKIPPED: `{command}` is not installed\n");
        stderr().write_all(line.as_bytes()).unwrap();
    }
    there
}

/// A program for SPIM.
fn assembly(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/integration/toolchains");
    fs::read_to_string(folder.join(name).with_extension("s")).unwrap()
}

/// The smallest course for another toolchain, with this in place of its key.
fn course_with(toolchain: &str, tables: &str, solution: (&str, &str)) -> Course {
    let (name, program) = solution;
    let ending = name.rsplit_once('.').unwrap().1;
    let course = Course::sum();
    let keys =
        format!("toolchain = {toolchain}\nlimits = {{ cpu = \"300ms\", output = \"64KiB\" }}\n");
    let rubric = SUM
        .replace("sum.cpp", &format!("sum.{ending}"))
        .replace("accept", &format!("{keys}accept"))
        .replace("solution.cpp", name);
    course.write("rubric.toml", format!("{rubric}\n{tables}"));
    course.write(name, program);
    course
}

/// What became of a submission: its build's verdict with the number of warnings, and its only case's verdict.
fn came_to(results: &Results, student: &str) -> String {
    let one = results.of(student, "sum");
    let build = &one["build"];
    let case = &one["cases"][0];
    let verdict = |value: &serde_json::Value| text(&value["verdict"]).to_owned();
    format!(
        "{}({}) {}",
        verdict(build),
        build["warnings"],
        verdict(case)
    )
}

/// What each program must come to (three are made from `adds`), and a piece of the sentence that its report says about it.
const MIPS: &[(&str, &str, &str)] = &[
    ("adds", "ok(0) accepted", ""),
    ("returns", "ok(0) accepted", ""),
    ("wrong_sum", "ok(0) wrong-answer", "`Sum: 6`"),
    ("loops", "ok(0) time-limit", "when its time was up"),
    (
        "floods",
        "ok(0) output-limit",
        "far more than was asked for",
    ),
    (
        "asks_for_ever",
        "ok(0) read-past-end",
        "asked for more input",
    ),
    ("waits_for_a_key", "ok(0) accepted", ""),
    (
        "unaligned",
        "ok(0) runtime-error",
        "Unaligned address in inst/data fetch",
    ),
    (
        "divides_by_zero",
        "ok(0) runtime-error",
        "Exception occurred at PC=",
    ),
    (
        "runs_off_its_end",
        "ok(0) runtime-error",
        "Attempt to execute non-instruction",
    ),
    (
        "jumps_to_a_bad_address",
        "ok(0) output-limit",
        "far more than was asked for",
    ),
    (
        "unknown_call",
        "ok(0) runtime-error",
        "Unknown system call: 77",
    ),
    (
        "undefined_symbol",
        "ok(1) runtime-error",
        "Instruction references undefined symbol",
    ),
    ("undefined_and_unused", "ok(1) accepted", ""),
    ("immediate_too_large", "ok(1) accepted", ""),
    ("label_twice", "ok(1) accepted", ""),
    (
        "syntax_error",
        "compile-error(0) not-run",
        "compiler found errors",
    ),
    (
        "label_like_an_instruction",
        "compile-error(0) not-run",
        "compiler found errors",
    ),
    ("exit_code", "ok(0) accepted", ""),
    ("windows_lines", "ok(0) accepted", ""),
    ("comments_with_accents", "ok(0) accepted", ""),
    (
        "words_with_accents",
        "compile-error(0) not-run",
        "Line 3 of `sum.s`",
    ),
    ("prints_a_banner", "ok(0) wrong-answer", "Loaded"),
    ("speaks_of_an_exception", "ok(0) wrong-answer", "Exception"),
];

#[test]
fn every_way_in_which_a_program_for_spim_ends_has_its_verdict() {
    if !is_there("spim") {
        return;
    }
    let course = course_with("\"spim\"", "", ("solution.s", &assembly("adds")));
    for (name, ..) in MIPS {
        let text = match *name {
            "comments_with_accents" => {
                assembly("adds").replace("# Adds", "\u{feff}# Größe – “adds”")
            }
            "words_with_accents" => assembly("adds").replace("First", "Première"),
            "windows_lines" => assembly("adds").replace('\n', "\r\n"),
            _ => assembly(name),
        };
        course.write(format!("submissions/{name}/sum.s"), text);
    }
    let results = course.results();
    for (name, expected, sentence) in MIPS {
        assert_eq!(came_to(&results, name), *expected, "{name}");
        let reason = text(&results.case_of(name, "sum")["reason"]);
        assert!(reason.contains(sentence), "{name}: {reason}");
    }
    let used = &results.0["toolchains"][0];
    assert_eq!(
        (text(&used["name"]), text(&used["command"])),
        ("spim", "spim")
    );
    assert!(
        text(&used["version"]).starts_with("SPIM Version "),
        "{used}"
    );
    assert_eq!(
        text(&results.of("adds", "sum")["build"]["toolchain"]),
        "spim"
    );
    assert_eq!(
        list(&results.case_of("exit_code", "sum")["remarks"]).len(),
        1
    );

    let report = course.read("reports/syntax_error/sum.md");
    assert!(
        report.contains("**The error is in `sum.s`, line 21:** syntax error."),
        "{report}"
    );
    let mistake = |name| text(&results.case_of(name, "sum")["mistake"]);
    assert_eq!(mistake("jumps_to_a_bad_address"), "exception-repeated");
    assert_eq!(mistake("floods"), "endless-printing");
    let report = course.read("reports/unaligned/sum.md");
    assert!(report.contains("| spim -file sum.s\n"), "{report}");
    let all = course.files_in("reports").into_iter();
    let is_checked = |name: &str| name.ends_with(".md") && !name.starts_with("prints_a_banner");
    for (name, report) in all.filter(|(name, _)| is_checked(name)) {
        let banner = ["Copyright", "exceptions.s"]
            .iter()
            .find(|line| report.contains(**line));
        assert_eq!(banner, None, "{name}: {report}");
    }
}

#[test]
fn a_program_for_spim_opens_no_file_of_others_in_any_tier() {
    if !is_there("spim") {
        return;
    }
    let course = course_with("\"spim\"", "", ("solution.s", &assembly("adds")));
    let own = |name: &str| course.path(name).display().to_string();
    let attack = assembly("opens_files")
        .replace("{solution}", &own("solution.s"))
        .replace("{expected}", &own("testcases/sum/adds.expected"))
        .replace("{neighbour}", &own("submissions/ann/sum.s"));
    course.write("submissions/ann/sum.s", assembly("adds"));
    course.write("submissions/eve/sum.s", attack);
    let root = rustix::process::geteuid().is_root();
    for tier in if root { ["A", "C"] } else { ["B", "D"] } {
        let mut command = course.command(&["run", "submissions"]);
        command.env("GRADER_STRONGEST_TIER", tier);
        course.run(command).exits_with(0);
        let results = Results::read(&course.path("reports"));
        for student in ["ann", "eve"] {
            assert_eq!(
                came_to(&results, student),
                "ok(0) accepted",
                "{student} in tier {tier}"
            );
        }
    }
}

#[test]
fn an_assignment_takes_assembly_and_cpp_and_prefers_the_first_it_names() {
    if !is_there("spim") {
        return;
    }
    let course = course_with("[\"spim\", \"g++\"]", "", ("solution.s", &assembly("adds")));
    let rubric = course
        .read("rubric.toml")
        .replace("\"sum.s\"", "\"sum.{s,cpp}\"");
    course.write(
        "rubric.toml",
        rubric.replace("[\"*.cpp\"]", "[\"*.s\", \"*.cpp\"]"),
    );
    course.write("submissions/ann/sum.cpp", ADDS);
    course.write("submissions/bob/sum.s", assembly("adds"));
    course.write("submissions/both/sum.s", assembly("wrong_sum"));
    course.write("submissions/both/sum.cpp", ADDS);
    course.write("submissions/twice/one/sum.s", assembly("adds"));
    course.write("submissions/twice/two/sum.s", assembly("adds"));
    course.write("submissions/other/game.s", assembly("adds"));
    course.write("submissions/other/model.cpp", ADDS);
    course
        .grader(&["run", "submissions", "--assignment", "sum"])
        .exits_with(0);
    let results = Results::read(&course.path("reports"));
    for (student, toolchain, expected) in [
        ("ann", "g++", "ok(0) accepted"),
        ("bob", "spim", "ok(0) accepted"),
        ("both", "spim", "ok(0) wrong-answer"),
        ("other", "spim", "ok(0) accepted"),
        // Two copies of one file are one program.
        ("twice", "spim", "ok(0) accepted"),
    ] {
        assert_eq!(came_to(&results, student), expected, "{student}");
        assert_eq!(
            text(&results.of(student, "sum")["build"]["toolchain"]),
            toolchain,
            "{student}"
        );
    }
    let remarks = &results.of("both", "sum")["remarks"];
    assert_eq!(
        remarks[0],
        "`sum.cpp` was left out: what is for `spim` was taken"
    );
    let names: Vec<&str> = list(&results.0["toolchains"])
        .iter()
        .map(|one| text(&one["name"]))
        .collect();
    assert_eq!(names, ["g++", "spim"]);
}

/// SPIM, under a name that no machine has.
const MISSING: &str = r#"
[toolchains.spim]
like = "spim"
build = ["spim-that-is-not-here", "-noexception", "-file", "{source}"]
run = ["spim-that-is-not-here", "-file", "{source}"]
"#;

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn without_a_simulator_only_those_who_need_it_are_ungraded() {
    let course = course_with("[\"spim\", \"g++\"]", MISSING, ("solution.cpp", ADDS));
    let rubric = course
        .read("rubric.toml")
        .replace("\"sum.cpp\"", "\"sum.{s,cpp}\"");
    course.write("rubric.toml", rubric);
    course.write("submissions/ann/sum.cpp", ADDS);
    course.write("submissions/bob/sum.s", assembly("adds"));
    let run = |arguments: &[&str], code: i32| {
        let ran = course.grader(arguments);
        ran.exits_with(code);
        ran
    };
    run(&["run", "submissions"], 3);
    let results = Results::read(&course.path("reports"));
    assert_eq!(came_to(&results, "ann"), "ok(0) accepted");
    assert_eq!(came_to(&results, "bob"), "ungraded(0) ungraded");
    let reason = text(&results.of("bob", "sum")["build"]["reason"]);
    assert!(
        reason.contains("cannot run `spim-that-is-not-here`")
            && reason.contains("apt-get install spim"),
        "{reason}"
    );

    run(&["run", "submissions", "--student", "ann"], 0);
    run(&["run", "submissions", "--student", "bob"], 3)
        .says(&["`spim-that-is-not-here`", "apt-get install spim"]);
    run(&["doctor"], 0).shows(&["MISSING", "apt-get install spim", "stays ungraded"]);
    course.write(
        "rubric.toml",
        course.read("rubric.toml").replace(", \"g++\"]", "]"),
    );
    run(&["doctor"], 3).shows(&["nothing of sum can be graded without it"]);
}

/// Adds two numbers, as a shell script.
const SCRIPT: &str =
    "printf 'First: '; read a\nprintf 'Second: '; read b\necho \"Sum: $((a + b))\"\n";

/// The shell, with a banner of its own that a wrapper prints.
const SHELL: &str = r#"
[toolchains.shell]
files = ["*.sh"]
build = ["sh", "-n", "{source}"]
smallest = "exit 0\n"
run = ["sh", "{source}"]
faults = '^sh: .*|^\S*: \d+: .*'
version = ["sh", "-c", "echo the shell"]
"#;

#[test]
fn a_rubric_can_describe_an_interpreter() {
    let course = course_with("\"shell\"", SHELL, ("solution.sh", SCRIPT));
    course.write("submissions/right/sum.sh", SCRIPT);
    course.write("submissions/broken/sum.sh", "if true\n");
    course.write("submissions/fails/sum.sh", format!("{SCRIPT}nonsense\n"));
    course.write(
        "submissions/starts/sum.sh",
        SCRIPT.replace("$((a + b))", "$(/bin/expr $a + $b)"),
    );
    course.write(
        "submissions/peeks/sum.sh",
        format!("read x < /etc/passwd && echo $x\n{SCRIPT}"),
    );
    course.write(
        "submissions/writes/sum.sh",
        format!("echo x > trace && echo written\n{SCRIPT}"),
    );
    let results = course.results();
    for (student, expected) in [
        ("right", "ok(0) accepted"),
        ("broken", "compile-error(0) not-run"),
        ("fails", "ok(0) runtime-error"),
        ("starts", "ok(0) runtime-error"),
        ("peeks", "ok(0) runtime-error"),
        ("writes", "ok(0) runtime-error"),
    ] {
        assert_eq!(came_to(&results, student), expected, "{student}");
        assert!(
            !course
                .read(&format!("reports/{student}/sum.md"))
                .contains("root:"),
            "{student}"
        );
    }
    assert_eq!(text(&results.0["toolchains"][0]["version"]), "the shell");
}

#[test]
fn a_rubric_can_change_a_toolchain_that_is_there() {
    let tables = r#"
[toolchains.once]
like = "g++"
build = ["g++", "{flags}", "-Werror=return-type", "-o", "{output}", "{sources}"]

[toolchains.checked]
like = "once"
files = ["*.cpp"]
run = ["env", "-i", "{program}"]
"#;
    for toolchain in ["once", "checked"] {
        let course = course_with(&format!("\"{toolchain}\""), tables, ("solution.cpp", ADDS));
        course.write("submissions/right/sum.cpp", ADDS);
        course.write("submissions/broken/sum.cpp", "int main( {}\n");
        course.write(
            "submissions/warned/sum.cpp",
            format!("int f() {{}}\n{ADDS}"),
        );
        let results = course.results();
        for (student, expected) in [
            ("right", "ok(0) accepted"),
            ("broken", "compile-error(0) not-run"),
            ("warned", "compile-error(0) not-run"),
        ] {
            assert_eq!(
                came_to(&results, student),
                expected,
                "{student} with {toolchain}"
            );
        }
        let command = &results.of("right", "sum")["build"]["command"];
        assert_eq!(text(&command[1]), "-Werror=return-type", "{command}");
    }
}

#[test]
fn a_tool_that_fails_on_the_smallest_source_is_ours_to_mend() {
    let course = course_with("\"shell\"", SHELL, ("solution.sh", SCRIPT));
    course.write("submissions/ann/sum.sh", SCRIPT);
    course.grader(&["run", "submissions"]).exits_with(0);
    let broken = SHELL.replace("\"-n\"", "\"-n\", \"--\", \"/nowhere\"");
    let rubric = course.read("rubric.toml").replace(SHELL, &broken);
    course.write(
        "rubric.toml",
        rubric.replace(
            "sources = [\"solution.sh\"]",
            "command = [\"sh\", \"solution.sh\"]",
        ),
    );
    course.grader(&["run", "submissions"]).exits_with(3);
    let results = Results::read(&course.path("reports"));
    assert_eq!(came_to(&results, "ann"), "ungraded(0) ungraded");
}

#[test]
fn clang_compiles_what_gcc_compiles() {
    if !is_there("clang++") {
        return;
    }
    let course = course_with("\"clang++\"", "", ("solution.cpp", ADDS));
    course.write("submissions/right/sum.cpp", ADDS);
    course.write("submissions/broken/sum.cpp", "int main( {}\n");
    let results = course.results();
    assert_eq!(came_to(&results, "right"), "ok(0) accepted");
    assert_eq!(came_to(&results, "broken"), "compile-error(0) not-run");
    assert!(text(&results.0["toolchains"][0]["version"]).contains("clang"));
}

#[test]
fn c_is_compiled_by_gcc() {
    let course = course_with(
        "\"gcc\"",
        "",
        (
            "solution.c",
            &ADDS.replace("<cstdio>", "<stdio.h>").replace("std::", ""),
        ),
    );
    let rubric = course.read("rubric.toml");
    course.write("rubric.toml", rubric);
    course.write("submissions/right/sum.c", course.read("solution.c"));
    let results = course.results();
    assert_eq!(came_to(&results, "right"), "ok(0) accepted");
}

#[test]
fn a_tool_outside_the_systems_folders_is_read_with_what_it_names() {
    let course = Course::empty();
    let tool = course.path("tools/run");
    programs::executable(&tool, "#!/bin/sh\n. \"$1/words\"; . \"./$2\"\n");
    course.write("tools/data/words", "a=0\n");
    let tool = tool.display();
    let data = course.path("tools/data");
    let data = data.display();
    let tables = format!(
        "[toolchains.own]\nrun = [\"{tool}\", \"{data}\", \"{{source}}\"]\nreads = [\"{data}\"]\n\
         version = [\"sh\", \"-c\", \"echo one\"]\n"
    );
    let keys = "toolchain = \"own\"\nsources";
    let rubric = SUM
        .replace("sum.cpp", "sum.sh")
        .replacen("sources", keys, 1);
    course.write(
        "rubric.toml",
        format!(
            "{}\n{tables}",
            rubric.replace(
                "sources = [\"solution.cpp\"]",
                "sources = [\"solution.sh\"]"
            )
        ),
    );
    course.write("testcases/sum/adds.toml", CASE);
    course.write("testcases/sum/adds.expected", EXPECTED);
    course.write("solution.sh", SCRIPT);
    course.write("submissions/ann/sum.sh", SCRIPT);
    let results = course.results();
    assert_eq!(came_to(&results, "ann"), "ok(0) accepted");
}

#[test]
fn the_shipped_counters_assignment_takes_assembly() {
    if !is_there("spim") {
        return;
    }
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR"));
    let course = Course::empty();
    for (student, file) in [
        ("right", "mips-solution"),
        ("wrong", "mips-misses-anti-diagonal"),
    ] {
        let program = fs::read(
            shipped
                .join("calibration/counters")
                .join(file)
                .with_extension("s"),
        );
        course.write(
            format!("submissions/counters/{student}/counters.s"),
            program.unwrap(),
        );
    }
    let rubric = shipped.join("rubric.toml").display().to_string();
    course
        .grader(&["run", "submissions", "--rubric", &rubric])
        .exits_with(0);
    let results = Results::read(&course.path("reports"));
    assert_eq!(results.of("right", "counters")["points"], 100.0);
    assert_eq!(results.of("wrong", "counters")["points"], 93.714);
}
