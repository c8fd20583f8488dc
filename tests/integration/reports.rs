//! Reports as students get them, from the real grader: they come to the point, and stay short.

use crate::support::{ADDS, Course, SUM};

/// No report is longer than this, in bytes.
const LONGEST: usize = 256 << 10;

/// Grades one program and returns its report as a file and as the terminal shows it.
fn graded(program: &str) -> (String, String) {
    let course = Course::sum();
    course.write("submissions/ann/sum.cpp", program);
    reports(&course)
}

fn reports(course: &Course) -> (String, String) {
    course.grader(&["run", "submissions"]).exits_with(0);
    let shown = course.grader(&["report", "ann"]);
    (
        course.read("reports/ann/sum.md"),
        shown.exits_with(0).stdout.clone(),
    )
}

/// The parts of a text that must stand there, in this order.
#[track_caller]
fn tells(text: &str, parts: &[&str]) {
    let mut rest = text;
    for part in parts {
        let found = rest.find(part);
        assert!(
            found.is_some(),
            "`{part}` is not there, or too early, in {text}"
        );
        rest = &rest[found.unwrap() + part.len()..];
    }
}

#[test]
fn a_compile_error_comes_first_with_its_line_and_its_meaning() {
    let (report, _) = graded("int main() {\n    int sum = 5\n    return 0;\n}\n");
    tells(
        &report,
        &[
            "**0 of 10 points**",
            "did not compile, so nothing could be tested.\n\n## What to look at first",
            "**The first error is in `sum.cpp`, line 3:** expected ',' or ';' before 'return'.",
            "    3 |     return 0;",
            "**What it means.** A semicolon is missing",
            "## What the compiler said",
            "## What counts",
        ],
    );
    assert!(!report.contains("| What counts |"), "{report}");
    assert!(!report.contains("The compiler found errors"), "{report}");
}

#[test]
fn an_error_inside_the_library_names_the_line_that_led_there() {
    let (report, _) = graded(
        "#include <set>\nstruct Move { int at; };\nint main() {\n    std::set<Move> all;\n    all.insert(Move{1});\n}\n",
    );
    tells(
        &report,
        &[
            "**The first error is in `sum.cpp`, line 5:** no match for",
            "What it means",
        ],
    );
}

#[test]
fn what_the_linker_misses_comes_first_in_plain_words() {
    let cases = [
        (
            "int ask(); int main() { return ask(); }",
            "**No file defines `ask()`:** it is used in `main`",
        ),
        ("int ask() { return 1; }", "**There is no `main`:**"),
    ];
    for (program, sentence) in cases {
        let (report, _) = graded(program);
        tells(
            &report,
            &[
                "## What to look at first",
                sentence,
                "## What the compiler said",
            ],
        );
    }
    let course = Course::sum();
    course.write("rubric.toml", SUM.replace("[\"sum.cpp\"]", "[\"*.cpp\"]"));
    course.write(
        "submissions/ann/main.cpp",
        "int ask() { return 1; }\nint main() {}",
    );
    course.write("submissions/ann/sum.cpp", "int ask() { return 2; }\n");
    let (report, _) = reports(&course);
    tells(
        &report,
        &[
            "first",
            "**`ask()` is defined twice:** in `main.cpp` and in `sum.cpp`.",
            "said",
        ],
    );
}

#[test]
fn the_table_of_the_class_shows_the_error_itself() {
    let course = Course::sum();
    course.write("submissions/ann/sum.cpp", "int main() { return x; }\n");
    let ran = course.grader(&["run", "submissions"]);
    ran.exits_with(0)
        .shows(&["sum.cpp:1: 'x' was not declared in this scope"]);
}

#[test]
fn accepted_names_between_braces_are_told_one_by_one() {
    let course = Course::sum();
    let rubric = SUM.replace("[\"sum.cpp\"]", "[\"sum.{cpp,cc}\"]");
    course.write("rubric.toml", rubric.replace("[\"*.cpp\"]", "[]"));
    course.write("submissions/sum/ann/notes.txt", "none yet");
    let (report, _) = reports(&course);
    tells(
        &report,
        &[
            "No program was found",
            "`sum.cpp` or `sum.cc` is not there; what was",
        ],
    );
}

