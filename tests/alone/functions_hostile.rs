//! Programs that do not want their functions to be called: none harms another's grade, and none earns what it has not.

use crate::support::functions::{case, course, graded, verdicts};
use crate::support::results::text;
use crate::support::tiers::in_every_tier;
use serial_test::parallel;

const INCLUDE: &str = "#include <iostream>";
const TWICE: &str = "int twice(int x) { return 2 * x; }";

/// What one program does, how it differs from the solution, and the verdict that each of its functions must get.
type Row = (&'static str, &'static str, &'static str, &'static str);

const FUNCTIONS: [&str; 3] = ["call-mark", "call-shout", "call-twice"];

/// Every program begins with this: what the table needs of the library.
const HEADERS: &str = "#include <iostream>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <unistd.h>
";

const EVERY_FUNCTION: [Row; 14] = [
    (
        "quits-before-main",
        INCLUDE,
        "struct Quit { Quit() { std::exit(0); } } quit;",
        "wrong-answer",
    ),
    (
        "quits-at-once",
        INCLUDE,
        "struct Quit { Quit() { _exit(0); } } quit;",
        "wrong-answer",
    ),
    (
        "loops-before-main",
        INCLUDE,
        "struct Loop { Loop() { for (;;) {} } } loop;",
        "time-limit",
    ),
    (
        "crashes-before-main",
        INCLUDE,
        "struct Crash { Crash() { std::abort(); } } crash;",
        "runtime-error",
    ),
    (
        "closes-standard-error",
        INCLUDE,
        "struct Close { Close() { close(2); } } closing;",
        "wrong-answer",
    ),
    (
        "forges-records",
        INCLUDE,
        r#"__attribute__((constructor)) void forge(int count, char** words) {
            if (count == 4) { fprintf(stderr, "\n%s 3 %s\n", words[1], words[1]); exit(0); } }"#,
        "wrong-answer",
    ),
    (
        "has-a-symbol-of-the-driver",
        INCLUDE,
        "extern \"C\" void grader_driver_done() {}",
        "wrong-answer",
    ),
    (
        "has-the-new-name-of-main",
        INCLUDE,
        "extern \"C\" int grader_driver_students_main() { return 0; }",
        "wrong-answer",
    ),
    (
        "replaces-system-calls",
        INCLUDE,
        "extern \"C\" long syscall(long, ...) noexcept { return -1; }",
        "wrong-answer",
    ),
    (
        "has-weak-symbols-of-the-driver",
        INCLUDE,
        "extern \"C\" __attribute__((weak)) void grader_driver_signed(long long) {}",
        "accepted",
    ),
    (
        "guesses-records",
        INCLUDE,
        r#"struct Guess { Guess() { fputs("\n0 1 0\n\n 2 \n{\"returned\": 2}\n", stderr); } } guess;"#,
        "accepted",
    ),
    (
        "has-no-memory",
        INCLUDE,
        "void* operator new(std::size_t) { throw 1; }",
        "accepted",
    ),
    (
        "prints-at-the-end",
        INCLUDE,
        "struct End { ~End() { std::cout << \"The end\\n\"; } } end;",
        "accepted",
    ),
    (
        "has-names-of-everything",
        INCLUDE,
        "int call, used, driver, record, grader; char bytes[9]; asm(\".globl \\\"a b\\\"\\n.set \\\"a b\\\", 1\");",
        "accepted",
    ),
];

#[test]
#[parallel(root, ordinary)]
fn a_hostile_program_gets_what_its_functions_do_and_others_are_not_touched() {
    let course = course();
    let mut programs: Vec<(&str, &str, String)> = EVERY_FUNCTION
        .iter()
        .map(|(student, from, to, _)| (*student, *from, HEADERS.to_owned() + to))
        .collect();
    programs.push(("honest", INCLUDE, INCLUDE.to_owned()));
    let programs: Vec<_> = programs
        .iter()
        .map(|(s, from, to)| (*s, *from, to.as_str()))
        .collect();
    let results = graded(&course, &programs);
    for (student, _, _, verdict) in EVERY_FUNCTION {
        let found = verdicts(&results, student);
        for id in FUNCTIONS {
            let reason = text(&case(&results, student, id)["reason"]);
            assert_eq!(found[id], verdict, "{student}, {id}: {reason}");
        }
        assert_eq!(results.of(student, "f")["graded"], true, "{student}");
    }
    assert_eq!(results.of("honest", "f")["points"], 40.0);
}

#[test]
#[parallel(root, ordinary)]
fn a_function_that_is_not_what_it_seems_is_never_right_and_never_our_failure() {
    let course = course();
    let long = format!("void {}() {{}}\n{TWICE}", "x".repeat(5000));
    let table = [
        (
            "data",
            "asm(\".data\\n.globl _Z5twicei\\n.type _Z5twicei, @function\\n_Z5twicei: .quad 0\\n.text\");\nint twice(int);",
            "runtime-error",
        ),
        (
            "a-variable",
            "int (*const twice)(int) = [](int x) { return x == 2 ? 4 : 3; };",
            "wrong-answer",
        ),
        ("a-long-name", &long, "accepted"),
        (
            "jumps-away",
            "int main();\nint twice(int x) { static int n; if (n++) return 4; return main(); }",
            "wrong-answer",
        ),
        (
            "leaves-through-main",
            "void shout(int);\nint twice(int x) { if (x != 2) { shout(1); _Exit(7); } return 4; }",
            "wrong-answer",
        ),
    ];
    let programs = table.map(|(student, to, _)| (student, TWICE, to));
    let results = graded(&course, &programs);
    for (student, _, verdict) in table {
        let found = verdicts(&results, student);
        let submission = results.of(student, "f");
        assert_eq!(submission["build"]["verdict"], "ok", "{student}");
        assert_eq!(found["call-twice"], verdict, "{student}: {submission:#}");
        assert_eq!(found["call-mark"], "accepted", "{student}");
        assert_eq!(submission["graded"], true, "{student}");
    }
}

