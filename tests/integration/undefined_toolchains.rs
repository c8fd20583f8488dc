//! Undefined behaviour where the toolchain is not simply `g++`, where something is missing, and where a program would rather
//! do something else once it is watched.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::support::results::{Results, list, text};
use crate::support::sum::{self, DEFINED};
use crate::support::{ADDS, Course, Ran, compiler};

/// [`ADDS`] with some code at the start of `main`, on line 10.
fn with(code: &str) -> String {
    ADDS.replace("int main() {", &format!("int main() {{ {code}"))
}

const OUTSIDE: &str = "int a[9]; volatile int n = 9; a[n] = 1;";

/// In C: the same program.
fn in_c(program: &str) -> String {
    program
        .replace("<cstdio>", "<stdio.h>")
        .replace("std::", "")
}

fn kinds(submission: &Value) -> Vec<&str> {
    list(&submission["undefined"]["findings"])
        .iter()
        .map(|one| text(&one["kind"]))
        .collect()
}

/// A compiler by another name, and what compiles nothing.
const TOOLCHAINS: &str = r#"
[toolchains.mine]
like = "g++"

[toolchains.script]
files = ["*.sh"]
run = ["sh", "{source}"]
version = ["sh", "-c", "echo shell"]
"#;

#[test]
fn each_compiler_is_asked_in_its_own_language_and_what_is_not_compiled_is_not_looked_at() {
    let course = sum::with(
        "toolchain = [\"mine\", \"gcc\", \"script\"]\nundefined = { sanitizers = true, uninitialised = true }",
        &format!("{DEFINED}{TOOLCHAINS}"),
    );
    // What the rubric makes an error in its own build is none in the others.
    let strict =
        "flags = [\"-Werror\", \"-Werror=uninitialized\", \"-Werror=maybe-uninitialized\"]";
    course.write(
        "rubric.toml",
        course.read("rubric.toml").replace("flags = []", strict),
    );
    let rubric = course.read("rubric.toml");
    course.write(
        "rubric.toml",
        rubric.replace("[\"*.cpp\"]", "[\"*.cpp\", \"*.c\", \"*.sh\"]"),
    );
    let unset = "int n; if (first > 99) n = 1; std::printf(\"%d\\n\", n);";
    let unset = ADDS.replace("second);\n}", &format!("second);\n{unset}\nreturn 0;\n}}"));
    for (student, name, program) in [
        ("cpp", "sum.cpp", with(OUTSIDE)),
        ("cpp-unset", "sum.cpp", unset.clone()),
        ("c", "sum.c", in_c(&with(OUTSIDE))),
        ("c-right", "sum.c", in_c(&with(""))),
        ("c-unset", "sum.c", in_c(&unset)),
    ] {
        course.write(format!("submissions/{student}/{name}"), program);
    }
    let shell = "printf 'First: '\nread first\nprintf 'Second: '\nread second\necho \"Sum: $((first + second))\"\n";
    course.write("submissions/shell/sum.sh", shell);
    let results = course.results();
    let outside = ["out-of-bounds-index"].as_slice();
    let unset = ["depends-on-uninitialised-data"].as_slice();
    for (student, expected) in [
        ("cpp", outside),
        ("cpp-unset", unset),
        ("c", outside),
        ("c-right", &[]),
        ("c-unset", unset),
    ] {
        let submission = results.of(student, "sum");
        assert_eq!(
            submission["undefined"]["checked"],
            json!(true),
            "{submission:#}"
        );
        assert_eq!(kinds(submission), expected, "{student}: {submission:#}");
        let points = if expected.is_empty() { 3.0 } else { 0.0 };
        assert_eq!(
            submission["criteria"][1]["points"],
            json!(points),
            "{submission:#}"
        );
    }
    let shell = results.of("shell", "sum");
    assert_eq!(shell["points"], json!(13.0), "{shell:#}");
    assert_eq!(shell["undefined"]["checked"], json!(false), "{shell:#}");
    let reason = "`script` makes no programs in which this can be looked for";
    assert_eq!(text(&shell["undefined"]["reason"]), reason);
    assert_eq!(text(&shell["criteria"][1]["reason"]), reason);
    assert_eq!(shell["criteria"][1]["state"], json!("decided"), "{shell:#}");
}

