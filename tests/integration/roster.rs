//! Who takes the course, until when each may hand in, and what it costs to be late.

use std::fs;

use crate::support::results::{Results, text};
use crate::support::{ADDS, Course, SUM};

const LATE: &str = "due = 2026-10-05T23:59:00\nlate = { grace = \"5min\", penalty = \"10%\", per = \"day\", cutoff = \"7days\" }\n";
const PATTERN: &str = "--pattern=(?P<student>[^_/]+)_(?P<time>[^/]+)/(?P<file>.+)";

/// A class in which each has handed in the right program at another time.
fn class() -> Course {
    let course = Course::sum();
    let rubric = SUM.replace("[defaults]\n", "[defaults]\ntimezone = \"Europe/Berlin\"\n");
    course.write(
        "rubric.toml",
        rubric.replace("[assignments.sum]\n", &format!("[assignments.sum]\n{LATE}")),
    );
    for (student, time) in [
        ("ann", "2026-10-05T23:58:00"),
        ("bob", "2026-10-07T01:00:00"),
        ("dora", "2026-10-07T01:00:00"),
        ("emil", "2026-10-07T01:00:00"),
        ("Fred", "2026-10-20T00:00:00"),
        ("guest", "2026-10-05T21:59:00Z"),
    ] {
        course.write(format!("submissions/{student}_{time}/sum.cpp"), ADDS);
    }
    course.write(
        "roster.csv",
        "\u{feff}student,id,email,name,section,extension,extension.sum\n\
         ann,4711,ann@example.org,Ann Example,1,,\n\
         bob,,,,1,,\n\
         dora,,,,2,+2days,\n\
         emil,,,,2,,2026-10-07 00:30\n\
         FRED,,,,2,,\n\
         zoe,4712,,Zoë,2,,\n\
         ,,,,,,\n",
    );
    course
}

#[test]
fn lateness_costs_what_the_rubric_says_and_who_handed_in_nothing_is_not_forgotten() {
    let course = class();
    let ran = course.grader(&["run", "submissions", PATTERN]);
    ran.exits_with(0)
        .says(&["`guest` is not in roster.csv, and is graded all the same"]);
    let results = Results::read(&course.path("reports"));
    let points = |student| results.of(student, "sum")["points"].as_f64().unwrap();
    let all = ["ann", "bob", "dora", "emil", "Fred", "guest", "zoe"]
        .map(|student| (student, points(student)));
    let expected = [
        ("ann", 10.0),
        ("bob", 8.0),
        ("dora", 10.0),
        ("emil", 9.0),
        ("Fred", 0.0),
        ("guest", 10.0),
        ("zoe", 0.0),
    ];
    assert_eq!(all, expected);
    assert_eq!(
        results.of("ann", "sum")["hand_in"]["email"],
        "ann@example.org"
    );
    let zoe = results.of("zoe", "sum");
    assert_eq!(
        (&zoe["hand_in"]["id"], &zoe["hand_in"]["section"]),
        (&"4712".into(), &"2".into())
    );
    assert_eq!(
        (&zoe["build"]["verdict"], text(&zoe["build"]["reason"])),
        (&"missing".into(), "Nothing was handed in.")
    );
    assert!(
        course
            .read("reports/grades.csv")
            .contains("zoe,sum,0,10,missing")
    );
    assert!(course.read("reports/index.html").contains("zoe"));
    let report = course.read("reports/bob/sum.md");
    assert!(
        report.contains("It was handed in 1 day and 1 hour after it was due (2026-10-05 23:59). That costs 2 of 10 points."),
        "{report}"
    );
    assert!(
        course
            .read("reports/bob/sum.html")
            .contains("That costs 2 of 10 points.")
    );
    assert!(
        course
            .read("reports/Fred/sum.md")
            .contains("too late to count")
    );
    assert_eq!(results.of("bob", "sum")["adjustments"][0]["cause"], "late");

    // More time is found out without running anything again, and counts.
    let roster = course.read("roster.csv");
    course.write(
        "roster.csv",
        roster.replace("bob,,,,1,,", "bob,,,,1,,2026-10-08 12:00"),
    );
    course
        .grader(&["run", "submissions", PATTERN])
        .exits_with(0);
    assert_eq!(
        Results::read(&course.path("reports")).of("bob", "sum")["points"],
        10.0
    );
}

