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
        // Moodle leaves `_` and `/` out of the names of groups.
        ("Team B1_7_assignsubmission_file/sum.cpp", ADDS),
        ("Default group_assignsubmission_file/sum.cpp", ADDS),
    ])
});

const WORKSHEET: &str = "Identifier,\"Full name\",Status,Group,Grade,\"Maximum grade\",\"Grade can be changed\",\"Last modified (submission)\",\"Online text\",\"Last modified (grade)\",\"Feedback comments\"\n\
    \"Participant 57\",\"Ann Example\",\"Submitted for grading\",,,10.00,Yes,-,=1,-,\n\
    \"Participant 58\",\"+Bob\",,,3.00,10.00,Yes,-,,\"Monday, 2 March 2026, 10:00\",\"<p>good\nwork</p>\"\n\
    \"Participant 59\",\"Cem Demir\",,\"Group A\",,10.00,Yes,-,,-,\n\
    \"Participant 60\",\"Dan\",,\"Group A\",,10.00,Yes,-,,-,\n\
    \"Participant 61\",\"Eve\",,\"Group B\",,10.00,Yes,-,,-,\n\
    \"Participant 62\",\"Flo\",,\"Team_B/1\",,10.00,Yes,-,,-,\n\
    \"Participant 63\",\"Gus\",,\"Default group\",,10.00,Yes,-,,-,\n";

#[test]
fn a_group_gets_its_points_and_feedback_is_never_written_over() {
    let course = &*CLASS;
    course.write("grades.csv", WORKSHEET);
    let ran = gradebook(
        course,
        &[
            "moodle",
            "grades.csv",
            "--missing-as-zero",
            "--feedback",
            "back.zip",
        ],
    );
    ran.exits_with(0)
        .says(&[
            "given 0, because they have no submission here (1): Eve",
            "left as they are, because no program was found in what they handed in (1): Bob (`sum.cpp` is not there",
            "the report of `Default group` is not packed: Moodle gives no feedback files to members",
        ])
        .shows(&["Import grades before feedback files", "modified more recently"]);
    says(
        course,
        "grades-graded.csv",
        "Identifier,\"Full name\",Grade,\"Maximum grade\",\"Last modified (grade)\"\n\
         \"Participant 57\",\"Ann Example\",10,10.00,-\n\
         \"Participant 59\",\"Cem Demir\",10,10.00,-\n\
         \"Participant 60\",\"Dan\",10,10.00,-\n\
         \"Participant 61\",\"Eve\",0,10.00,-\n\
         \"Participant 62\",\"Flo\",10,10.00,-\n\
         \"Participant 63\",\"Gus\",10,10.00,-\n",
    );
    let files = unpacked(course, "back.zip");
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "Ann Example_57_assignsubmission_file_/sum.html",
            "Bob_58_assignsubmission_file_/sum.html",
            "Group A_59_assignsubmission_file/sum.html",
            "Team B1_7_assignsubmission_file/sum.html",
        ]
    );
    assert_eq!(files[names[0]], course.read("reports/Ann Example/sum.html"));

    // Without a grade in the file, he is given 0 if that is wanted.
    course.write("empty.csv", WORKSHEET.replace(",3.00,", ",,"));
    gradebook(course, &["moodle", "empty.csv"])
        .exits_with(0)
        .says(&[
            "left as they are, because no program was found in what they handed in (1): Bob (",
        ]);
    assert!(!course.read("empty-graded.csv").contains("Bob"));
    gradebook(course, &["moodle", "empty.csv", "--missing-as-zero"])
        .exits_with(0)
        .says(&["given 0, because no program was found in what they handed in (1): Bob ("]);
    let row = "\"Participant 58\",\"'+Bob\",0,10.00,";
    assert!(course.read("empty-graded.csv").contains(row));
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
        .says(&[
            "could give 0 to students who handed something in",
            "`Group A`",
        ]);
}

#[test]
fn a_worksheet_in_german_has_a_comma_in_its_numbers() {
    let course = &*CLASS;
    course.write(
        "de.csv",
        "ID,\"Vollständiger Name\",Status,Bewertung,Bestwertung,\"Zuletzt geändert (Bewertung)\",\"Feedback als Kommentar\"\r\n\
         Teilnehmer/in57,\"Ann Example\",,,\"4,50\",-,\r\n",
    );
    // The file knows one of five, so it can be that of another class.
    let ran = gradebook(course, &["moodle", "de.csv", "--scale"]);
    ran.exits_with(3)
        .says(&["4 of 5 submissions match no row of de.csv"]);
    assert!(
        course
            .read("de-graded.csv")
            .ends_with("Teilnehmer/in57,\"Ann Example\",\"4,5\",\"4,50\",-\r\n")
    );
}

/// Two students have one name. What contradicts an identifier is reported, and never resolved by the name.
#[test]
fn an_identifier_decides_between_two_students_of_one_name() {
    let submitters = "---\nsubmission_11:\n  :submitters:\n  - :name: Ann Example\n    :sid: '0675'\n\
                      submission_12:\n  :submitters:\n  - :name: Bob\n    :email: bob@x.edu\n";
    let course = graded(&[
        ("submission_metadata.yml", submitters),
        ("submission_11/sum.cpp", ADDS),
        ("submission_12/sum.cpp", ADDS),
    ]);
    let title =
        "Identifier,Full name,ID number,Email address,Grade,Maximum grade,Last modified (grade)\n";
    let bob = "Participant 3,Bob,,bob@x.edu,,10.00,-";
    let ann = "Participant 2,Ann Example";
    for (rows, given, said) in [
        (
            [
                "Participant 1,Ann Example,0674,,,10.00,-",
                &format!("{ann},0675,,,10.00,-"),
                bob,
            ],
            "Participant 2,Ann Example,10,10.00,-\nParticipant 3,Bob,10,10.00,-\n",
            "no submission here (1): Ann Example",
        ),
        (
            [
                "Participant 1,Ann Example,0674,,,10.00,-",
                "Participant 2,Zoe,0676,,,10.00,-",
                bob,
            ],
            "Participant 3,Bob,10,10.00,-\n",
            "`Ann Example` in the file has the name, but another school number: `0674`, not `0675`",
        ),
        (
            [
                "Participant 1,Zoe,0675,,,10.00,-",
                &format!("{ann},,,,10.00,-"),
                "Participant 3,Bob,,b@x.edu,,10.00,-",
            ],
            "Participant 1,Zoe,10,10.00,-\n",
            "`Bob` in the file has the name, but another address: `b@x.edu`, not `bob@x.edu`",
        ),
    ] {
        course.write("w.csv", format!("{title}{}\n", rows.join("\n")));
        gradebook(&course, &["moodle", "w.csv"])
            .exits_with(0)
            .says(&[said]);
        let titles = "Identifier,Full name,Grade,Maximum grade,Last modified (grade)\n";
        says(&course, "w-graded.csv", format!("{titles}{given}"));
    }
}