#[test]
fn what_nobody_asks_for_is_neither_built_nor_said() {
    let course = sum::with("", "");
    course.write("submissions/ann/sum.cpp", with(OUTSIDE));
    let results = course.results();
    let ann = results.of("ann", "sum");
    assert_eq!(ann["undefined"], Value::Null);
    let log = list(&ann["build"]["log"]);
    let calls = log
        .iter()
        .filter(|line| text(line).starts_with("g++ "))
        .count();
    assert_eq!(calls, 2, "one compilation and one link: {log:#?}");
    assert!(!course.read("reports/ann/sum.md").contains("ndefined"));
}

/// A `g++` that does what `act` does before it does what it should.
fn with_own_compiler(course: &Course, act: &str, arguments: &[&str]) -> Ran {
    let script = format!(
        "for word in \"$@\"; do case \"$word\" in {act} esac; done\n{}",
        compiler::COMPILES
    );
    let folder = compiler::install(course, &script);
    let mut command: Command = course.command(arguments);
    command.env("PATH", path_with(&folder));
    course.run(command)
}

fn path_with(folder: &Path) -> std::ffi::OsString {
    let system = ["/usr/local/bin", "/usr/bin", "/bin"].map(Path::new);
    std::env::join_paths([folder].into_iter().chain(system)).unwrap()
}

/// As the linker says it where the sanitizers' libraries are not installed; and what a compiler says that is too old.
const WITHOUT: [(&str, &str, &str); 2] = [
    (
        "sanitizers = true",
        "-fsanitize=*) echo '/usr/bin/ld: cannot find -lasan: No such file or directory' >&2; exit 1;;",
        "programs with sanitizers do not work here",
    ),
    (
        "uninitialised = true",
        "-ftrivial-auto-var-init=*) echo 'g++: error: unrecognized command-line option' >&2; exit 1;;",
        "the compiler does not fill memory",
    ),
];

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn a_machine_that_cannot_look_says_so_and_costs_nobody_a_point() {
    for (asked, act, trouble) in WITHOUT {
        let undefined = format!("undefined = {{ {asked} }}");
        let remark = sum::with(&undefined, "");
        remark.write("submissions/ann/sum.cpp", with(OUTSIDE));
        with_own_compiler(&remark, act, &["run", "submissions"]).exits_with(0);
        let results = Results::read(&remark.path("reports"));
        let ann = results.of("ann", "sum");
        assert_eq!(ann["points"], json!(10.0), "{ann:#}");
        assert_eq!(ann["undefined"]["checked"], json!(false), "{ann:#}");
        assert!(
            text(&ann["undefined"]["reason"]).contains(trouble),
            "{ann:#}"
        );
        let report = remark.read("reports/ann/sum.md");
        assert!(
            report.contains("Undefined behaviour was not looked for."),
            "{report}"
        );

        let counted = sum::with(&undefined, DEFINED);
        counted.write("submissions/ann/sum.cpp", ADDS);
        let ran = with_own_compiler(&counted, act, &["run", "submissions"]);
        ran.exits_with(3);
        ran.says(&["a criterion of `sum` counts undefined behaviour", trouble]);
        assert!(!counted.path("reports/results.json").exists());

        for command in ["check", "doctor"] {
            let ran = with_own_compiler(&remark, act, &[command]);
            ran.exits_with(0).shows(&[
                "sum (g++): CANNOT BE LOOKED FOR",
                trouble,
                "nobody a point",
            ]);
            let ran = with_own_compiler(&counted, act, &[command]);
            ran.exits_with(3)
                .shows(&["sum (g++): CANNOT BE LOOKED FOR", trouble]);
        }
        counted
            .grader(&["check"])
            .exits_with(0)
            .shows(&["planted mistakes are found here"]);
    }
}

