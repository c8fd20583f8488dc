//! Canvas: the gradebook as CSV, students known by their numbers.

use std::sync::LazyLock;

use super::{gradebook, graded, says, unpacked};
use crate::support::{ADDS, Course};

/// Two students of one name, one without a program, one that the gradebook does not know.
pub(super) static CLASS: LazyLock<Course> = LazyLock::new(|| {
    let course = graded(&[
        ("exampleann_57_901_sum.cpp", ADDS),
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
        "\u{feff}Student,ID,SIS Login ID,Section,sum (98765)\r\n\
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
        .says(&["`sum (98765)` has 8.5 points in the file, and the rubric has 10", "with --scale"]);
    assert!(!course.path("of-8-graded.csv").exists());
    gradebook(course, &["canvas", "of-8.csv", "--scale"]).exits_with(0);
    // In some countries numbers have a comma, and cells a semicolon.
    course.write("semicolons.csv", GRADES.replace(',', ";").replace("10.00", "8,5"));
    gradebook(course, &["canvas", "semicolons.csv", "--scale"]).exits_with(0);
    let filled = course.read("semicolons-graded.csv");
    assert!(filled.contains(";57;ann@x.edu;\"CS 1; A\";8,5\r\n"), "{filled}");
    assert!(course.read("of-8-graded.csv").contains(",57,ann@x.edu,\"CS 1, A\",8.5\r\n"));
}

#[test]
fn a_gradebook_is_made_of_numbers_alone_where_there_is_no_file() {
    let course = &*CLASS;
    gradebook(course, &["canvas", "--column", "Lab 3 (5)"]).exits_with(0);
    says(
        course,
        "sum-canvas.csv",
        "Student,ID,Section,Lab 3 (5)\r\ndemircem,61,,0\r\nexampleann,57,,10\r\nsmithbob,58,,10\r\nsmithbob,59,,0\r\n",
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
    let ran =
        gradebook(course, &["canvas", "grades.csv", "--out", "o.csv", "--feedback", "back.zip"]);
    ran.exits_with(0).shows(&["back.zip: 2 reports; hand them out with"]);
    let files = unpacked(course, "back.zip");
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(names, ["exampleann_57_902_notes.txt", "smithbob_58_903_sum.cpp"]);
    let report = course.read("reports/smithbob (58)/sum.md");
    assert_eq!(files["smithbob_58_903_sum.cpp"], report);
}
