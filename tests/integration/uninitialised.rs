//! Programs that depend on memory without a value, found by building them in several ways with the real compiler.

use serde_json::{Value, json};

use crate::support::results::{list, text};
use crate::support::sum::{self, DEFINED, undefined as findings};
use crate::support::{ADDS, Course};

/// The smallest course, which asks for `undefined` and has these criteria besides.
fn course(undefined: &str, criteria: &str) -> Course {
    sum::with(&format!("undefined = {{ {undefined} }}"), criteria)
}

/// Hands in [`ADDS`] with some code at the end of `main`, on line 14.
fn hand_in(course: &Course, student: &str, declared: &str, code: &str) {
    let program = ADDS.replace("second);\n}", &format!("second);\n{code}\n}}"));
    course.write(
        format!("submissions/{student}/sum.cpp"),
        format!("{declared}\n{program}"),
    );
}

/// Programs that read what nobody wrote, each with the line at which the compiler points, if it does.
const DEPENDING: [(&str, &str, &str, Option<u64>); 5] = [
    (
        "a-local",
        "",
        "int n; if (first > 99) n = 1; std::printf(\"%d\\n\", n);",
        Some(15),
    ),
    (
        "a-condition",
        "",
        "bool done; if (done) std::printf(\"done\\n\");",
        Some(15),
    ),
    (
        "the-heap",
        "",
        "int* a = new int[9]; if (first > 99) a[3] = 1; std::printf(\"%d\\n\", a[3]);",
        None,
    ),
    (
        "an-array",
        "int sum(const int* a) { int all = 0; for (int i = 0; i < 9; ++i) all += a[i]; return all; }",
        "int a[9]; for (int i = 1; i < first; ++i) a[i] = 0; std::printf(\"%d\\n\", sum(a));",
        None,
    ),
    (
        "an-exit-code",
        "",
        "int code; return first > 99 ? 1 : code;",
        Some(15),
    ),
];

#[test]
fn a_program_that_depends_on_uninitialised_data_is_named_with_its_line() {
    let course = course("uninitialised = true", "");
    for (student, declared, code, _) in DEPENDING {
        hand_in(&course, student, declared, code);
    }
    let results = course.results();
    for (student, _, code, line) in DEPENDING {
        let found = findings(results.of(student, "sum"));
        assert_eq!(found.len(), 1, "{student}: {found:#?}");
        assert_eq!(
            found[0]["kind"], "depends-on-uninitialised-data",
            "{student}"
        );
        if let Some(line) = line {
            assert_eq!(
                (text(&found[0]["file"]), &found[0]["line"]),
                ("sum.cpp", &json!(line)),
                "{student}: {found:#?}"
            );
            let shown = list(&found[0]["source"])
                .iter()
                .any(|one| text(&one["text"]) == code);
            assert!(shown, "{student}: {found:#?}");
        }
        assert_eq!(found[0]["cases"], json!(["adds"]));
        assert!(
            text(&found[0]["sentence"]).contains("before it has a value"),
            "{found:#?}"
        );
        // It costs nothing unless the rubric says so.
        let report = course.read(&format!("reports/{student}/sum.md"));
        assert!(
            report.contains("`depends-on-uninitialised-data`"),
            "{report}"
        );
    }
    let detail = text(&findings(results.of("a-local", "sum"))[0]["detail"]);
    assert!(
        detail.starts_with("Where such memory holds zeros it prints `0`, where"),
        "{detail}"
    );
}

#[test]
fn what_optimisation_alone_changes_is_named_too() {
    let course = course("uninitialised = true", "");
    let declared =
        "int f(int n) { if (n > 99) return 1; }\nint g(int n) { int m = n + 1; return m > n; }";
    hand_in(
        &course,
        "overflow",
        declared,
        "std::printf(\"%d\\n\", g(2147483647));",
    );
    let results = course.results();
    let found = findings(results.of("overflow", "sum"));
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(
        text(&found[0]["sentence"]).contains("compiled with optimisation"),
        "{found:#?}"
    );
}

