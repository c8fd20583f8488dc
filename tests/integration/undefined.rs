//! Undefined behaviour, found by sanitizers in the real programs of the real compiler.

use serde_json::{Value, json};

use crate::support::results::{list, text};
use crate::support::sum::{self, DEFINED, undefined as findings};
use crate::support::{ADDS, CASE, Course};

/// The smallest course, which asks for `undefined` and has these criteria besides.
fn course(undefined: &str, criteria: &str) -> Course {
    sum::with(&format!("undefined = {{ {undefined} }}"), criteria)
}

/// Hands in [`ADDS`] with some code at the start of `main`, on line 11.
fn hand_in(course: &Course, student: &str, declared: &str, code: &str) {
    let program = ADDS.replace("int main() {", &format!("int main() {{ {code}"));
    course.write(
        format!("submissions/{student}/sum.cpp"),
        format!("{declared}\n{program}"),
    );
}

/// What is declared, what `main` does first, and the kind that it must be called.
const FAULTS: [(&str, &str, &str); 17] = [
    (
        "",
        "int a[9]; volatile int n = 9; a[n] = 1;",
        "out-of-bounds-index",
    ),
    (
        "int g[9];",
        "volatile int n = 9; int* p = g; p[n] = 1;",
        "global-buffer-overflow",
    ),
    (
        "",
        "int a[9]; volatile int n = -1; int* p = a; p[n] = 1;",
        "stack-buffer-overflow",
    ),
    (
        "#include <cstring>",
        "char a[4]; std::strcpy(a, \"too long for it\");",
        "stack-buffer-overflow",
    ),
    (
        "",
        "volatile int n = 9; int* a = new int[9]; a[n] = 1; delete[] a;",
        "heap-buffer-overflow",
    ),
    (
        "",
        "int* a = new int[9]; delete[] a; std::printf(\"%d\", a[0]);",
        "heap-use-after-free",
    ),
    ("", "int* a = new int; delete a; delete a;", "double-free"),
    (
        "",
        "int* a = new int[2]; delete a;",
        "alloc-dealloc-mismatch",
    ),
    (
        "",
        "int* p; { int x = 1; p = &x; } std::printf(\"%d\", *p);",
        "stack-use-after-scope",
    ),
    (
        "",
        "volatile int n = 2147483647; int m = n + 1; (void)m;",
        "signed-integer-overflow",
    ),
    (
        "",
        "volatile int n = 0; int m = 1 / n; (void)m;",
        "integer-divide-by-zero",
    ),
    (
        "struct S { int x; };",
        "S* volatile p = 0; int m = p->x; (void)m;",
        "null-pointer-use",
    ),
    (
        "",
        "volatile int n = 40; int m = 1 << n; (void)m;",
        "invalid-shift-exponent",
    ),
    (
        "int f(int n) { if (n > 5) return 1; }",
        "volatile int n = 1; f(n);",
        "missing-return",
    ),
    (
        "",
        "alignas(4) char b[8]; int* p = (int*)(b + 1); *p = 1;",
        "misaligned-pointer-use",
    ),
    (
        "#include <vector>",
        "std::vector<int> v(3); volatile int n = 3; v[n] = 1;",
        "library-assertion",
    ),
    ("", "int* p = (int*)123456; *p = 1;", "wild-pointer-use"),
];

