//! What a rubric can demand of a transcript, through the real command: turns, chatter, tolerance, a checker.

use crate::support::{ADDS, Course, SUM};

/// The smallest course with `compare` and one submission.
fn course(compare: &str, credit: &str, submission: &str) -> Course {
    let course = Course::sum();
    let cases = "cases = [\"*\"]";
    let rubric = SUM
        .replace("accept", &format!("compare = {compare}\naccept"))
        .replace(cases, &format!("{cases}\n{credit}"));
    course.write("rubric.toml", rubric);
    course.write("submissions/ann/sum.cpp", submission);
    course
}

/// The verdict on the one case, and the points of 10.
fn judged(course: &Course) -> (String, f64) {
    let results = course.results();
    let case = results.case_of("ann", "sum");
    (
        case["verdict"].as_str().unwrap_or("none").to_owned(),
        case["points"].as_f64().unwrap_or(-1.0),
    )
}

#[test]
fn every_turn_that_is_right_earns_its_share() {
    let by_turns = r#"{ scope = "turns", prompts = "exact" }"#;
    // What is changed in a right program, and the points: there are three turns.
    let table = [
        ("Sum", "Sum", ("accepted", 10.0)),
        ("\"First\"", "\"Number\"", ("wrong-answer", 6.666)),
        ("Sum: ", "Difference: ", ("wrong-answer", 6.666)),
        (
            "std::printf(\"Sum",
            "std::abort(); std::printf(\"Sum",
            ("runtime-error", 6.666),
        ),
        (
            "int second = ask(\"Second\")",
            "int second = 3",
            ("wrong-answer", 6.666),
        ),
    ];
    for (from, to, (verdict, points)) in table {
        let program = ADDS
            .replace(from, to)
            .replace("<cstdio>", "<cstdio>\n#include <cstdlib>");
        let course = course(by_turns, r#"credit = "per-turn""#, &program);
        assert_eq!(judged(&course), (verdict.to_owned(), points), "{to}");
    }
}

#[test]
fn a_programs_own_chatter_is_forgiven_where_the_rubric_allows_it() {
    let chatty = ADDS.replace(
        "std::printf(\"Sum",
        "std::puts(\"Here you are:\"); std::printf(\"Sum",
    );
    for (extra_lines, verdict) in [("deny", "wrong-answer"), ("allow", "accepted")] {
        let course = course(
            &format!("{{ extra_lines = \"{extra_lines}\" }}"),
            "",
            &chatty,
        );
        assert_eq!(judged(&course).0, verdict, "{extra_lines}");
    }
}

#[test]
fn a_result_with_another_number_is_no_chatter() {
    let both = ADDS.replace(
        "std::printf(\"Sum",
        "std::puts(\"Sum: 7\"); std::printf(\"Sum",
    );
    let course = course("{ extra_lines = \"allow\" }", "", &both);
    assert_eq!(judged(&course).0, "wrong-answer");
    // And a wrong one stands in the report, instead of being left out there, and is no slip of the pen.
    course.write(
        "submissions/ann/sum.cpp",
        ADDS.replace("first + second", "first - second"),
    );
    assert_eq!(judged(&course).0, "wrong-answer");
    let told = course.read("reports/ann/sum.md");
    assert!(told.contains("+ Sum: "), "{told}");
    assert!(
        !told.contains("misspelt") && !told.contains("is not printed"),
        "{told}"
    );
}

#[test]
fn what_was_not_said_is_told_by_the_names_of_the_words() {
    let rubric = SUM.replace("[[assignments.sum.criteria]]", "[assignments.sum.vocabulary]\nthe-total = '(total|amount)'\n\n[[assignments.sum.criteria]]");
    for (pattern, sentence) in [
        (
            "{the-total}",
            "The output does not say “the total” where that is expected",
        ),
        (
            "x+y|{the-total}",
            "Nothing that fits `x+y|{the-total}` stands in the output",
        ),
    ] {
        let course = Course::sum();
        course.write(
            "rubric.toml",
            rubric.replace(
                "accept",
                &format!("compare = {{ patterns = [\"{pattern}\"] }}\naccept"),
            ),
        );
        course.write("submissions/ann/sum.cpp", ADDS);
        assert_eq!(judged(&course).0, "wrong-answer");
        let told = course.read("reports/ann/sum.md");
        assert!(told.contains(sentence), "{told}");
    }
}

#[test]
fn numbers_may_be_off_by_as_much_as_the_rubric_says() {
    let rounding = ADDS.replace("Sum: %d\\n\", first", "Sum: %.3f\\n\", 0.004 + first");
    for (numbers, verdict) in [("abs = 0.001", "wrong-answer"), ("rel = 0.001", "accepted")] {
        let course = course(&format!("{{ numbers = {{ {numbers} }} }}"), "", &rounding);
        assert_eq!(judged(&course).0, verdict, "{numbers}");
    }
}

/// A checker that looks for the sum in the last word of the output.
const CHECKER: &str = r#"
test "$(head -n 1 "$1")" = 2 || exit 9
wanted=$(tail -n 1 "$3" | sed 's/.* //')
found=$(tail -n 1 "$2" | sed 's/.* //')
if [ "$found" = "$wanted" ]; then exit 0; fi
if [ "$found" = "0$wanted" ]; then echo "a zero too many"; exit 2; fi
echo "the sum is $wanted, not $found"
exit 1
"#;

#[test]
fn a_checker_of_the_instructors_decides_and_says_why() {
    // The words that are printed before the sum, and how it is printed.
    let table = [
        ("Sum: %d", "accepted", None),
        ("I think that it is %d", "accepted", None),
        ("Sum: %02d", "presentation-error", Some("a zero too many")),
        ("Sum: 1%d", "wrong-answer", Some("the sum is 5, not 15")),
    ];
    for (words, verdict, sentence) in table {
        let course = course(
            r#"{ checker = ["sh", "check.sh"] }"#,
            "",
            &ADDS.replace("Sum: %d", words),
        );
        course.write("check.sh", CHECKER);
        assert_eq!(judged(&course).0, verdict, "{words}");
        let report = course.read("reports/ann/sum.md");
        assert!(
            sentence.is_none_or(|sentence| report.contains(sentence)),
            "{words}\n{report}"
        );
    }
}

#[test]
fn a_checker_that_gives_no_answer_leaves_the_submission_ungraded() {
    let course = course(r#"{ checker = ["sh", "check.sh"] }"#, "", ADDS);
    course.write("check.sh", "echo out of order >&2\nexit 7\n");
    let run = course.grader(&["run", "submissions"]);
    run.exits_with(3);
    let report = course.read("reports/ann/sum.md");
    assert!(
        report.contains("exit code 7") && report.contains("out of order"),
        "{report}"
    );
}