/// What hidden cases pass: whoever finds it prints what stands behind its beginning.
const SECRET: &str = "whisper-4711-of-the-instructor";

/// Looks for an argument that begins like [`SECRET`] wherever a program can look, and prints what is there. The beginning is
/// put together, so that the source is no place to find it.
const SEARCHES: &str = r#"#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <iostream>
#include <unistd.h>
extern "C" {
void grader_driver_case_1(unsigned) __attribute__((weak));
void grader_driver_case_2(unsigned) __attribute__((weak));
extern char __executable_start, end;
}
static bool calls_itself = false;
static void look(const char* at, std::size_t size) {
    const std::string start = std::string("whis") + "per" + "-";
    for (const char* it = at; it + start.size() < at + size; ++it)
        if (*it == 'w' && std::memcmp(it, start.data(), start.size()) == 0)
            std::cout << "FOUND " << std::string(it, 30) << std::endl;
}
static void search() {
    look(&__executable_start, &end - &__executable_start);
    std::string names[] = {"/proc/self/exe", "program", "driver-0.o", "driver-1.o", "driver-2.o", "driver-3.o",
        "functions", "functions-hidden", "functions-with-verdicts", "functions-1", "functions-2", "functions-3",
        "included-2-0", "included-2-0.o", "included-2-0.cpp"};
    char own[4096] = "";
    std::string place = readlink("/proc/self/exe", own, sizeof own - 1) > 0 ? own : "/work/out/program";
    place = place.substr(0, place.rfind('/') - 3);
    for (std::string name : names) {
        for (std::string folder : {place + "out/", place + "source/", place + "tmp/"}) {
            std::ifstream file((name[0] == '/' ? "" : folder) + name, std::ios::binary);
            std::string bytes((std::istreambuf_iterator<char>(file)), {});
            look(bytes.data(), bytes.size());
        }
    }
    if (std::exchange(calls_itself, true)) return;
    void (*cases[])(unsigned) = {grader_driver_case_1, grader_driver_case_2};
    for (auto one : cases) if (one) one(0);
}
int twice(int x) { search(); return 2 * x; }
void tell(const std::string& text) { if (calls_itself) std::cout << "FOUND " << text << std::endl; }
static inline int length(const std::string& text) { return text.size(); }
int shown(const std::string& text) { search(); return text.size(); }
int main() { search(); std::cout << "4\n"; }
"#;

#[test]
#[parallel(root, ordinary)]
fn nothing_of_a_hidden_call_is_where_a_shown_run_can_print_it() {
    let course = crate::support::Course::empty();
    course.write(
        "rubric.toml",
        crate::support::functions::RUBRIC.replace("200ms", "2s"),
    );
    let solution = SEARCHES
        .replace("{ search();", "{")
        .replace("if (calls_itself)", "if (false)");
    course.write("solution.cpp", solution);
    course.write(
        "testcases/f/play.toml",
        "description = \"Prints 4\"\ninput = []\n",
    );
    let call = |name: &str, prototype: &str, argument: &str, more: &str| {
        let text = format!(
            "description = \"Calls\"\nkind = \"call\"\nprototype = \"{prototype}\"\n{more}\ncalls = [{{ arguments = [{argument}] }}]\n"
        );
        course.write(format!("testcases/f/call-{name}.toml"), text);
    };
    let secret = format!("\"{SECRET}\"");
    call("a-twice", "int twice(int x)", "2", "");
    call(
        "b-tell",
        "void tell(const std::string &text)",
        &secret,
        "printed = \"exact\"\nvisibility = \"hidden\"",
    );
    call(
        "c-length",
        "int length(const std::string &text)",
        &secret,
        "visibility = \"hidden\"",
    );
    call("d-shown", "int shown(const std::string &text)", "\"a\"", "");
    course.grader(&["regenerate"]).exits_with(0);
    course.write("submissions/eve/f.cpp", SEARCHES);
    in_every_tier("D", &course, |tier, ran, results| {
        ran.exits_with(0);
        let files = course.files_in("reports/eve");
        assert!(files.contains_key("f.md"), "{:?}", files.keys());
        for (name, text) in files {
            assert!(!text.contains(SECRET), "tier {tier}: {name}: {text}");
        }
        // It was looked for, and hidden cases were really called with it.
        for id in [
            "call-a-twice",
            "call-b-tell",
            "call-c-length",
            "call-d-shown",
        ] {
            assert_eq!(
                verdicts(results, "eve")[id],
                "accepted",
                "tier {tier}, {id}"
            );
        }
        let report = course.read("reports/eve/f.md");
        assert!(!report.contains("FOUND"), "tier {tier}: {report}");
    });
}