#[test]
fn every_kind_has_its_name_and_the_students_line() {
    let course = course("sanitizers = true", "");
    let student = |number: usize| format!("student-{number:02}");
    for (number, (declared, code, _)) in FAULTS.into_iter().enumerate() {
        hand_in(&course, &student(number), declared, code);
    }
    let results = course.results();
    for (number, (declared, code, kind)) in FAULTS.into_iter().enumerate() {
        let found = findings(results.of(&student(number), "sum"));
        assert_eq!(found.len(), 1, "{kind}: {found:#?}");
        assert_eq!(text(&found[0]["kind"]), kind, "{found:#?}");
        let line = if kind == "missing-return" { 1 } else { 11 };
        assert_eq!(
            (text(&found[0]["file"]), &found[0]["line"]),
            ("sum.cpp", &json!(line)),
            "{found:#?}"
        );
        let source = list(&found[0]["source"])
            .iter()
            .find(|one| one["line"] == json!(line));
        let shown = source.map(|one| text(&one["text"])).unwrap_or_default();
        assert!(
            shown.contains(if line == 1 { declared } else { code }),
            "{kind}: {shown}"
        );
        assert_eq!(found[0]["cases"], json!(["adds"]));
        let report = course.read(&format!("reports/{}/sum.md", student(number)));
        assert!(
            report.contains(&format!("### `sum.cpp:{line}`: `{kind}`")),
            "{report}"
        );
    }
}

/// Right programs, or programs that fail in a way that C++ defines.
const HARMLESS: [(&str, &str, &str); 7] = [
    ("nothing", "", ""),
    (
        "large",
        "#include <vector>",
        "std::vector<int> v(1 << 22, 1); if (v[77] != 1) return 1;",
    ),
    (
        "throws",
        "#include <vector>",
        "std::vector<int> v(3); volatile int n = 3; v.at(n) = 1;",
    ),
    ("aborts", "#include <cstdlib>", "std::abort();"),
    (
        "recurses",
        "int f(int n) { volatile char b[999]; b[0] = 1; return f(n + 1) + b[0]; }",
        "f(0);",
    ),
    (
        "wraps",
        "",
        "volatile unsigned n = 4294967295u; unsigned m = n + 1; (void)m;",
    ),
    ("leaks", "", "int* p = new int[100]; p[0] = 1;"),
];

/// What a sanitizer prints, and what its record would look like.
const FAKE: &str = "std::fprintf(stderr, \"\\n sum.cpp:3:1: runtime error: index 9 out of bounds for type 'int [9]'\\n\
    ==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x1\\n\\n undefined\\nkind out-of-bounds-index\\n\
    place 3 sum.cpp\\nmessage Index 9 out of bounds\\n\\n\\n\"); std::fflush(stderr);";

#[test]
fn what_is_defined_or_only_printed_is_no_finding() {
    let course = course("sanitizers = true", DEFINED);
    for (student, declared, code) in HARMLESS {
        hand_in(&course, student, declared, code);
    }
    hand_in(&course, "forger", "", FAKE);
    hand_in(
        &course,
        "looks",
        "#include <cstdlib>",
        "if (std::getenv(\"GRADER_MARK\")) return 1;",
    );
    let results = course.results();
    for student in HARMLESS
        .map(|(student, ..)| student)
        .into_iter()
        .chain(["forger", "looks"])
    {
        let submission = results.of(student, "sum");
        assert_eq!(findings(submission), [Value::Null; 0], "{submission:#}");
        assert_eq!(
            submission["criteria"][1]["points"],
            json!(3.0),
            "{submission:#}"
        );
        assert!(
            !course
                .read(&format!("reports/{student}/sum.md"))
                .contains("Undefined"),
            "{student}"
        );
    }
}

