//! Programs that are no dialogues: standard output as a whole (`scope = "output"`), input given at once, and files with both.

use crate::support::Course;
use crate::support::results::text;

const RUBRIC: &str = r#"
[assignments.sum]
repair = "0s"
sources = ["sum.cpp"]
reference = { sources = ["solution.cpp"] }
compare = { scope = "output" }

[[assignments.sum.criteria]]
id = "sums"
points = 10
cases = ["*"]
"#;

/// Reads numbers to the end of its input.
const SUMS: &str = r#"
#include <iostream>
int main() {
    long long number = 0, sum = 0, count = 0;
    while (std::cin >> number) {
        sum += number;
        ++count;
    }
    std::cout << "Count: " << count << "\nSum: " << sum << "\n";
}
"#;

/// The same, in another order and with other white space.
const PRINTS_WHILE_IT_READS: &str = r#"
#include <cstdio>
int main() {
    long long number = 0, sum = 0, count = 0;
    printf("Count:\n");
    while (scanf("%lld", &number) == 1) {
        sum += number;
        ++count;
        fflush(stdout);
    }
    printf("%lld Sum:\n%lld", count, sum);
}
"#;

/// A class with one case, `few`, and these programs.
fn course(rubric: &str, programs: &[(&str, &str)]) -> Course {
    let course = Course::empty();
    course.write("rubric.toml", rubric);
    course.write("solution.cpp", SUMS);
    course.write(
        "testcases/sum/few.toml",
        "description = 'Three numbers'\ninput = '''\n1 2\n3\n'''\n",
    );
    for (student, source) in programs {
        course.write(format!("submissions/{student}/sum.cpp"), source);
    }
    course
}

fn verdicts(course: &Course, students: &[&str]) -> Vec<String> {
    let results = course.results();
    students
        .iter()
        .map(|it| text(&results.case_of(it, "sum")["verdict"]).to_owned())
        .collect()
}

/// Prints ten numbers and their squares.
const SQUARES: &str = r#"
#include <iostream>
int main() {
    for (int number = 1; number <= 10; ++number) {
        std::cout << number << " " << number * number << "\n";
    }
}
"#;

#[test]
fn each_line_that_is_right_earns_its_share_where_the_rubric_says_so() {
    let other = |line: &str| SQUARES.replace("int main() {", &format!("int main() {{ {line}"));
    let programs = [
        ("ann", SQUARES.to_owned(), 10.0),
        ("bob", other("std::cout << \"Hello\\n\";"), 9.09),
        ("cid", SQUARES.replace("number = 1", "number = 3"), 8.0),
        (
            "dan",
            SQUARES.replace("number * number", "(number == 5 ? 0 : number * number)"),
            9.0,
        ),
        (
            "eve",
            SQUARES.replace(
                "<= 10;",
                "<= 10; std::cout << std::flush, number == 7 ? throw 1 :",
            ),
            7.0,
        ),
        (
            "fay",
            other("for (int i = 0; i < 90; ++i) std::cout << i << \"\\n\";"),
            1.0,
        ),
        ("gus", other("return 0;"), 0.0),
    ];
    let sources: Vec<(&str, &str)> = programs.iter().map(|it| (it.0, it.1.as_str())).collect();
    let by_line = format!("{RUBRIC}credit = 'per-line'\n");
    let course = course(&by_line, &sources);
    course.write("solution.cpp", SQUARES);
    course.grader(&["regenerate"]).exits_with(0);
    let results = course.results();
    for (student, _, points) in &programs {
        assert_eq!(results.of(student, "sum")["points"], *points, "{student}");
    }
    let reason = &results.of("dan", "sum")["criteria"][0]["reason"];
    assert_eq!(*reason, "0 of 1 are right, and 9 of 10 lines; not few");
    // How many lines there are could be made to depend on an input that students may not see.
    let unseen = by_line.replace("[[assign", "visibility = \"verdict\"\n\n[[assign");
    course.write("rubric.toml", unseen);
    let results = course.results();
    assert_eq!(results.of("fay", "sum")["points"], 1.0);
    let reason = &results.of("fay", "sum")["criteria"][0]["reason"];
    assert_eq!(*reason, "0 of 1 are right; not few");
}