/// Programs that may do something else each time, by right; and programs whose mistake shows nowhere.
const INNOCENT: [(&str, &str, &str); 10] = [
    ("nothing", "", ""),
    (
        "the-clock",
        "#include <ctime>",
        "std::printf(\"%ld\\n\", (long) std::time(0));",
    ),
    (
        "chance",
        "#include <cstdlib>\n#include <ctime>",
        "std::srand(std::time(0)); std::printf(\"%d\\n\", std::rand() % 3);",
    ),
    (
        "a-device",
        "#include <random>",
        "std::random_device d; std::printf(\"%u\\n\", d() % 2);",
    ),
    (
        "addresses",
        "",
        "int here; std::printf(\"%p %p\\n\", (void*) &here, (void*) new int);",
    ),
    (
        "fractions",
        "#include <cmath>",
        "double x = 1; for (int i = 1; i < 99; ++i) x = std::sin(x) * i / 3 + 0.1; std::printf(\"%.17g\\n\", x);",
    ),
    (
        "rounding",
        "#include <cmath>",
        // The compiler computes it more precisely than the library.
        "double x = 11.863953356525947; std::printf(\"%.17g\\n\", std::tgamma(x));",
    ),
    ("its-build", "", "std::printf(\"%s\\n\", __TIME__);"),
    (
        "deep",
        "int f(int n) { return n == 0 ? 0 : 1 + f(n - 1); }",
        "std::printf(\"%d\\n\", f(200000));",
    ),
    ("unseen", "", "int n; (void) n;"),
];

#[test]
fn what_differs_by_right_is_no_finding() {
    let course = course("uninitialised = true", DEFINED);
    for (student, declared, code) in INNOCENT {
        hand_in(&course, student, declared, code);
    }
    let short = "int main() { int n; std::scanf(\"%d\", &n); std::scanf(\"%d\", &n); int m; std::scanf(\"%d\", &m); std::printf(\"%d\", m); }";
    course.write(
        "submissions/reads-on/sum.cpp",
        format!("#include <cstdio>\n{short}"),
    );
    let results = course.results();
    for student in INNOCENT
        .map(|(student, ..)| student)
        .into_iter()
        .chain(["reads-on"])
    {
        let submission = results.of(student, "sum");
        assert_eq!(findings(submission), [Value::Null; 0], "{submission:#}");
        assert_eq!(
            submission["criteria"][1]["points"],
            json!(3.0),
            "{submission:#}"
        );
    }
}

#[test]
fn each_flavour_is_built_once_and_the_third_only_where_two_differ() {
    let course = course("uninitialised = true, sanitizers = true", "");
    hand_in(&course, "ann", "", "");
    hand_in(
        &course,
        "bob",
        "",
        "int n; if (first > 99) n = 1; std::printf(\"%d\\n\", n);",
    );
    let results = course.results();
    for (student, expected) in [("ann", [1, 1, 1, 0]), ("bob", [1, 1, 1, 1])] {
        let log = list(&results.of(student, "sum")["build"]["log"]);
        let compiled = log
            .iter()
            .map(text)
            .filter(|line| line.ends_with(" -c -o ../out/1.o sum.cpp"));
        let compiled: Vec<&str> = compiled.collect();
        let count = |all: [&str; 2]| {
            compiled
                .iter()
                .filter(|line| all.iter().all(|part| line.contains(part)))
                .count()
        };
        let flavours = [
            ["-O0", "=pattern"],
            ["-O2", "=zero"],
            ["-fsanitize", ""],
            ["-O0", "=zero"],
        ];
        assert_eq!(flavours.map(count), expected, "{compiled:#?}");
    }
    assert_eq!(findings(results.of("ann", "sum")), [Value::Null; 0]);
}
