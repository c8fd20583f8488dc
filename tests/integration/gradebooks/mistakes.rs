//! What is said where a file or an option does not fit, and that nothing is written then.

use super::canvas::{CLASS, GRADES};
use super::gradebook;
use crate::support::{ADDS, Course, entries};

const WORKSHEET: &str =
    "Identifier,Full name,Grade,Maximum grade,Last modified (grade)\nParticipant 57,Ann,,10.00,-\n";

#[test]
fn a_file_that_does_not_fit_is_named_with_its_line() {
    let course = &*CLASS;
    let lab = |title: &str| format!("Username,{title}\nann,\n");
    let table: [(&str, &str, Vec<u8>, &[&str]); 11] = [
        (
            "canvas",
            "a.csv",
            b"Student,Name\n1,2\n".to_vec(),
            &["a.csv:1: there is no column `ID`", "found `Student, Name`"],
        ),
        (
            "canvas",
            "b.csv",
            GRADES.replace("sum (98765)", "Sums (9)").into(),
            &[
                "b.csv:1: no column is called `sum`",
                "`Essay (77)`, `Sums (9)`",
            ],
        ),
        (
            "canvas",
            "c.csv",
            GRADES.replace("Zola, Zoë\"", "Zola").into(),
            &["c.csv:6: something stands behind the quotation mark"],
        ),
        (
            "canvas",
            "d.csv",
            b"Student,ID,Section,sum (1)\nAnn,57\n".to_vec(),
            &["d.csv:2: this row has 2 cells, and the first row has 4"],
        ),
        (
            "canvas",
            "e.csv",
            b"Student,ID,Section,sum (1)\nZo\xe9,57,,\n".to_vec(),
            &["e.csv:2: there is a byte that is no UTF-8"],
        ),
        (
            "moodle",
            "f.csv",
            WORKSHEET.replace(',', ";").into(),
            &[
                "f.csv:1: the file has `;` between its cells",
                "download the grading worksheet again",
            ],
        ),
        (
            "moodle",
            "g.csv",
            WORKSHEET.replace("10.00", "\"Poor, Good\"").into(),
            &[
                "g.csv:2: `Poor, Good` stands where the maximum grade",
                "scale of words",
            ],
        ),
        (
            "moodle",
            "h.csv",
            WORKSHEET.replace(",Grade,", ",Hinne,").into(),
            &["h.csv:1: no column is called `Grade`", "--column", "Hinne"],
        ),
        (
            "moodle",
            "i.csv",
            WORKSHEET.replace("Participant 57", "Ann").into(),
            &["i.csv:2: the first cell is `Ann`", "`Participant 57`"],
        ),
        (
            "blackboard",
            "j.csv",
            lab("sum [Total Pts: 10 Score]").into(),
            &["j.csv:1: `sum [Total Pts: 10 Score]` has no number"],
        ),
        (
            "brightspace",
            "k.csv",
            lab("sum Points Grade").into(),
            &["k.csv:1: there is no column `End-of-Line Indicator`"],
        ),
    ];
    for (system, name, bytes, said) in table {
        course.write(format!("files/{name}"), bytes);
        gradebook(course, &[system, &format!("files/{name}")])
            .exits_with(2)
            .says(said);
    }
    assert!(
        entries(&course.path("files"))
            .iter()
            .all(|name| !name.contains("-graded"))
    );
}

#[test]
fn an_option_that_does_not_fit_is_answered_with_what_there_is() {
    let course = &*CLASS;
    let table: [(&[&str], &[&str]); 9] = [
        (
            &["canvas", "grades.csv", "--column", "Esay"],
            &["there is no column `Esay`", "did you mean `Essay`?"],
        ),
        (
            &["canvas", "grades.csv", "--assignment", "sun"],
            &["no grades of `sun`", "did you mean `sum`?"],
        ),
        (
            &["canvas", "grades.csv", "--out", "./grades.csv"],
            &["is the file that was downloaded", "--out FILE"],
        ),
        (&["canvas", "nowhere.csv"], &["cannot read nowhere.csv"]),
        (&["canvas", "download"], &["download is no file"]),
        (
            &["canvas", "--reports", "elsewhere"],
            &["no records of a run in elsewhere", "--reports DIR"],
        ),
        (
            &["canvas"],
            &["no file was given", "--column", "Grades → Export"],
        ),
        (&["moodle"], &["Download grading worksheet"]),
        (
            &["canva", "grades.csv"],
            &["a similar value exists: 'canvas'"],
        ),
    ];
    for (arguments, said) in table {
        gradebook(course, arguments).exits_with(2).says(said);
    }
    assert_eq!(course.read("grades.csv"), GRADES);
}

#[test]
fn a_folders_name_is_a_login_or_a_name_and_never_two_students() {
    let course = Course::sum();
    course.write("submissions/ann/sum.cpp", "int main() {}");
    course.write("submissions/Smith, Bob/notes.txt", "");
    course.write("submissions/Zola, Zoë/notes.txt", "");
    course
        .grader(&["run", "submissions", "--quiet"])
        .exits_with(0);
    let twice = "\"Smith, Bob\",59,bob2,\"CS 1, A\",\n\"Smith, Bob\",60,bob3,\"CS 1, A\",\n";
    course.write(
        "g.csv",
        format!("Student,ID,SIS Login ID,Section,sum (1)\n\"Example, A\",57,ANN,x,\n{twice}\"Zola, Zoë\",61,,x,\n"),
    );
    let ran = gradebook(&course, &["canvas", "g.csv"]);
    ran.exits_with(0).says(&[
        "nobody gets the points of `Smith, Bob`: 2 rows of the file could be meant (by name)",
        "left as they are, because no program was found in what they handed in (1): Zola, Zoë (`sum.cpp` is not there",
        "left as they are, because they have no submission here (2): Smith, Bob, Smith, Bob",
    ]);
    assert_eq!(
        course.read("g-graded.csv"),
        "Student,ID,SIS Login ID,Section,sum (1)\n\"Example, A\",57,ANN,x,0\n"
    );
    course.write("reports/missing.txt", "sum/zoe\n");
    let said = "reports/missing.txt names submissions that nobody has graded yet";
    gradebook(&course, &["canvas", "g.csv"])
        .exits_with(0)
        .says(&[said]);
    let as_zero = gradebook(&course, &["canvas", "g.csv", "--missing-as-zero"]);
    as_zero
        .exits_with(2)
        .says(&["could give 0 to students who handed something in", said]);
}

