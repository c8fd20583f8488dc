//! `grader compare`: whose points differ, and by which change. What the causes move adds up to what has moved, to the thousandth.

mod edits;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::support::results::{list, text};
use crate::support::{ADDS, CASE, Course, EXPECTED, Ran, SUM, gate_step};
use edits::{EDITS, EditedCourse};

/// What `grader compare` says, for programs.
fn read_comparison(ran: &Ran) -> Value {
    ran.exits_with(0);
    serde_json::from_str(&ran.stdout).unwrap()
}

/// Points as whole thousandths.
fn thousandths(points: &Value) -> i64 {
    format!("{:.0}", points.as_f64().unwrap() * 1000.0)
        .parse()
        .unwrap()
}

/// The kinds of the causes of one who moved, which must add up to the whole.
#[track_caller]
fn adds_up(moved: &Value) -> Vec<&str> {
    let sum: i64 = list(&moved["causes"])
        .iter()
        .map(|one| thousandths(&one["points"]))
        .sum();
    assert_eq!(
        sum,
        thousandths(&moved["new"]) - thousandths(&moved["old"]),
        "{moved:#}"
    );
    list(&moved["causes"])
        .iter()
        .map(|one| text(&one["kind"]))
        .collect()
}

#[test]
fn thirty_edits_of_the_shipped_rubric_are_explained_to_the_thousandth() {
    let course = EditedCourse::new();
    assert!(EDITS.len() >= 30);
    let mut wrong = String::new();
    for edit in EDITS.iter().step_by(gate_step(EDITS.len())) {
        let all = read_comparison(&course.compare(edit));
        let found: BTreeSet<&str> = list(&all["moved"]).iter().flat_map(adds_up).collect();
        if found != edit.kinds.iter().copied().collect() {
            wrong += &format!("{}: {found:?} in {all:#}\n", edit.name);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Programs that add two numbers, of which one subtracts and one asks too little.
fn class() -> Course {
    let course = Course::sum();
    for (student, program) in [
        ("ann", ADDS.to_owned()),
        ("bob", ADDS.replace("first + second", "first - second")),
        ("cem", ADDS.replace("Sum: ", "sum ")),
    ] {
        course.write(format!("submissions/{student}/sum.cpp"), program);
    }
    course
}

#[test]
fn two_results_are_compared_by_their_records_and_without_them_by_criteria() {
    let course = class();
    course
        .grader(&["run", "submissions", "--out", "before"])
        .exits_with(0);
    let forgiving = SUM.replace(
        "[defaults]",
        "[defaults]\ncompare = { ending = ['[0-9]+'] }",
    );
    course.write(
        "rubric.toml",
        forgiving.replace("points = 10", "points = 20"),
    );
    course
        .grader(&["run", "submissions", "--out", "after"])
        .exits_with(0);

    let ran = course.grader(&["compare", "before", "after"]);
    ran.exits_with(0).shows(&[
        "3 submissions: 0 lower, 3 higher, 0 the same",
        "criterion `sums` (10 points → 20 points): 1 submission +10",
        "case `adds` (patterns new): 2 submissions +20 each",
    ]);
    assert!(!ran.stdout.contains("bob"), "{ran:?}");
    course
        .grader(&["compare", "before", "after", "--students"])
        .shows(&["sum/bob: 0 → 20"]);
    let table = ["compare", "before", "after", "--format", "md"];
    course
        .grader(&table)
        .exits_with(0)
        .shows(&["| sum | case `adds` (patterns new) |"]);

    let named = ["compare", "before", "after", "--format", "md", "--students"];
    course
        .grader(&named)
        .exits_with(0)
        .shows(&["| sum/bob | 0 → 20 | +20 case `adds` (patterns new) |"]);

    let by_points = ["compare", "before/results.json", "after"];
    course.grader(&by_points).exits_with(0).shows(&[
        "criterion `sums`: 3 submissions +10 to +20, +50 in all",
        "3 submissions without records: explained by the points of criteria alone",
    ]);
    // Nobody has touched either of them.
    course
        .grader(&["compare", "after", "after"])
        .exits_with(0)
        .shows(&["3 the same"]);
}

#[test]
fn who_handed_in_again_and_who_is_not_in_both_are_told_as_such() {
    let course = class();
    course
        .grader(&["run", "submissions", "--out", "before"])
        .exits_with(0);
    course.write("submissions/bob/sum.cpp", ADDS);
    course.write("submissions/dan/sum.cpp", ADDS);
    std::fs::remove_dir_all(course.path("submissions/ann")).unwrap();
    course
        .grader(&["run", "submissions", "--out", "after"])
        .exits_with(0);
    course
        .grader(&["compare", "before", "after"])
        .exits_with(0)
        .shows(&[
            "2 submissions: 0 lower, 1 higher, 1 the same",
            "handed in again (other files): 1 submission +10",
            "1 submission only in the old result",
            "1 submission only in the new result",
        ]);
}

#[test]
fn remarks_about_a_class_that_two_courses_grade_are_printed_once() {
    let course = class();
    for student in ["Example, Ann(ann1)", "Smith, Bob(bob1)"] {
        course.write(format!("lab/{student}/timestamp.txt"), "");
        course.write(
            format!("lab/{student}/Submission attachment(s)/sum.cpp"),
            ADDS,
        );
    }
    let ran = course.grader(&["compare", ".", ".", "--submissions", "lab"]);
    let remark = "was read as a download of `sakai`: 2 students";
    assert_eq!(
        ran.exits_with(0).stderr.matches(remark).count(),
        1,
        "{ran:?}"
    );
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn what_no_change_explains_is_called_another_run_and_run_again() {
    let course = class();
    let differs = "run-differs";
    // Where its stack stands is another place in each run.
    let by_chance = "first + second + int(reinterpret_cast<unsigned long>(&first) >> 12 & 1)";
    let flips = ADDS.replace("first + second", by_chance);
    course.write("submissions/eva/sum.cpp", flips);
    let graded_twice = [
        "compare",
        ".",
        ".",
        "--submissions",
        "submissions",
        "--no-cache",
    ];
    let told_again = (0..40).any(|_| {
        let ran = course.grader(&graded_twice);
        let is_told = ran
            .exits_with(0)
            .stderr
            .contains("sum/eva: graded 3 times more with NEW: ");
        assert_eq!(
            is_told,
            ran.stdout.contains("case `adds` (the same was run again,"),
            "{ran:?}"
        );
        is_told
    });
    assert!(told_again, "it never did anything else");
    for attempt in 0..40 {
        let out = format!("run-{attempt}");
        let arguments = [
            "run",
            "submissions",
            "--student",
            "eva",
            "--no-cache",
            "--out",
            &out,
        ];
        course.grader(&arguments).exits_with(0);
        let ran = course.grader(&["compare", "run-0", &out, "--format", "json", "--students"]);
        let all = read_comparison(&ran);
        if let Some(moved) = list(&all["moved"]).first() {
            assert_eq!(adds_up(moved), [differs]);
            return;
        }
    }
    panic!("it never did anything else");
}

#[test]
fn a_gate_fails_on_lower_points_or_on_any_other_ones() {
    let course = class();
    let calibration = "[[assignments.sum.calibration]]\nsources = [\"solution.cpp\"]\npoints = ";
    let with = |rubric: &str, points: &str| format!("{rubric}\n{calibration}{points}\n");
    for (folder, points) in [("base", "10"), ("less", "5"), ("more", "20")] {
        let rubric = SUM.replace("points = 10", &format!("points = {points}"));
        course.write(format!("{folder}/rubric.toml"), with(&rubric, points));
        course.write(format!("{folder}/solution.cpp"), ADDS);
        course.write(format!("{folder}/testcases/sum/adds.toml"), CASE);
        course.write(format!("{folder}/testcases/sum/adds.expected"), EXPECTED);
    }
    for (new, gate, code) in [
        ("base", "any", 0),
        ("less", "lower", 1),
        ("less", "any", 1),
        ("more", "lower", 0),
        ("more", "any", 1),
    ] {
        course
            .grader(&["compare", "base", new, "--fail-on", gate])
            .exits_with(code);
    }
    course
        .grader(&["compare", "base", "less"])
        .exits_with(0)
        .shows(&["1 lower"]);
}

fn git(course: &Course, arguments: &[&str]) {
    let name = ["-c", "user.name=test", "-c", "user.email=test@example.org"];
    let mut git = Command::new("git");
    git.args(name)
        .args(arguments)
        .current_dir(course.path(""))
        .env("GIT_CONFIG_NOSYSTEM", "1");
    let done = git.output().unwrap();
    assert!(done.status.success(), "{done:?}");
}

#[test]
fn a_course_is_compared_with_what_git_has_of_it_and_the_checkout_stays_as_it_is() {
    let course = class();
    let rubric = format!(
        "{SUM}\n[[assignments.sum.calibration]]\nsources = [\"solution.cpp\"]\npoints = 10\n"
    );
    course.write("rubric.toml", &rubric);
    git(&course, &["init", "--quiet", "--initial-branch", "autumn"]);
    git(
        &course,
        &["add", "rubric.toml", "solution.cpp", "testcases"],
    );
    git(&course, &["commit", "--quiet", "--message", "first"]);
    course.write("rubric.toml", rubric.replace("points = 10", "points = 4"));
    let before = course.files_in("");
    let against = ["compare", "--against", "HEAD", "--fail-on", "lower"];
    course
        .grader(&against)
        .exits_with(1)
        .shows(&["criterion `sums` (10 points → 4 points)"]);
    let class = [
        "compare",
        "--against",
        "HEAD",
        ".",
        "--submissions",
        "submissions",
    ];
    course
        .grader(&class)
        .exits_with(0)
        .shows(&["1 submission −6"]);
    assert_eq!(course.files_in(""), before);

    let unknown = course.grader(&["compare", "--against=--help"]);
    unknown
        .exits_with(2)
        .says(&["git knows no revision `--help`", "its branches are autumn"]);
}

#[test]
fn what_cannot_be_compared_is_refused_in_a_sentence() {
    let course = class();
    course.grader(&["run", "submissions"]).exits_with(0);
    for (arguments, sentence) in [
        (&["reports"][..], "found 1 of the two that are compared"),
        (
            &["reports", "nowhere"],
            "nowhere: found nothing, expected the folder of a run's reports",
        ),
        (
            &["reports", "submissions"],
            "submissions: found neither results nor a course",
        ),
        (
            &["reports", "rubric.toml"],
            "name what the course is to grade with `--submissions DIR`",
        ),
        (
            &["reports", "reports", "--submissions", "submissions"],
            "both are results",
        ),
        (
            &[".", ".", "--assignment", "sun"],
            "there is no assignment `sun`",
        ),
        (&[".", "."], "no submission is in both"),
        (
            &["reports", "--against", "HEAD"],
            "reports is a result, and git has courses",
        ),
    ] {
        let all = [&["compare"], arguments].concat();
        course.grader(&all).exits_with(2).says(&[sentence]);
    }
    let both = ["compare", "reports", ".", "--submissions", "submissions"];
    course.grader(&both).exits_with(0).shows(&["3 the same"]);
    assert!(Path::new(&course.path("reports/results.json")).is_file());
}
