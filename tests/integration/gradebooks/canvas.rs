//! Canvas: the gradebook as CSV, students known by their numbers.

use std::io::{Read as _, Write as _};
use std::sync::LazyLock;

use super::{gradebook, graded, says, unpacked};
use crate::support::{ADDS, Course};

/// Two students of one name, one without a program, one that the gradebook does not know.
pub(super) static CLASS: LazyLock<Course> = LazyLock::new(|| {
    let course = graded(&[
        ("exampleann_57_901_sum.cpp", ADDS),
        // The report goes back under the program's name, not under the last file's.
        ("exampleann_57_902_notes.txt", ""),
        ("smithbob_58_903_sum.cpp", ADDS),
        ("smithbob_LATE_59_904_notes.txt", "no program"),
        ("demircem_61_905_notes.txt", "no program"),
    ]);
    course.write("grades.csv", GRADES);
    course
});

/// What Canvas exports, with all that it adds, and with a name that a spreadsheet would calculate.
pub(super) const GRADES: &str = "\u{feff}Student,ID,SIS User ID,SIS Login ID,Section,Essay (77),sum (98765),Current Score\r\n\
    \"    Points Possible\",,,,,5.00,10.00,(read only)\r\n\
    \"Example, \"\"Ann\"\"\",57,u1,ann@x.edu,\"CS 1, A\",4,,80\r\n\
    \"=HYPERLINK(\"\"http://x\"\")\",58,u2,bob,\"CS 1, A\",,3.00,\r\n\
    \"Smith, Bob\",59,u3,bob2,\"CS 1, A\",1,EX,\r\n\
    \"Zola, Zoë\",60,u4,zoe,\"CS 1, B\",5,-,\r\n";

#[test]
fn only_the_column_of_the_assignment_and_who_gets_points_goes_back() {
    let course = &*CLASS;
    let ran = gradebook(course, &["canvas", "grades.csv"]);
    ran.exits_with(0)
        .shows(&["grades-graded.csv: points for 2 students in the column `sum (98765)`"])
        .says(&[
            "left as they are, because the file excuses them (`EX`) (1): Smith, Bob",
            "left as they are, because they have no submission here (1): Zola, Zoë",
            "nobody gets the points of `demircem`: nobody in the file has the number 61",
        ]);
    says(
        course,
        "grades-graded.csv",
        // Canvas rejects a byte order mark in some of its own forms, so none is written.
        "Student,ID,SIS Login ID,Section,sum (98765)\r\n\
         \"Example, \"\"Ann\"\"\",57,ann@x.edu,\"CS 1, A\",10\r\n\
         \"'=HYPERLINK(\"\"http://x\"\")\",58,bob,\"CS 1, A\",10\r\n",
    );
    says(course, "grades.csv", GRADES);
}

#[test]
fn points_are_scaled_only_if_that_is_said() {
    let course = &*CLASS;
    course.write("of-8.csv", GRADES.replace("10.00", "8.5"));
    gradebook(course, &["canvas", "of-8.csv"])
        .exits_with(2)
        .says(&[
            "`sum (98765)` has 8.5 points in the file, and the rubric has 10",
            "with --scale",
        ]);
    assert!(!course.path("of-8-graded.csv").exists());
    gradebook(course, &["canvas", "of-8.csv", "--scale"]).exits_with(0);
    // In some countries numbers have a comma, and cells a semicolon.
    course.write(
        "semicolons.csv",
        GRADES.replace(',', ";").replace("10.00", "8,5"),
    );
    gradebook(course, &["canvas", "semicolons.csv", "--scale"]).exits_with(0);
    let filled = course.read("semicolons-graded.csv");
    assert!(
        filled.contains(";57;ann@x.edu;\"CS 1; A\";8,5\r\n"),
        "{filled}"
    );
    assert!(
        course
            .read("of-8-graded.csv")
            .contains(",57,ann@x.edu,\"CS 1, A\",8.5\r\n")
    );
}

#[test]
fn a_gradebook_is_made_of_numbers_alone_where_there_is_no_file() {
    let course = &*CLASS;
    gradebook(course, &["canvas", "--column", "Lab 3 (5)"]).exits_with(0);
    says(
        course,
        "sum-canvas.csv",
        "Student,ID,Section,Lab 3 (5)\r\nexampleann,57,,10\r\nsmithbob,58,,10\r\n",
    );
    let ran = gradebook(course, &["canvas", "--column", "Lab 3"]);
    ran.exits_with(2).says(&[
        "`Lab 3` has no number",
        "'Lab 3 (98765)'",
        "would make a new assignment",
    ]);
}

