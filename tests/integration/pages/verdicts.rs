//! Pages of what is seen seldom: verdicts that the other class has not, what was refused, and what the grader itself failed at. They
//! belong to two assignments, so the page of the class has both.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use super::{violations, with_browser};
use crate::support::browser::Screen;
use crate::support::results::Results;
use crate::support::{ADDS, CASE, Course, EXPECTED, SUM};

const MEMORY: &str = "#include <cstdlib>\n#include <cstring>\nint main() { for (;;) { void* it = std::malloc(1 << 20); if (it == nullptr) std::abort(); std::memset(it, 1, 1 << 20); } }\n";

/// A call that no assignment needs.
const FORBIDDEN: &str = "#include <sys/ptrace.h>\nint main() { return ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0; }\n";

/// More than the compiler may write.
const HUGE: &str = "char field[256u << 20] = {1};\nint main() { return field[1]; }\n";

/// An assignment whose checker is out of order.
const ODD: &str = r#"
[assignments.odd]
sources = ["sum.cpp"]
reference = { sources = ["solution.cpp"] }
compare = { checker = ["sh", "check.sh"] }

[[assignments.odd.criteria]]
id = "sums"
points = 6
cases = ["*"]

[[assignments.odd.criteria]]
id = "style"
points = 4
manual = "none"
"#;

fn graded() -> &'static Course {
    static GRADED: LazyLock<Course> = LazyLock::new(|| {
        let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("verdicts");
        let _ = fs::remove_dir_all(&place);
        fs::create_dir_all(&place).unwrap();
        let course = Course::sum_below(&place);
        course.write("rubric.toml", format!("{SUM}{ODD}"));
        course.write("check.sh", "echo out of order >&2\nexit 7\n");
        course.write("testcases/odd/adds.toml", CASE);
        course.write("testcases/odd/adds.expected", EXPECTED);
        let asks_on = ADDS.replace(
            "    std::printf(\"Sum",
            "    for (;;) { ask(\"More\"); std::clearerr(stdin); }\n    std::printf(\"Sum",
        );
        course.write("submissions/sum/past-end/sum.cpp", asks_on);
        course.write("submissions/sum/memory/sum.cpp", MEMORY);
        course.write("submissions/sum/forbidden/sum.cpp", FORBIDDEN);
        course.write("submissions/sum/huge/sum.cpp", HUGE);
        course.write(
            "submissions/sum/refused/sum.zip",
            "PK\u{3}\u{4}, and nothing behind it",
        );
        course.write("submissions/sum/right/sum.cpp", ADDS);
        course.write("submissions/odd/ungraded/sum.cpp", ADDS);
        course
            .grader(&["run", "submissions", "--quiet"])
            .exits_with(3);
        course
    });
    &GRADED
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn pages_of_rare_verdicts_fit_their_screen_and_keep_the_rules_of_access() {
    let Some(mut browser) = with_browser() else {
        return;
    };
    let results = Results::read(&graded().path("reports"));
    let mut seen = BTreeSet::new();
    for (student, assignment, verdict) in [
        ("past-end", "sum", "read-past-end"),
        ("memory", "sum", "memory-limit"),
        ("forbidden", "sum", "forbidden-call"),
        ("huge", "sum", "not-run"),
        ("refused", "sum", "not-run"),
        ("ungraded", "odd", "ungraded"),
    ] {
        let of = results.of(student, assignment);
        seen.insert(of["build"]["verdict"].as_str().unwrap().to_owned());
        assert_eq!(of["cases"][0]["verdict"], verdict, "{student}");
        let path = graded().path(format!("reports/{student}/{assignment}.html"));
        let mut page = browser.open(&path, Screen::PHONE);
        for screen in [Screen::PHONE, Screen::WIDE.dark()] {
            page.show_on(screen);
            assert_eq!(page.sideways(), 0, "{student} on {screen:?}");
            assert_eq!(violations(&mut page), [""; 0], "{student} on {screen:?}");
        }
        assert_eq!(page.misdeeds(), [""; 0], "{student}");
    }
    assert_eq!(
        seen,
        ["ok", "compile-limit", "refused", "ungraded"]
            .map(str::to_owned)
            .into()
    );
}

#[test]
fn the_table_has_a_column_for_each_criterion_of_each_assignment() {
    let Some(mut browser) = with_browser() else {
        return;
    };
    let mut page = browser.open(&graded().path("reports/index.html"), Screen::WIDE);
    let heads = ".submissions thead .c";
    let both = ["sums\nof 10", "sums\nof 6", "style\nof 4"];
    assert_eq!(page.texts(heads), both);
    assert_eq!(page.texts("tr[data-student=right] td.c"), ["10"]);
    assert_eq!(page.texts("tr[data-student=ungraded] td.c"), ["–", "–"]);
    for screen in [Screen::WIDE, Screen::WIDE.dark()] {
        page.show_on(screen);
        assert_eq!(page.sideways(), 0, "{screen:?}");
        assert_eq!(violations(&mut page), [""; 0], "{screen:?}");
    }
    // Each column sorts its table.
    page.click(&format!("{heads} button"));
    page.click(&format!("{heads} button"));
    assert_eq!(page.texts(".submissions tbody th")[0], "right");
    page.evaluate("document.querySelector('#q').focus()");
    page.type_text("a:odd");
    assert_eq!(
        page.texts(heads),
        both[1..],
        "a table without a row is not shown"
    );
    page.press("Escape");
    page.show_on(Screen::PHONE);
    assert_eq!(
        page.texts(".submissions .c"),
        [""; 0],
        "a telephone has no room for them"
    );
    assert_eq!(page.sideways(), 0);
}