#[test]
fn a_criterion_or_a_penalty_counts_places_and_a_remark_costs_nothing() {
    let two = "volatile int n = 9; int a[9]; if (std::getenv(\"HOME\")) { a[n] = 1; }";
    let remark = course("sanitizers = true", "");
    hand_in(&remark, "ann", "#include <cstdlib>", two);
    assert_eq!(remark.results().of("ann", "sum")["points"], json!(10.0));
    let penalty = "[[assignments.sum.criteria]]\nid = \"undefined\"\npenalty = { each = 2, most = 5 }\ncheck = \"undefined\"\n";
    let counted = course(
        "sanitizers = true, cases = [\"*\"]",
        &format!("{DEFINED}{penalty}"),
    );
    hand_in(&counted, "ann", "#include <cstdlib>", two);
    counted.write("submissions/bob/sum.cpp", "int main() { return }");
    let results = counted.results();
    let ann = results.of("ann", "sum");
    assert_eq!(
        (&ann["points"], &ann["max_points"]),
        (&json!(8.0), &json!(13.0)),
        "{ann:#}"
    );
    let report = counted.read("reports/ann/sum.md");
    for part in [
        "undefined behaviour in 1 place, such as sum.cpp:11",
        "2 for 1 place with undefined behaviour",
        "Index 9 is outside of an array of 9: it has the indices 0 to 8.",
        "--> 11 | int main() {",
    ] {
        assert!(report.contains(part), "`{part}` is not in {report}");
    }
    assert_eq!(results.of("bob", "sum")["undefined"], Value::Null);
    assert_eq!(results.of("bob", "sum")["points"], json!(0.0));
}

#[test]
fn each_source_is_compiled_once_for_each_flavour_however_many_cases_and_functions_there_are() {
    let course = course("sanitizers = true", "");
    for number in 0..6 {
        course.write(
            format!("testcases/sum/more-{number}.toml"),
            CASE.replace('3', &number.to_string()),
        );
    }
    let call = "kind = \"call\"\ndescription = \"Doubles\"\nprototype = \"int twice(int n)\"\n\n[[calls]]\narguments = [4]\n\n[[calls]]\narguments = [5]\n";
    course.write("testcases/sum/twice.toml", call);
    let twice = "int twice(int n) { return 2 * n; }\n";
    course.write("solution.cpp", format!("{twice}{ADDS}"));
    course.grader(&["regenerate"]).exits_with(0);
    course.write("submissions/ann/sum.cpp", format!("{twice}{ADDS}"));
    let past = "int twice(int n) { int row[5] = {}; int* p = row; p[n] = 1; return 2 * n; }\n";
    course.write("submissions/bob/sum.cpp", format!("{past}{ADDS}"));
    let results = course.results();
    let log = list(&results.of("ann", "sum")["build"]["log"]);
    let compiled = |flavour: bool| {
        let lines = log
            .iter()
            .map(text)
            .filter(|line| line.ends_with(" -c -o ../out/1.o sum.cpp"));
        lines
            .filter(|line| line.contains("-fsanitize") == flavour)
            .count()
    };
    assert_eq!((compiled(false), compiled(true)), (1, 1), "{log:#?}");
    let found = findings(results.of("bob", "sum"));
    assert_eq!(
        (found.len(), &found[0]["cases"]),
        (1, &json!(["twice"])),
        "{found:#?}"
    );
    assert_eq!(
        (text(&found[0]["file"]), &found[0]["line"]),
        ("sum.cpp", &json!(1))
    );
}

#[test]
fn students_are_not_shown_the_numbers_of_hidden_cases() {
    let course = course("sanitizers = true", "");
    course.write(
        "testcases/sum/adds.toml",
        CASE.replace("input", "visibility = \"hidden\"\ninput"),
    );
    hand_in(
        &course,
        "ann",
        "",
        "int a[9]; volatile int n = 77123; a[n] = 1;",
    );
    course.results();
    let full = course.read("reports/results.json");
    assert!(full.contains("Index 77123"), "{full}");
    for (name, shown) in course.files_in("reports/ann") {
        assert!(
            !shown.contains("Index 77123") && !shown.contains("adds"),
            "{name}: {shown}"
        );
    }
    assert!(
        course
            .read("reports/ann/sum.md")
            .contains("### `sum.cpp:11`: `out-of-bounds-index`")
    );
}