#[test]
fn only_what_is_printed_counts_wherever_and_whether_a_program_reads() {
    let reads_nothing =
        "#include <iostream>\nint main() { std::cout << \"Count: 3\\nSum: 6\\n\"; }\n";
    let programs = [
        ("ann", SUMS),
        ("bob", PRINTS_WHILE_IT_READS),
        ("cid", reads_nothing),
        ("dan", &SUMS.replace("sum += number", "sum = number")),
        ("eve", &SUMS.replace("\"Count: \"", "\"COUNT: \"")),
    ];
    let students = programs.map(|(student, _)| student);
    let strict = course(RUBRIC, &programs);
    strict.grader(&["regenerate"]).exits_with(0);
    assert_eq!(strict.read("testcases/sum/few.ans"), "Count: 3\nSum: 6\n");
    let wrong = "wrong-answer";
    // Lines with other content are wrong, though the words are right: `Count:`, `3 Sum:`.
    let expected = ["accepted", wrong, "accepted", wrong, wrong];
    assert_eq!(verdicts(&strict, &students), expected);

    let loose = RUBRIC.replace(
        "{ scope = \"output\" }",
        "{ scope = \"output\", whitespace = \"tokens\", case_sensitive = false }",
    );
    let loose = course(&loose, &programs);
    loose.grader(&["regenerate"]).exits_with(0);
    let expected = ["accepted", "accepted", "accepted", wrong, "accepted"];
    assert_eq!(verdicts(&loose, &students), expected);
}

#[test]
fn files_with_input_and_output_are_cases_without_any_program_of_the_instructors() {
    let rubric = RUBRIC.replace("{ sources = [\"solution.cpp\"] }", "{ answers = true }");
    let course = course(&rubric, &[("ann", SUMS), ("bob", PRINTS_WHILE_IT_READS)]);
    course.write("testcases/sum/few.ans", "Count: 3\nSum: 6\n");
    course.write("testcases/sum/none.in", "");
    course.write("testcases/sum/none.ans", "Count: 0\nSum: 0\n");
    course.write(
        "testcases/sum/talk.dialog.txt",
        "<<4>>\n<<5>>\nCount: 2\nSum: 9\n",
    );
    // No text at all: reading stops there.
    course.write("testcases/sum/odd.in", b"4\n\xE9\n5\n");
    course
        .grader(&["run", "submissions"])
        .exits_with(2)
        .says(&["odd.ans: the file with the expected output cannot be read"]);
    course.write("testcases/sum/odd.ans", "Count: 1\nSum: 4\n");
    let results = course.results();
    assert_eq!(results.of("ann", "sum")["points"], 10.0);
    assert_eq!(results.of("bob", "sum")["points"], 0.0);
    course.grader(&["regenerate", "--check"]).exits_with(0);
}

#[test]
fn bytes_that_are_no_text_are_compared_as_they_are() {
    let prints =
        |byte: &str| format!("#include <cstdio>\nint main() {{ puts(\"caf\\x{byte}\"); }}\n");
    let rubric = RUBRIC.replace("{ sources = [\"solution.cpp\"] }", "{ answers = true }");
    let course = course(&rubric, &[("ann", &prints("e9")), ("bob", &prints("e8"))]);
    course.write("testcases/sum/few.ans", b"caf\xE9\n");
    assert_eq!(
        verdicts(&course, &["ann", "bob"]),
        ["accepted", "wrong-answer"]
    );
    let report = course.read("reports/bob/sum.md");
    assert!(
        report.contains(r"caf\xE9") && report.contains(r"caf\xE8"),
        "{report}"
    );
}

#[test]
fn long_input_and_output_are_judged_whole_and_told_of_in_brief() {
    let course = course(
        RUBRIC,
        &[
            ("ann", SUMS),
            (
                "bob",
                &SUMS.replace("> number", "> number && number < 99999"),
            ),
        ],
    );
    let lines: String = (1..=100_000).map(|number| format!("{number}\n")).collect();
    course.write("testcases/sum/few.toml", "description = 'Many numbers'\n");
    course.write("testcases/sum/few.in", lines);
    course.grader(&["regenerate"]).exits_with(0);
    assert_eq!(
        verdicts(&course, &["ann", "bob"]),
        ["accepted", "wrong-answer"]
    );
    let report = course.read("reports/bob/sum.md");
    let wanted = [
        "100,000 lines, 588,895 bytes in `few.in`; too many to show here",
        "`Count: 100000` is expected, but your program printed `Count: 99998`",
        "./sum < few.in",
    ];
    for part in wanted {
        assert!(report.contains(part), "no {part} in:\n{report}");
    }
    assert!(report.len() < 4000, "{} bytes", report.len());
    let page = course.read("reports/bob/sum.html");
    assert!(
        page.contains("100,000 lines") && !page.contains("sum/few.in"),
        "{page}"
    );
}

#[test]
fn a_difference_far_into_megabytes_is_found_and_shown_alone() {
    let prints = |wrong: u32| {
        format!(
            "#include <cstdio>\nint main() {{ for (int n = 0; n < 300000; ++n) printf(\"line %d\\n\", n == {wrong} ? -1 : n); }}\n"
        )
    };
    let rubric = RUBRIC.replace("compare =", "limits = { output = \"8MiB\" }\ncompare =");
    let course = course(
        &rubric,
        &[("ann", &prints(300_000)), ("bob", &prints(200_000))],
    );
    course.write("solution.cpp", prints(300_000));
    course.grader(&["regenerate"]).exits_with(0);
    assert_eq!(
        verdicts(&course, &["ann", "bob"]),
        ["accepted", "wrong-answer"]
    );
    let report = course.read("reports/bob/sum.md");
    let sentence = "In line 200,001 of the output `line 200000` is expected, but your program printed `line -1`.";
    assert!(report.contains(sentence), "{report}");
}

