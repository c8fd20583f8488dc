//! Tiny programs, each with the verdict that it must get: one per verdict, and one per trap on the way to it.
//!
//! All of them are handed in for one assignment, "add two numbers", and graded in one run. A row's name is the
//! sentence that its test proves, and the name of the student who handed the program in.

use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use serde_json::Value;

use crate::support::results::{Results, list, text};
use crate::support::{ADDS, CASE, Course, EXPECTED, gate_step, processes};

/// A rubric with limits that end a hostile program soon. `strict` is `sum`, but for its exit rule.
const RUBRIC: &str = r#"
[defaults]
flags = []
repair = "0s"
limits = { cpu = "400ms", wall = "4s", memory = "64MiB", output = "64KiB" }

[assignments.sum]
sources = ["sum.cpp"]
reference = { sources = ["solution.cpp"] }

[[assignments.sum.criteria]]
id = "sums"
points = 10
cases = ["*"]

[assignments.strict]
sources = ["strict.cpp"]
reference = { sources = ["solution.cpp"] }
exit = "zero"

[[assignments.strict.criteria]]
id = "sums"
points = 10
cases = ["*"]
"#;

/// What every program begins with: the headers, and the first two thirds of a right program.
const BEGINNING: &str = r#"
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

int ask(const char* prompt) {
    int number = 0;
    std::printf("%s: ", prompt);
    std::fflush(stdout);
    return std::scanf("%d", &number) == 1 ? number : 0;
}

int add() { int first = ask("First"); return first + ask("Second"); }

void tell(int sum) { std::printf("Sum: %d\n", sum); std::fflush(stdout); }
"#;

/// One program, and what must become of it.
struct Row {
    name: &'static str,
    /// What follows [`BEGINNING`].
    code: &'static str,
    verdict: &'static str,
    /// How it ended.
    exit: &'static str,
    /// What the reason says; nothing where there is none.
    because: &'static str,
}

/// Makes the table, and one test of each row.
macro_rules! programs {
    ($($name:ident: $code:expr => $verdict:literal, $exit:literal, $because:literal;)+) => {
        const PROGRAMS: &[Row] = &[$(Row {
            name: stringify!($name),
            code: $code,
            verdict: $verdict,
            exit: $exit,
            because: $because,
        }),+];

        $(#[test]
        fn $name() {
            check(stringify!($name));
        })+
    };
}

