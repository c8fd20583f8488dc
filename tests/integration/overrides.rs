//! `overrides.toml`: a person's word on points is the last, is shown as such, and costs no grading.

use crate::support::results::Results;
use crate::support::{ADDS, Course, SUM};

const RUBRIC_END: &str = "\n[[assignments.sum.criteria]]\nid = \"style\"\ntitle = \"Clear names\"\npoints = 5\nmanual = \"none\"\n";

fn class() -> Course {
    let course = Course::sum();
    course.write("rubric.toml", format!("{SUM}{RUBRIC_END}"));
    course.write("submissions/ann/sum.cpp", ADDS);
    course.write(
        "submissions/bob/sum.cpp",
        ADDS.replace("first + second", "first - second"),
    );
    course
}

fn points(course: &Course, student: &str) -> f64 {
    Results::read(&course.path("reports")).of(student, "sum")["points"]
        .as_f64()
        .unwrap()
}

#[test]
fn what_a_person_decides_is_in_every_report_and_in_no_record() {
    let course = class();
    course.grader(&["run", "submissions"]).exits_with(0);
    assert_eq!(
        (points(&course, "ann"), points(&course, "bob")),
        (10.0, 0.0)
    );
    course.write(
        "overrides.toml",
        "[[override]]\nstudent = \"ann\"\nassignment = \"sum\"\ncriterion = \"style\"\npoints = 4.5\nwas = 0\n\
         reason = \"Good names, but for `x`.\"\nby = \"Kim\"\n\n\
         [[override]]\nstudent = \"bob\"\nassignment = \"sum\"\npoints = 3\nreason = \"Explained it in person.\"\nby = \"Kim\"\n\n\
         [[override]]\nstudent = \"bob\"\nassignment = \"sum\"\nreason = \"See me about `<script>`.\"\nby = \"Lee\"\n",
    );
    let shown = course.grader(&["report", "ann"]);
    shown.exits_with(0).shows(&["14.5 of 15 points"]);
    assert_eq!(shown.stderr, "", "the others' overrides are not stale");
    let ran = course.grader(&["report", "--all"]);
    ran.exits_with(0).shows(&["14.5/15", "3/15"]);
    assert_eq!(ran.stderr, "", "no override is stale");
    assert_eq!(
        (points(&course, "ann"), points(&course, "bob")),
        (14.5, 3.0)
    );
    let results = Results::read(&course.path("reports"));
    let adjustment = &results.of("ann", "sum")["adjustments"][0];
    assert_eq!(
        (&adjustment["cause"], &adjustment["by"]),
        (&"override".into(), &"Kim".into())
    );
    assert_eq!(
        (&adjustment["before"], &adjustment["after"]),
        (&0.0.into(), &4.5.into())
    );
    let report = course.read("reports/ann/sum.md");
    let page = course.read("reports/ann/sum.html");
    assert!(
        report.contains("Kim gave 4.5 instead of 0 points for “Clear names”: Good names"),
        "{report}"
    );
    assert!(page.contains("Kim gave 4.5 instead of 0 points"), "{page}");
    assert!(!report.contains("awaits your instructor"), "{report}");
    let page = course.read("reports/bob/sum.html");
    assert!(
        page.contains("Lee on the whole: See me") && !page.contains("<script>`"),
        "{page}"
    );
    assert!(
        course
            .read("reports/grades.csv")
            .contains("ann,sum,14.5,15")
    );

    // Grading again asks nobody, and changes nothing of it.
    course.grader(&["run", "submissions"]).exits_with(0);
    assert_eq!(points(&course, "bob"), 3.0);
    std::fs::remove_file(course.path("overrides.toml")).unwrap();
    course.grader(&["report", "--all"]).exits_with(0);
    assert_eq!(
        (points(&course, "ann"), points(&course, "bob")),
        (10.0, 0.0)
    );
}

#[test]
fn an_override_that_changes_nothing_or_was_written_for_other_points_is_told_of() {
    let course = class();
    course.write(
        "decided.toml",
        "[[override]]\nstudent = \"bbo\"\nassignment = \"sum\"\npoints = 1\nreason = \"r\"\nby = \"k\"\n\
         [[override]]\nstudent = \"ann\"\nassignment = \"sum\"\ncriterion = \"stile\"\npoints = 1\nreason = \"r\"\nby = \"k\"\n\
         [[override]]\nstudent = \"ann\"\nassignment = \"sum\"\ncriterion = \"sums\"\npoints = 9\nwas = 3\nreason = \"r\"\nby = \"k\"\n",
    );
    let ran = course.grader(&["run", "submissions", "--overrides", "decided.toml"]);
    ran.exits_with(0).says(&[
        "decided.toml:1: there is no submission of `bbo` for `sum`, so this override changes nothing; did you mean `bob`?",
        "decided.toml:7: `sum` has no criterion `stile`, so this override changes nothing; did you mean `style`?",
        "decided.toml:14: it was written when there were 3 points, and there are 10 now",
    ]);
    assert_eq!(points(&course, "ann"), 9.0);
}