#[test]
fn who_reads_to_the_end_and_is_too_slow_has_a_time_limit_and_a_loop_is_the_references_own() {
    let loops = SUMS.replace("    std::cout", "    for (;;) {}\n    std::cout");
    let rubric = RUBRIC.replace("compare =", "limits = { cpu = \"200ms\" }\ncompare =");
    let slow = course(&rubric, &[("ann", &loops)]);
    slow.grader(&["regenerate"]).exits_with(0);
    assert_eq!(verdicts(&slow, &["ann"]), ["time-limit"]);
    slow.write("solution.cpp", &loops);
    let wanted = [
        "did not come to an end on the case `few`",
        "look for a loop in it",
    ];
    slow.grader(&["regenerate"]).exits_with(2).says(&wanted);
}

#[test]
fn order_and_numbers_are_as_free_as_the_rubric_says() {
    let rubric = |knobs: &str| {
        RUBRIC
            .replace("{ sources = [\"solution.cpp\"] }", "{ answers = true }")
            .replace(
                "{ scope = \"output\" }",
                &format!("{{ scope = \"output\", {knobs} }}"),
            )
    };
    let prints = |text: &str| format!("#include <cstdio>\nint main() {{ puts(\"{text}\"); }}\n");
    for (knobs, answer, right, wrong) in [
        ("order = \"any\"", "a\nb\nb\n", "b\\na\\nb", "b\\na\\na"),
        (
            "numbers = { abs = 0.01 }",
            "mean 1.0\n",
            "mean 1.001",
            "mean 1.1",
        ),
        (
            "numbers = { rel = 1e-6 }",
            "nan inf\n",
            "-nan inf",
            "nan -inf",
        ),
    ] {
        let course = course(
            &rubric(knobs),
            &[("ann", &prints(right)), ("bob", &prints(wrong))],
        );
        course.write("testcases/sum/few.ans", answer);
        let found = verdicts(&course, &["ann", "bob"]);
        assert_eq!(found, ["accepted", "wrong-answer"], "{knobs}");
    }
}

#[test]
fn what_does_not_go_with_output_as_a_whole_is_told_with_its_line() {
    let cases = [
        (
            RUBRIC.replace("\"output\" }", "\"output\", prompts = \"any\" }"),
            "",
            "`prompts` says nothing where `scope = \"output\"`",
        ),
        (
            RUBRIC.replace("\"output\" }", "\"turns\", order = \"any\" }"),
            "",
            "`order` goes with `scope = \"output\"`",
        ),
        (
            RUBRIC.replace("\"output\" }", "\"final\", whitespace = \"tokens\" }"),
            "",
            "goes with `scope = \"output\"`",
        ),
        (
            format!("{RUBRIC}compare = {{ scope = \"final\" }}\n"),
            "",
            "here, too, the scope must be `output`",
        ),
        (
            RUBRIC.to_owned(),
            "answers = [{ asks = 'again', with = 'n' }]\n",
            "needs to see where a program reads",
        ),
        (
            RUBRIC.replace("{ sources = [\"solution.cpp\"] }", "{ answer = true }"),
            "",
            "answers",
        ),
    ];
    for (rubric, more, wanted) in cases {
        let course = course(&rubric, &[("ann", SUMS)]);
        let case = course.read("testcases/sum/few.toml");
        course.write("testcases/sum/few.toml", format!("{case}{more}"));
        course.grader(&["check"]).exits_with(2).says(&[wanted]);
    }
    let course = course(RUBRIC, &[("ann", SUMS)]);
    course.write("testcases/sum/few.in", "4\n");
    course
        .grader(&["check"])
        .exits_with(2)
        .says(&["few.in` beside this case holds input, too"]);
}

/// Asks for numbers until there are no more.
const ASKS: &str = r#"
#include <iostream>
int main() {
    int number = 0, sum = 0;
    std::cout << "Number: ";
    while (std::cin >> number) {
        sum += number;
        std::cout << "Number: ";
    }
    std::cout << "Sum: " << sum << "\n";
}
"#;