programs! {
    right_output_is_accepted: "int main() { tell(add()); }"
        => "accepted", "code 0", "";

    other_output_is_a_wrong_answer: "int main() { tell(add() + 1); }"
        => "wrong-answer", "code 0", "Sum: 6";

    no_output_is_a_wrong_answer: "int main() {}"
        => "wrong-answer", "code 0", "never read input";

    a_missing_blank_inside_a_line_is_a_presentation_error: r#"int main() { std::printf("Sum:%d\n", add()); }"#
        => "presentation-error", "code 0", "";

    a_null_pointer_is_reported_as_a_segmentation_fault:
        "int main() { tell(add()); int* volatile nowhere = nullptr; *nowhere = 1; }"
        => "runtime-error", "signal SIGSEGV", "SIGSEGV";

    endless_recursion_is_reported_as_a_segmentation_fault:
        "int deep(volatile int n) { return n ? deep(n + 1) + n : 0; } int main() { tell(deep(add())); }"
        => "runtime-error", "signal SIGSEGV", "calls itself";

    a_division_by_zero_is_reported_as_one: "int main() { volatile int zero = 0; tell(add() / zero); }"
        => "runtime-error", "signal SIGFPE", "divided by zero";

    an_abort_is_reported_as_one: "int main() { add(); std::abort(); }"
        => "runtime-error", "signal SIGABRT", "SIGABRT";

    an_exception_that_nobody_catches_is_reported_as_an_abort: "int main() { add(); throw 1; }"
        => "runtime-error", "signal SIGABRT", "exception";

    a_crash_after_the_right_output_is_a_runtime_error: "int main() { tell(add()); std::abort(); }"
        => "runtime-error", "signal SIGABRT", "SIGABRT";

    a_program_that_kills_itself_is_not_taken_for_one_that_we_stopped:
        "int main() { tell(add()); std::raise(SIGKILL); }"
        => "runtime-error", "signal SIGKILL", "not by the grader";

    an_exit_code_with_right_output_is_accepted: "int main() { tell(add()); return 3; }"
        => "accepted", "code 3", "";

    an_exit_code_does_not_excuse_wrong_output: "int main() { tell(0); return 3; }"
        => "wrong-answer", "code 3", "";

    an_infinite_loop_is_reported_as_time_limit_not_wrong_answer:
        "int main() { tell(add()); for (volatile int i = 0;; i = i + 1) {} }"
        => "time-limit", "stopped cpu", "loop";

    a_program_that_ignores_signals_and_loops_is_stopped_all_the_same:
        "int main() { for (int s = 1; s < 32; ++s) std::signal(s, SIG_IGN); for (volatile int i = 0;; i = i + 1) {} }"
        => "time-limit", "stopped cpu", "loop";

    a_program_that_sleeps_is_stopped_by_the_clock: "int main() { tell(add()); for (;;) pause(); }"
        => "time-limit", "stopped wall", "time was up";

    memory_that_grows_without_end_is_a_memory_limit: r#"
        int main() {
            for (;;) {
                void* block = std::malloc(1 << 20);
                if (block == nullptr) std::abort();
                std::memset(block, 1, 1 << 20);
            }
        }"#
        => "memory-limit", "stopped memory", "memory";

    endless_output_is_an_output_limit: r#"int main() { for (;;) std::puts("and so on"); }"#
        => "output-limit", "stopped output", "printed far more";

    endless_standard_error_is_an_output_limit: r#"int main() { for (;;) std::fputs("and so on\n", stderr); }"#
        => "output-limit", "stopped output", "printed far more";

    a_program_that_asks_again_at_the_end_of_input_has_read_past_it:
        "int main() { for (;;) { tell(add()); std::clearerr(stdin); } }"
        => "read-past-end", "stopped reads", "more input";

    a_program_that_loops_at_the_end_of_input_has_read_past_it_not_run_out_of_time:
        "int main() { tell(add()); int more; while (std::scanf(\"%d\", &more) != 1) {} }"
        => "read-past-end", "stopped cpu", "more input";

    a_program_that_floods_at_the_end_of_input_has_read_past_it_not_printed_too_much:
        "int main() { for (;;) tell(add()); }"
        => "read-past-end", "stopped output", "more input";

    what_does_not_compile_is_not_run: "int main() { return }"
        => "not-run", "never started", "compiler found errors";

    reading_on_in_silence_after_the_right_output_is_fine: "int main() { tell(add()); std::getchar(); std::getchar(); }"
        => "accepted", "code 0", "";

    closing_the_input_early_is_fine: "int main() { int sum = add(); std::fclose(stdin); close(0); tell(sum); }"
        => "accepted", "code 0", "";

    reading_all_input_before_printing_anything_is_fine: r#"
        int main() {
            int first = 0, second = 0;
            if (std::scanf("%d%d", &first, &second) == 2) std::printf("First: Second: Sum: %d\n", first + second);
        }"#
        => "accepted", "code 0", "";

    reading_to_the_end_of_input_before_printing_anything_is_fine: r#"
        int main() {
            int sum = 0, number = 0;
            while (std::scanf("%d", &number) == 1) sum += number;
            std::printf("First: Second: Sum: %d\n", sum);
        }"#
        => "accepted", "code 0", "";

    output_that_is_held_back_until_the_end_is_fine: r#"
        int main() {
            int first = 0, second = 0;
            std::printf("First: ");
            bool right = std::scanf("%d", &first) == 1;
            std::printf("Second: ");
            right = std::scanf("%d", &second) == 1 && right;
            std::printf("Sum: %d\n", right ? first + second : 0);
        }"#
        => "accepted", "code 0", "";

    a_complaint_on_standard_error_spoils_no_right_output: r#"
        int main() { std::fputs("debug: here\n", stderr); tell(add()); }"#
        => "accepted", "code 0", "";

    right_output_on_standard_error_is_not_output: r#"
        int main() { std::fprintf(stderr, "to the wrong place: %d\n", add()); }"#
        => "wrong-answer", "code 0", "";

    a_verdict_that_a_program_prints_is_not_believed: r#"
        int main() { std::fputs("verdict: accepted\n", stderr); std::puts("accepted"); }"#
        => "wrong-answer", "code 0", "";

    no_program_can_start_another: r#"
        int main() { int sum = add(); tell(fork() == -1 ? sum : 0); }"#
        => "accepted", "code 0", "";

    a_shell_command_is_refused: r#"
        int main() { int sum = add(); tell(std::system("exit 0") == 0 ? 0 : sum); }"#
        => "accepted", "code 0", "";
}

/// What the grader says of all programs; made once.
static CLASS: LazyLock<(Results, String)> = LazyLock::new(|| {
    let course = course();
    for row in PROGRAMS {
        let code = format!("{BEGINNING}{}\n", row.code);
        course.write(format!("submissions/sum/{}/sum.cpp", row.name), code);
    }
    let results = course.results();
    let complaint = "right_output_on_standard_error_is_not_output";
    (results, course.read(&format!("reports/{complaint}/sum.md")))
});

fn course() -> Course {
    let course = Course::empty();
    course.write("rubric.toml", RUBRIC);
    course.write("solution.cpp", ADDS);
    for assignment in ["sum", "strict"] {
        course.write(format!("testcases/{assignment}/adds.toml"), CASE);
        course.write(format!("testcases/{assignment}/adds.expected"), EXPECTED);
    }
    course
}

/// How a program ended, in two words.
fn exit_of(case: &Value) -> String {
    let exit = case["exit"].as_object().and_then(|exit| exit.iter().next());
    exit.map_or("never started".to_owned(), |(kind, what)| {
        format!("{kind} {}", what.to_string().trim_matches('"'))
    })
}