#[test]
fn an_override_is_only_for_the_person_with_its_number() {
    let course = class();
    for (section, id) in [("a", 104), ("b", 105)] {
        course.write(format!("{section}/samename_{id}_9{id}_sum.cpp"), ADDS);
        course.write(format!("{section}/bobexample_5_95_sum.cpp"), ADDS);
    }
    let grade = |section: &str| course.grader(&["run", section, "--layout", "canvas"]);
    grade("a").exits_with(0);
    course.grader(&["review", "--table"]).exits_with(0);
    let row = "samename,sum,style,Clear names,5,0,";
    let table = course
        .read("worksheet.csv")
        .replace(row, &format!("{row}4"));
    assert!(table.contains(",#104\n"), "{table}");
    course.write("filled.csv", table);
    course
        .grader(&["review", "--read", "filled.csv", "--by", "Kim"])
        .exits_with(0);
    let overrides = course.read("overrides.toml");
    assert!(overrides.contains("id = \"104\"\n"), "{overrides}");
    let ran = course.grader(&["report", "--all"]);
    ran.exits_with(0);
    assert_eq!(ran.stderr, "", "the override is for this person");
    assert_eq!(points(&course, "samename"), 14.0);

    // Another person of this name is in the other section.
    grade("b").exits_with(0).says(&[
        "overrides.toml:1: it is for `samename` with the number 104. The submission is of another person, with the number 105",
    ]);
    assert_eq!(points(&course, "samename"), 10.0);

    // An objection of the second person is a row with the second number.
    course.write(
        "form.csv",
        "student,case,text\nsamename,adds,It is right.\n",
    );
    course.grader(&["request", "form.csv"]).exits_with(0);
    let overrides = course.read("overrides.toml");
    assert!(overrides.contains("id = \"105\"\n"), "{overrides}");
    course.grader(&["review", "--table"]).exits_with(0);
    let table = course
        .read("worksheet.csv")
        .replace(row, &format!("{row}2"));
    course.write("filled.csv", table);
    course
        .grader(&["review", "--read", "filled.csv", "--by", "Kim"])
        .exits_with(0);
    let overrides = course.read("overrides.toml");
    assert_eq!(overrides.matches("[[override]]").count(), 2, "{overrides}");
    course.grader(&["report", "--all"]).exits_with(0);
    assert_eq!(points(&course, "samename"), 12.0);
}

#[test]
fn more_than_can_be_earned_is_an_error_unless_the_override_says_so() {
    let course = class();
    course.grader(&["run", "submissions"]).exits_with(0);
    let before = course.files_in("reports");
    let stanza = |student: &str, key: &str| {
        format!(
            "[[override]]\nstudent = \"{student}\"\nassignment = \"sum\"\n{key}\nreason = \"r\"\nby = \"k\"\n"
        )
    };
    let criterion = "criterion = \"sums\"\npoints = 11";
    let total = "points = 15.5";
    let text = [stanza("ann", criterion), stanza("bob", total)].concat();
    course.write("overrides.toml", &text);
    let commands: [&[&str]; 5] = [
        &["run", "submissions"],
        &["report", "--all"],
        &["report", "ann"],
        &["gradebook", "canvas"],
        &["worksheet"],
    ];
    for command in commands {
        course.grader(command).exits_with(2).says(&[
            "overrides.toml:1: it gives 11 points where 10 can be earned; add `above_maximum = true`",
            "overrides.toml:8: it gives 15.5 points where 15 can be earned",
        ]);
        assert_eq!(course.files_in("reports"), before, "{command:?}");
    }
    course.write(
        "overrides.toml",
        text.replace("reason", "above_maximum = true\nreason"),
    );
    course.grader(&["report", "--all"]).exits_with(0);
    assert_eq!(
        (points(&course, "ann"), points(&course, "bob")),
        (11.0, 15.5)
    );
}

#[test]
fn mistakes_in_overrides_are_told_with_their_lines_before_anything_is_graded() {
    let course = class();
    for (text, says) in [
        ("[[overide]]\n", "decided.toml:1:3: unknown key `overide`"),
        (
            "[[override]]\nstudnet = \"ann\"\n",
            "decided.toml:2:1: unknown key `studnet`",
        ),
        (
            "\n[[override]]\nstudent = \"ann\"\nassignment = \"sum\"\nreason = \"r\"\n",
            "decided.toml:2:1: missing key `by`: expected who says so",
        ),
        (
            "[[override]]\nstudent = \"ann\"\nassignment = \"sum\"\nreason = \"r\"\nby = \"k\"\npoints = -1\n",
            "decided.toml:6:10: found -1, expected points from 0",
        ),
    ] {
        course.write("decided.toml", text);
        let ran = course.grader(&["run", "submissions", "--overrides", "decided.toml"]);
        ran.exits_with(2).says(&[says]);
        assert!(!course.path("reports").exists());
    }
    course
        .grader(&["run", "submissions", "--overrides", "nowhere.toml"])
        .exits_with(2)
        .says(&["nowhere.toml"]);
}