#[test]
fn what_happens_after_the_end_of_the_input_counts_only_where_the_end_is_handled() {
    let course = course("sanitizers = true", "");
    let past = "int a[9]; volatile int n = 99; a[n] = 1;";
    let end = "second);\n}";
    let asks = ADDS.replace(
        end,
        &format!("second);\nif (ask(\"Third\") == 0) {{ {past} }}\n}}"),
    );
    let reads = ADDS
        .replace(end, &format!("second);\nif (std::getchar() == EOF || true) {{ int n = 0; if (std::scanf(\"%d\", &n) != 1) {{ {past} std::exit(0); }} }}\n}}"))
        .replace("#include <cstdio>", "#include <cstdio>\n#include <cstdlib>");
    course.write("submissions/asks/sum.cpp", asks);
    course.write("submissions/reads/sum.cpp", reads);
    let results = course.results();
    assert_eq!(findings(results.of("asks", "sum")), [Value::Null; 0]);
    assert_eq!(
        findings(results.of("reads", "sum")).len(),
        1,
        "{:#}",
        results.of("reads", "sum")
    );
}

/// How a program keeps what sanitizers find to itself: what it declares, and what `main` does before its mistake.
const SILENCES: [(&str, &str, &str); 12] = [
    (
        "syscall",
        "extern \"C\" long syscall(long, ...) noexcept { return -1; }",
        "",
    ),
    (
        "getenv",
        "extern \"C\" char* getenv(const char*) noexcept { return nullptr; }",
        "",
    ),
    (
        "vsnprintf",
        "#include <cstdarg>\nextern \"C\" int vsnprintf(char*, std::size_t, const char*, va_list) noexcept { return 0; }",
        "",
    ),
    (
        "weak-strlen",
        "extern \"C\" __attribute__((weak)) std::size_t strlen(const char*) noexcept { return 0; }",
        "",
    ),
    ("closes-100", "#include <unistd.h>", "close(100);"),
    (
        "reuses-100",
        "#include <unistd.h>\n#include <fcntl.h>",
        "dup2(open(\"/dev/null\", O_WRONLY), 100);",
    ),
    (
        "takes-the-callback",
        "extern \"C\" void __asan_set_error_report_callback(void (*)(const char*));",
        "\n#ifdef __SANITIZE_ADDRESS__\n__asan_set_error_report_callback(nullptr);\n#endif\n",
    ),
    (
        "finds-the-callback",
        "#include <dlfcn.h>",
        "((void (*)(void*))dlsym(RTLD_DEFAULT, \"__asan_set_error_report_callback\"))(nullptr);",
    ),
    (
        "is-asked-first",
        "#include <unistd.h>\nextern \"C\" void __asan_on_error() { _exit(0); }",
        "",
    ),
    (
        "ends-unheard",
        "#include <unistd.h>\n#include <sys/syscall.h>",
        "\n#ifdef __SANITIZE_ADDRESS__\nsyscall(SYS_exit_group, 0);\n#endif\n",
    ),
    (
        "ends-by-a-signal",
        "#include <cstdlib>",
        "\n#ifdef __SANITIZE_ADDRESS__\nstd::abort();\n#endif\n",
    ),
    (
        "takes-the-descriptor-first",
        "#include <unistd.h>\n__attribute__((constructor(101))) void first() {\n#ifdef __SANITIZE_ADDRESS__\nclose(2);\n#endif\n}",
        "close(100);",
    ),
];

const MISTAKE: &str = "int* a = new int[9]; volatile int n = 9; a[n] = 1; delete[] a;";