#[test]
fn the_end_of_input_is_an_input_where_programs_must_read_to_it() {
    let keys = "end_of_input = true\nlimits = { cpu = \"400ms\" }";
    let rubric = RUBRIC.replace("compare = { scope = \"output\" }", keys);
    let silent = ASKS.replace("    std::cout << \"Number: \";\n    while", "    while");
    let silent = silent.replace("        std::cout << \"Number: \";\n", "");
    let loops = ASKS.replace(
        "while (std::cin >> number) {",
        "while (true) {\n        std::cin >> number;",
    );
    let computes = ASKS.replace(
        "    std::cout << \"Sum",
        "    for (volatile long n = 0; n < 40000000;) n = n + 1;\n    std::cout << \"Sum",
    );
    let slow = ASKS.replace(
        "    std::cout << \"Sum",
        "    for (volatile bool on = true; on;) {}\n    std::cout << \"Sum",
    );
    let programs = [
        ("asks", ASKS),
        ("silent", &silent),
        (
            "counts",
            &ASKS.replace(
                "while (std::cin >> number) {",
                "for (int n = 0; n < 3; ++n) {\n        std::cin >> number;",
            ),
        ),
        ("computes", &computes),
        ("loops", &loops),
        ("slow", &slow),
        ("wrong", &ASKS.replace("sum += number", "sum = number")),
    ];
    let course = course(&rubric, &programs);
    course.write("solution.cpp", ASKS);
    course.grader(&["regenerate"]).exits_with(0);
    let expected = "Number: ‹1 2›\nNumber: Number: ‹3›\nNumber: ‹␄›\nSum: 6\n";
    assert_eq!(course.read("testcases/sum/few.expected"), expected);
    let wanted = [
        "accepted",
        "accepted",
        "accepted",
        "accepted",
        "time-limit",
        "time-limit",
        "wrong-answer",
    ];
    let students = programs.map(|(student, _)| student);
    let found = verdicts(&course, &students);
    let told: Vec<_> = students.iter().zip(&found).collect();
    assert!(
        ["read-past-end", "output-limit", "time-limit"].contains(&found[4].as_str()),
        "{told:?}"
    );
    let others = |all: &[String]| [&all[..4], &all[5..]].concat();
    assert_eq!(
        others(&found),
        others(&wanted.map(str::to_owned)),
        "{told:?}"
    );
    let report = course.read("reports/wrong/sum.md");
    assert!(
        report.contains("After the end of its input `Sum: 6` is expected"),
        "{report}"
    );
    assert!(
        report.contains("./sum") && !report.contains("␄ | ./sum"),
        "{report}"
    );

    course.write("rubric.toml", rubric.replace("end_of_input = true", ""));
    let wanted = [
        "the script ends before the reference does",
        "write `end_of_input = true`",
    ];
    course.grader(&["regenerate"]).exits_with(2).says(&wanted);
    course.write("rubric.toml", &rubric);
    course.write("solution.cpp", programs[2].1);
    let wanted = ["ends without having read to the end of its input"];
    course.grader(&["regenerate"]).exits_with(2).says(&wanted);
}

const VALIDATOR: &str = r#"
import sys
given, answer, messages = sys.argv[1:]
wanted, found = sorted(open(answer, "rb").read().split()), sorted(sys.stdin.buffer.read().split())
numbers = open(given, "rb").read().split()
with open(messages + "judgemessage.txt", "w") as file:
    file.write("for judges")
if numbers == [b"1", b"2", b"3"] and wanted == found:
    sys.exit(42)
with open(messages + "teammessage.txt", "w") as file:
    file.write("Count again.\n")
sys.exit(43 if wanted != found else 1)
"#;

#[test]
fn an_output_validator_of_kattis_is_a_checker() {
    let rubric = RUBRIC.replace(
        "scope = \"output\" }",
        "scope = \"output\", checker = [\"python3\", \"validate.py\"], protocol = \"kattis\" }",
    );
    let swapped = "#include <iostream>\nint main() { std::cout << \"6 Sum:\\nCount: 3\\n\"; }\n";
    let course = course(
        &rubric,
        &[
            ("ann", SUMS),
            ("bob", swapped),
            ("cid", &SUMS.replace("++count", "--count")),
        ],
    );
    course.write("validate.py", VALIDATOR);
    course.grader(&["regenerate"]).exits_with(0);
    let found = verdicts(&course, &["ann", "bob", "cid"]);
    assert_eq!(found, ["accepted", "accepted", "wrong-answer"]);
    let report = course.read("reports/cid/sum.md");
    assert!(
        report.contains("Count again.") && !report.contains("for judges"),
        "{report}"
    );

    course.write("validate.py", "import sys\nsys.exit(1)\n");
    course.grader(&["run", "submissions"]).exits_with(3);
    let report = course.read("reports/ann/sum.md");
    assert!(
        report.contains("it ended with exit code 1; expected exit code 42"),
        "{report}"
    );
    course.write(
        "rubric.toml",
        rubric.replace("checker = [\"python3\", \"validate.py\"], ", ""),
    );
    course
        .grader(&["check"])
        .exits_with(2)
        .says(&["`protocol` says how a checker is asked"]);
}