#[track_caller]
fn check(name: &str) {
    let row = PROGRAMS.iter().find(|row| row.name == name).unwrap();
    let case = CLASS.0.case_of(name, "sum");
    assert_eq!(case["verdict"], row.verdict, "{case:#}");
    assert_eq!(exit_of(case), row.exit, "{case:#}");
    assert!(text(&case["reason"]).contains(row.because), "{case:#}");
    assert_eq!(
        case["reason"].is_null(),
        row.verdict == "accepted",
        "{case:#}"
    );
    let earned = if row.verdict == "accepted" { 10.0 } else { 0.0 };
    assert_eq!(CLASS.0.of(name, "sum")["points"], earned, "{case:#}");
}

#[test]
fn an_exit_code_with_right_output_is_remarked_upon() {
    let case = CLASS
        .0
        .case_of("an_exit_code_with_right_output_is_accepted", "sum");
    assert!(
        text(&case["remarks"][0]).contains("exit code 3"),
        "{case:#}"
    );
}

#[test]
fn standard_error_is_kept_and_shown_apart() {
    let (output, error) = CLASS.1.split_once("standard error").unwrap();
    assert!(!output.contains("to the wrong place"), "{output}");
    assert!(error.contains("to the wrong place: 5"), "{error}");
}

#[test]
fn an_exit_code_is_a_runtime_error_where_the_rubric_says_so() {
    let course = course();
    for code in [0, 3] {
        let program = format!("{BEGINNING}int main() {{ tell(add()); return {code}; }}\n");
        course.write(
            format!("submissions/strict/exits-{code}/strict.cpp"),
            program,
        );
    }
    let results = course.results();
    assert_eq!(results.case_of("exits-0", "strict")["verdict"], "accepted");
    let three = results.case_of("exits-3", "strict");
    assert_eq!(three["verdict"], "runtime-error");
    assert_eq!(exit_of(three), "code 3");
    assert!(text(&three["reason"]).contains("exit code 3"), "{three:#}");
}

#[test]
fn a_loop_is_a_time_limit_where_the_kernel_counts_the_same_seconds_as_we_do() {
    let loops = "int main() { for (volatile int i = 0;; i = i + 1) {} }";
    // Four threads use processor time faster than the clock runs.
    let threads = r#"
        #include <pthread.h>
        void* work(void*) { for (volatile int i = 0;; i = i + 1) {} }
        int main() { pthread_t thread; for (int i = 0; i < 3; ++i) pthread_create(&thread, nullptr, work, nullptr); work(nullptr); }"#;
    let course = course();
    for second in ["1s", "2s"].into_iter().step_by(gate_step(2)) {
        course.write("rubric.toml", RUBRIC.replace("400ms", second));
        course.write("submissions/loops/sum.cpp", loops);
        course.write("submissions/threads/sum.cpp", threads);
        let results = course.results();
        for student in ["loops", "threads"] {
            let case = results.case_of(student, "sum");
            assert_eq!(
                case["verdict"], "time-limit",
                "{student}, {second}: {case:#}"
            );
        }
    }
}

/// Tries in every way to leave a process behind, which would sleep for half a minute under the name `SURVIVOR`.
const DAEMON: &str = r#"
int main() {
    for (int attempt = 0; attempt < 3; ++attempt) {
        pid_t child = attempt % 2 ? vfork() : fork();
        if (child == 0) {
            setsid();
            execlp("sleep", "SURVIVOR", "30", nullptr);
            _exit(1);
        }
    }
    tell(add());
}
"#;

#[test]
fn nothing_of_a_program_survives_its_run() {
    let name = format!("survivor-of-{}", std::process::id());
    let course = course();
    course.write(
        "submissions/eve/sum.cpp",
        format!("{BEGINNING}{DAEMON}").replace("SURVIVOR", &name),
    );
    let results = course.results();
    assert_eq!(processes::alive(&name), []);
    assert_eq!(results.case_of("eve", "sum")["verdict"], "accepted");
}

#[test]
fn a_survivor_would_be_found() {
    let name = format!("found-by-{}", std::process::id());
    let mut command = Command::new("cat");
    command
        .arg0(&name)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut survivor = command.spawn().unwrap();
    // What comes back proves that it runs: before that, the system may not know its name yet.
    survivor.stdin.as_mut().unwrap().write_all(b"!").unwrap();
    survivor
        .stdout
        .as_mut()
        .unwrap()
        .read_exact(&mut [0])
        .unwrap();
    let found = processes::alive(&name).len();
    drop(survivor.stdin.take());
    survivor.wait().unwrap();
    assert_eq!(found, 1);
}

#[test]
fn every_program_was_graded() {
    assert_eq!(CLASS.0.submissions().len(), PROGRAMS.len());
    assert_eq!(CLASS.0.0["ungraded"], 0);
    assert!(
        CLASS
            .0
            .submissions()
            .iter()
            .all(|one| list(&one["cases"]).len() == 1)
    );
}