#[test]
fn a_program_that_silences_the_watcher_is_undecided_and_not_without_fault() {
    let course = course("sanitizers = true", DEFINED);
    for (student, declared, code) in SILENCES {
        hand_in(
            &course,
            student,
            &format!("#include <cstddef>\n{declared}"),
            &format!("{code} {MISTAKE}"),
        );
    }
    hand_in(&course, "z-neighbour", "", "");
    let results = course.results();
    for (student, ..) in SILENCES {
        let submission = results.of(student, "sum");
        let criterion = &submission["criteria"][1];
        assert_eq!(
            criterion["state"], "awaits-instructor",
            "{student}: {submission:#}"
        );
        assert_eq!(criterion["points"], json!(3.0), "{student}");
        let reason = text(&criterion["reason"]);
        assert!(
            reason.contains("nobody knows what they found"),
            "{student}: {reason}"
        );
    }
    let neighbour = &results.of("z-neighbour", "sum")["criteria"][1];
    assert_eq!(
        (&neighbour["state"], &neighbour["points"]),
        (&json!("decided"), &json!(3.0))
    );
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn however_an_innocent_program_ends_nothing_is_held_against_it() {
    let course = course("sanitizers = true", DEFINED);
    let ends = [
        ("exits", "#include <cstdlib>", "std::exit(0);"),
        ("exits-at-once", "#include <unistd.h>", "_exit(0);"),
        ("exits-in-c", "#include <cstdlib>", "std::_Exit(3);"),
        ("quits", "#include <cstdlib>", "std::quick_exit(0);"),
        ("aborts", "#include <cstdlib>", "std::abort();"),
        ("throws", "", "throw 1;"),
        ("loops", "", "for (volatile int n = 0;;) n = 0;"),
        ("returns", "", "return 7;"),
        ("is-killed", "#include <csignal>", "std::raise(SIGTERM);"),
        (
            "has-a-name",
            "int index, record, mark; void syscall(int) {}",
            "",
        ),
        (
            "ends-in-a-destructor",
            "#include <unistd.h>\nstruct E { ~E() { _exit(0); } } e;",
            "",
        ),
    ];
    for (student, declared, code) in ends {
        hand_in(&course, student, declared, code);
    }
    let results = course.results();
    for (student, ..) in ends {
        let submission = results.of(student, "sum");
        let criterion = &submission["criteria"][1];
        let found = (&criterion["state"], &criterion["points"]);
        assert_eq!(
            found,
            (&json!("decided"), &json!(3.0)),
            "{student}: {submission:#}"
        );
    }
}

/// The fenced blocks of a page in this language.
fn blocks<'p>(page: &'p str, language: &str) -> Vec<&'p str> {
    let fenced = page.split("```").skip(1).step_by(2);
    fenced
        .filter_map(|block| block.strip_prefix(&format!("{language}\n")))
        .collect()
}

#[test]
fn the_examples_of_the_page_are_what_students_are_shown() {
    let page = include_str!("../../docs/how-to/undefined.md");
    let programs = blocks(page, "cpp");
    let shown = blocks(page, "text");
    let [key, criterion] = blocks(page, "toml")[..] else {
        unreachable!("two blocks")
    };
    let key = key.strip_prefix("[assignments.sum]\n").unwrap_or_default();
    let course = sum::with(key.trim_end(), &format!("\n{criterion}"));
    for (number, program) in programs.iter().enumerate() {
        course.write(format!("submissions/student-{number}/sum.cpp"), program);
    }
    let results = course.results();
    assert_eq!(programs.len(), shown.len());
    for (number, lines) in shown.iter().enumerate() {
        let report = course.read(&format!("reports/student-{number}/sum.md"));
        for line in lines.lines() {
            assert!(report.contains(line), "`{line}` is not in {report}");
        }
        let submission = results.of(&format!("student-{number}"), "sum");
        assert_eq!(
            submission["criteria"][1]["points"],
            json!(-2.0),
            "{submission:#}"
        );
    }
}

#[test]
fn memory_is_limited_although_addresses_are_not() {
    let course = course("sanitizers = true", "");
    let fills = "for (int i = 0; i < 100000; ++i) std::memset(new char[1 << 20], 1, 1 << 20);";
    hand_in(&course, "ann", "#include <cstring>", fills);
    let results = course.results();
    assert_eq!(findings(results.of("ann", "sum")), [Value::Null; 0]);
}
