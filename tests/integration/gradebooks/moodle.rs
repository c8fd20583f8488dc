//! Moodle: the grading worksheet, in whatever language it is.

use std::sync::LazyLock;

use super::{gradebook, graded, says, unpacked};
use crate::support::{ADDS, Course};

static CLASS: LazyLock<Course> = LazyLock::new(|| {
    graded(&[
        ("Ann Example_57_assignsubmission_file/sum.cpp", ADDS),
        ("Bob_58_assignsubmission_file_/notes.txt", "no program"),
        // A group's number, which is also a student's.
        ("Group A_59_assignsubmission_file/sum.cpp", ADDS),
    ])
});

const WORKSHEET: &str = "Identifier,\"Full name\",Status,Group,Grade,\"Maximum grade\",\"Grade can be changed\",\"Last modified (grade)\",\"Feedback comments\"\n\
    \"Participant 57\",\"Ann Example\",\"Submitted for grading\",,,10.00,Yes,-,\n\
    \"Participant 58\",\"+Bob\",,,3.00,10.00,Yes,\"Monday, 2 March 2026, 10:00\",\"<p>good\nwork</p>\"\n\
    \"Participant 59\",\"Cem Demir\",,\"Group A\",,10.00,Yes,-,\n\
    \"Participant 60\",\"Dan\",,\"Group A\",,10.00,Yes,-,\n\
    \"Participant 61\",\"Eve\",,\"Group B\",,10.00,Yes,-,\n";

#[test]
fn a_group_gets_its_points_and_feedback_is_never_written_over() {
    let course = &*CLASS;
    course.write("grades.csv", WORKSHEET);
    let ran =
        gradebook(course, &["moodle", "grades.csv", "--missing-as-zero", "--feedback", "back.zip"]);
    ran.exits_with(0).says(&["given 0, because they have no submission here (1): Eve"]);
    says(
        course,
        "grades-graded.csv",
        "Identifier,\"Full name\",Status,Group,Grade,\"Maximum grade\",\"Grade can be changed\",\"Last modified (grade)\"\n\
         \"Participant 57\",\"Ann Example\",\"Submitted for grading\",,10,10.00,Yes,-\n\
         \"Participant 58\",\"'+Bob\",,,0,10.00,Yes,\"Monday, 2 March 2026, 10:00\"\n\
         \"Participant 59\",\"Cem Demir\",,\"Group A\",10,10.00,Yes,-\n\
         \"Participant 60\",\"Dan\",,\"Group A\",10,10.00,Yes,-\n\
         \"Participant 61\",\"Eve\",,\"Group B\",0,10.00,Yes,-\n",
    );
    let files = unpacked(course, "back.zip");
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "Ann Example_57_assignsubmission_file_/sum.html",
            "Bob_58_assignsubmission_file_/sum.html",
            "Group A_59_assignsubmission_file_/sum.html",
            "Group A_60_assignsubmission_file_/sum.html",
        ]
    );
    assert_eq!(files[names[0]], course.read("reports/Ann Example/sum.html"));
}

#[test]
fn a_group_that_the_worksheet_does_not_know_is_nobody_with_the_same_number() {
    let course = &*CLASS;
    course.write("alone.csv", WORKSHEET.replace("Group A", ""));
    let ran = gradebook(course, &["moodle", "alone.csv"]);
    ran.exits_with(0)
        .says(&["nobody gets the points of `Group A`: the number 59 is `Cem Demir` in the file"]);
    assert!(!course.read("alone-graded.csv").contains("Cem"));
    gradebook(course, &["moodle", "alone.csv", "--missing-as-zero"])
        .exits_with(2)
        .says(&["could give 0 to students who handed something in", "`Group A`"]);
}

#[test]
fn a_worksheet_in_german_has_a_comma_in_its_numbers() {
    let course = &*CLASS;
    course.write(
        "de.csv",
        "ID,\"Vollständiger Name\",Status,Bewertung,Bestwertung,\"Zuletzt geändert (Bewertung)\",\"Feedback als Kommentar\"\r\n\
         Teilnehmer/in57,\"Ann Example\",,,\"4,50\",-,\r\n",
    );
    gradebook(course, &["moodle", "de.csv", "--scale"]).exits_with(0);
    assert!(
        course
            .read("de-graded.csv")
            .ends_with("Teilnehmer/in57,\"Ann Example\",,\"4,5\",\"4,50\",-\r\n")
    );
}
