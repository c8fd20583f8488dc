//! Hints in steps, as many as the rubric says, and those that an instructor writes for outputs that they know.

use crate::support::mistakes;
use crate::support::results::Results;
use crate::support::{ADDS, CASE, Course, SUM};

/// What programs make of 2 and 3.
const WRONG: [(&str, &str); 3] = [
    ("right", "first + second"),
    ("times", "first * second"),
    ("minus", "first - second"),
];

const HINT: &str = "
[[assignments.sum.hints]]
when = 'sum: 6\\b'
say = \"Read the text once more: add, do not multiply.\"
";

fn course(hints: &str, case: &str) -> Course {
    let course = Course::sum();
    course.write("rubric.toml", format!("{SUM}{hints}"));
    course.write("testcases/sum/adds.toml", format!("{CASE}{case}"));
    for (name, result) in WRONG {
        let source = ADDS.replace("first + second", result);
        course.write(format!("submissions/{name}/sum.cpp"), source);
    }
    course.grader(&["run", "submissions/"]).exits_with(0);
    course
}

#[test]
fn rubric_hints_are_shown_for_matching_wrong_output() {
    let course = course(HINT, "");
    let report = |name: &str| course.read(&format!("reports/{name}/sum.md"));
    let says = "**Your instructor says.** Read the text once more: add, do not multiply.";
    assert!(report("times").contains(says), "{}", report("times"));
    assert!(
        !report("minus").contains("Your instructor"),
        "{}",
        report("minus")
    );
    assert!(
        !report("right").contains("Your instructor"),
        "{}",
        report("right")
    );
    let page = course.read("reports/times/sum.html");
    assert!(
        page.contains("<summary>Your instructor says</summary>"),
        "{page}"
    );
    let results = Results::read(&course.path("reports"));
    assert_eq!(
        results.case_of("times", "sum")["mistake"],
        "instructor-hint-1"
    );
}

#[test]
fn visibility_limits_hints() {
    for (visibility, is_shown) in [("verdict", true), ("hidden", false)] {
        let course = course(HINT, &format!("visibility = \"{visibility}\"\n"));
        let report = course.read("reports/times/sum.md");
        assert_eq!(
            report.contains("add, do not multiply"),
            is_shown,
            "{report}"
        );
        assert!(!report.contains("Sum: 6"), "{report}");
    }
}

#[test]
fn the_rubric_limits_the_steps_that_students_see() {
    // A program that reads one number too few has all three steps.
    for (hints, steps) in [("what", 1), ("where", 2), ("how", 3)] {
        let course = Course::sum();
        course.write(
            "rubric.toml",
            SUM.replace("flags = []", &format!("flags = []\nhints = \"{hints}\"")),
        );
        let source = ADDS.replace("ask(\"Second\")", "1; return 0");
        course.write("submissions/early/sum.cpp", source);
        course.grader(&["run", "submissions/"]).exits_with(0);
        let report = course.read("reports/early/sum.md");
        let page = course.read("reports/early/sum.html");
        for (number, title) in ["Probable cause", "Where it shows", "How to mend it"]
            .iter()
            .enumerate()
        {
            let is_shown = number < steps;
            assert_eq!(
                report.contains(&format!("**{title}.**")),
                is_shown,
                "{hints}: {report}"
            );
            assert_eq!(
                page.contains(&format!("<summary>{title}</summary>")),
                is_shown,
                "{hints}: {title}"
            );
        }
    }
}

#[test]
fn a_slip_in_a_hint_has_a_message_with_its_place() {
    let long = format!("say = \"{}\"", "word ".repeat(61));
    for (hints, expected) in [
        (
            "[[assignments.sum.hints]]\nwhen = '(6'\nsay = \"Add.\"\n",
            "rubric.toml:15:8: the pattern `(6` is not valid: unclosed group",
        ),
        (
            "[[assignments.sum.hints]]\nsay = \"Add.\"\n",
            "rubric.toml:14:1: missing key `when`: expected a pattern for the output of a case",
        ),
        (
            &format!("[[assignments.sum.hints]]\nwhen = '6'\n{long}\n"),
            "rubric.toml:16:7: found a hint of 61 words, expected at most 60",
        ),
        (
            "[[assignments.sum.hints]]\nwen = '6'\nsay = \"Add.\"\n",
            "rubric.toml:15:1: unknown key `wen`; did you mean `when`? Expected one of `when`, `say`",
        ),
    ] {
        let rubric = format!("{}\n{hints}", SUM.trim());
        let said = mistakes::messages(&[
            ("rubric.toml", rubric.as_bytes()),
            ("solution.cpp", b""),
            ("testcases/sum/adds.toml", CASE.as_bytes()),
        ]);
        assert_eq!(said, expected, "{hints}");
    }
    let word = SUM.replace(
        "sources = [\"sum.cpp\"]",
        "hints = \"whre\"\nsources = [\"sum.cpp\"]",
    );
    let said = mistakes::messages(&[
        ("rubric.toml", word.as_bytes()),
        ("solution.cpp", b""),
        ("testcases/sum/adds.toml", CASE.as_bytes()),
    ]);
    assert!(said.contains("did you mean `where`?"), "{said}");
}