/// Something that a program may not do, as a condition that holds if it could.
const ATTACKS: [(&str, &str, &str); 8] = [
    ("forks", "#include <unistd.h>", "fork() != -1"),
    (
        "writes",
        "#include <cstdio>",
        "std::fopen(\"trace.txt\", \"w\")",
    ),
    (
        "writes-beside",
        "#include <cstdio>",
        "std::fopen(\"../out/program\", \"r+\")",
    ),
    (
        "reads",
        "#include <cstdio>",
        "std::fopen(\"/etc/passwd\", \"r\")",
    ),
    (
        "its-source",
        "#include <cstdio>",
        "std::fopen(\"../source/sum.cpp\", \"r\")",
    ),
    (
        "connects",
        "#include <sys/socket.h>",
        "socket(AF_INET, SOCK_STREAM, 0) != -1",
    ),
    (
        "kills",
        "#include <csignal>\n#include <unistd.h>",
        "kill(getppid(), SIGTERM) == 0",
    ),
    ("runs", "#include <cstdlib>", "std::system(\"true\") == 0"),
];

/// Does it in the build with sanitizers alone, and makes a mistake if it could.
fn attack(include: &str, condition: &str) -> String {
    let code = format!("\n#ifdef __SANITIZE_ADDRESS__\nif ({condition}) {{ {OUTSIDE} }}\n#endif\n");
    format!("{include}\n{}", with(&code))
}

#[test]
fn a_program_with_sanitizers_may_do_no_more_than_any_other() {
    let course = sum::with("undefined = { sanitizers = true }", "");
    for (student, include, condition) in ATTACKS {
        course.write(
            format!("submissions/{student}/sum.cpp"),
            attack(include, condition),
        );
    }
    // What a source sets is overruled by what the grader sets.
    let options = "extern \"C\" const char* __asan_default_options() { return \"log_path=/tmp/trace:detect_leaks=1\"; }";
    course.write(
        "submissions/options/sum.cpp",
        format!("{options}\n{}", with(OUTSIDE)),
    );
    course.write("submissions/control/sum.cpp", attack("", "true"));
    for tier in ["A", "C"] {
        let mut command = course.command(&["run", "submissions"]);
        command.env("GRADER_STRONGEST_TIER", tier);
        course.run(command).exits_with(0);
        let results = Results::read(&course.path("reports"));
        for (student, ..) in ATTACKS {
            assert_eq!(
                kinds(results.of(student, "sum")),
                [""; 0],
                "{student}, from {tier}"
            );
        }
        for student in ["control", "options"] {
            let submission = results.of(student, "sum");
            assert_eq!(
                kinds(submission),
                ["out-of-bounds-index"],
                "{tier}: {submission:#}"
            );
        }
    }
}

/// Programs that take away what they are watched with.
const DEFIANT: [(&str, &str); 3] = [
    ("own-report", "extern \"C\" void __ubsan_on_report() {}"),
    (
        "own-assertion",
        "namespace std { void __glibcxx_assert_fail(const char*, int, const char*, const char*) {} }",
    ),
    (
        "own-new",
        "#include <cstdlib>\n#include <new>\nvoid* operator new(std::size_t n) { return std::malloc(n); }\nvoid operator delete(void* p) noexcept { std::free(p); }",
    ),
];

#[test]
fn a_program_that_cannot_be_watched_is_left_to_a_person() {
    let course = sum::with("undefined = { sanitizers = true }", DEFINED);
    for (student, declared) in DEFIANT {
        course.write(
            format!("submissions/{student}/sum.cpp"),
            format!("{declared}\n{ADDS}"),
        );
    }
    let results = course.results();
    for (student, _) in DEFIANT {
        let submission = results.of(student, "sum");
        assert_eq!(submission["points"], json!(13.0), "{submission:#}");
        let expected = if student == "own-new" {
            "decided"
        } else {
            "awaits-instructor"
        };
        assert_eq!(
            text(&submission["criteria"][1]["state"]),
            expected,
            "{submission:#}"
        );
    }
}