#[test]
fn whoever_was_not_graded_by_a_run_of_some_students_is_given_no_zero() {
    let course = Course::sum();
    for student in ["ann", "bob", "cleo"] {
        course.write(format!("submissions/{student}/sum.cpp"), ADDS);
    }
    course.write("g.csv", "Student,ID,SIS Login ID,Section,sum (1)\nA,57,ann,x,\nB,58,bob,x,\nC,59,cleo,x,\nD,60,dora,x,\n");
    let as_zero = ["canvas", "g.csv", "--missing-as-zero"];
    let run = |options: &[&str]| {
        let ran = course.grader(&[&["run", "submissions", "--quiet"], options].concat());
        ran.exits_with(0);
    };
    run(&["--student", "ann"]);
    assert_eq!(course.read("reports/missing.txt"), "sum/bob\nsum/cleo\n");
    let refused = gradebook(&course, &as_zero);
    refused.exits_with(2).says(&[
        "--missing-as-zero could give 0 to students who handed something in",
        "`grader run SUBMISSIONS --only reports/missing.txt` grades them",
    ]);
    assert!(!course.path("g-graded.csv").exists());
    gradebook(&course, &["canvas", "g.csv"]).exits_with(0);
    run(&["--student", "bob"]);
    assert_eq!(course.read("reports/missing.txt"), "sum/cleo\n");
    run(&["--only", "reports/missing.txt"]);
    assert!(!course.path("reports/missing.txt").exists());
    gradebook(&course, &as_zero)
        .exits_with(0)
        .says(&["no submission here (1): D"]);
    // What came after the whole class was graded is missing too, until it is taken away again.
    course.write("submissions/dora/sum.cpp", ADDS);
    run(&["--student", "ann"]);
    assert_eq!(course.read("reports/missing.txt"), "sum/dora\n");
    gradebook(&course, &as_zero).exits_with(2);
    std::fs::remove_dir_all(course.path("submissions/dora")).unwrap();
    run(&[]);
    assert!(!course.path("reports/missing.txt").exists());
    course.write("reports/missing.txt", "other/dora\n");
    gradebook(&course, &as_zero).exits_with(0);
}

#[test]
fn zeros_are_refused_while_a_file_belongs_to_no_student() {
    let course = Course::sum();
    course.write("submissions/ann/sum.cpp", ADDS);
    course.write("submissions/bob.rar", "what bob handed in");
    course
        .grader(&["run", "submissions", "--quiet"])
        .exits_with(0);
    let table = "Student,ID,SIS Login ID,Section,sum (1)\nA,57,ann,x,\nB,58,bob,x,\n";
    course.write("g.csv", table);
    let as_zero = ["canvas", "g.csv", "--missing-as-zero"];
    gradebook(&course, &as_zero).exits_with(2).says(&[
        "--missing-as-zero could give 0 to students who handed something in",
        "nobody is graded for `bob.rar`",
        "rename or remove these and run `grader run` again",
    ]);
    assert!(!course.path("g-graded.csv").exists());
    gradebook(&course, &["canvas", "g.csv"]).exits_with(0);
    std::fs::remove_file(course.path("submissions/bob.rar")).unwrap();
    course
        .grader(&["run", "submissions", "--quiet"])
        .exits_with(0);
    gradebook(&course, &as_zero)
        .exits_with(0)
        .says(&["given 0, because they have no submission here (1): B"]);
}

#[test]
fn other_points_than_the_reports_show_are_not_written() {
    let course = Course::sum();
    for student in ["ann", "bob"] {
        course.write(format!("submissions/{student}/sum.cpp"), ADDS);
    }
    let stanza = "[[override]]\nstudent = \"ann\"\nassignment = \"sum\"\npoints = 3\nreason = \"r\"\nby = \"k\"\n";
    course.write("decided.toml", stanza);
    let run = [
        "run",
        "submissions",
        "--quiet",
        "--overrides",
        "decided.toml",
    ];
    course.grader(&run).exits_with(0);
    let table = "Student,ID,SIS Login ID,Section,sum (1)\nA,57,ann,x,\nB,58,bob,x,\n";
    course.write("g.csv", table);
    gradebook(&course, &["canvas", "g.csv"])
        .exits_with(2)
        .says(&[
            "reports/grades.csv has other points: `ann` has 3 there, and 10 here.",
            "--overrides FILE",
            "`grader report --all`",
        ]);
    assert!(!course.path("g-graded.csv").exists());
    let named = ["canvas", "g.csv", "--overrides", "decided.toml"];
    gradebook(&course, &named).exits_with(0);
    assert!(course.read("g-graded.csv").contains("A,57,ann,x,3\n"));
    course.grader(&["report", "--all"]).exits_with(0);
    gradebook(&course, &["canvas", "g.csv"]).exits_with(0);
    assert!(course.read("g-graded.csv").contains("A,57,ann,x,10\n"));
}