#[test]
fn a_flood_of_equal_lines_is_one_line_and_a_number() {
    let program = ADDS.replace(
        "    std::printf(\"Sum",
        "    for (int i = 0; i < 100000; ++i) std::puts(\"again\");\n    std::printf(\"Sum",
    );
    for text in <[String; 2]>::from(graded(&program)) {
        tells(
            &text,
            &[
                "… the same line 27 times more …",
                "more lines that your program printed …",
            ],
        );
        tells(
            &text,
            &["again", "… the same line 99,999 times more …", "Sum: 5"],
        );
        assert!(text.len() < 5000, "{}", text.len());
    }
}

#[test]
fn a_mebibyte_in_one_line_keeps_its_ends_and_says_how_much_is_missing() {
    let program = ADDS.replace(
        "    std::printf(\"Sum",
        "    for (int i = 0; i < 1000000; ++i) std::putchar('x');\n    std::printf(\"Sum",
    );
    for text in <[String; 2]>::from(graded(&program)) {
        tells(&text, &["+ xxx", "characters left out …"]);
        tells(
            &text,
            &["xxx … 999,84", " characters left out … xxx", "xSum: 5"],
        );
        assert!(text.len() < 5000, "{}", text.len());
    }
}

#[test]
fn no_report_exceeds_its_bound_whatever_is_printed() {
    let noise = "for (int i = 0; i < 900000; ++i) std::putchar(i % 97 ? (i * 7919) % 251 : 10);";
    let program = ADDS.replace(
        "    std::printf(\"Sum",
        &format!("    {noise}\n    std::printf(\"Sum"),
    );
    let program = program.replace(
        "int main() {",
        "int main() {\n    std::fputs(\"e\", stderr);",
    );
    let (report, shown) = graded(&program);
    assert!(report.len() <= LONGEST, "{}", report.len());
    assert!(shown.len() <= 2 * LONGEST, "{}", shown.len());
}

/// A right sum in words of the program's own, which a looser criterion accepts.
#[test]
fn what_a_looser_criterion_pays_in_full_is_no_failure_in_the_report() {
    let course = Course::sum();
    let looser = "compare = { ending = [\"5\"] }\n";
    course.write("rubric.toml", format!("{SUM}{looser}"));
    course.write(
        "submissions/ann/sum.cpp",
        ADDS.replace("Sum: ", "That makes "),
    );
    let (report, _) = reports(&course);
    tells(
        &report,
        &[
            "**10 of 10 points**",
            "the only test case is right",
            "## What was right",
        ],
    );
    assert!(
        !report.contains("wrong answer") && !report.contains("look at first"),
        "{report}"
    );
    course
        .grader(&["run", "submissions"])
        .shows(&["10/10", "1/1"]);
}

#[test]
fn what_only_a_stricter_criterion_finds_is_named_as_its_own() {
    let course = Course::sum();
    let lenient = SUM.replace(
        "reference =",
        "compare = { prompts = \"any\" }\nreference =",
    );
    let stricter = "[[assignments.sum.criteria]]\nid = \"looks\"\ntitle = \"Looks\"\npoints = 5\n\
                    cases = [\"*\"]\ncompare = { prompts = \"exact\" }\n";
    course.write("rubric.toml", format!("{lenient}{stricter}"));
    course.write(
        "submissions/ann/sum.cpp",
        ADDS.replace("\"First\"", "\"One\""),
    );
    let (report, shown) = reports(&course);
    tells(
        &report,
        &[
            "**10 of 15 points**",
            "the only test case is right.",
            "“Looks” compares more strictly: one of these fails it.",
            "compared more strictly: 0 of 1 are right",
            "### `adds`: wrong answer under “Looks”",
            "printf '%s\\n' 2 3 | ./sum",
        ],
    );
    assert_eq!(course.read("reports/cases/sum/adds.in"), "2\n3\n");
    tells(
        &shown,
        &[
            "What counts  Points  of  Why points are missing\n",
            "sums             10  10\nLooks",
        ],
    );
    assert!(!shown.lines().any(|line| line.starts_with('|')), "{shown}");
}