#[test]
fn a_report_goes_back_under_the_name_of_the_file_that_was_handed_in() {
    let course = &*CLASS;
    let ran = gradebook(
        course,
        &[
            "canvas",
            "grades.csv",
            "--out",
            "o.csv",
            "--feedback",
            "back.zip",
        ],
    );
    ran.exits_with(0)
        .shows(&["back.zip: 2 reports; hand them out with"]);
    let files = unpacked(course, "back.zip");
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        ["exampleann_57_901_sum.cpp", "smithbob_58_903_sum.cpp"]
    );
    let report = course.read("reports/smithbob (58)/sum.md");
    assert_eq!(files["smithbob_58_903_sum.cpp"], report);
}

#[test]
fn anonymous_submissions_get_reports_and_no_grades() {
    let course = graded(&[
        ("anon_x7Qa_901_sum.cpp", ADDS),
        ("LATE_anon_y8_902_sum.cpp", ADDS),
    ]);
    course.write("grades.csv", GRADES);
    gradebook(&course, &["canvas", "grades.csv", "--feedback", "back.zip"])
        .exits_with(2)
        .says(&["Canvas imports no grades while they are", "post the grades"]);
    // What a person has written about a line goes back with the report.
    course.write(
        "overrides.toml",
        "[[comment]]\nstudent = \"anon_x7Qa\"\nassignment = \"sum\"\nfile = \"sum.cpp\"\nline = 4\ntext = \"Say what it is.\"\n\
         criterion = \"sums\"\npoints = -1\nby = \"Kim\"\n",
    );
    let ran = gradebook(&course, &["canvas", "--feedback", "back.zip"]);
    ran.exits_with(0).shows(&["back.zip: 2 reports"]);
    let files = unpacked(&course, "back.zip");
    let names: Vec<&String> = files.keys().collect();
    assert_eq!(names, ["LATE_anon_y8_902_sum.cpp", "anon_x7Qa_901_sum.cpp"]);
    let report = &files["anon_x7Qa_901_sum.cpp"];
    let comment = "`sum.cpp:4`: Say what it is. (sums: −1 point; Kim)";
    assert!(report.contains(comment), "{report}");
    let row = "| sums | 9 | 10 | Comment at sum.cpp:4: −1. |";
    assert!(report.contains(row), "{report}");
}

/// Everybody on the roster, which is Canvas' own gradebook, has a grade; who handed in nothing keeps the one in Canvas.
#[test]
fn canvas_own_gradebook_is_the_roster_and_gives_nobody_a_zero() {
    let course = Course::sum();
    course.write(
        "download/exampleann_57_901_my work.zip",
        zipped("sum.cpp", ADDS),
    );
    course.write("download/smithbob_58_903_sum.cpp", ADDS);
    course.write("g.csv", "Student,ID,SIS User ID,SIS Login ID,Section,sum (1)\n\
        \"Example, Ann\",57,u1,ann,A,\n\"Smith, Bob\",58,u2,bob,B,3\n\"Zola, Zoë\",60,u4,zoe,B,7\n\"Dan\",61,u5,dan,B,\n");
    course.write("roster.csv", "id,name\n4711,Ann Example\n4712,Bob Smith\n");
    course.grader(&["run", "download"]).exits_with(2).says(&[
        "2 of 2 students who handed in match no row of roster.csv",
        "Grades → Export",
        "--roster FILE",
    ]);
    let ran = course.grader(&["run", "download", "--roster", "g.csv"]);
    ran.exits_with(0).says(&["roster.csv is not used"]);
    assert!(
        course
            .read("reports/grades.csv")
            .contains("\"Zola, Zoë\",sum,0,10,missing")
    );
    let ran = gradebook(&course, &["canvas", "g.csv", "--feedback", "back.zip"]);
    ran.exits_with(0)
        .says(&["because they have no submission here (2): Zola, Zoë, Dan"]);
    let header = "Student,ID,SIS Login ID,Section,sum (1)\n";
    let two = "\"Example, Ann\",57,ann,A,10\n\"Smith, Bob\",58,bob,B,10\n";
    says(&course, "g-graded.csv", format!("{header}{two}"));
    let packed = std::fs::read(course.path("back.zip")).unwrap();
    let mut packed = zip::ZipArchive::new(std::io::Cursor::new(packed)).unwrap();
    let mut bytes = Vec::new();
    packed
        .by_name("exampleann_57_901_my work.zip")
        .unwrap()
        .read_to_end(&mut bytes)
        .unwrap();
    let mut inner = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
    assert_eq!((inner.len(), inner.by_name("sum.html").is_ok()), (1, true));
    gradebook(&course, &["canvas", "g.csv", "--missing-as-zero"])
        .exits_with(0)
        .says(&["given 0, because they have no submission here (1): Dan"]);
    assert!(!course.read("g-graded.csv").contains("Zola"));
}

fn zipped(name: &str, text: &str) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    writer
        .start_file(name, zip::write::SimpleFileOptions::default())
        .unwrap();
    writer.write_all(text.as_bytes()).unwrap();
    writer.finish().unwrap().into_inner()
}