#[test]
fn a_group_hands_in_one_program_for_all_its_members() {
    let course = Course::sum();
    course.write("submissions/owls/sum.cpp", ADDS);
    // As a spreadsheet saves it in German.
    course.write(
        "roster.csv",
        b"student;id;group;section\nann;1;owls;\nbob;2;owls;\ncleo;3;hawks;Th\xfcringen\n",
    );
    let ran = course.grader(&["intake", "submissions", "--json"]);
    ran.shows(&[
        "roster.csv is not in UTF-8; it was read as Windows-1252, with `Thüringen` in line 4",
        "roster.csv has semicolons between its columns",
    ]);
    let found: serde_json::Value = serde_json::from_str(&ran.exits_with(0).stdout).unwrap();
    let shown = format!("{found:#}");
    for part in [
        "\"student\": \"owls\"",
        "\"name\": \"ann\"",
        "\"name\": \"bob\"",
        "\"student\": \"cleo\"",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    assert!(!shown.contains("\"student\": \"ann\""), "{shown}");
    course
        .grader(&["run", "submissions", "--quiet"])
        .exits_with(0);
    assert_eq!(
        course.read("reports/grades.csv"),
        "student,assignment,points,max_points,build,accepted,cases,status,sums,member,member_id,member_email\n\
         cleo,sum,0,10,missing,0,1,graded,0,cleo,3,\n\
         owls,sum,10,10,ok,1,1,graded,10,ann,1,\n\
         owls,sum,10,10,ok,1,1,graded,10,bob,2,\n"
    );
}

#[test]
fn mistakes_in_roster_and_dates_are_told_with_their_lines() {
    for (file, text, says) in [
        (
            "roster.csv",
            "studnet,id\nann,1\n",
            "roster.csv:1:1: found the column `studnet`, expected student, id",
        ),
        (
            "roster.csv",
            "student,extension.som\n",
            "there is no assignment `som`; did you mean `sum`?",
        ),
        (
            "roster.csv",
            "student,extension\nann,\nbob,tomorrow\n",
            "roster.csv:3:1: found the extension `tomorrow`",
        ),
        (
            "roster.csv",
            "student,section\nann,1\n,2\n",
            "roster.csv:3:1: nobody is named",
        ),
        (
            "roster.csv",
            "student\tsection\nann\t1\n\t2\n",
            "roster.csv:3:1: nobody is named",
        ),
        (
            "roster.csv",
            "student,section\r\nann,1\r\n\r\n,2\r\n",
            "roster.csv:4:1: nobody is named",
        ),
        (
            "roster.csv",
            "student,id\nann,1\nbob,1\n",
            "roster.csv:3:1: `1` is the number in line 2 too: expected one row for each person",
        ),
        (
            "roster.csv",
            "name,login\nAnn,a\nann,\n",
            "roster.csv:3:1: `ann` is the name in line 2 too, and nothing tells the two apart",
        ),
        (
            "rubric.toml",
            "due = \"tomorrow\"\n",
            "found `tomorrow`, expected a date and a time without a zone",
        ),
        (
            "rubric.toml",
            "due = 2026-10-05T23:59:00Z\n",
            "expected a date and a time without a zone",
        ),
        (
            "rubric.toml",
            "due = \"2026-10-05 23:59\"\nlate = { penalty = \"a lot\" }\n",
            "found `a lot`, expected a share such as `10%`",
        ),
        (
            "rubric.toml",
            "due = \"2026-10-05 23:59\"\nlate = { per = \"dya\" }\n",
            "did you mean `day`?",
        ),
        (
            "rubric.toml",
            "late = { penality = 1 }\n",
            "unknown key `penality`",
        ),
    ] {
        let course = Course::sum();
        course.write("submissions/ann/sum.cpp", ADDS);
        if file == "rubric.toml" {
            course.write(
                file,
                SUM.replace("[assignments.sum]\n", &format!("[assignments.sum]\n{text}")),
            );
        } else {
            course.write(file, text);
        }
        course
            .grader(&["run", "submissions"])
            .exits_with(2)
            .says(&[says]);
    }
    // `ñ` in Windows-1252 is another letter in other encodings.
    let course = Course::sum();
    course.write("submissions/ann/sum.cpp", ADDS);
    course.write("roster.csv", b"student\nann\nMu\xf1oz\n");
    course
        .grader(&["intake", "submissions"])
        .exits_with(2)
        .says(&[
            "roster.csv:3:1: the file is not in UTF-8; in Windows-1252 this is `Muñoz`",
            "iconv -f WINDOWS-1252 -t UTF-8 roster.csv",
        ]);
    // Whatever reads a download takes a roster.
    let course = Course::sum();
    course.write("submissions/ann/sum.cpp", ADDS);
    course.write("class.csv", "student,section\nann,1\n,2\n");
    for arguments in [
        &["hunt", "submissions"][..],
        &["compare", ".", ".", "--submissions", "submissions"],
    ] {
        let ran = course.grader(&[arguments, &["--roster", "class.csv"]].concat());
        ran.exits_with(2).says(&["class.csv:3:1: nobody is named"]);
    }
    let course = Course::sum();
    course.write("submissions/ann/sum.cpp", ADDS);
    let rubric = SUM.replace("[defaults]\n", "[defaults]\ntimezone = \"Europe/Berlni\"\n");
    course.write(
        "rubric.toml",
        rubric.replace("[assignments.sum]\n", &format!("[assignments.sum]\n{LATE}")),
    );
    course
        .grader(&["run", "submissions"])
        .exits_with(2)
        .says(&["found `Europe/Berlni`, expected a name of the IANA"]);
    fs::remove_file(course.path("rubric.toml")).unwrap();
}

/// Moodle's worksheet is the roster: it has the times that a download does not.
#[test]
fn the_worksheet_of_moodle_says_who_was_late() {
    let course = Course::sum();
    course.write(
        "rubric.toml",
        SUM.replace("[assignments.sum]\n", &format!("[assignments.sum]\n{LATE}")),
    );
    for folder in [
        "Ann_57_assignsubmission_file",
        "Bob_58_assignsubmission_file",
    ] {
        course.write(format!("download/{folder}/sum.cpp"), ADDS);
    }
    let sheet = |ann: &str| {
        format!(
            "Identifier,Full name,Grade,Maximum grade,Last modified (submission),Last modified (grade)\n\
        Participant {ann},Ann,,10.00,\"Monday, 5 October 2026, 11:58 PM\",-\n\
        Participant 58,Bob,,10.00,\"Wednesday, 7 October 2026, 1:00 AM\",-\n\
        Participant 59,Cem,,10.00,-,-\n"
        )
    };
    course.write("w.csv", sheet("57"));
    course.grader(&["intake", "download"]).exits_with(0).says(&[
        "`sum` is due 2026-10-05 23:59, and it is not known when anything was handed in",
        "grading worksheet with `--roster FILE`",
    ]);
    let ran = course.grader(&["intake", "download", "--roster", "w.csv", "--json"]);
    let found: serde_json::Value = serde_json::from_str(&ran.exits_with(0).stdout).unwrap();
    let times: Vec<&str> = found["submissions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["hand_in"]["time"]["iso"].as_str().unwrap_or("absent"))
        .collect();
    assert_eq!(
        times,
        ["2026-10-05T23:58:00", "2026-10-07T01:00:00", "absent"]
    );
    // Another assignment's worksheet has other numbers: the one who differs is for staff to check.
    course.write("w.csv", sheet("77"));
    let ran = course.grader(&["intake", "download", "--roster", "w.csv"]);
    ran.exits_with(0)
        .shows(&["`Ann` has the name of line 2 of w.csv, but the number `57`, not `77`"]);
}
